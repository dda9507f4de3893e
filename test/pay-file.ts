// Tests of pay read the compiled file: it is compiled again when a table, or what compiles it, is newer.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writePayFile } from '../sql/build/pay-file.ts'

const root = join(import.meta.dirname, '..')
const COMPILED = join(root, 'dist', 'pay')
const SOURCES = ['sql/data', 'core/intelligence/file', 'core/intelligence/words']

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
    : []
const modifiedAt = (files: readonly string[]): number =>
  Math.max(0, ...files.map((file) => statSync(file).mtimeMs))

export default function compileOnce(): void {
  const compiledAt = modifiedAt(filesIn(COMPILED).filter((file) => file.endsWith('.pay')))
  if (modifiedAt(SOURCES.flatMap((folder) => filesIn(join(root, folder)))) > compiledAt)
    writePayFile(COMPILED)
}
