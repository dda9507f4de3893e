/** Compiles sql/data into the pay file, `dist/pay/<digest>.pay`. The build runs it, and `npm run data:compile` for work on its tables. */
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedTables } from '../../core/intelligence/file/csv.ts'
import { compilePayFile, digestOf } from '../../core/intelligence/file/compile.ts'
import { sourceTables, payTables } from '../../core/intelligence/file/tables.ts'

export function writePayFile(folder: string): string {
  const bytes = compilePayFile(payTables(sourceTables(shippedTables())))
  const name = `${digestOf(bytes)}.pay`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `.${name}.${process.pid}`), bytes)
  renameSync(join(folder, `.${name}.${process.pid}`), join(folder, name))
  for (const other of readdirSync(folder)) if (other !== name) rmSync(join(folder, other))
  return join(folder, name)
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${writePayFile('dist/pay')}\n`)
