// The newest schema version this release knows.
import { migrations } from './schema-steps.ts'

/** The number of the newest migration, defined by the build: listing the folder took half a millisecond of every command. */
declare const NEWEST_MIGRATION: number | undefined

export const knownSchema = (): number =>
  typeof NEWEST_MIGRATION === 'number' ? NEWEST_MIGRATION : (migrations().at(-1)?.number ?? 0)
