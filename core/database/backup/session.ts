// A transaction whose settings make COPY text portable between servers.

import type { Sql } from 'postgres'

// The settings that pg_dump uses: values are formatted independently of the server's and the user's settings,
// and row security fails the backup instead of hiding rows from it.
const SESSION = [
  "set local datestyle = 'ISO, YMD'",
  'set local intervalstyle = postgres',
  'set local extra_float_digits = 3',
  "set local bytea_output = 'hex'",
  'set local row_security = off',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  // A running gateway releases its table locks within its own timeout of 5 s.
  "set local lock_timeout = '15s'",
]

/** Runs `work` in a transaction of the given mode, without statement and idle timeouts. */
export function inTransaction<T>(sql: Sql, mode: string, work: (tx: Sql) => Promise<T>): Promise<T> {
  const run = async (tx: unknown): Promise<{ value: T }> => {
    // A transaction supports every method of Sql that is used here, but the library's types do not declare
    // it.
    const inside = tx as Sql
    await inside.unsafe(SESSION.join(';'))
    return { value: await work(inside) }
  }
  return sql.begin(mode, run).then((result) => (result as { value: T }).value)
}
