// The environment variables for Stripe: a part of the table in config.ts.
import { text, url } from './setting-values.ts'

const price = (name: string, tier: string, interval: string) => ({
  name,
  about: `Id of the Stripe price of the ${tier} plan, billed ${interval}.`,
  example: 'price_…',
  read: text,
})

export const STRIPE_VARIABLES = {
  stripeSecretKey: {
    name: 'STRIPE_SECRET_KEY',
    about: 'Secret key of the Stripe account that takes payments. Without it billing is off.',
    example: 'sk_test_…',
    read: text,
  },
  stripeWebhookSecret: {
    name: 'STRIPE_WEBHOOK_SECRET',
    about: 'Signing secret of the Stripe webhook endpoint at /api/billing/webhook.',
    example: 'whsec_…',
    read: text,
  },
  stripeApiBase: {
    name: 'STRIPE_API_BASE',
    about: 'Base URL of the Stripe API, for tests.',
    example: 'http://127.0.0.1:12111',
    read: url('http:', 'https:'),
  },
  stripePriceProMonthly: price('STRIPE_PRICE_PRO_MONTHLY', 'pro', 'monthly'),
  stripePriceProYearly: price('STRIPE_PRICE_PRO_YEARLY', 'pro', 'yearly'),
  stripePriceUltraMonthly: price('STRIPE_PRICE_ULTRA_MONTHLY', 'ultra', 'monthly'),
  stripePriceUltraYearly: price('STRIPE_PRICE_ULTRA_YEARLY', 'ultra', 'yearly'),
} as const
