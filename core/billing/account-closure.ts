// Ends everything that would still be charged, before an account is deleted.
import { closeCheckoutPage } from './late-payments.ts'
import type { Context } from '../kernel/context.ts'
import { withLease } from './lease.ts'
import { abandonWaiting } from './purchases/finish.ts'
import { listWaitingOf } from './purchases/store.ts'
import { findCustomer, listSubscriptions } from './store.ts'

const ENDED = new Set(['canceled', 'incomplete_expired'])

/** Cancels at once every subscription and every page to pay on. Throws `billing_unavailable`, `stripe_failed`. */
export async function endBilling(ctx: Context): Promise<void> {
  const { sql, principal } = ctx
  const mirrored = await listSubscriptions(sql, principal.userId)
  const customer = (await findCustomer(sql, principal.userId))?.stripeCustomerId
  if (!customer || (!ctx.stripe.configured && mirrored.every(({ status }) => ENDED.has(status)))) return
  await withLease(ctx, async () => {
    await closeCheckoutPage(ctx)
    for (const purchase of await listWaitingOf(sql, principal.userId)) await abandonWaiting(ctx, purchase)
    // Queries Stripe rather than the mirror, because Stripe's state determines what is charged.
    const { data } = await ctx.stripe.use((api) =>
      api.subscriptions.list({ customer, status: 'all', limit: 100 }),
    )
    for (const { id, status } of data)
      if (!ENDED.has(status)) await ctx.stripe.use((api) => api.subscriptions.cancel(id))
  })
}
