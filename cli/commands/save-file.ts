// Writes a file atomically, and never over an existing one unless asked to.
import { messageOf, systemCodeOf } from '../../core/kernel/thrown.ts'
import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fail } from '../../core/kernel/errors.ts'

export async function saveFile(
  file: string,
  text: string | Buffer | AsyncIterable<string>,
  force: boolean,
): Promise<void> {
  if (isPassage(file)) return writeFile(file, text)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    fail('usage', { problem: `${file} is a folder: name a file in it.` })
  if (!force && existsSync(file))
    fail('usage', { problem: `${file} already exists. Pass --force to overwrite it.` })
  const target = targetOf(file)
  const beside = `${target}.${process.pid}.tmp`
  try {
    // The content is private, so only the owner may read it.
    await writeFile(beside, text, { mode: 0o600 })
    renameSync(beside, target)
  } catch (error) {
    rmSync(beside, { force: true })
    fail('usage', { problem: `${file} cannot be written: ${reasonOf(error)}` }, { cause: error })
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist.',
  ENOTDIR: 'its folder is a file.',
  EACCES: 'you may not write there.',
  EPERM: 'you may not write there.',
  EROFS: 'nothing can be written there.',
  ENOSPC: 'the disk is full.',
  ENAMETOOLONG: 'its name is too long.',
}

/** In words; the system's own sentence speaks of calls, and of a file beside. */
const reasonOf = (error: unknown): string => REASONS[systemCodeOf(error) ?? ''] ?? messageOf(error)

/** Whether a pipe or a device has this name: a file renamed over it would replace it. */
export function isPassage(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

/** The file that a name means: what a link points at is written, not the link replaced. */
export const targetOf = (file: string): string => (existsSync(file) ? realpathSync(file) : file)
