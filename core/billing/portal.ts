// Links to the payment processor's pages: for cards and invoices, and for checkout in a browser.
import { cancelUnpaid, closeCheckoutPage } from './late-payments.ts'
import { serviceUrl } from '../config.ts'
import { fail } from '../kernel/errors.ts'
import type { Context } from '../kernel/context.ts'
import { findActiveSubscription } from './account.ts'
import { ensureCustomer, findCustomerId, refresh } from './customer.ts'
import { withLease } from './lease.ts'
import { planNamed, type PlanWord } from './plans.ts'
import { confirmedPrice } from './prices.ts'
import { updateCheckoutPage } from './store.ts'

/** A link that is valid for minutes and returns to the settings. Throws `customer_missing`. */
export async function openPortal(ctx: Context): Promise<{ url: string }> {
  ctx.stripe.require()
  const customer = await findCustomerId(ctx)
  const return_url = `${serviceUrl(ctx.config)}/settings`
  const { url } = await ctx.stripe.use((api) => api.billingPortal.sessions.create({ customer, return_url }))
  return { url }
}

/** Where the user enters their card; an earlier page closes. Throws `subscription_exists`, `price_missing`. */
export const openCheckoutPage = (ctx: Context, word: PlanWord): Promise<{ url: string }> =>
  withLease(ctx, async (lease) => {
    const plan = planNamed(word)
    const price = await confirmedPrice(ctx, plan)
    await closeCheckoutPage(ctx)
    const held = (await refresh(ctx, lease))?.subscriptions ?? []
    const living = await findActiveSubscription(ctx.sql, ctx.principal.userId)
    if (living) fail('subscription_exists', { plan: living.plan })
    await cancelUnpaid(ctx, held)
    const customer = await ensureCustomer(ctx, lease)
    const metadata = { user_id: ctx.principal.userId, plan: plan.name }
    const session = await ctx.stripe.use((api) =>
      api.checkout.sessions.create({
        ...{ customer, mode: 'subscription', line_items: [{ price, quantity: 1 }], metadata },
        subscription_data: { metadata },
        success_url: `${serviceUrl(ctx.config)}/settings#plan`,
        cancel_url: `${serviceUrl(ctx.config)}/settings#plan`,
      }),
    )
    await updateCheckoutPage(ctx.sql, ctx.principal.userId, session.id)
    return { url: session.url ?? '' }
  })
