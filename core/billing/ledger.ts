// Lists all money that moved between a user and the service, with reason and Stripe's id. Reads only the database.
import { itemNamed } from './plans.ts'
import { Instant, type Parsed, objectSchema } from '../kernel/schema.ts'
import type { Context } from '../kernel/context.ts'
import { balanceOf } from './account.ts'
import * as purchases from './purchases/store.ts'
import { Balance } from './records.ts'
import * as store from './store.ts'

const KINDS = ['charge', 'refund', 'dispute', 'credit-note', 'credit', 'credit-used'] as const

const LedgerEntry = objectSchema((z) => ({
  at: Instant(),
  kind: z.enum(KINDS),
  amountCents: z.int().describe('Positive for what you paid, negative for what you were given back.'),
  currency: z.string(),
  reason: z.string(),
  status: z.enum(['succeeded', 'pending']),
  stripeId: z.string(),
  invoiceId: z.string().nullable(),
}))
type LedgerEntry = Parsed<typeof LedgerEntry>

export const Ledger = objectSchema((z) => ({
  entries: z.array(LedgerEntry()).describe('Newest first.'),
  chargedCents: z.int(),
  returnedCents: z.int().describe('Refunds, disputes and credit notes.'),
  balance: Balance(),
}))

const REASONS: Record<string, string> = {
  requested: 'You asked for it.',
  late: 'The payment was completed after you had cancelled or changed it.',
  'plan-ended': 'It was for a plan that ended because an earlier payment for it was returned.',
  dispute: 'You disputed the charge at your bank.',
  'credit-note': 'A credit note.',
  operator: 'The operator gave it back.',
}

const ofInvoice = (row: store.InvoiceRow): LedgerEntry[] => {
  const base = {
    at: row.paidAt ?? row.createdAt,
    ...{ currency: row.currency, status: 'succeeded' as const, stripeId: row.id, invoiceId: row.id },
  }
  const reason = row.description ?? 'An invoice.'
  const isGiven = row.creditChange > 0
  const [kind, word] = isGiven ? (['credit', 'Credit'] as const) : (['credit-used', 'Credit used'] as const)
  return [
    ...(row.stripeStatus === 'paid' && row.amountPaid > 0
      ? [{ ...base, kind: 'charge' as const, amountCents: row.amountPaid, reason }]
      : []),
    ...(row.creditChange
      ? [{ ...base, kind, amountCents: -row.creditChange, reason: `${word}: ${reason}` }]
      : []),
  ]
}

const ofPurchase = (row: purchases.PurchaseRow): LedgerEntry => ({
  at: row.purchasedAt ?? row.createdAt,
  kind: 'charge',
  ...{ amountCents: row.amountCents, currency: row.currency, reason: itemNamed(row.item).label },
  ...{ status: 'succeeded', stripeId: row.paymentIntentId ?? '', invoiceId: null },
})

const ofRefund = (row: store.RefundRow, invoices: readonly store.InvoiceRow[]): LedgerEntry => ({
  at: row.createdAt,
  kind: row.reason === 'dispute' || row.reason === 'credit-note' ? row.reason : 'refund',
  ...{ amountCents: -row.amount, currency: row.currency, stripeId: row.id },
  reason: REASONS[row.reason ?? ''] ?? 'Given back.',
  status: row.status === 'pending' ? 'pending' : 'succeeded',
  invoiceId:
    invoices.find(({ paymentIntentId: id }) => id !== null && id === row.paymentIntentId)?.id ?? null,
})

const sumOf = (entries: readonly LedgerEntry[], ...kinds: LedgerEntry['kind'][]): number =>
  entries.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amountCents }) => sum + amountCents, 0)

export async function showLedger(ctx: Context): Promise<Parsed<typeof Ledger>> {
  const { sql, principal } = ctx
  const [invoices, refunds, bought, balance] = await Promise.all([
    store.listInvoices(sql, principal.userId),
    store.listRefunds(sql, principal.userId),
    purchases.listDeliveredWithoutInvoice(sql, principal.userId),
    balanceOf(ctx),
  ])
  const entries = [
    ...invoices.flatMap(ofInvoice),
    ...bought.map(ofPurchase),
    ...refunds
      .filter(({ status, amount }) => status !== 'failed' && amount > 0)
      .map((row) => ofRefund(row, invoices)),
  ].sort((one, other) => (one.at < other.at ? 1 : -1))
  return {
    entries,
    chargedCents: sumOf(entries, 'charge'),
    returnedCents: 0 - sumOf(entries, 'refund', 'dispute', 'credit-note'),
    balance,
  }
}
