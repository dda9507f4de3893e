// The supported protocol versions and their negotiation.
import type { InitializeResult } from '@modelcontextprotocol/sdk/types.js'

/** The four of the specification, newest first. The SDK would also take 2024-10-07. */
export const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export type Version = (typeof VERSIONS)[number]

const LATEST = VERSIONS[0]

/** Versions that had batches; 2025-06-18 took them out. */
const WITH_BATCHES: readonly Version[] = ['2025-03-26', '2024-11-05']

export const isVersion = (text: unknown): text is Version => VERSIONS.includes(text as Version)

/** The version asked for if it is spoken, else the latest. */
export const negotiate = (asked: unknown): Version => (isVersion(asked) ? asked : LATEST)

/** Whether a client that names this version (undefined: none) may send several messages at once. */
export const allowsBatches = (version: Version | undefined): boolean =>
  version === undefined || WITH_BATCHES.includes(version)

/** Whether a client of this version reads `structuredContent`. Older ones send no version at all. */
export const readsStructure = (version: Version | undefined): boolean =>
  version !== undefined && !WITH_BATCHES.includes(version)

/** The answer to `initialize`. Nothing is kept of it: the next request may come to another process. */
export const initializeResult = (
  asked: unknown,
  about: Pick<InitializeResult, 'capabilities' | 'serverInfo' | 'instructions'>,
): InitializeResult => ({ protocolVersion: negotiate(asked), ...about })
