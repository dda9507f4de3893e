// A transaction, typed as the statements in it are written.
import type { ISql, Sql } from 'postgres'

/**
 * Runs `work` in one transaction of a mode such as `isolation level repeatable read`; empty is the server's default. What
 * repeats it, and when, guard.ts says.
 */
export async function begin<T>(sql: Sql, work: (tx: Sql) => Promise<T>, mode = ''): Promise<T> {
  // The driver types a transaction without the pool's methods, which no statement in one uses, and its value as if
  // it could be a list of statements.
  const done = await sql.begin(mode, async (tx: ISql) => ({ value: await work(tx as Sql) }))
  return done.value
}
