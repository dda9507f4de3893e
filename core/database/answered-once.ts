// Idempotency for operations that call a model or read mail: the key is claimed before the call and the response kept after
// it, so that a repeated request neither calls nor pays twice.
import { must } from '../kernel/must.ts'
import { isoOf, MINUTE_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { findStoredResponse, RETENTION_MS } from './idempotency.ts'

/** A claim without a response for this long belongs to a process that died. */
const CLAIM_TTL_MS = 3 * MINUTE_MS

/**
 * Runs `work` once per Idempotency-Key; a repeated request gets the first response. A failure is not kept. Throws
 * `idempotency_mismatch`, and `idempotency_running` while the first request is unfinished.
 */
export async function answeredOnce<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  if (!ctx.idempotency) return work()
  const claimed = await claim(ctx)
  if (!claimed) {
    const kept = await findStoredResponse<T>(ctx)
    return kept ? kept.answer : fail('idempotency_running', {}, { retryAfterSeconds: 1 })
  }
  const warn = (cause: unknown) =>
    ctx.log.warn({ cause }, 'An Idempotency-Key could not be kept or released.')
  const answer = await work().catch(async (error: unknown) => {
    await release(ctx, claimed).catch(warn)
    throw error
  })
  await store(ctx, claimed, answer).catch(warn)
  return answer
}

/** The user whose key it is, and when it was claimed, which tells this claim from a later one. */
interface Claim {
  owner: string
  at: string
}

async function claim({ sql, clock, principal, idempotency, operation }: Context): Promise<Claim | null> {
  const { key, fingerprint } = must(idempotency)
  const now = clock.now()
  const mine = { owner: principal.actorId ?? principal.userId, at: isoOf(now) }
  const rows = await sql`
    insert into idempotency_keys as k (user_id, key, fingerprint, operation, created_at)
    values (${mine.owner}, ${key}, ${fingerprint}, ${operation}, ${mine.at})
    on conflict (user_id, key) do update
      set fingerprint = excluded.fingerprint, operation = excluded.operation,
          created_at = excluded.created_at, answer = null
      where k.created_at < ${isoOf(now - RETENTION_MS)}
        or (k.answer is null and k.created_at < ${isoOf(now - CLAIM_TTL_MS)})
    returning key`
  return rows.length ? mine : null
}

const store = ({ sql, idempotency }: Context, { owner, at }: Claim, answer: unknown) => sql`
  update idempotency_keys set answer = ${JSON.stringify(answer)}
  where user_id = ${owner} and key = ${must(idempotency).key} and created_at = ${at}`

const release = ({ sql, idempotency }: Context, { owner, at }: Claim) => sql`
  delete from idempotency_keys
  where user_id = ${owner} and key = ${must(idempotency).key} and created_at = ${at} and answer is null`
