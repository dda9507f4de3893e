// Serialises changes to a user's billing, without an open transaction during calls to Stripe.
import { findStoredResponse } from '../database/idempotency.ts'
import { transaction, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { problem } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import * as store from './store.ts'

export interface Lease {
  holder: string
  /** The previous holder never released it, so the mirror may be behind Stripe. */
  expired: boolean
}

export const LEASE_MS = 6_000
const HEARTBEAT_MS = 2_000
const POLL_MS = 40
const MAX_POLLS = 300

/** Runs `work` while `renew` prolongs its lease again and again. At the end, `renew(null)` releases the lease. */
export async function whileLeased<T>(
  { clock, log }: Context,
  renew: (until: string | null) => PromiseLike<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const warn = (error: unknown) => log.warn({ error }, 'A billing lease could not be prolonged or released.')
  const heartbeat = setInterval(
    () => void renew(isoOf(clock.now() + LEASE_MS)).then(undefined, warn),
    HEARTBEAT_MS,
  )
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    await renew(null).then(undefined, warn)
  }
}

/** Waits twelve seconds for another holder, then throws `billing_busy`. Results are written by `underLease`. */
export async function withLease<T>(ctx: Context, work: (lease: Lease) => Promise<T>): Promise<T> {
  ctx.stripe.require()
  const { userId } = ctx.principal
  const lease = await takeLease(ctx)
  const renew = (until: string | null) => store.updateLease(ctx.sql, { userId, holder: lease.holder, until })
  return whileLeased(ctx, renew, () => work(lease))
}

async function takeLease({ sql, clock, principal: { userId } }: Context): Promise<Lease> {
  const holder = newId()
  for (let look = 0; look < MAX_POLLS; look += 1) {
    const now = clock.now()
    const taken = await store.claimLease(sql, {
      userId,
      holder,
      now: isoOf(now),
      until: isoOf(now + LEASE_MS),
    })
    if (taken) return { holder, expired: taken.expired }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw problem('billing_busy', {}, { retryAfterSeconds: 5 })
}

/**
 * Like `withLease`, for an operation. Returns the stored response if the request was answered before, else the result
 * of `work`.
 */
export const answerUnderLease = <T>(ctx: Context, work: (lease: Lease) => Promise<T>): Promise<T> =>
  withLease(ctx, async (lease) => (await findStoredResponse<T>(ctx))?.answer ?? work(lease))

export const underLease = <T>(
  ctx: Context,
  { holder }: Lease,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> =>
  transaction(ctx, async (tx) => {
    const current = await store.findHolderForUpdate(tx.sql, tx.principal.userId)
    if (current !== holder) throw problem('billing_busy', {}, { retryAfterSeconds: 1 })
    return work(tx)
  })

/** The context for intermediate steps. The request's Idempotency-Key belongs to the final step only. */
export const withoutIdempotency = ({ idempotency: _, ...ctx }: Context): Context => ctx
