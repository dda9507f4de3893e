// The write transaction: commits rows, audit record, events and stored response together.
import { jsonb } from './fragments.ts'
import { begin } from './connect.ts'
import type { Change, Context } from '../kernel/context.ts'
import { isoOf, msOf } from '../kernel/clock.ts'
import { newId } from '../kernel/id.ts'
import { requireScopes, type Scope } from '../kernel/scope.ts'
import { writeChangeLog, type TouchedRecord } from './change-log.ts'
import { recordOf } from '../kernel/narrow.ts'
import type { NounName } from '../kernel/record.ts'
import { systemCodeOf } from '../kernel/errors.ts'
import { claimKey, storeResponse } from './idempotency.ts'
import { retried } from './retry.ts'
import { unreachable } from './unreachable.ts'
import { writeEvents, type OutboxEvent } from './outbox.ts'

/** The name of a restore in the audit trail. Undo goes back past a restore only if the user names the change. */
export const RESTORE = 'db.restore'

export interface Transaction extends Context {
  /** The id of the transaction's audit record; an import in several parts uses the id of its first part. */
  recordId: string
  readonly changes: Change[]
  readonly events: OutboxEvent[]
  readonly touched: TouchedRecord[]
  readonly needs: Set<Scope>
  /** The noun whose write scope is enough for the changes. Without it, each change needs the scope of its own noun. */
  readonly coveredBy?: string
}

type Work<T> = (tx: Transaction) => Promise<T>

/** Stores the result of `work` for the Idempotency-Key. `work` may run again (guard.ts), so it must not act outside the database. */
export async function transaction<T>(ctx: Context, work: Work<T>): Promise<T> {
  // If another request added the same key meanwhile, the work sees its row when it runs again.
  const isTaken = (error: unknown) => systemCodeOf(error) === '23505'
  const done = await retried(2, isTaken, () => attempt(ctx, work)).catch(failReplaced)
  const { value, deliveries, changeId } = done
  if (deliveries) ctx.notifier.notify()
  if (changeId) ctx.report.changeId = changeId
  return value
}

/** Like `transaction`, but a dry run is rolled back. It does the real work, so that its report is exact. */
export async function transactionOrDryRun<T>(ctx: Context, isDry = false, work: Work<T>): Promise<T> {
  let done: { value: T } | undefined
  const end = new Error('The dry run ends here.')
  const run = async (tx: Transaction): Promise<T> => {
    done = { value: await work(tx) }
    if (isDry) throw end
    return done.value
  }
  return transaction(ctx, run).catch((error: unknown) => {
    if (error === end && done) return done.value
    throw error
  })
}

const attempt = <T>(ctx: Context, work: Work<T>) =>
  begin(ctx.sql, async (sql) => {
    const tx: Transaction = {
      ...ctx,
      sql,
      recordId: newId(),
      changes: [],
      events: [],
      touched: [],
      needs: new Set(),
    }
    const earlier = await claimKey(tx)
    // Stored by the same operation.
    if (earlier) return { value: earlier.answer as T, deliveries: 0, changeId: earlier.changeId }
    const value = await work(tx)
    requireScopes((scope) => ctx.principal.scopes.has(scope), tx.needs)
    const changeId = tx.changes.length ? tx.recordId : null
    await Promise.all([writeAudit(tx), storeResponse(tx, value, changeId)])
    const deliveries = await writeChangeLog(tx, () => writeEvents(tx))
    return { value, deliveries, changeId }
  })

/** For changes that follow from another noun's record, such as the event of an offer's deadline. */
export const coveredBy = (tx: Transaction, noun: string): Transaction => ({ ...tx, coveredBy: noun })

/** A restore replaced the users after this request had looked up its user. */
function failReplaced(error: unknown): never {
  if (systemCodeOf(error) === '23503' && /_user_fkey$/.test(String(recordOf(error)['constraint_name'])))
    throw unreachable(error, 'The data were replaced by a backup meanwhile: try again.')
  throw error
}

/** Records that a row changed; `before` and `after` have the shape of the API's records. */
export function recordChange(tx: Transaction, noun: string, id: string, before: unknown, after: unknown) {
  const own = tx.undoHandlers[noun]?.scopes
  if (tx.coveredBy) tx.needs.add(`${tx.coveredBy}:write`)
  else if (own) tx.needs.add(`${own}:${after === null ? 'delete' : 'write'}`)
  tx.changes.push({ noun, id, before, after })
}

/** Marks records that did not change, but show a part of one that did, such as a link. */
export function markTouched(tx: Transaction, noun: NounName, ids: readonly string[]): void {
  for (const id of ids) tx.touched.push({ noun, id })
}

export function emit(tx: Transaction, name: string, data: unknown): void {
  tx.events.push({ name, data })
}

export function emitByName(tx: Transaction, name: string, data: unknown): void {
  tx.events.push({ name, data, byName: true })
}

async function writeAudit(tx: Transaction): Promise<void> {
  if (!tx.changes.length) return
  const { principal, sql } = tx
  const [last] = await sql<{ at: string }[]>`
    select at from audit_log where user_id = ${principal.userId} order by at desc, id desc limit 1`
  // Later than the last change, even if the clock was set back: undo uses this order.
  const at = isoOf(Math.max(tx.clock.now(), last ? msOf(last.at) + 1 : 0))
  await sql`
    insert into audit_log (
      user_id, id, at, actor_id, credential_kind, credential_id, credential_name, client, operation, request_id, changes,
      agent_session
    ) values (
      ${principal.userId}, ${tx.recordId}, ${at}, ${principal.actorId ?? principal.userId},
      ${principal.credential.kind}, ${principal.credential.id}, ${principal.credential.name},
      ${tx.client.slice(0, 200)}, ${tx.operation}, ${tx.requestId}, ${jsonb(sql, tx.changes)},
      ${tx.agentSession ?? null}
    ) on conflict (user_id, id) do update set changes = audit_log.changes || excluded.changes`
}
