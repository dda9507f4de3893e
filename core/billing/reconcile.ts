// Reconciles the mirror with Stripe for all users.
import * as store from './store.ts'
import { operation } from '../kernel/operation.ts'
import { type Parsed, objectSchema, Nothing } from '../kernel/schema.ts'
import type { Context, Services } from '../kernel/context.ts'
import { contextFor } from '../identity/on-behalf.ts'
import { currentOf, invoiceStatus } from './account.ts'
import { refundLate } from './late-payments.ts'
import { underLease, withLease, type Lease } from './lease.ts'
import { fetchCustomer, writeMirror } from './mirror.ts'
import { applyReturns } from './refund.ts'
import { idOf, requireStripe } from './stripe.ts'
import { DAY_MS, isoOf, MINUTE_MS } from '../kernel/clock.ts'
import type { Worker } from '../background/worker.ts'

const Report = objectSchema((z) => ({
  customers: z.int(),
  failed: z.int().describe('Customers that could not be compared this time.'),
  stuckEvents: z.int().describe('Payment processor events that have not been processed.'),
  mended: z.array(
    z.strictObject({
      userId: z.string(),
      what: z.string(),
      was: z.string().nullable(),
      is: z.string().nullable(),
    }),
  ),
}))

export const reconcileBilling = operation({
  name: 'billing.reconcile',
  summary: 'Reconcile all users’ billing with the payment processor.',
  http: 'POST /api/billing/reconcile',
  access: 'users:write',
  // It writes what Stripe already has, so repeating it needs no Idempotency-Key.
  effect: 'read',
  requires: requireStripe,
  input: Nothing,
  output: Report,
  async run(ctx) {
    const customers = await store.listCustomers(ctx.sql)
    const { mended, failed } = await mendAll(ctx, customers)
    return { customers: customers.length, failed, stuckEvents: await store.countOpenEvents(ctx.sql), mended }
  },
})

type Customer = Awaited<ReturnType<typeof store.listCustomers>>[number]
type Repair = Parsed<typeof Report>['mended'][number]

/** One after another, to stay below Stripe's rate limits. A customer that fails has to wait for its next turn. */
async function mendAll(services: Services, customers: readonly Customer[]) {
  const mended: Repair[] = []
  let failed = 0
  for (const customer of customers) {
    try {
      mended.push(...(await mendOne(services, customer)))
    } catch (error) {
      failed += 1
      services.log.warn({ error, userId: customer.userId }, 'A customer could not be compared with Stripe.')
    }
  }
  return { mended, failed }
}

async function mendOne(services: Services, { userId, stripeCustomerId }: Customer): Promise<Repair[]> {
  const ctx = await contextFor(services, userId, 'billing.reconcile')
  if (!ctx) return []
  // Under the lease, so that what another process changes meanwhile does not count as mended.
  return withLease(ctx, async (lease) => {
    const before = await factsOf(ctx, userId)
    await repair(ctx, lease, stripeCustomerId)
    const after = await factsOf(ctx, userId)
    return [...new Set([...before.keys(), ...after.keys()])]
      .map((what) => ({ userId, what, was: before.get(what) ?? null, is: after.get(what) ?? null }))
      .filter(({ was, is }) => was !== is)
  })
}

async function repair(ctx: Context, lease: Lease, customer: string): Promise<void> {
  const known = await store.listRefunds(ctx.sql, ctx.principal.userId)
  const charges = await ctx.stripe.use((api) =>
    api.charges.list({ customer, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  )
  const returned = charges.filter(
    ({ disputed, amount_refunded: back, payment_intent: payment }) =>
      disputed || back > 0 || known.some(({ paymentIntentId }) => paymentIntentId === idOf(payment)),
  )
  const payments = returned.flatMap(({ payment_intent: payment }) => idOf(payment) ?? [])
  const fetched = await fetchCustomer(ctx, customer, payments)
  const isNews = ({ id, status }: store.RefundRow): boolean =>
    !known.some((row) => row.id === id && row.status === status)
  // Applies returns only if an event was missed. Credit as large as the rest of an invoice would look like a full refund.
  if (fetched.returns.some(isNews)) await applyReturns(ctx, lease, fetched)
  else await underLease(ctx, lease, (tx) => writeMirror(tx, fetched))
  await refundLate(ctx, lease, fetched)
}

async function factsOf({ sql }: Context, userId: string): Promise<Map<string, string>> {
  const [customer, subscriptions, invoices] = await Promise.all([
    store.findCustomer(sql, userId),
    store.listSubscriptions(sql, userId),
    store.listInvoices(sql, userId),
  ])
  const facts = new Map<string, string>()
  const card = customer?.paymentMethod
  if (card) facts.set('card', `${card.brand} ${card.last4}`)
  const current = currentOf(subscriptions)
  if (current) {
    const { id, status, plan, currentPeriodEnd, cancelAtPeriodEnd } = current
    const words = [status, plan, currentPeriodEnd, cancelAtPeriodEnd && 'ends']
    facts.set(`subscription ${id}`, words.filter(Boolean).join(' '))
  }
  for (const row of invoices)
    facts.set(`invoice ${row.id}`, `${invoiceStatus(row)} ${row.amountPaid}-${row.amountRefunded}`)
  return facts
}

export const reconciler: Worker = {
  name: 'billing reconcile',
  everyMs: 10 * MINUTE_MS,
  async run(services) {
    const { clock, log, sql, stripe } = services
    if (!stripe.configured) return 0
    const now = clock.now()
    const due = await store.claimUncompared(sql, { now: isoOf(now), before: isoOf(now - DAY_MS) })
    const { mended } = await mendAll(services, due)
    for (const one of mended) log.warn({ ...one }, 'Billing was not as Stripe has it, and was mended.')
    return due.length
  },
}
