// Every statement that the sources write as one is prepared by a migrated database, and the columns that it gives are those of
// the row it declares.
import { expect, test } from 'vitest'
import { useCore } from '../../harness.ts'
import { statementsOf, type Declared } from './statements.ts'

/** How the connection reads a column of a type. */
const READ_AS: Record<number, string> = {
  ...{ 16: 'boolean', 17: 'bytes', 20: 'number', 21: 'number', 23: 'number', 26: 'number', 700: 'number' },
  ...{ 701: 'number', 1700: 'number', 114: 'any', 3802: 'any' },
  ...{ 1000: 'list', 1005: 'list', 1007: 'list', 1009: 'list', 1015: 'list', 1016: 'list', 2951: 'list' },
}

interface Column {
  name: string
  type: number
  table: number
  number: number
}

/** Whether a column of a statement can be null: it can in its table, and no condition of the statement asks for a value. */
function canBeNull(text: string, { table, number }: Column, nullable: ReadonlyMap<string, string>): boolean {
  const name = nullable.get(`${table}.${number}`)
  return name !== undefined && !new RegExp(String.raw`\b${name}\s*(?:is not null|=|<|>|in\b)`).test(text)
}

/** What a row declares otherwise than the statement gives it. */
function differences(
  declared: Declared,
  text: string,
  columns: readonly Column[],
  nullable: ReadonlyMap<string, string>,
): string[] {
  const given = new Map(columns.map((column) => [column.name, column]))
  return [...declared].flatMap(([field, kinds]) => {
    const column = given.get(field)
    if (!column) return kinds.has('undefined') ? [] : [`${field} is not a column`]
    if (kinds.has('any')) return []
    if (!kinds.has('null') && canBeNull(text, column, nullable)) return [`${field} can be null`]
    const read = READ_AS[column.type] ?? 'string'
    const wrong = [...kinds].filter((kind) => kind !== 'null' && kind !== 'undefined' && kind !== read)
    return read === 'any' || !wrong.length ? [] : [`${field} is ${read}, declared as ${wrong.join(' or ')}`]
  })
}

const core = useCore()

test('every statement is one that the database takes, and gives what its row declares', async () => {
  // Those of sharding.ts are for a distributed engine, which has them tried (test/drill).
  const { statements, composed } = statementsOf(/^core\/(?!database\/sharding).*\.ts$/)
  const { sql } = core().services
  const nullable = await sql<{ place: string; name: string }[]>`
    select attrelid::int || '.' || attnum as place, attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where not attnotnull and attnum > 0 and c.relkind in ('r', 'p')`
  const places = new Map(nullable.map(({ place, name }) => [place, name]))
  const problems: string[] = []
  for (const { where, text, row } of statements) {
    const described = await sql
      .unsafe(text)
      .describe()
      .catch((error: Error) => error)
    if (described instanceof Error) problems.push(`${where} ${described.message}`)
    else if (row) {
      const columns = described.columns as unknown as Column[]
      problems.push(...differences(row, text, columns, places).map((each) => `${where} ${each}`))
    }
  }
  expect(problems).toEqual([])
  // Lists by any order, helpers with lists of columns and the statements that several stores share (record-statements.ts, linked-records.ts) are put
  // together as they are called; other tests run them.
  expect(composed.length).toBeLessThan(statements.length / 11)
})
