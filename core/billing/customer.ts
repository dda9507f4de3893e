// A user's customer at Stripe: created once, with its card and address.
import { recordChange } from '../database/transaction.ts'
import { findProfile } from '../identity/user.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { refundLate } from './late-payments.ts'
import { answerUnderLease, withoutIdempotency, underLease, type Lease } from './lease.ts'
import { fetchCustomer, writeMirror, type CustomerState } from './mirror.ts'
import type { AddressIn } from './records.ts'
import * as store from './store.ts'
import { idempotencyKeyFor } from './stripe.ts'

/** The id of the user's customer, created if needed. Needs the lease, so that two clicks create only one customer. */
export async function ensureCustomer(ctx: Context, lease: Lease): Promise<string> {
  const { userId } = ctx.principal
  const known = await store.findCustomer(ctx.sql, userId)
  if (known?.stripeCustomerId) return known.stripeCustomerId
  const generation = known?.generation ?? 0
  const user = await findProfile(ctx.sql, userId)
  const details = {
    ...(user?.email && { email: user.email }),
    ...(user?.name && { name: user.name }),
    metadata: { user_id: userId },
  }
  const idempotencyKey = idempotencyKeyFor('customer', userId, generation, details)
  const { id } = await ctx.stripe.use((api) => api.customers.create(details, { idempotencyKey }))
  await underLease(withoutIdempotency(ctx), lease, (tx) =>
    store.updateCustomerId(tx.sql, userId, { id, generation, at: isoOf(tx.clock.now()) }),
  )
  return id
}

/** Refreshes the mirror before a decision, and refunds late payments. Returns undefined if the user has no customer. */
export async function refresh(ctx: Context, lease: Lease): Promise<CustomerState | undefined> {
  const known = await store.findCustomer(ctx.sql, ctx.principal.userId)
  if (!known?.stripeCustomerId) return undefined
  const fetched = await fetchCustomer(ctx, known.stripeCustomerId)
  await underLease(withoutIdempotency(ctx), lease, (tx) => writeMirror(tx, fetched))
  await refundLate(ctx, lease, fetched)
  return fetched
}

/** Makes a card the default. Returns the card's id, which Stripe may change. Throws `payment_method_unknown`, `payment_failed`. */
export const useCard = ({ stripe }: Context, customer: string, method: string, address?: AddressIn) =>
  stripe.use(async (api) => {
    const { id } = await api.paymentMethods.attach(method, { customer })
    await api.customers.update(customer, {
      invoice_settings: { default_payment_method: id },
      ...(address && { address: stripeAddress(address) }),
    })
    return id
  })

/** Sends Stripe only the lines of an address that are not empty. */
const stripeAddress = ({ line1, country, ...rest }: AddressIn) => ({
  ...{ line1, country },
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value)),
})

export const updateAddress = (ctx: Context, address: AddressIn): Promise<{ success: true }> =>
  answerUnderLease(ctx, async (lease) => {
    const customer = await ensureCustomer(ctx, lease)
    await ctx.stripe.use((api) => api.customers.update(customer, { address: stripeAddress(address) }))
    const fetched = await fetchCustomer(ctx, customer)
    return underLease(ctx, lease, async (tx) => {
      const before = await store.findCustomer(tx.sql, tx.principal.userId)
      await writeMirror(tx, fetched)
      recordChange(tx, 'billing-address', tx.principal.userId, before?.billingAddress ?? null, address)
      return { success: true } as const
    })
  })
