// Creates a folder that only its owner can read, and its parents.
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCodeOf } from './errors.ts'

/** Node's `recursive` never returns on file systems such as /proc, which report a refused folder as missing. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Several first starts at once create the same folders.
    if (systemCodeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}
