// The mirror of Stripe: fetches a user's whole state, and writes it to our rows in one transaction.
import { addBudget, takeBudgetBack } from '../assistants/budget.ts'
import { recordChange, type Transaction } from '../database/transaction.ts'
import { setPaidTier } from '../identity/user.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { entitlementOf } from './entitlement.ts'
import { itemNamed } from './plans.ts'
import * as purchases from './purchases/store.ts'
import { fetchCustomerReturns } from './refund-ledger.ts'
import { billedInvoice, creditUsed } from './refundable.ts'
import { detailsOf, invoiceRow, paymentOf, subscriptionRow } from './rows.ts'
import * as store from './store.ts'
import type { Stripe } from './stripe.ts'

/** What Stripe has. `customer` is null if deleted there, and undefined if not fetched. `returns` is empty if not fetched. */
export interface CustomerState {
  customer: Stripe.Customer | null | undefined
  subscriptions: Stripe.Subscription[]
  invoices: Stripe.Invoice[]
  returns: store.RefundRow[]
}

/** The user's credit in cents, positive although Stripe's balance is negative. Includes credit that open invoices reserve. */
export const creditOf = ({ customer, invoices }: Pick<CustomerState, 'customer' | 'invoices'>): number =>
  invoices
    .filter(({ status }) => status === 'open')
    .reduce((sum, one) => sum + creditUsed(billedInvoice(one, 0)), Math.max(0, -(customer?.balance ?? 0)))

const PAGE = { limit: 100 }
const EVERYTHING = { limit: 10_000 }

export const fetchCustomer = ({ stripe }: Context, customer: string, payments?: readonly string[]) =>
  stripe.use(async (api): Promise<CustomerState> => {
    const [found, subscriptions, invoices] = await Promise.all([
      api.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] }),
      api.subscriptions
        .list({ customer, status: 'all', ...PAGE, expand: ['data.default_payment_method'] })
        .autoPagingToArray(EVERYTHING),
      api.invoices.list({ customer, ...PAGE, expand: ['data.payments'] }).autoPagingToArray(EVERYTHING),
    ])
    const paymentFor = (id: string) => {
      const invoice = invoices.find((one) => one.id === id)
      return invoice ? paymentOf(invoice) : null
    }
    return {
      ...{ customer: found.deleted ? null : found, subscriptions, invoices },
      returns: payments ? await fetchCustomerReturns(api, customer, payments, paymentFor) : [],
    }
  })

export async function writeMirror(tx: Transaction, fetched: CustomerState): Promise<void> {
  const { userId } = tx.principal
  await writeSubscriptions(tx, fetched)
  await writeInvoices(tx, fetched)
  for (const row of fetched.returns) await store.upsertRefund(tx.sql, userId, row)
  if (fetched.returns.length) await adjustRefundedBudget(tx)
  const { customer } = fetched
  const at = isoOf(tx.clock.now())
  if (customer)
    await store.updateCustomerDetails(tx.sql, userId, {
      ...detailsOf(customer, fetched.subscriptions),
      at,
    })
  else if (customer === null) await forgetCustomer(tx, at)
  await setPaidTier(tx, entitlementOf(await store.listSubscriptions(tx.sql, userId)))
}

/** Withdraws a boost's budget if its payment was returned in full. Adds the budget again if the money came back to us. */
export async function adjustRefundedBudget(tx: Transaction): Promise<void> {
  const { userId } = tx.principal
  for (const { id, item, isRefunded } of await purchases.listBoostsToFix(tx.sql, userId)) {
    const { label, budgetCents: cents = 0 } = itemNamed(item)
    if (isRefunded) await takeBudgetBack(tx, { cents, reason: `Refunded: ${label}` })
    else await addBudget(tx, { cents, reason: `Paid after all: ${label}` })
    await purchases.updateReturnedAt(tx.sql, userId, id, isRefunded ? isoOf(tx.clock.now()) : null)
  }
}

async function forgetCustomer(tx: Transaction, at: string): Promise<void> {
  const { userId } = tx.principal
  const known = await store.findCustomer(tx.sql, userId)
  if (!known?.stripeCustomerId) return
  for (const row of await store.listSubscriptions(tx.sql, userId))
    if (row.status !== 'incomplete_expired')
      await store.upsertSubscription(tx.sql, userId, { ...row, status: 'canceled', stripeStatus: 'canceled' })
  const nothing = { paymentMethod: null, billingAddress: null, creditCents: 0 }
  await store.updateCustomerDetails(tx.sql, userId, { ...nothing, at })
  await store.updateCustomerId(tx.sql, userId, { id: null, generation: known.generation + 1, at })
}

async function writeSubscriptions(tx: Transaction, { subscriptions }: CustomerState): Promise<void> {
  const { userId } = tx.principal
  const known = new Map((await store.listSubscriptions(tx.sql, userId)).map((row) => [row.id, row]))
  for (const subscription of subscriptions) {
    const before = known.get(subscription.id)
    const row = subscriptionRow(tx, subscription, before)
    if (before && sameRow(before, row)) continue
    await store.upsertSubscription(tx.sql, userId, row)
    recordChange(tx, 'subscription', row.id, before ?? null, row)
  }
}

const sameRow = (before: store.SubscriptionRow, row: store.SubscriptionRow): boolean =>
  JSON.stringify({ ...before, updatedAt: '' }) === JSON.stringify({ ...row, updatedAt: '' })

async function writeInvoices({ sql, principal: { userId } }: Transaction, { invoices }: CustomerState) {
  const known = new Map((await store.listInvoices(sql, userId)).map((row) => [row.id, row]))
  for (const row of invoices.map(invoiceRow)) {
    const before: Record<string, unknown> = { ...known.get(row.id) }
    if (Object.entries(row).some(([name, value]) => before[name] !== value))
      await store.upsertInvoice(sql, userId, row)
  }
}
