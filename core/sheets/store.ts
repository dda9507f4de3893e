// SQL for imports.
import type { Sql } from '../database/connect.ts'
import type { Principal } from '../kernel/context.ts'

/**
 * Serialises a user's imports until the transaction ends: two concurrent imports of one file would add each
 * row twice.
 */
export const lockImports = (sql: Sql, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`import ${userId}`}, 0))`

/** An import of this credential that is in effect, locked, so that it is not undone meanwhile. */
export async function findImport(
  sql: Sql,
  userId: string,
  { id, operation, credential }: { id: string; operation: string; credential: Principal['credential'] },
): Promise<boolean> {
  const found = await sql`
    select 1 from audit_log
    where user_id = ${userId} and id = ${id} and operation = ${operation} and undone_by is null
      and credential_kind = ${credential.kind} and credential_id is not distinct from ${credential.id}
    for update`
  return found.length > 0
}
