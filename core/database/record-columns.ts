// The columns of a declared record in statements.
import type { Fields, Noun } from '../kernel/record.ts'
import { recordOf } from '../kernel/narrow.ts'
import type { Sql } from './connect.ts'
import { jsonb } from './fragments.ts'

export const columnsOf = <Fs extends Fields>(sql: Sql, { columns }: Noun<Fs>) => sql.unsafe(columns)

/** The columns with their values, for an insert or an update. Audit records older than a column lack its field. */
export function valuesOf<Fs extends Fields>(sql: Sql, { fields, stored }: Noun<Fs>, row: object) {
  const values: Record<string, string | null> = {}
  for (const [name, column] of stored) {
    const value = recordOf(row)[name] ?? null
    values[column] = (fields[name]?.place === 'json' ? jsonb(sql, value ?? []) : value) as string | null // The driver accepts more types than it declares.
  }
  return values
}

/** Like `valuesOf`, without the columns that never change. */
export function changesOf<Fs extends Fields>(sql: Sql, noun: Noun<Fs>, row: object) {
  const { id: _, created_at: _created, ...changes } = valuesOf(sql, noun, row)
  return changes
}
