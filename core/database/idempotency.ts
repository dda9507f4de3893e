// Idempotency keys. The transaction of a change claims and completes its key; so does a call to a model or a mailbox. A retry
// neither repeats nor loses the change.
import { systemCodeOf, fail, problem } from '../kernel/errors.ts'
import { DAY_MS, isoOf, MINUTE_MS, SECOND_MS, type Clock } from '../kernel/clock.ts'
import type { Context, Idempotency } from '../kernel/context.ts'
import { must } from '../kernel/narrow.ts'
import type { Sql } from './connect.ts'
import { hasRow, rowOf } from './fragments.ts'

/** A key belongs to the user who sends it, even when an administrator acts for another user. */
const ownerOf = ({ principal }: Context): string => principal.actorId ?? principal.userId

const RETENTION_MS = DAY_MS

/** A claim that is older and has no response belongs to a process that died. A model may use all of its time before. */
const claimTtlMs = ({ config }: Context): number => config.aiTimeoutSeconds * SECOND_MS + 2 * MINUTE_MS

interface StoredAnswer<T> {
  answer: T
  changeId: string | null
}

/**
 * Claims the request's key in its transaction. Returns the stored response if the request was completed before. Throws
 * `idempotency_mismatch` if the key had another request, and `idempotency_running` while the first request runs.
 */
export async function claimKey(tx: Context): Promise<StoredAnswer<unknown> | null> {
  // A second request with the key waits until the first commits, at most for lock_timeout.
  if (!tx.idempotency || (await claim(tx, tx.clock.now()).catch(failRunning))) return null
  return (await findStoredResponse(tx)) ?? failRunning()
}

/** Runs `work` once per Idempotency-Key. After a failure, a retry runs it again. Throws as `claimKey` does. */
export async function answeredOnce<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const { sql, log, idempotency, clock } = ctx
  if (!idempotency) return work()
  const now = clock.now()
  if (!(await claim(ctx, now))) return ((await findStoredResponse<T>(ctx)) ?? failRunning()).answer
  const mine = sql`user_id = ${ownerOf(ctx)} and key = ${idempotency.key} and created_at = ${isoOf(now)}`
  const warn = (cause: unknown) => log.warn({ cause }, 'An Idempotency-Key could not be kept or released.')
  const answer = await work().catch(async (error: unknown) => {
    await sql`delete from idempotency_keys where ${mine} and answer is null`.catch(warn)
    throw error
  })
  await sql`update idempotency_keys set answer = ${JSON.stringify(answer ?? null)} where ${mine}`.catch(warn)
  return answer
}

/** Returns false if the key is taken. `now` distinguishes this claim from a later one. */
async function claim(ctx: Context, now: number): Promise<boolean> {
  const { key, fingerprint } = must(ctx.idempotency)
  return hasRow(ctx.sql`
    insert into idempotency_keys as k (user_id, key, fingerprint, operation, created_at)
    values (${ownerOf(ctx)}, ${key}, ${fingerprint}, ${ctx.operation}, ${isoOf(now)})
    on conflict (user_id, key) do update
      set fingerprint = excluded.fingerprint, operation = excluded.operation,
          created_at = excluded.created_at, answer = null, change_id = null
      where k.created_at < ${isoOf(now - RETENTION_MS)}
        or (k.answer is null and k.created_at < ${isoOf(now - claimTtlMs(ctx))})
    returning key`)
}

function failRunning(cause?: unknown): never {
  if (cause !== undefined && systemCodeOf(cause) !== '55P03') throw cause
  throw problem('idempotency_running', {}, { retryAfterSeconds: 1, cause })
}

const stored = (sql: Sql, clock: Clock, owner: string, key: string) =>
  rowOf(sql<{ fingerprint: Buffer; answer: string; changeId: string | null }[]>`
    select fingerprint, answer, change_id from idempotency_keys
    where user_id = ${owner} and key = ${key} and answer is not null
      and created_at >= ${isoOf(clock.now() - RETENTION_MS)}`)

/** The response that an earlier call with this key stored; undefined if none did. Throws `idempotency_mismatch`. */
export async function findStoredResponse<T>(ctx: Context): Promise<StoredAnswer<T> | undefined> {
  if (!ctx.idempotency) return undefined
  const row = await stored(ctx.sql, ctx.clock, ownerOf(ctx), ctx.idempotency.key)
  if (!row) return undefined
  if (!ctx.idempotency.fingerprint.equals(row.fingerprint)) return fail('idempotency_mismatch', {})
  ctx.report.replayed = true
  return { answer: JSON.parse(row.answer) as T, changeId: row.changeId } // Stored by the same operation.
}

/** Work without an answer is stored as null: a claim without an answer would count as running. */
export async function storeResponse(tx: Context, answer: unknown, changeId: string | null): Promise<void> {
  if (!tx.idempotency) return
  await tx.sql`
    update idempotency_keys set answer = ${JSON.stringify(answer ?? null)}, change_id = ${changeId}
    where user_id = ${ownerOf(tx)} and key = ${tx.idempotency.key}`
}

/** The stored response of this user's request; undefined if there is none. */
export async function findResponseOfUser(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  userId: string,
  { key, fingerprint }: Idempotency,
): Promise<unknown> {
  const row = await stored(sql, clock, userId, key)
  return row?.fingerprint.equals(fingerprint) ? JSON.parse(row.answer) : undefined
}

/** Claims something once on all gateways; false if it was claimed. The key has a space, so it never equals a client's key. */
export const claimOnce = (ctx: Context, kind: string, secret: string): Promise<boolean> =>
  hasRow(ctx.sql`
    insert into idempotency_keys (user_id, key, fingerprint, operation, created_at)
    values (${ownerOf(ctx)}, ${`${kind} ${secret}`}, ${Buffer.from(secret)}, ${kind}, ${isoOf(ctx.clock.now())})
    on conflict (user_id, key) do nothing returning key`)

export const deleteExpiredKeys = (sql: Sql, now: number) =>
  sql`delete from idempotency_keys where created_at < ${isoOf(now - RETENTION_MS)}`
