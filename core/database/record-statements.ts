// Columns and statements that all declared records share. Queries of one noun are in its store.
import type { Context } from '../kernel/context.ts'
import { pageOf, type SortKind, type Window } from '../kernel/page.ts'
import { must, recordOf } from '../kernel/narrow.ts'
import type { Fields, Noun } from '../kernel/record.ts'
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
      if (sort === 'text')
        return [[name, { kind: 'text', by: (sql, _, isDown) => textOf(value(sql), isDown)(sql) }]]
      if (sort === 'maybe')
        return [
          [
            name,
            { kind: 'instant', by: (sql, _, isDown) => sql`coalesce(${value(sql)}, ${noDate(sql, isDown)})` },
          ],
        ]
      return sort ? [[name, { kind: 'instant', by: value }]] : []
    }),
  )

/** The `sort` field of a list's query; `first` is the default. */
export const sortIn = (z: Zod, sorts: Sorts, first: string) =>
  z
    .enum(Object.keys(sorts).flatMap((name) => [name, `-${name}`]))
    .optional()
    .describe(`Default ${first}.`)

export interface ListRequest {
  limit?: number | undefined
  cursor?: string | undefined
  sort?: string | undefined
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
  return {
    find: (sql: Sql, userId: string, id: string) =>
      rowOf(sql<Row[]>`${rows(sql, userId)} and ${of(sql, 'id')} = ${id}`),
    findForUpdate: (sql: Sql, userId: string, id: string) =>
      rowOf(sql<Row[]>`${rows(sql, userId)} and ${of(sql, 'id')} = ${id} ${locked(sql)}`),
    listWithIds: async (sql: Sql, userId: string, ids: readonly string[]): Promise<Row[]> => [
      ...(await sql<Row[]>`${rows(sql, userId)} and ${of(sql, 'id')} in ${sql([...ids])}`),
    ],
    /** The records of a job or contact, locked. It waits for a deletion at the same time, and leaves out the deleted record. */
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

/** Lists the rows that match all conditions, a page at a time. */
export const pagesOf =
  <Row extends { id: string }>(
    noun: Noun<Fields>,
    {
      sorts,
      first,
      columns = (sql) => columnsOf(sql, noun),
    }: { sorts: Sorts; first: string; columns?: Columns },
  ) =>
  (
    { sql, principal: { userId } }: Pick<Context, 'sql' | 'principal'>,
    conditions: Parameters<typeof fragments>,
    { limit, cursor, sort = first }: ListRequest,
  ) => {
    const { of, from } = partsOf(noun, columns)
    const { kind, by } = must(sorts[sort.replace('-', '')])
    const isDown = sort.startsWith('-')
    const value = by(sql, userId, isDown)
    const [direction, beyond] = isDown ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
    const where = [from(sql, userId), ...fragments(...conditions)]
    const list = ({ after, limit: most }: Window) => sql<(Row & { sortValue: string })[]>`
      select ${columns(sql, userId)}, ${value} as sort_value ${where}
      ${after ? sql`and (${value}, ${of(sql, 'id')}) ${beyond} (${after.value}, ${after.id})` : sql``}
      order by ${value} ${direction}, ${of(sql, 'id')} ${direction}
      limit ${most + 1}`
    const count = () => countOf(sql<{ total: number }[]>`select count(*)::int as total ${where}`)
    return pageOf({ limit, cursor }, sort, list, count, kind)
  }
