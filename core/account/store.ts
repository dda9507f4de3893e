// SQL for whole accounts: reads and deletes the rows of every table with a user_id.
import { begin, type Sql } from '../database/connect.ts'

/** Columns that are never exported: hashes, encrypted secrets, and internal state. */
const HIDDEN = new Set([
  ...['password_hash', 'hash', 'sealed_secret', 'fingerprint', 'answer_hash'],
  ...['lease_holder', 'lease_until', 'quote', 'request_key', 'search'],
])
/** Tables that are not exported: they have no personal data, or a view shows their data. */
const INTERNAL_TABLES = new Set([
  'idempotency_keys',
  'outbox_events',
  'webhook_queue',
  'webhook_history',
  'record_changes',
  'change_counters',
  // Unused since migration 0204. A migration may drop it once no older gateway runs.
  'pipeline_tallies',
])

interface OwnedTable {
  table: string
  columns: string[]
  /** The sort order of a user's rows: the primary key without the user, or the id in a view. */
  key: string[]
}

export async function listTables(sql: Sql): Promise<OwnedTable[]> {
  const tables = await sql<OwnedTable[]>`
    select c.table_name as table,
      json_agg(c.column_name order by c.ordinal_position) filter (where c.data_type <> 'bytea') as columns,
      coalesce((select json_agg(a.attname order by array_position(i.indkey::int2[], a.attnum)) from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
        where i.indrelid = to_regclass(quote_ident(c.table_name)) and i.indisprimary), '["id"]') as key
    from information_schema.columns c
    where c.table_schema = current_schema()
    group by c.table_name having bool_or(c.column_name = 'user_id') order by 1`
  const shown = (column: string) => column !== 'user_id' && !HIDDEN.has(column)
  return tables
    .filter(({ table }) => !INTERNAL_TABLES.has(table))
    .map(({ table, columns, key }) => ({
      table,
      columns: columns.filter(shown),
      key: key.filter((column) => column !== 'user_id'),
    }))
}

const PAGE = 250

/** Reads a user's rows of a table, page by page. The sort key is read too, and left out if it is not exported. */
export async function* eachPage(sql: Sql, userId: string, { table, columns, key }: OwnedTable) {
  const read = [...new Set([...columns, ...key])]
  const order = sql.unsafe(key.length ? key.map((column) => `"${column}"`).join(', ') : 'user_id')
  for (let last: Row | undefined; ;) {
    const values = last && Object.values(last)
    const place = values && key.map((column) => values[read.indexOf(column)] as string)
    const after = place?.map((value, at) => (at ? sql`, ${value}` : sql`${value}`))
    const rows: Row[] = await sql`
      select ${sql(read)} from ${sql(table)} t
      where t.user_id = ${userId} ${after ? sql`and (${order}) > (${after})` : sql``}
      order by ${order} limit ${PAGE}`
    if (rows.length) yield rows.map((row) => Object.fromEntries(Object.entries(row).slice(0, columns.length)))
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

type Row = Record<string, unknown>

export async function findLocalOwner(sql: Sql, userId: string): Promise<boolean | undefined> {
  const [row] = await sql<{ localOwner: boolean }[]>`select local_owner from users where id = ${userId}`
  return row?.localOwner
}

/** Deletes a user. The first three tables are on a distributed database's coordinator, which no cascade reaches (sharding.ts). */
export const removeUser = (sql: Sql, userId: string) =>
  begin(sql, async (tx) => {
    await tx`delete from webhooks where user_id = ${userId}`
    await tx`delete from sent_pay_notices where user_id = ${userId}`
    await tx`delete from billing_customers where user_id = ${userId}`
    await tx`delete from users where id = ${userId} and not local_owner`
  })
