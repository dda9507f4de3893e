// Checks the whole shipped file by its digest. Apart from opening it, because a terminal command does not need node:crypto.
import { readFileSync } from 'node:fs'
import { fail } from '../../kernel/errors.ts'
import { digestOf } from './compile.ts'
import type { PayFile } from './pay-file.ts'
import { digestInName, openShipped, shippedPath } from './shipped.ts'

/** Opens the shipped file after reading all of it. Throws `pay_file_damaged` when its digest is not that in its name. */
export function openVerified(path = shippedPath()): PayFile {
  if (digestOf(readFileSync(path)) !== digestInName(path))
    fail('pay_file_damaged', { file: path, reason: 'its digest is not the one in its name' })
  return openShipped(path)
}
