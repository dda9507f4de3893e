// An answer in pieces, complete in a file before it is shown: when the connection is lost meanwhile, the call begins again.
import { mkdtempSync, rmSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonText } from '../core/kernel/json-text.ts'

export async function wholeText(text: JsonText): Promise<JsonText> {
  const folder = mkdtempSync(join(tmpdir(), 'crm-copy-'))
  const file = await open(join(folder, 'text'), 'wx+', 0o600)
  // It stays while it is open, so that nothing is left over.
  rmSync(folder, { recursive: true })
  await writeFile(file, text)
  return file.createReadStream({ start: 0, encoding: 'utf8' })
}
