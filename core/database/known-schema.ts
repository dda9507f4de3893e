// The newest schema this version knows. The terminal's bundle has it as a number (tsup.config.ts): reading a folder for it
// took half a millisecond of every command.
import { migrations } from './migrate.ts'

export const knownSchema = (): number => migrations().at(-1)?.number ?? 0
