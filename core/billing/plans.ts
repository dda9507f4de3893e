// What is for sale: plans and one-time items, with their prices in cents of a dollar.
import type { Config } from '../config.ts'
import { fail } from '../kernel/errors.ts'
import type { Tier } from '../kernel/family.ts'

/** Plans as a request may name them; monthly and yearly alone are pro. */
export const PLAN_WORDS = [
  'monthly',
  'yearly',
  'pro-monthly',
  'pro-yearly',
  'ultra-monthly',
  'ultra-yearly',
] as const
export type PlanWord = (typeof PLAN_WORDS)[number]
type PlanName = Exclude<PlanWord, 'monthly' | 'yearly'>

export interface Plan {
  name: PlanName
  tier: Exclude<Tier, 'free'>
  interval: 'month' | 'year'
  amountCents: number
  /** Where the configuration keeps Stripe's price, and the variable it comes from. */
  setting:
    'stripePriceProMonthly' | 'stripePriceProYearly' | 'stripePriceUltraMonthly' | 'stripePriceUltraYearly'
  variable: string
}

/** Every plan that can be subscribed to. CONTRACT §4 fixes the prices. */
export const PLANS: readonly Plan[] = [
  {
    name: 'pro-monthly',
    tier: 'pro',
    interval: 'month',
    amountCents: 9_900,
    setting: 'stripePriceProMonthly',
    variable: 'STRIPE_PRICE_PRO_MONTHLY',
  },
  {
    name: 'pro-yearly',
    tier: 'pro',
    interval: 'year',
    amountCents: 99_000,
    setting: 'stripePriceProYearly',
    variable: 'STRIPE_PRICE_PRO_YEARLY',
  },
  {
    name: 'ultra-monthly',
    tier: 'ultra',
    interval: 'month',
    amountCents: 19_900,
    setting: 'stripePriceUltraMonthly',
    variable: 'STRIPE_PRICE_ULTRA_MONTHLY',
  },
  {
    name: 'ultra-yearly',
    tier: 'ultra',
    interval: 'year',
    amountCents: 199_900,
    setting: 'stripePriceUltraYearly',
    variable: 'STRIPE_PRICE_ULTRA_YEARLY',
  },
]

/** What each tier brings, in words for a comparison. */
export const FEATURES: Readonly<Record<Tier, readonly string[]>> = {
  free: ['The terminal on your own machine', 'AI with your own key', 'Salary data: 1,000 requests a month'],
  pro: [
    'Everything in Free',
    'Contacts read from text',
    'One-time items: briefs, tailored résumés, cover letters, playbooks',
    'Salary data: 500,000 requests a month',
  ],
  ultra: [
    'Everything in Pro',
    'The pipeline API, webhooks and MCP for agents',
    'Company levels and annual reports',
    'Salary data: 5,000,000 requests a month',
  ],
}

/** The plan a request names. */
export function planNamed(word: PlanWord): Plan {
  const name = word === 'monthly' || word === 'yearly' ? `pro-${word}` : word
  return PLANS.find((plan) => plan.name === name)!
}

/** Stripe's price of a plan. Throws `price_missing` where the operator has not said which. */
export const priceOf = (config: Config, plan: Plan): string =>
  config[plan.setting] ?? fail('price_missing', { plan: plan.name, variable: plan.variable })

/** The plan that a price of Stripe's stands for; undefined for one that is not ours. */
export const planOfPrice = (config: Config, priceId: string): Plan | undefined =>
  PLANS.find(({ setting }) => config[setting] === priceId)
