// Comparing the mirror with Stripe, for everybody, and mending what differs.
import { operation } from '../kernel/operation.ts'
import { recipe } from '../kernel/schema.ts'
import type { Context } from '../kernel/context.ts'
import { findPrincipal } from '../identity/users.ts'
import { currentOf, invoiceStatus } from './account.ts'
import { Nothing } from './answers.ts'
import { contextOf } from './inbox.ts'
import { countOpenEvents } from './inbox-store.ts'
import { underLease, withLease } from './lease.ts'
import { fetchCustomer, writeMirror } from './mirror.ts'
import * as store from './store.ts'

const Report = recipe((z) =>
  z.strictObject({
    customers: z.int(),
    failed: z.int().describe('Customers that could not be compared now.'),
    stuckEvents: z.int().describe('Events of the processor whose work is not done.'),
    mended: z.array(
      z.strictObject({
        userId: z.string(),
        what: z.string(),
        was: z.string().nullable(),
        is: z.string().nullable(),
      }),
    ),
  }),
)

export const reconcileBilling = operation({
  name: 'billing.reconcile',
  summary: 'Compare everybody’s billing with the processor and mend it.',
  http: 'POST /api/billing/reconcile',
  access: 'users:write',
  effect: 'read',
  input: Nothing,
  output: Report,
  run: (ctx) => reconcile(ctx),
})

/** One customer after the other: a comparison is not worth a rush on Stripe's limits. */
async function reconcile(ctx: Context) {
  ctx.stripe.require()
  const customers = await store.listCustomers(ctx.sql)
  const mended: { userId: string; what: string; was: string | null; is: string | null }[] = []
  let failed = 0
  for (const { userId, stripeCustomerId } of customers) {
    const principal = await findPrincipal(ctx.sql, userId, 'reconcile')
    if (!principal) continue
    try {
      const before = await factsOf(ctx, userId)
      await mend(contextOf(ctx, principal, 'billing.reconcile'), stripeCustomerId)
      const after = await factsOf(ctx, userId)
      for (const what of new Set([...before.keys(), ...after.keys()])) {
        const [was, is] = [before.get(what) ?? null, after.get(what) ?? null]
        if (was !== is) mended.push({ userId, what, was, is })
      }
    } catch (error) {
      failed += 1
      ctx.log.warn({ error, userId }, 'A customer could not be compared with Stripe.')
    }
  }
  return { customers: customers.length, failed, stuckEvents: await countOpenEvents(ctx.sql), mended }
}

/** Fetches everything, the refunds of every paid invoice too, and writes it. */
const mend = (ctx: Context, customer: string): Promise<void> =>
  withLease(ctx, async (lease) => {
    const invoices = await store.listInvoices(ctx.sql, ctx.principal.userId)
    const payments = invoices.flatMap(({ paymentIntentId, amountPaid }) =>
      paymentIntentId && amountPaid > 0 ? [paymentIntentId] : [],
    )
    const fetched = await fetchCustomer(ctx, customer, payments)
    await underLease(ctx, lease, (tx) => writeMirror(tx, fetched))
  })

/** What is compared, each as a word. */
async function factsOf({ sql }: Context, userId: string): Promise<Map<string, string>> {
  const [customer, subscriptions, invoices] = await Promise.all([
    store.findCustomer(sql, userId),
    store.listSubscriptions(sql, userId),
    store.listInvoices(sql, userId),
  ])
  const current = currentOf(subscriptions)
  return new Map<string, string>([
    ...(customer?.paymentMethod
      ? [['card', `${customer.paymentMethod.brand} ${customer.paymentMethod.last4}`] as const]
      : []),
    ...(current
      ? [
          [
            `subscription ${current.id}`,
            [current.status, current.plan, current.currentPeriodEnd, current.cancelAtPeriodEnd && 'ends']
              .filter(Boolean)
              .join(' '),
          ] as const,
        ]
      : []),
    ...invoices.map(
      (row) =>
        [`invoice ${row.id}`, `${invoiceStatus(row)} ${row.amountPaid}-${row.amountRefunded}`] as const,
    ),
  ])
}
