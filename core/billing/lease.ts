// One change at a time to a user's billing, across all processes and without a transaction held open over a call.
import { transaction, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { problem } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import * as store from './store.ts'

export interface Lease {
  holder: string
  /** Its last holder vanished: what Stripe holds may be news to the mirror. */
  abandoned: boolean
}

/** A holder that gives no sign of life for so long is taken for dead. */
const LEASE_MS = 6_000
const SIGN_OF_LIFE_MS = 2_000
const LOOK_AGAIN_MS = 40
const MOST_LOOKS = 300

/**
 * Runs `work` while nobody else changes this user's billing; waits for whoever does, up to twelve seconds, then throws
 * `billing_busy`. What Stripe answers inside is written by `underLease`, which refuses a holder taken for dead.
 */
export async function withLease<T>(ctx: Context, work: (lease: Lease) => Promise<T>): Promise<T> {
  ctx.stripe.require()
  const { userId } = ctx.principal
  const lease = await takeLease(ctx)
  const { holder } = lease
  const until = () => isoOf(ctx.clock.now() + LEASE_MS)
  const alive = setInterval(() => {
    store.updateLease(ctx.sql, { userId, holder, until: until() }).catch((error: unknown) => {
      ctx.log.warn({ error }, 'A billing lease could not be prolonged.')
    })
  }, SIGN_OF_LIFE_MS)
  try {
    return await work(lease)
  } finally {
    clearInterval(alive)
    await store.updateLease(ctx.sql, { userId, holder, until: null }).catch((error: unknown) => {
      ctx.log.warn({ error }, 'A billing lease could not be given back; it ends by itself.')
    })
  }
}

async function takeLease({ sql, clock, principal: { userId } }: Context): Promise<Lease> {
  const holder = newId()
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const now = clock.now()
    const taken = await store.claimLease(sql, {
      userId,
      holder,
      now: isoOf(now),
      until: isoOf(now + LEASE_MS),
    })
    if (taken) return { holder, ...taken }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
  }
  throw problem('billing_busy', {}, { retryAfterSeconds: 5 })
}

/** A transaction that writes only while the lease is held. */
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

/** The same context for steps on the way to the answer: the request's Idempotency-Key belongs to the last one. */
export const onTheWay = ({ idempotency: _, ...ctx }: Context): Context => ctx
