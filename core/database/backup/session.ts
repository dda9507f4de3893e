// A transaction whose settings make COPY text mean the same on every server.

import type { Sql } from 'postgres'

// As pg_dump does: values are spelt the same whatever the server's or the user's settings, and row security
// stops the backup instead of hiding rows from it.
const SESSION = [
  "set local datestyle = 'ISO, YMD'",
  'set local intervalstyle = postgres',
  'set local extra_float_digits = 3',
  "set local bytea_output = 'hex'",
  'set local row_security = off',
  'set local statement_timeout = 0',
  'set local idle_in_transaction_session_timeout = 0',
  // A running gateway lets go of a table within its own time-out of 5 s.
  "set local lock_timeout = '15s'",
]

/** Runs `work` in a transaction of the given mode, without time-outs. */
export function inTransaction<T>(sql: Sql, mode: string, work: (tx: Sql) => Promise<T>): Promise<T> {
  const run = async (tx: unknown): Promise<{ value: T }> => {
    // A transaction has every call of Sql that is used here; the library's types do not say so.
    const inside = tx as Sql
    await inside.unsafe(SESSION.join(';'))
    return { value: await work(inside) }
  }
  return sql.begin(mode, run).then((result) => (result as { value: T }).value)
}
