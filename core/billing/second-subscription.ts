// Prevents a second subscription: ends everything through which one could still begin.
import type { Context } from '../kernel/context.ts'
import { endUnpaid } from './late-payments.ts'
import { findCustomer, updateCheckoutPage } from './store.ts'
import { failureOf, type Stripe } from './stripe.ts'

/**
 * Expires the user's open checkout page, which would start a subscription when completed, even hours later and next
 * to another one. There is at most one, since opening a page closes the one before.
 */
export async function closeCheckoutPage({ sql, principal, stripe }: Context): Promise<void> {
  const page = (await findCustomer(sql, principal.userId))?.checkoutPage
  if (!page) return
  try {
    await stripe.use(async (api) => {
      const { status } = await api.checkout.sessions.retrieve(page)
      if (status === 'open') await api.checkout.sessions.expire(page)
    })
  } catch (error) {
    // Nobody can pay on a page that Stripe does not know, such as one of another account's.
    if (failureOf(error).code !== 'resource_missing') throw error
  }
  await updateCheckoutPage(sql, principal.userId, null)
}

export async function cancelUnpaid(
  ctx: Pick<Context, 'stripe'>,
  held: readonly Stripe.Subscription[],
): Promise<number> {
  const unpaid = held.filter(({ status }) => status === 'incomplete')
  for (const { id } of unpaid) await endUnpaid(ctx, id)
  return unpaid.length
}
