// Plans and one-time items for sale, with their prices in US cents.
import { must } from '../kernel/narrow.ts'
import { VARIABLES, type Config } from '../config.ts'
import { fail } from '../kernel/errors.ts'
import type { Tier } from '../kernel/family.ts'

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

export const PAID_TIERS = ['pro', 'ultra'] as const satisfies Tier[]

export interface Plan {
  name: PlanName
  tier: (typeof PAID_TIERS)[number]
  interval: 'month' | 'year'
  amountCents: number
  setting: `stripePrice${'Pro' | 'Ultra'}${'Monthly' | 'Yearly'}`
}

const plan = (
  tier: Plan['tier'],
  interval: Plan['interval'],
  amountCents: number,
  setting: Plan['setting'],
): Plan => ({ name: `${tier}-${interval}ly`, tier, interval, amountCents, setting })

export const PLANS: readonly Plan[] = [
  plan('pro', 'month', 9_900, 'stripePriceProMonthly'),
  plan('pro', 'year', 99_000, 'stripePriceProYearly'),
  plan('ultra', 'month', 19_900, 'stripePriceUltraMonthly'),
  plan('ultra', 'year', 199_900, 'stripePriceUltraYearly'),
]

export const variableOf = ({ setting }: Plan): string => VARIABLES[setting].name

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

export function planNamed(word: PlanWord): Plan {
  const name = word === 'monthly' || word === 'yearly' ? `pro-${word}` : word
  return must(PLANS.find((plan) => plan.name === name))
}

export const priceOf = (config: Config, plan: Plan): string =>
  config[plan.setting] ?? fail('price_missing', { plan: plan.name, variable: variableOf(plan) })

export const planOfPrice = (config: Config, priceId: string): Plan | undefined =>
  PLANS.find(({ setting }) => config[setting] === priceId)

interface Item {
  label: string
  amountCents: number
  budgetCents?: number
}

export const ITEMS = {
  'boost-small': { label: 'AI budget boost, $2', amountCents: 199, budgetCents: 200 },
  'boost-large': { label: 'AI budget boost, $5', amountCents: 499, budgetCents: 500 },
  'prep-pack': { label: 'Company intel', amountCents: 399 },
  'resume-tailor': { label: 'Tailored résumé', amountCents: 299 },
  'resume-tailor-bundle': { label: 'Tailored résumé with cover letter', amountCents: 399 },
  'cover-letter': { label: 'Cover letter', amountCents: 199 },
  'salary-playbook': { label: 'Salary playbook', amountCents: 999 },
} satisfies Record<string, Item>

export type ItemName = keyof typeof ITEMS
export const itemNamed = (name: ItemName): Item => ITEMS[name]
