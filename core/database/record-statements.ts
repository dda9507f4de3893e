// Columns and statements that all declared records share. Queries of one noun are in its store.
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { isId } from '../kernel/id.ts'
import { pageOf, type SortKind, type Window } from '../kernel/page.ts'
import { must, recordOf } from '../kernel/narrow.ts'
import type { Fields, Noun, NounName } from '../kernel/record.ts'
import { invalidInput } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import type { Sql } from './connect.ts'
import { countOf, fragments, jsonb, rowOf } from './fragments.ts'

export const columnsOf = <Fs extends Fields>(sql: Sql, { columns }: Noun<Fs>) => sql.unsafe(columns)

/** The columns and their values, for an insert or update. Audit records from before a column existed lack its field. */
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

type Part = ReturnType<typeof fragments>[number]

export interface Sort {
  kind: SortKind
  by: (sql: Sql, userId: string, isDown: boolean) => Part
}
export type Sorts = Readonly<Record<string, Sort>>

/** A value for an unknown date that sorts last in both directions. Comparing rows does not work with null. */
export const noDate = (sql: Sql, isDown: boolean) =>
  isDown ? sql`'0001-01-01Z'::timestamptz` : sql`'9999-01-01Z'::timestamptz`

/** The sort key of a text. Its prefix sorts empty texts last in any collation. */
const textOf = (value: Part, isDown: boolean) => (sql: Sql) =>
  sql`(case when coalesce(${value}, '') = '' then ${isDown ? '0' : '1'} else ${isDown ? '1' : '0'} end || lower(coalesce(${value}, '')))`

export const sortsOf = ({ alias, fields, stored }: Noun<Fields>): Sorts =>
  Object.fromEntries(
    stored.flatMap(([name, column]): [string, Sort][] => {
      const sort = fields[name]?.sort
      const value = (sql: Sql) => sql.unsafe(`${alias}.${column}`)
      const orNone: Sort['by'] = (sql, _, isDown) => sql`coalesce(${value(sql)}, ${noDate(sql, isDown)})`
      if (sort === 'text')
        return [[name, { kind: 'text', by: (sql, _, isDown) => textOf(value(sql), isDown)(sql) }]]
      return sort ? [[name, { kind: 'instant', by: sort === 'maybe' ? orNone : value }]] : []
    }),
  )

/** The `sort` field of a list's query; `first` is the default. */
export const sortIn = (z: Zod, sorts: Sorts, first: string) =>
  z
    .enum(Object.keys(sorts).flatMap((name) => [name, `-${name}`]))
    .optional()
    .describe(`Default ${first}.`)

interface ListRequest {
  limit?: number | undefined
  cursor?: string | undefined
  sort?: string | undefined
  updatedSince?: string | undefined
}

type Columns = (sql: Sql, userId: string) => Part

const partsOf = ({ alias, table }: Noun<Fields>, columns: Columns) => {
  const of = (sql: Sql, column: string) => sql.unsafe(`${alias}.${column}`)
  const from = (sql: Sql, userId: string) =>
    sql`from ${sql.unsafe(`${table} ${alias}`)} where ${of(sql, 'user_id')} = ${userId}`
  return {
    ...{ of, from },
    rows: (sql: Sql, userId: string) => sql`select ${columns(sql, userId)} ${from(sql, userId)}`,
    locked: (sql: Sql) => sql`for update of ${sql.unsafe(alias)}`,
  }
}

export function statementsOf<Row extends { id: string }>(
  noun: Noun<Fields>,
  columns: Columns = (sql) => columnsOf(sql, noun),
) {
  const { table } = noun
  const { of, rows, locked } = partsOf(noun, columns)
  const find: Find<Row> = (sql, userId, id) =>
    rowOf(sql<Row[]>`${rows(sql, userId)} and ${of(sql, 'id')} = ${id}`)
  const findForUpdate: Find<Row> = (sql, userId, id) =>
    rowOf(sql<Row[]>`${rows(sql, userId)} and ${of(sql, 'id')} = ${id} ${locked(sql)}`)
  return {
    ...{ find, findForUpdate },
    get: requiredRecord(find, `${noun.noun}_not_found`),
    lock: requiredRecord(findForUpdate, `${noun.noun}_not_found`),
    listWithIds: async (sql: Sql, userId: string, ids: readonly string[]): Promise<Row[]> => [
      ...(await sql<Row[]>`${rows(sql, userId)} and ${of(sql, 'id')} in ${sql([...ids])}`),
    ],
    /** Locks and returns the records of a job or contact. Waits for a simultaneous deletion, and leaves out the deleted record. */
    listOf:
      (owner: 'job_id' | 'contact_id', order: string) =>
      async (sql: Sql, userId: string, id: string): Promise<Row[]> => [
        ...(await sql<Row[]>`
          ${rows(sql, userId)} and ${of(sql, owner)} = ${id}
          order by ${of(sql, order)}, ${of(sql, 'id')} ${locked(sql)}`),
      ],
    insert: (sql: Sql, userId: string, row: Row) =>
      sql`insert into ${sql.unsafe(table)} ${sql({ user_id: userId, ...valuesOf(sql, noun, row) })}`,
    update: (sql: Sql, userId: string, row: Row) => sql`
      update ${sql.unsafe(table)} set ${sql(changesOf(sql, noun, row))}
      where user_id = ${userId} and id = ${row.id}`,
    remove: (sql: Sql, userId: string, id: string) =>
      sql`delete from ${sql.unsafe(table)} where user_id = ${userId} and id = ${id}`,
  }
}

type Asking = Pick<Context, 'sql' | 'principal'>
type Find<Row> = (sql: Sql, userId: string, id: string) => Promise<Row | undefined>

/** The user's record with an id, or undefined. Also undefined if the text is not an id. */
export const recordWith =
  <Row>(find: Find<Row>) =>
  async ({ sql, principal }: Asking, id: string): Promise<Row | undefined> =>
    isId(id) ? find(sql, principal.userId, id) : undefined

type Named = NounName | 'delivery' | 'posting' | 'proposal' | 'purchase' | 'watch' | 'webhook'

/** The user's record with an id. Throws `code` if there is none. */
export const requiredRecord =
  <Row>(find: Find<Row>, code: `${Named}_not_found`) =>
  async (ctx: Asking, id: string): Promise<Row> =>
    (await recordWith(find)(ctx, id)) ?? fail(code, { id })

/** Locks both records of a merge, in a fixed order: two merges in opposite directions would otherwise wait for each other. */
export async function lockBoth<Row>(
  lock: (tx: Asking, id: string) => Promise<Row>,
  tx: Asking,
  { noun }: Noun<Fields>,
  merge: { id: string; from: string },
): Promise<[kept: Row, other: Row]> {
  const [id, from] = [merge.id.toLowerCase(), merge.from.toLowerCase()]
  if (id === from) throw invalidInput([{ path: 'from', message: `is the same ${noun}` }])
  const locked = new Map<string, Row>()
  for (const each of [id, from].sort()) locked.set(each, await lock(tx, each))
  return [must(locked.get(id)), must(locked.get(from))]
}

/** Lists of a noun: the `sort` of their query, and a page of the rows that match it and all conditions. */
export function listingOf<Row extends { id: string }>(
  noun: Noun<Fields>,
  first: string,
  {
    sorts = sortsOf(noun),
    columns = (sql) => columnsOf(sql, noun),
  }: { sorts?: Sorts; columns?: Columns } = {},
) {
  const { of, from } = partsOf(noun, columns)
  /** Conditions for those fields of the query that the record has too. A list matches any of its values. */
  const matching = (sql: Sql, asked: object) =>
    noun.stored.map(([name, column]) => {
      const value = recordOf(asked)[name]
      if (Array.isArray(value))
        return value.length && sql`and ${of(sql, column)} in ${sql(value.map(String))}`
      return typeof value === 'string' && sql`and ${of(sql, column)} = ${value}`
    })
  const page = (
    { sql, principal: { userId } }: Asking,
    { limit, cursor, sort = first, updatedSince, ...asked }: ListRequest,
    ...conditions: Parameters<typeof fragments>
  ) => {
    const { kind, by } = must(sorts[sort.replace('-', '')])
    const isDown = sort.startsWith('-')
    const value = by(sql, userId, isDown)
    const [direction, beyond] = isDown ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
    const since = updatedSince && sql`and ${of(sql, 'updated_at')} >= ${updatedSince}`
    const where = [from(sql, userId), ...fragments(since, ...matching(sql, asked), ...conditions)]
    const list = ({ after, limit: most }: Window) => sql<(Row & { sortValue: string })[]>`
      select ${columns(sql, userId)}, ${value} as sort_value ${where}
      ${after ? sql`and (${value}, ${of(sql, 'id')}) ${beyond} (${after.value}, ${after.id})` : sql``}
      order by ${value} ${direction}, ${of(sql, 'id')} ${direction}
      limit ${most + 1}`
    const count = () => countOf(sql<{ total: number }[]>`select count(*)::int as total ${where}`)
    return pageOf({ limit, cursor }, sort, list, count, kind)
  }
  return { sort: (z: Zod) => sortIn(z, sorts, first), page }
}
