// Lets changes to a user's billing happen one after another, without an open transaction while Stripe is called.
import { findStoredResponse } from '../database/idempotency.ts'
import { transaction, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { problem } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import * as store from './store.ts'

export interface Lease {
  holder: string
  /** Whether the previous lease expired without release. If so, the mirror may be behind Stripe. */
  previousExpired: boolean
}

export const LEASE_MS = 6_000
const HEARTBEAT_MS = 2_000
const POLL_MS = 40
const MAX_POLLS = 300

/** Runs `work` under a lease. `renew(until)` prolongs the lease every two seconds, and `renew(null)` releases it at the end. */
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

/** Throws `billing_busy` if another holder has the lease for 12 seconds. Write results with `underLease`. */
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
    const lease = { userId, holder, now: isoOf(now), until: isoOf(now + LEASE_MS) }
    const taken = await store.claimLease(sql, lease)
    if (taken) return { holder, ...taken }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw problem('billing_busy', {}, { retryAfterSeconds: 5 })
}

/** Like `withLease`, for an operation. If the request was answered before, returns the stored response without `work`. */
export const answerUnderLease = <T>(ctx: Context, work: (lease: Lease) => Promise<T>): Promise<T> =>
  withLease(ctx, async (lease) => (await findStoredResponse<T>(ctx))?.answer ?? work(lease))

/** Runs `work` in a transaction. Throws `billing_busy` if another holder has taken the lease meanwhile. */
export const underLease = <T>(ctx: Context, { holder }: Lease, work: (tx: Transaction) => Promise<T>) =>
  transaction(ctx, async (tx) => {
    const current = await store.findHolderForUpdate(tx.sql, tx.principal.userId)
    if (current?.leaseHolder !== holder) throw problem('billing_busy', {}, { retryAfterSeconds: 1 })
    return work(tx)
  })

/** The context for steps before the last one. Only the last step uses the request's Idempotency-Key. */
export const withoutIdempotency = ({ idempotency: _, ...ctx }: Context): Context => ctx
