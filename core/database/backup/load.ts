// Loads a verified backup: empties the tables, copies the rows, then checks every constraint.

import type { Sql } from 'postgres'
import { fail } from '../../kernel/errors.ts'
import { quoted, referencesOf, tablesOf, triggersOf, type Table } from './catalog.ts'
import { readContainer, type BackupHeader, type TableHeader } from './container.ts'
import { copyIn } from './copy.ts'

interface LoadOptions {
  exclude?: string[]
  replace?: boolean
}

/**
 * Loads the file's rows into the tables of this transaction, which the caller rolls back on an error.
 * `header` is the verified header of the file.
 */
export async function load(tx: Sql, file: string, header: BackupHeader, options: LoadOptions): Promise<void> {
  const exclude = options.exclude ?? []
  const target = await tablesOf(tx, exclude)
  const wanted = header.tables.filter(({ name }) => !exclude.includes(name))
  refuseUnknown(wanted, target)
  await makeRoom(tx, target, options.replace ?? false)
  const putBack = await relax(tx, wanted)
  await readContainer(file, async (table, pieces) => {
    if (!exclude.includes(table.name)) return copyIn(tx, table, pieces)
    for await (const piece of pieces) void piece
  })
  await tx.unsafe('set constraints all immediate')
  for (const statement of putBack) await tx.unsafe(statement)
  for (const { name, value } of header.sequences) {
    await tx`select setval(to_regclass(${quoted(name)}), ${value}) where to_regclass(${quoted(name)}) is not null`
  }
  await countAgain(tx, wanted)
}

/** Locks the tables, then checks that they are empty, or empties them. */
async function makeRoom(tx: Sql, target: Table[], replace: boolean): Promise<void> {
  const names = target.map(({ name }) => quoted(name)).join(', ')
  if (!names) return
  await tx.unsafe(`lock table ${names} in access exclusive mode`)
  if (replace) {
    // Excluded tables that reference these (a cache, a counter) would be left with dangling rows, so cascade
    // to them.
    await tx.unsafe(`truncate ${names} cascade`)
    return
  }
  for (const { name } of target) {
    const [row] = await tx<{ filled: boolean }[]>`select exists (select 1 from ${tx(name)}) as filled`
    if (row?.filled) failFull(name)
  }
}

/**
 * Disables triggers, and defers foreign keys that point forward in the file (a cycle, or one added by a later
 * schema) until the end, so that rows load verbatim. Returns the statements that undo this.
 */
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

async function countAgain(tx: Sql, tables: TableHeader[]): Promise<void> {
  for (const { name, rows } of tables) {
    const [row] = await tx<{ rows: string }[]>`select count(*)::text as rows from ${tx(name)}`
    if (Number(row?.rows) !== rows) {
      fail('failed', {
        problem: `The backup lists ${rows} rows of ${name}, but contains ${row?.rows}. Nothing was changed.`,
      })
    }
  }
}

function refuseUnknown(wanted: TableHeader[], target: Table[]): void {
  for (const { name, columns } of wanted) {
    const known = target.find((table) => table.name === name)?.columns
    const missing = known ? columns.find((column) => !known.includes(column)) : name
    if (missing === undefined) continue
    const what = known ? `a column ${name}.${missing}` : `a table ${name}`
    fail(
      'failed',
      { problem: `The backup has ${what} that this crm's database does not have. Nothing was changed.` },
      { hint: 'Restore it with the version of crm that created it, then update.' },
    )
  }
}

function failFull(table: string): never {
  fail(
    'failed',
    { problem: `The database is not empty: ${table} has rows. Nothing was changed.` },
    { hint: 'Pass --replace to replace all existing data, or use a new CRM_HOME.' },
  )
}
