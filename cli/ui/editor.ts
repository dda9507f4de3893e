// Lets the user change a text in their own editor.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editorCommand, type Config } from '../../core/config.ts'
import { asCrmError, CrmError } from '../../core/kernel/errors.ts'
import { misused } from '../misused.ts'

/** Throws `usage` if the editor failed. A text that could not be used is kept: somebody may have written for an hour. */
export async function edited<T>(
  config: Config,
  { text, name }: { text: string; name: string },
  use: (text: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'crm-'))
  const file = join(folder, name)
  let isKept = false
  try {
    writeFileSync(file, text, { mode: 0o600 })
    await runEditor(config, file)
    const written = readFileSync(file, 'utf8')
    isKept = written !== text
    const made = await use(written)
    isKept = false
    return made
  } catch (error) {
    throw isKept ? withPlace(asCrmError(error), file) : error
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true })
  }
}

const withPlace = (error: CrmError, file: string): CrmError =>
  new CrmError(error.code, error.message, {
    ...error,
    hint: [error.hint, `What you wrote is kept in ${file}`].filter(Boolean).join('\n'),
    cause: error.cause,
  })

/** Through the shell, because `$EDITOR` may have arguments: `code --wait`. */
async function runEditor(config: Config, file: string): Promise<void> {
  const editor = editorCommand(config)
  const child = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit', env: config.env })
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  if (code !== 0) misused(`The editor “${editor}” failed, so nothing was changed.`)
}
