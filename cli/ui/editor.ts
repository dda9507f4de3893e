// Lets the user change a text in their own editor.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { editorCommand } from '../../core/config.ts'
import { fail } from '../../core/kernel/errors.ts'

/** The text as the user left it in `$VISUAL` or `$EDITOR`; `usage` if the editor could not run or failed. */
export async function edited(text: string, name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'crm-'))
  const file = join(folder, name)
  try {
    writeFileSync(file, text, { mode: 0o600 })
    await runEditor(editorCommand(), file)
    return readFileSync(file, 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Through the shell, because `$EDITOR` may have arguments: `code --wait`. */
async function runEditor(editor: string, file: string): Promise<void> {
  const child = spawn(`${editor} "${file}"`, { shell: true, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  if (code !== 0) fail('usage', { problem: `The editor “${editor}” failed, so nothing was changed.` })
}
