// SQL for imports.
import type { Sql } from '../database/connect.ts'
import { hasRow, jsonb } from '../database/fragments.ts'
import type { Context, Principal } from '../kernel/context.ts'

/** Locks until the transaction ends: two imports of one file at once would add each row twice. */
export const lockImports = (sql: Sql, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`import ${userId}`}, 0))`

/** A savepoint, so that each row can be rolled back alone. */
export const beginRow = (sql: Sql) => sql`savepoint import_row`
export const keepRow = (sql: Sql) => sql`release import_row`
export const undoRow = (sql: Sql) => sql`rollback to import_row`

/** An import of this credential that was not undone. It is locked, so that it cannot be undone meanwhile. */
export const findImport = (
  sql: Sql,
  userId: string,
  { id, operation, credential }: { id: string; operation: string; credential: Principal['credential'] },
) =>
  hasRow(sql`
    select 1 from audit_log
    where user_id = ${userId} and id = ${id} and operation = ${operation} and undone_by is null
      and credential_kind = ${credential.kind} and credential_id is not distinct from ${credential.id}
    for update`)

type Asking = Pick<Context, 'sql' | 'principal'>
type StoredRecord = Readonly<Record<string, unknown>>

/** The records as the last import left them, or as they were at an instant. */
export const earlierRecords = (
  { sql, principal: { userId } }: Asking,
  noun: string,
  wanted: readonly { id: string; at: string | null }[],
) =>
  sql<{ id: string; record: StoredRecord }[]>`
    select distinct on (w.id) w.id, c.change->'after' as record
    from audit_log a
    cross join lateral jsonb_array_elements(a.changes) with ordinality c (change, place)
    join jsonb_to_recordset(${jsonb(sql, wanted)}) w (id text, at text) on w.id = c.change->>'id'
    where a.user_id = ${userId} and a.undone_by is null and c.change->>'noun' = ${noun}
      and c.change->'after' <> 'null'
      and case when w.at is null then a.operation like '%.import' else c.change->'after'->>'updatedAt' <= w.at end
    order by w.id, a.at desc, a.id desc, c.place desc`

/** The records that were merged into others, oldest first. */
export const mergedRecords = ({ sql, principal: { userId } }: Asking, noun: string) =>
  sql<{ record: StoredRecord; into: string }[]>`
    select gone.change->'before' as record, kept.change->>'id' as into
    from audit_log a
    cross join lateral jsonb_array_elements(a.changes) gone (change)
    cross join lateral jsonb_array_elements(a.changes) kept (change)
    where a.user_id = ${userId} and a.undone_by is null and a.operation like '%.merge'
      and gone.change->>'noun' = ${noun} and gone.change->'after' = 'null'
      and kept.change->>'noun' = ${noun} and kept.change->'after' <> 'null'
      and kept.change->>'id' <> gone.change->>'id'
    order by a.at`

/** The records that an import added and that were deleted since, oldest first, with the change that undo needs. */
export const deletedRecords = ({ sql, principal: { userId } }: Asking, noun: string) =>
  sql<{ record: StoredRecord; changeId: string }[]>`
    with changed as (
      select a.id, a.operation, c.change
      from audit_log a
      cross join lateral jsonb_array_elements(a.changes) c (change)
      where a.user_id = ${userId} and a.undone_by is null and c.change->>'noun' = ${noun}
        and (a.operation like '%.import' and c.change->'before' = 'null'
          or a.operation like '%.delete%' and c.change->'after' = 'null')
    )
    select gone.change->'before' as record, gone.id as change_id
    from changed gone
    join changed added on added.change->>'id' = gone.change->>'id' and added.change->'before' = 'null'
    where gone.change->'after' = 'null'
    order by gone.id`
