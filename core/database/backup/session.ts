// A transaction whose settings make COPY text portable between servers.

import { begin } from '../begin.ts'
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
  // Whoever works beside it ends within its own timeout.
  "set local lock_timeout = '60s'",
]

/** Runs `work` in a transaction of the given mode, without statement and idle timeouts. */
export function inTransaction<T>(sql: Sql, mode: string, work: (tx: Sql) => Promise<T>): Promise<T> {
  const inSession = async (tx: Sql): Promise<T> => {
    await tx.unsafe(SESSION.join(';'))
    return work(tx)
  }
  return begin(sql, inSession, mode)
}
