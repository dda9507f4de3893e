// A folder that only its owner reads, made with those above it.
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCodeOf } from './thrown.ts'

/**
 * Makes a folder, and those above it, that only its owner reads; one that is there stays as it is.
 * Node's own `recursive` never returns where a file system refuses new folders as if they were missing, as /proc does.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Several first starts make the same folders at the same time.
    if (systemCodeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error
  }
}
