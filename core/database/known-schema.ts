// The newest schema version this release knows. The terminal's bundle inlines the number (tsup.config.ts),
// because listing the folder took half a millisecond of every command.
import { migrations } from './migrate.ts'

export const knownSchema = (): number => migrations().at(-1)?.number ?? 0
