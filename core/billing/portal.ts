// The processor's own page for cards and invoices.
import { serviceUrl } from '../config.ts'
import type { Context } from '../kernel/context.ts'
import { findCustomerId } from './customer.ts'

/** A link that works for minutes and leads back to the settings. Throws `customer_missing`. */
export async function openPortal(ctx: Context): Promise<{ url: string }> {
  ctx.stripe.require()
  const customer = await findCustomerId(ctx)
  const return_url = `${serviceUrl(ctx.config)}/settings`
  const { url } = await ctx.stripe.use((api) => api.billingPortal.sessions.create({ customer, return_url }))
  return { url }
}
