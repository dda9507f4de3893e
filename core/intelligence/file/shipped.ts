// Finds the pay file that ships with this installation.
import { last } from '../../kernel/narrow.ts'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail } from '../../kernel/errors.ts'
import { bytesAt, openPayFile, type PayFile } from './pay-file.ts'

/** The file name is the SHA-256 of its bytes. */
const NAME = /^([0-9a-f]{64})\.pay$/

/** The path at which the build places the file. Throws `pay_file_damaged` if there is none. */
export function shippedPath(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'dist', 'pay')
    const [file, ...others] = existsSync(candidate)
      ? readdirSync(candidate).filter((name) => NAME.test(name))
      : []
    if (file && others.length === 0) return join(candidate, file)
    if (folder === dirname(folder))
      fail('pay_file_damaged', { file: join('dist', 'pay'), reason: 'it is missing' })
  }
}

export const digestInName = (path: string): string => NAME.exec(last(path.split(/[\\/]/)))?.[1] ?? ''

/** Opens the shipped file. Each part is checked when it is read. */
export function openShipped(path = shippedPath()): PayFile {
  return openPayFile(bytesAt(path), digestInName(path))
}
