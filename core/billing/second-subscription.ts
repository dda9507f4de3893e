// Prevents a second subscription: ends everything through which one could still begin.
import type { Context } from '../kernel/context.ts'
import { findCustomer } from './store.ts'
import type { Stripe } from './stripe.ts'

/**
 * Expires the user's open checkout pages, each of which would start a subscription when completed, even days
 * later and next to another one.
 */
export async function closeCheckoutPages({ sql, principal, stripe }: Context): Promise<void> {
  const customer = (await findCustomer(sql, principal.userId))?.stripeCustomerId
  if (!customer) return
  await stripe.use(async (api) => {
    const { data } = await api.checkout.sessions.list({ customer, status: 'open', limit: 100 })
    for (const { id, mode } of data) if (mode === 'subscription') await api.checkout.sessions.expire(id)
  })
}

/** Cancels the subscriptions among these whose first payment was never made. */
export async function cancelUnpaid(
  { stripe }: Pick<Context, 'stripe'>,
  held: readonly Stripe.Subscription[],
): Promise<void> {
  for (const { id, status } of held)
    if (status === 'incomplete') await stripe.use((api) => api.subscriptions.cancel(id))
}
