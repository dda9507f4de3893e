// The configuration of a gateway that takes payments through the Stripe stub.
import type { Config } from '../../core/config.ts'
import { STUB_PRICES, type StripeStub } from './server.ts'

export const WEBHOOK_SECRET = 'whsec_of_the_tests'

/** A configuration that uses this Stripe stub. */
export const billingConfig = (stripe: Pick<StripeStub, 'url'>): Partial<Config> => ({
  stripeSecretKey: 'sk_test_of_the_tests',
  stripeWebhookSecret: WEBHOOK_SECRET,
  stripeApiBase: stripe.url,
  stripePriceProMonthly: STUB_PRICES['pro-monthly'].id,
  stripePriceProYearly: STUB_PRICES['pro-yearly'].id,
  stripePriceUltraMonthly: STUB_PRICES['ultra-monthly'].id,
  stripePriceUltraYearly: STUB_PRICES['ultra-yearly'].id,
})
