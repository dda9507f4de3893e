// Subscribes a user. A user gets at most one customer and one subscription, even if a step crashes.
import { cancelUnpaid, closeCheckoutPage } from './late-payments.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import { objectSchema, words, type Parsed } from '../kernel/schema.ts'
import { ensureCustomer, refresh, useCard } from './customer.ts'
import { answerUnderLease, underLease, type Lease } from './lease.ts'
import { fetchCustomer, writeMirror, type CustomerState } from './mirror.ts'
import { paymentOf } from './rows.ts'
import { PAID_TIERS, planNamed, planOfPrice, type Plan } from './plans.ts'
import { confirmedPrice } from './prices.ts'
import {
  hasEnded,
  idOf,
  idempotencyKeyFor,
  isLiving,
  declinedAsProcessorError,
  type Stripe,
} from './stripe.ts'
import { AddressIn, PlanIn } from './records.ts'

export const SubscribeIn = objectSchema((z) => ({
  ...PlanIn().shape,
  paymentMethodId: words(z, 200).describe('A Stripe payment method id, as Stripe’s form returns it.'),
  couponId: words(z, 200).optional(),
  address: AddressIn().optional().describe('Used for automatic tax.'),
}))
type Input = Parsed<typeof SubscribeIn>

export const SubscribeOut = objectSchema((z) => ({
  subscriptionId: z.string(),
  status: z.enum(['active', 'trialing', 'incomplete', 'requires_action']),
  tier: z.enum(PAID_TIERS),
  clientSecret: z.string().optional().describe('Only when the bank requires authentication (3-D Secure).'),
  hostedInvoiceUrl: z.string().optional().describe('A page where the customer can authenticate.'),
}))
type Answer = Parsed<typeof SubscribeOut>

/** Throws `subscription_exists`, `price_missing`, `payment_method_unknown`, `coupon_unknown`, `card_declined`. */
export async function subscribe(ctx: Context, input: Input): Promise<Answer> {
  const plan = planNamed(input.plan)
  return declinedAsProcessorError(
    answerUnderLease(ctx, async (lease) => {
      const price = await confirmedPrice(ctx, plan)
      const request = ctx.idempotency ? idempotencyKeyFor(ctx.principal.userId, ctx.idempotency.key) : newId()
      const earlier = await resumeOrClear(ctx, lease, request)
      const made = earlier ?? (await createSubscription(ctx, lease, { ...input, plan, price, request }))
      return storeSubscription(ctx, lease, made, plan)
    }),
  )
}

/** Asks Stripe, because webhooks may be late, for the subscription that this request made before. If none, cancels unpaid ones. */
async function resumeOrClear(ctx: Context, lease: Lease, request: string) {
  // Closes the page before fetching, so that a subscription just made on that page is among those fetched.
  await closeCheckoutPage(ctx)
  const fetched = await refresh(ctx, lease)
  const atStripe = fetched?.subscriptions ?? []
  const own = atStripe.find((one) => one.metadata?.['request'] === request && !hasEnded(one))
  if (own) return ctx.stripe.use((api) => api.subscriptions.retrieve(own.id, { expand: EXPAND }))
  const living = atStripe.find(isLiving)
  if (living) fail('subscription_exists', { plan: nameOf(ctx, living) })
  await cancelUnpaid(ctx, fetched)
  return undefined
}

const nameOf = ({ config }: Context, { items, metadata }: Stripe.Subscription): string =>
  planOfPrice(config, items.data[0]?.price.id ?? '')?.name ?? metadata?.['plan'] ?? 'another plan'

const EXPAND = ['latest_invoice.confirmation_secret', 'latest_invoice.payments']

async function createSubscription(
  ctx: Context,
  lease: Lease,
  wanted: Omit<Input, 'plan'> & { plan: Plan; price: string; request: string },
): Promise<Stripe.Subscription> {
  const { plan, price, paymentMethodId, couponId, address, request } = wanted
  const { userId } = ctx.principal
  const customer = await ensureCustomer(ctx, lease)
  const card = await useCard(ctx, customer, paymentMethodId, address)
  const details: Stripe.SubscriptionCreateParams = {
    customer,
    items: [{ price }],
    default_payment_method: card,
    // If the card needs a confirmation, the subscription stays incomplete, with a client secret.
    payment_behavior: 'allow_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    metadata: { user_id: userId, plan: plan.name, request },
    ...(couponId !== undefined && { discounts: [{ coupon: couponId }] }),
    ...(address && { automatic_tax: { enabled: true } }),
    expand: EXPAND,
  }
  const idempotencyKey = idempotencyKeyFor('subscribe', userId, details)
  return ctx.stripe.use((api) => api.subscriptions.create(details, { idempotencyKey }))
}

/** Stores the customer's whole state. If that cannot be fetched, stores only the new subscription and its invoice. */
async function storeSubscription(ctx: Context, lease: Lease, made: Stripe.Subscription, plan: Plan) {
  const answer = await answerOf(ctx, made, plan)
  const fetched = await fetchCustomer(ctx, idOf(made.customer) ?? '').catch((error: unknown) => {
    ctx.log.info(
      { error },
      'A new subscription is stored with its latest invoice only; the next event brings the others.',
    )
    return null
  })
  return underLease(ctx, lease, async (tx) => {
    await writeMirror(tx, fetched ?? mirrorOfOne(made))
    return answer
  })
}

const mirrorOfOne = (made: Stripe.Subscription): CustomerState => ({
  customer: undefined,
  subscriptions: [made],
  invoices: typeof made.latest_invoice === 'object' && made.latest_invoice ? [made.latest_invoice] : [],
  returns: [],
})

async function answerOf(ctx: Context, made: Stripe.Subscription, { tier }: Plan): Promise<Answer> {
  const answer = { subscriptionId: made.id, tier }
  if (made.status === 'active') return { ...answer, status: 'active' }
  if (made.status === 'trialing') return { ...answer, status: 'trialing' }
  const invoice = typeof made.latest_invoice === 'object' ? made.latest_invoice : null
  const clientSecret = invoice?.confirmation_secret?.client_secret
  const payment = (invoice && paymentOf(invoice)) ?? clientSecret?.split('_secret_')[0]
  if (!clientSecret || !payment) return { ...answer, status: 'incomplete' }
  const { status } = await ctx.stripe.use((api) => api.paymentIntents.retrieve(payment))
  if (status !== 'requires_action') return { ...answer, status: 'incomplete' }
  const url = invoice?.hosted_invoice_url
  return { ...answer, status: 'requires_action', clientSecret, ...(url && { hostedInvoiceUrl: url }) }
}
