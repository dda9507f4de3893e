// Checks the whole shipped file by its digest. In the terminal only `crm doctor` does so, because loading node:crypto is slow.
import { readFileSync } from 'node:fs'
import { fail } from '../../kernel/errors.ts'
import { digestOf } from './compile.ts'
import type { PayFile } from './pay-file.ts'
import { digestInName, openShipped, shippedPath } from './shipped.ts'

/** Reads and checks the whole shipped file, then opens it. Throws `pay_file_damaged` if the digest differs from its name. */
export function openVerified(path = shippedPath()): PayFile {
  if (digestOf(readFileSync(path)) !== digestInName(path))
    fail('pay_file_damaged', { file: path, reason: 'its content does not match the digest in its name' })
  return openShipped(path)
}
