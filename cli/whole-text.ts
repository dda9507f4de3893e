// Saves a streamed response to a temporary file before it is shown, so that a call whose connection breaks can be repeated.
import { mkdtempSync, rmSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonText } from '../core/kernel/json-text.ts'

export async function wholeText(text: JsonText): Promise<JsonText> {
  const folder = mkdtempSync(join(tmpdir(), 'crm-copy-'))
  const file = await open(join(folder, 'text'), 'wx+', 0o600)
  // An open file can still be read after its folder is removed, so a crash leaves nothing behind.
  rmSync(folder, { recursive: true })
  await writeFile(file, text)
  return file.createReadStream({ start: 0, encoding: 'utf8' })
}
