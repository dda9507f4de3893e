// Writes a file atomically, and never over an existing one unless asked to.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fail } from '../../core/kernel/errors.ts'

/** Writes the text; `usage` if the file exists and `force` is not set, or if it cannot be written. */
export function saveFile(file: string, text: string, force: boolean): void {
  if (!force && existsSync(file))
    fail('usage', { problem: `${file} already exists. Pass --force to overwrite it.` })
  const beside = `${file}.${process.pid}.tmp`
  try {
    // The content is private, so only the owner may read it.
    writeFileSync(beside, text, { mode: 0o600 })
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    fail('usage', { problem: `${file} cannot be written: ${(error as Error).message}` }, { cause: error })
  }
}
