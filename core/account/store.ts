// SQL for whole accounts: reading and deleting the rows of every table with a user_id.
import { begin, type Sql } from '../database/connect.ts'

/** Columns that are never exported: hashes, sealed secrets, and internal state. */
const HIDDEN = new Set([
  ...['password_hash', 'hash', 'sealed_secret', 'fingerprint', 'answer_hash'],
  ...['lease_holder', 'lease_until', 'quote', 'request_key', 'search'],
])
/** Tables without personal data, or whose data a view exposes. */
const INTERNAL_TABLES = new Set([
  'idempotency_keys',
  'outbox_events',
  'webhook_queue',
  'webhook_history',
  'record_changes',
  'change_counters',
  // Unread since 0204. A migration may drop it once no gateway of before 0204 runs beside one of after.
  'pipeline_tallies',
])

export async function listTables(sql: Sql): Promise<{ table: string; columns: string[] }[]> {
  const rows = await sql<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    where c.table_schema = current_schema() and c.data_type <> 'bytea' and exists (
      select 1 from information_schema.columns u
      where u.table_schema = c.table_schema and u.table_name = c.table_name and u.column_name = 'user_id')
    order by 1, c.ordinal_position`
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) {
    if (INTERNAL_TABLES.has(table) || HIDDEN.has(column) || column === 'user_id') continue
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return [...tables].map(([table, columns]) => ({ table, columns }))
}

/** All of a user's rows of one table: an export that is cut would be taken for the whole. */
export async function listRows(
  sql: Sql,
  userId: string,
  { table, columns }: { table: string; columns: string[] },
): Promise<Record<string, unknown>[]> {
  return sql`select ${sql(columns)} from ${sql(table)} t where t.user_id = ${userId}`
}

/** Whether the user is the local owner; undefined when there is no such user. */
export async function findLocalOwner(sql: Sql, userId: string): Promise<boolean | undefined> {
  const [row] = await sql<{ localOwner: boolean }[]>`select local_owner from users where id = ${userId}`
  return row?.localOwner
}

/** What a distributed database keeps apart from users (core/database/sharding.ts) is not deleted by cascade. */
export const removeUser = (sql: Sql, userId: string) =>
  begin(sql, async (tx) => {
    await tx`delete from webhooks where user_id = ${userId}`
    await tx`delete from sent_pay_notices where user_id = ${userId}`
    await tx`delete from billing_customers where user_id = ${userId}`
    await tx`delete from users where id = ${userId} and not local_owner`
  })
