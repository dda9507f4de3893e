// The variables of the environment that are about Stripe: a part of the table in config.ts.
import { text, url } from './setting-values.ts'

const price = (tier: string, interval: string) => ({
  name: `STRIPE_PRICE_${tier}_${interval}`,
  about: `Id of the Stripe price of the ${tier.toLowerCase()} plan, billed ${interval.toLowerCase()}.`,
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
  stripePriceProMonthly: price('PRO', 'MONTHLY'),
  stripePriceProYearly: price('PRO', 'YEARLY'),
  stripePriceUltraMonthly: price('ULTRA', 'MONTHLY'),
  stripePriceUltraYearly: price('ULTRA', 'YEARLY'),
} as const
