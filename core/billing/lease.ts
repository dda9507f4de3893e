// Serialises changes to a user's billing across processes, without an open transaction during calls to
// Stripe.
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

/** A holder without a heartbeat for this long is presumed dead. */
const LEASE_MS = 6_000
const HEARTBEAT_MS = 2_000
const POLL_MS = 40
const MAX_POLLS = 300

/**
 * Runs `work` under an exclusive lease on this user's billing. Waits up to twelve seconds for another holder,
 * then throws `billing_busy`. Results are written through `underLease`, which refuses a holder that lost its
 * lease.
 */
export async function withLease<T>(ctx: Context, work: (lease: Lease) => Promise<T>): Promise<T> {
  ctx.stripe.require()
  const { userId } = ctx.principal
  const lease = await takeLease(ctx)
  const { holder } = lease
  const until = () => isoOf(ctx.clock.now() + LEASE_MS)
  const heartbeat = setInterval(() => {
    store.updateLease(ctx.sql, { userId, holder, until: until() }).catch((error: unknown) => {
      ctx.log.warn({ error }, 'A billing lease could not be prolonged.')
    })
  }, HEARTBEAT_MS)
  try {
    return await work(lease)
  } finally {
    clearInterval(heartbeat)
    await store.updateLease(ctx.sql, { userId, holder, until: null }).catch((error: unknown) => {
      ctx.log.info({ error }, 'A billing lease could not be released; it expires by itself.')
    })
  }
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

/** The context for intermediate steps: the request's Idempotency-Key belongs to the final one. */
export const withoutIdempotency = ({ idempotency: _, ...ctx }: Context): Context => ctx
