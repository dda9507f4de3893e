// Parts of SQL statements.
import { isoOf } from '../kernel/clock.ts'
import { folded } from '../kernel/folded.ts'
import type { Fragment, Sql } from './connect.ts'

/** Leaves out the empty fragments. Each fragment is a query with a promise: seven empty ones took a tenth of a list's time. */
export const fragments = (...all: (Fragment | false | '' | 0 | undefined)[]): Fragment[] =>
  all.filter((part) => typeof part === 'object')

/** A value as jsonb. The schemas have refused values that JSON cannot hold. */
export const jsonb = (sql: Sql, value: unknown) => sql.json(value as never) // The driver's type of JSON allows no interfaces.

/** Renames the fields of a row to its columns, in snake_case. */
export const columnNames = (row: object): Record<string, string | number | boolean | null> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`), value]),
  )

/** Ids as a Postgres array literal for a cast to uuid[]: the driver cannot pass lists of one id or none. */
export const idList = (ids: readonly string[]): string => `{${ids.join(',')}}`

/** `updated_at` plus a millisecond. Unlike `timestamptz + interval` it is immutable, so that shards may compute it. */
export const afterUpdatedAt = (sql: Sql) =>
  sql`(updated_at at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'`

export const containsPattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Whether a column contains the text, whatever the case and accents of either. */
export const contains = (sql: Sql, column: ReturnType<Sql>, text: string) =>
  sql`crm_folded(${column}) like ${containsPattern(folded(text))}`

export const jobsAt = (sql: Sql, userId: string, company: string) =>
  sql`(select j.id from jobs j where j.user_id = ${userId} and ${contains(sql, sql`j.company`, company)})`

/** The plan of the user `u`: the one given by an administrator, or the one paid for. */
export const tierOf = (sql: Sql) => sql`
  case when u.paid_tier = 'free' or u.paid_until <= now() or u.tier = 'ultra' then u.tier else u.paid_tier end`

/** Whether a user has the ultra plan at an instant (ms). `userId` is a column or a value. */
export const isUltra = (sql: Sql, userId: ReturnType<Sql>, now: number) => sql`exists (
  select 1 from users u where u.id = ${userId} and (u.admin or u.tier = 'ultra'
    or (u.paid_tier = 'ultra' and (u.paid_until is null or u.paid_until > ${isoOf(now)}))))`

export const rowOf = async <Row>(rows: PromiseLike<readonly Row[]>): Promise<Row | undefined> =>
  (await rows)[0]

export const countOf = async (rows: PromiseLike<readonly { total: number }[]>): Promise<number> =>
  (await rowOf(rows))?.total ?? 0

export const hasRow = async (rows: PromiseLike<readonly unknown[]>): Promise<boolean> =>
  (await rows).length > 0
