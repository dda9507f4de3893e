// Input and output schemas of the billing routes. The specification defines some in snake_case. Amounts are in cents.
import { TIERS } from '../kernel/family.ts'
import { Instant, text, words, type Parsed, objectSchema } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import { PLAN_WORDS } from './plans.ts'

export const SUBSCRIPTION_STATUSES = [
  'trialing',
  'active',
  'past_due',
  'canceled',
  'incomplete',
  'incomplete_expired',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

export const INVOICE_STATUSES = [
  'draft',
  'open',
  'paid',
  'void',
  'uncollectible',
  'refunded',
  'partially_refunded',
] as const

const cents = (z: Zod) => z.int().describe('Cents.')

export const Subscription = objectSchema((z) => ({
  id: z.string(),
  user_id: z.string(),
  stripe_customer_id: z.string(),
  stripe_price_id: z.string(),
  plan: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  tier: z.enum(TIERS),
  current_period_start: Instant().nullable(),
  current_period_end: Instant().nullable(),
  trial_start: Instant().nullable(),
  trial_end: Instant().nullable(),
  cancel_at_period_end: z.boolean(),
  created_at: Instant(),
  updated_at: Instant(),
}))
export type Subscription = Parsed<typeof Subscription>

export const Invoice = objectSchema((z) => ({
  id: z.string(),
  user_id: z.string(),
  status: z.enum(INVOICE_STATUSES),
  amount_paid: cents(z),
  amount_due: cents(z),
  amount_refunded: cents(z),
  subtotal: cents(z).nullable(),
  tax: cents(z).nullable(),
  total: cents(z).nullable(),
  currency: z.string(),
  created_at: Instant(),
}))
export type Invoice = Parsed<typeof Invoice>

const PaymentMethod = objectSchema((z) => ({
  brand: z.string(),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
}))

export const AddressIn = objectSchema((z) => ({
  line1: words(z, 200),
  city: text(z, 100).optional(),
  state: text(z, 100).optional(),
  postal_code: text(z, 20).optional(),
  country: words(z, 100).describe('Two-letter country code, such as US.'),
}))
export type AddressIn = Parsed<typeof AddressIn>

export const Address = objectSchema((z) => ({
  line1: z.string(),
  city: z.string().optional(),
  state: z.string().optional(),
  postal_code: z.string().optional(),
  country: z.string(),
}))
export type Address = Parsed<typeof Address>

export const PlanIn = objectSchema((z) => ({
  plan: z.enum(PLAN_WORDS).describe('monthly and yearly mean pro.'),
}))

export const Balance = objectSchema((z) => ({
  budgetCents: z.int().describe('What is left of the AI budget.'),
  debtCents: z
    .int()
    .describe('Spent budget whose purchase was refunded. The next budget you buy is reduced by it.'),
  creditCents: z.int().describe('Credit at the payment processor, used before the card.'),
  items: z.int().describe('One-time items bought and delivered.'),
}))
export type Balance = Parsed<typeof Balance>

export const Billing = objectSchema((z) => ({
  subscription: Subscription().nullable(),
  invoices: z.array(Invoice()),
  paymentMethod: PaymentMethod().nullable(),
  billingAddress: Address().nullable(),
  balance: Balance(),
  adminTier: z.literal('ultra').optional().describe('Only for administrators, who permanently have ultra.'),
}))
export type Billing = Parsed<typeof Billing>
