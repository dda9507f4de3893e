// Credit notes of the Stripe stub: on an open invoice they reduce the amount due; on a paid one they return
// money, credit or neither.
import type { Stripe } from 'stripe'
import { invalid } from './errors.ts'
import { need, num, str, type Fields } from './forms.ts'
import { intentOf, markPaid } from './invoices.ts'
import { page, type Handler } from './page.ts'
import { refundPayment } from './payment-routes.ts'
import { recovered } from './subscriptions.ts'
import { find, findCustomer, idOf, listOf, nextId, tell, type World } from './world.ts'

const newNote = (
  world: World,
  invoice: Stripe.Invoice,
  amount: number,
  fields: Partial<Stripe.CreditNote>,
): Stripe.CreditNote => ({
  id: nextId(world, 'cn'),
  object: 'credit_note',
  amount,
  amount_shipping: 0,
  created: world.now,
  currency: invoice.currency,
  customer: idOf(invoice.customer),
  customer_account: null,
  customer_balance_transaction: null,
  discount_amount: 0,
  discount_amounts: [],
  effective_at: world.now,
  invoice: invoice.id,
  lines: listOf<Stripe.CreditNoteLineItem>([], '/v1/credit_notes/lines'),
  livemode: false,
  memo: null,
  metadata: {},
  number: `STUB-CN-${world.count}`,
  out_of_band_amount: null,
  pdf: '',
  post_payment_amount: 0,
  pre_payment_amount: 0,
  pretax_credit_amounts: [],
  reason: null,
  refunds: [],
  shipping_cost: null,
  status: 'issued',
  subtotal: amount,
  subtotal_excluding_tax: amount,
  total: amount,
  total_excluding_tax: amount,
  total_taxes: [],
  type: 'post_payment',
  voided_at: null,
  ...fields,
})

/** On an open invoice: reduces the amount due. */
function lessToPay(world: World, invoice: Stripe.Invoice, amount: number): Stripe.CreditNote {
  if (amount > invoice.amount_remaining) throw invalid('The credit note is over what is left to pay.')
  invoice.pre_payment_credit_notes_amount += amount
  invoice.amount_due -= amount
  invoice.amount_remaining -= amount
  const intent = intentOf(world, invoice)
  if (intent) intent.amount = invoice.amount_due
  const note = newNote(world, invoice, amount, { pre_payment_amount: amount, type: 'pre_payment' })
  tell(world, 'invoice.updated', invoice)
  if (invoice.amount_remaining === 0) {
    markPaid(world, invoice)
    recovered(world, invoice)
  }
  return note
}

/** On a paid invoice: refund, credit balance and out-of-band amount, which must add up to the total. */
function givenBack(world: World, invoice: Stripe.Invoice, amount: number, fields: Fields): Stripe.CreditNote {
  const [money = 0, credit = 0, elsewhere = 0] = ['refund_amount', 'credit_amount', 'out_of_band_amount'].map(
    (name) => num(fields, name),
  )
  if (money + credit + elsewhere !== amount)
    throw invalid(
      'The sum of credit amount, refund amount and out of band amount must equal the credit note amount.',
    )
  if (amount > invoice.amount_paid - invoice.post_payment_credit_notes_amount)
    throw invalid('The credit note is over what was paid.')
  const refund = money ? refundPayment(world, intentOf(world, invoice)!, { amount: money }) : undefined
  if (credit) findCustomer(world, idOf(invoice.customer)).balance -= credit
  invoice.post_payment_credit_notes_amount += amount
  tell(world, 'invoice.updated', invoice)
  return newNote(world, invoice, amount, {
    post_payment_amount: amount,
    out_of_band_amount: elsewhere || null,
    customer_balance_transaction: credit ? nextId(world, 'cbtxn') : null,
    refunds: refund ? ([{ amount_refunded: money, refund: refund.id }] as Stripe.CreditNote.Refund[]) : [],
  })
}

function create(world: World, fields: Fields): Stripe.CreditNote {
  const invoice = find(world.invoices, need(str(fields, 'invoice'), 'invoice'), 'invoice', 'invoice')
  const amount = need(num(fields, 'amount'), 'amount')
  if (invoice.status !== 'open' && invoice.status !== 'paid')
    throw invalid(`Credit notes are for open and paid invoices; this one is ${invoice.status}.`)
  const note =
    invoice.status === 'open' ? lessToPay(world, invoice, amount) : givenBack(world, invoice, amount, fields)
  world.notes.set(note.id, note)
  tell(world, 'credit_note.created', note)
  return note
}

export const creditNotes: Record<string, Handler> = {
  'POST /v1/credit_notes': ({ world, fields }) => create(world, fields),
  'GET /v1/credit_notes': (asked) => {
    const [customer, invoice] = ['customer', 'invoice'].map((name) => str(asked.fields, name))
    const all = [...asked.world.notes.values()].filter(
      (one) => (!customer || idOf(one.customer) === customer) && (!invoice || idOf(one.invoice) === invoice),
    )
    return page(all, asked, '/v1/credit_notes')
  },
  'GET /v1/credit_notes/:id': ({ world, id }) => find(world.notes, id, 'credit_note'),
}
