// The rows of the ledger for money that was returned: refunds, disputes and credit notes.
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import { idOf, type Stripe } from './stripe.ts'

const PAGE = { limit: 100 }

type Status = 'succeeded' | 'pending' | 'failed'

const rowOf = (
  { id, currency, created }: { id: string; currency: string; created: number },
  payment: string | null,
  amount: number,
  status: Status,
  reason: string | null,
) => ({
  ...{ id, paymentIntentId: payment, amount, currency, status, reason },
  createdAt: isoOf(created * SECOND_MS),
})

export type RefundRow = ReturnType<typeof rowOf>

const REFUND_STATUSES: Record<string, Status> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export const refundRow = (refund: Stripe.Refund): RefundRow =>
  rowOf(
    refund,
    idOf(refund.payment_intent),
    refund.amount,
    REFUND_STATUSES[refund.status ?? ''] ?? 'pending',
    refund.metadata?.['reason'] ?? (refund.metadata?.['request'] ? 'requested' : 'operator'),
  )

/** An open dispute takes the money from us. If we win the dispute, the money comes back to us. An inquiry takes nothing. */
function disputeRow(dispute: Stripe.Dispute): RefundRow {
  const status: string = dispute.status
  const isOurs = status === 'won' || status === 'prevented' || status.startsWith('warning_')
  return rowOf(
    dispute,
    idOf(dispute.payment_intent),
    dispute.amount,
    isOurs ? 'failed' : status === 'lost' ? 'succeeded' : 'pending',
    'dispute',
  )
}

/** The row for the part of a credit note that no refund covers: credit, or money returned outside Stripe. */
const creditRow = (note: Stripe.CreditNote, payment: string | null): RefundRow =>
  rowOf(
    note,
    payment,
    note.post_payment_amount - note.refunds.reduce((sum, { amount_refunded: amount }) => sum + amount, 0),
    note.status === 'issued' ? 'succeeded' : 'failed',
    'credit-note',
  )

export async function fetchPaymentReturns(api: Stripe, payment_intent: string, invoice?: string) {
  const [refunds, disputes, notes] = await Promise.all([
    api.refunds.list({ payment_intent, ...PAGE }),
    api.disputes.list({ payment_intent, ...PAGE }),
    invoice === undefined ? { data: [] } : api.creditNotes.list({ invoice, ...PAGE }),
  ])
  return [
    ...refunds.data.map(refundRow),
    ...disputes.data.map(disputeRow),
    ...notes.data.map((note) => creditRow(note, payment_intent)),
  ]
}

export async function fetchCustomerReturns(
  api: Stripe,
  customer: string,
  payments: readonly string[],
  paymentFor: (invoice: string) => string | null,
): Promise<RefundRow[]> {
  const notes = await api.creditNotes.list({ customer, ...PAGE }).autoPagingToArray({ limit: 10_000 })
  const rows = notes.map((note) => creditRow(note, paymentFor(idOf(note.invoice) ?? '')))
  for (const payment of new Set(payments)) rows.push(...(await fetchPaymentReturns(api, payment)))
  return rows
}
