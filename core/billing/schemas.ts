// Inputs and outputs of the billing routes.
import { words } from '../kernel/fields.ts'
import { lazySchema } from '../kernel/schema.ts'
import { AddressIn, planIn, SUBSCRIPTION_STATUSES } from './records.ts'

const PAID_TIERS = ['pro', 'ultra'] as const

export const SubscribeIn = lazySchema((z) =>
  z.strictObject({
    plan: planIn(z),
    paymentMethodId: words(z, 200).describe('A Stripe payment method id, as Stripe’s form returns it.'),
    couponId: words(z, 200).optional(),
    address: AddressIn().optional().describe('Used for automatic tax.'),
  }),
)

export const Subscribed = lazySchema((z) =>
  z.strictObject({
    subscriptionId: z.string(),
    status: z.enum(['active', 'trialing', 'incomplete', 'requires_action']),
    tier: z.enum(PAID_TIERS),
    clientSecret: z.string().optional().describe('Only when the bank requires authentication (3-D Secure).'),
    hostedInvoiceUrl: z.string().optional().describe('Where a person can do so without a form of yours.'),
  }),
)

export const PlanIn = lazySchema((z) => z.strictObject({ plan: planIn(z) }))

export const Changed = lazySchema((z) =>
  z.strictObject({ status: z.enum(SUBSCRIPTION_STATUSES), plan: z.string(), tier: z.enum(PAID_TIERS) }),
)

export const Cancelled = lazySchema((z) =>
  z.strictObject({ cancelAtPeriodEnd: z.boolean(), currentPeriodEnd: z.string().nullable() }),
)

export const Reactivated = lazySchema((z) => z.strictObject({ status: z.enum(SUBSCRIPTION_STATUSES) }))

export const CardIn = lazySchema((z) => z.strictObject({ paymentMethodId: words(z, 200) }))

export const Success = lazySchema((z) => z.strictObject({ success: z.boolean() }))

export const RefundIn = lazySchema((z) =>
  z.strictObject({ invoiceId: words(z, 200).optional().describe('Default: the latest paid invoice.') }),
)

export const Refunded = lazySchema((z) =>
  z.strictObject({
    refundId: z.string(),
    amount: z.int().describe('Cents.'),
    status: z.enum(['succeeded', 'pending', 'failed']),
  }),
)

export const Preview = lazySchema((z) =>
  z.strictObject({
    lineItems: z.array(
      z.strictObject({
        description: z.string(),
        amount: z.int().describe('Cents; negative for a credit.'),
        currency: z.string(),
      }),
    ),
    immediateAmount: z.int().describe('Cents, the sum of the lines; negative is kept as credit.'),
    currency: z.string(),
  }),
)

export const PortalSession = lazySchema((z) => z.strictObject({ url: z.string() }))

export const Plans = lazySchema((z) =>
  z.strictObject({
    plans: z.array(
      z.strictObject({
        plan: z.string(),
        tier: z.enum(['free', 'pro', 'ultra']),
        interval: z.enum(['month', 'year']).nullable(),
        amountCents: z.int(),
        currency: z.string(),
        features: z.array(z.string()),
        available: z.boolean().describe('Whether it can be subscribed to on this server.'),
      }),
    ),
    items: z.array(
      z.strictObject({ item: z.string(), label: z.string(), amountCents: z.int(), currency: z.string() }),
    ),
  }),
)
