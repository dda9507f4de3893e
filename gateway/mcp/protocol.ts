// The supported protocol versions and their negotiation.
import { isOneOf } from '../../core/kernel/narrow.ts'
import type { InitializeResult } from '@modelcontextprotocol/sdk/types.js'

/** All four versions of the specification, newest first. The SDK would also accept 2024-10-07. */
export const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
export type Version = (typeof VERSIONS)[number]

const LATEST = VERSIONS[0]

/** Versions with batches; 2025-06-18 removed them. */
const WITH_BATCHES: readonly Version[] = ['2025-03-26', '2024-11-05']

export const isVersion = (text: unknown): text is Version => isOneOf(VERSIONS, text)

/** The requested version if it is supported, else the latest. */
export const negotiate = (asked: unknown): Version => (isVersion(asked) ? asked : LATEST)

/** Whether a client with this version (undefined: none sent) may send batches. */
export const allowsBatches = (version: Version | undefined): boolean =>
  version === undefined || WITH_BATCHES.includes(version)

/**
 * The result of `initialize`. Nothing of it is stored, because the next request may reach another process.
 */
export const initializeResult = (
  asked: unknown,
  about: Pick<InitializeResult, 'capabilities' | 'serverInfo' | 'instructions'>,
): InitializeResult => ({ protocolVersion: negotiate(asked), ...about })
