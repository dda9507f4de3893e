// Parts of SQL statements.
import { isoOf } from '../kernel/clock.ts'
import type { Fragment } from 'postgres'
import type { Sql } from './connect.ts'

/** The fragments that are there. Each is a query with a promise: seven empty ones took a tenth of the time of a list. */
export const fragments = (...all: (Fragment | false | '' | 0 | undefined)[]): Fragment[] =>
  all.filter((part) => typeof part === 'object')

/** A value as jsonb; what JSON cannot hold has been refused by the schemas that the value went through. */
export const jsonb = (sql: Sql, value: unknown) => sql.json(value as never) // The driver's type of JSON allows no interfaces.

/** A row by the names of its columns, which are those of its fields in snake_case. */
export const columnNames = (row: object): Record<string, string | number | boolean | null> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]),
  )

/** Ids as an array of Postgres, to be cast to uuid[]: the driver cannot pass a list with one or none. */
export const idList = (ids: readonly string[]): string => `{${ids.join(',')}}`

/** A millisecond after `updated_at`. Immutable, unlike `timestamptz + interval`, so that shards may compute it. */
export const afterUpdate = (sql: Sql) =>
  sql`(updated_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'`

export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether the user of this id, a column or a value, has the ultra plan at an instant in milliseconds. */
export const isUltra = (sql: Sql, userId: ReturnType<Sql>, now: number) => sql`exists (
  select 1 from users u where u.id = ${userId} and (u.admin or u.tier = 'ultra'
    or (u.paid_tier = 'ultra' and (u.paid_until is null or u.paid_until > ${isoOf(now)}))))`

/** The first row of a query. */
export const rowOf = async <Row>(rows: PromiseLike<readonly Row[]>): Promise<Row | undefined> =>
  (await rows)[0]

export const countOf = async (rows: PromiseLike<readonly { total: number }[]>): Promise<number> =>
  (await rowOf(rows))?.total ?? 0

export const isAny = async (rows: PromiseLike<readonly unknown[]>): Promise<boolean> =>
  (await rows).length > 0
