// Idempotency keys: claimed and completed in the transaction of their effect, so that a retry can neither
// repeat nor lose it.
import { systemCodeOf } from '../kernel/thrown.ts'
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import type { Context, Idempotency } from '../kernel/context.ts'
import { fail, problem } from '../kernel/errors.ts'
import type { Sql } from './connect.ts'

/** Keys belong to the user who sends them, also when an administrator acts for another user. */
const ownerOf = ({ principal }: Context): string => principal.actorId ?? principal.userId

/** How long a response is kept. */
export const RETENTION_MS = DAY_MS

/**
 * Claims the request's key. Returns the stored response when the same request was completed before; throws
 * `idempotency_mismatch` when the key was used for another request, `idempotency_running` while the first one
 * is unfinished.
 */
export async function claimKey(tx: Context): Promise<{ answer: unknown; changeId: string | null } | null> {
  if (!tx.idempotency) return null
  const { key, fingerprint } = tx.idempotency
  const now = tx.clock.now()
  const owner = ownerOf(tx)
  // A second request with the key waits here for the first to commit; lock_timeout bounds the wait.
  const claimed = await tx.sql`
    insert into idempotency_keys as k (user_id, key, fingerprint, operation, created_at)
    values (${owner}, ${key}, ${fingerprint}, ${tx.operation}, ${isoOf(now)})
    on conflict (user_id, key) do update
      set fingerprint = excluded.fingerprint, operation = excluded.operation,
          created_at = excluded.created_at, answer = null, change_id = null
      where k.created_at < ${isoOf(now - RETENTION_MS)}
    returning key`.catch(failRunning)
  if (claimed.length) return null
  const [row] = await tx.sql<{ fingerprint: Buffer; answer: string | null; changeId: string | null }[]>`
    select fingerprint, answer, change_id from idempotency_keys where user_id = ${owner} and key = ${key}`
  if (!row || row.answer === null) return fail('idempotency_running', {}, { retryAfterSeconds: 1 })
  if (!fingerprint.equals(row.fingerprint)) return fail('idempotency_mismatch', {})
  return { answer: JSON.parse(row.answer), changeId: row.changeId }
}

function failRunning(error: unknown): never {
  const code = systemCodeOf(error)
  if (code === '55P03') throw problem('idempotency_running', {}, { retryAfterSeconds: 1, cause: error })
  throw error
}

/**
 * The stored response of this request, for operations with external effects, which cannot claim the key
 * first; their last transaction claims the key and stores the response. Throws `idempotency_mismatch`.
 */
export async function findStoredResponse<T>(ctx: Context): Promise<{ answer: T } | undefined> {
  if (!ctx.idempotency) return undefined
  const { key, fingerprint } = ctx.idempotency
  const [row] = await ctx.sql<{ fingerprint: Buffer; answer: string | null }[]>`
    select fingerprint, answer from idempotency_keys
    where user_id = ${ctx.principal.actorId ?? ctx.principal.userId} and key = ${key}
      and created_at >= ${isoOf(ctx.clock.now() - RETENTION_MS)}`
  if (!row || row.answer === null) return undefined
  if (!fingerprint.equals(row.fingerprint)) return fail('idempotency_mismatch', {})
  ctx.report.replayed = true
  return { answer: JSON.parse(row.answer) as T } // Stored by the same operation.
}

export async function storeResponse(tx: Context, answer: unknown, changeId: string | null): Promise<void> {
  if (!tx.idempotency) return
  await tx.sql`
    update idempotency_keys set answer = ${JSON.stringify(answer)}, change_id = ${changeId}
    where user_id = ${ownerOf(tx)} and key = ${tx.idempotency.key}`
}

/** The response stored for this user's request; undefined if it was not made before. */
export async function findResponse(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  userId: string,
  { key, fingerprint }: Idempotency,
): Promise<unknown> {
  const [row] = await sql<{ answer: string | null }[]>`
    select answer from idempotency_keys
    where user_id = ${userId} and key = ${key} and fingerprint = ${fingerprint}
      and created_at >= ${isoOf(clock.now() - RETENTION_MS)}`
  return row?.answer ? JSON.parse(row.answer) : undefined
}

/**
 * Claims what may be used once, such as a confirmation, for this user at all gateways together; false if it was claimed
 * before. Its name has a space in it, which no key that a client sends can have.
 */
export async function claimOnce(ctx: Context, kind: string, secret: string): Promise<boolean> {
  const rows = await ctx.sql`
    insert into idempotency_keys (user_id, key, fingerprint, operation, created_at)
    values (${ownerOf(ctx)}, ${`${kind} ${secret}`}, ${Buffer.from(secret)}, ${kind}, ${isoOf(ctx.clock.now())})
    on conflict (user_id, key) do nothing returning key`
  return rows.length > 0
}

/** Deletes expired responses; called by housekeeping. */
export const deleteExpiredKeys = (sql: Sql, now: number) =>
  sql`delete from idempotency_keys where created_at < ${isoOf(now - RETENTION_MS)}`
