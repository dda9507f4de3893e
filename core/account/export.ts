// Exports all data of a user: every table with a user_id, so that new tables are included automatically.
import { findPerson } from '../identity/person.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'

/** The user and their rows by table, without secrets. */
export async function exportAccount({ sql, principal, clock }: Context) {
  const { userId } = principal
  const person = await findPerson(sql, userId)
  const tables: Record<string, Record<string, unknown>[]> = {}
  for (const table of await store.listTables(sql))
    tables[table.table] = (await store.listRows(sql, userId, table)).map((row) => ({ ...row }))
  return { exportedAt: isoOf(clock.now()), person: { ...person }, tables }
}
