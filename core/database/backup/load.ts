// Loads a verified backup: empties the tables, copies the rows, then checks every constraint.

import type { Sql } from 'postgres'
import { fail } from '../../kernel/errors.ts'
import { quoted, referencesOf, tablesOf, triggersOf, type Table } from './catalog.ts'
import { drain, readContainer, type BackupHeader, type TableHeader } from './container.ts'
import { copyIn, countRows } from './copy.ts'

/** Replaces the rows of all tables except `exclude` with those of the file. On an error, the caller rolls back. */
export async function load(tx: Sql, file: string, header: BackupHeader, exclude: readonly string[] = []) {
  const target = await tablesOf(tx, exclude)
  const wanted = header.tables.filter(({ name }) => !exclude.includes(name))
  refuseUnknown(wanted, target)
  const names = target.map(({ name }) => quoted(name)).join(', ')
  // Tables in `exclude` that reference these (a cache, a counter) are emptied too: their rows would refer to nothing.
  if (names) await tx.unsafe(`lock table ${names} in access exclusive mode; truncate ${names} cascade`)
  const putBack = await relax(tx, wanted)
  await readContainer(file, (table, pieces) =>
    exclude.includes(table.name) ? drain(table, pieces) : copyIn(tx, table, pieces),
  )
  await tx.unsafe('set constraints all immediate')
  for (const statement of putBack) await tx.unsafe(statement)
  for (const { name, value } of header.sequences)
    await tx`select setval(to_regclass(${quoted(name)}), ${value}) where to_regclass(${quoted(name)}) is not null`
  for (const { name, rows } of wanted) {
    const found = await countRows(tx, name)
    const problem = `The backup lists ${rows} rows of ${name}, but contains ${found}. Nothing was changed.`
    if (found !== rows) fail('failed', { problem })
  }
}

/** Disables triggers and defers foreign keys, so that rows load in the order of the file. Returns the statements that restore both. */
async function relax(tx: Sql, tables: TableHeader[]): Promise<string[]> {
  const place = new Map(tables.map(({ name }, index) => [name, index]))
  const placeOf = (name: string): number => place.get(name) ?? -1
  const forward = (await referencesOf(tx)).filter(
    ({ table, target }) => placeOf(target) > placeOf(table) && place.has(table),
  )
  const triggers = (await triggersOf(tx)).filter(({ table }) => place.has(table))
  const changes = [
    ...forward.map(({ table, constraint }) => ({
      now: `alter table ${quoted(table)} alter constraint ${quoted(constraint)} deferrable initially deferred`,
      then: `alter table ${quoted(table)} alter constraint ${quoted(constraint)} not deferrable`,
    })),
    ...triggers.map(({ table, trigger }) => ({
      now: `alter table ${quoted(table)} disable trigger ${quoted(trigger)}`,
      then: `alter table ${quoted(table)} enable trigger ${quoted(trigger)}`,
    })),
  ]
  for (const { now } of changes) await tx.unsafe(now)
  return changes.map(({ then }) => then)
}

function refuseUnknown(wanted: TableHeader[], target: Table[]): void {
  for (const { name, columns } of wanted) {
    const known = target.find((table) => table.name === name)?.columns
    const missing = known ? columns.find((column) => !known.includes(column)) : name
    if (missing === undefined) continue
    const what = known ? `a column ${name}.${missing}` : `a table ${name}`
    const problem = `The backup has ${what} that this crm's database does not have. Nothing was changed.`
    fail('failed', { problem }, { hint: 'Restore it with the version of crm that created it, then update.' })
  }
}
