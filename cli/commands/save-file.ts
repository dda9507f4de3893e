// Writes a file atomically, and never over an existing one unless asked to.
import { unwritable } from '../../core/kernel/system-causes.ts'
import { messageOf } from '../../core/kernel/errors.ts'
import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { isOn, misused, textOf, type Run } from '../command.ts'

export async function saveFile(file: string, text: string | Buffer | AsyncIterable<string>, force: boolean) {
  if (isPassage(file)) return writeFile(file, text)
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    misused(`${file} is a folder: name a file in it.`)
  if (!force && existsSync(file)) misused(`${file} already exists. Pass --force to overwrite it.`)
  const target = targetOf(file)
  const beside = `${target}.${process.pid}.tmp`
  try {
    // The content is private, so only the owner may read it.
    await writeFile(beside, text, { mode: 0o600 })
    renameSync(beside, target)
  } catch (error) {
    rmSync(beside, { force: true })
    misused(`${file} cannot be written: ${unwritable(error) ?? messageOf(error)}.`, { cause: error })
  }
}

/** Whether a pipe or a device has this name. Renaming a file over it would replace it. */
export function isPassage(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

/** The target of a link, so that saving does not replace the link itself. */
export const targetOf = (file: string): string => (existsSync(file) ? realpathSync(file) : file)

/** Writes a page to the file of --html, or to stdout for `-`; says so unless the output is JSON. Returns whether the command is done. */
export async function savedPage({ options, out }: Run, page: () => Promise<string>): Promise<boolean> {
  const file = textOf(options, 'html')
  if (file === undefined) return false
  if (file === '-') {
    out.raw(await page())
    return true
  }
  await saveFile(file, await page(), isOn(options, 'force'))
  if (!out.json) out.raw(`Wrote ${file}.\n`)
  return !out.json
}
