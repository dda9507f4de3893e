// Stripe's pages as plain forms: bank authentication, checkout, portal, hosted invoice.
import type { Stripe } from 'stripe'
import { invalid, missing } from './errors.ts'
import { str, type Fields } from './forms.ts'
import { intentOf, tryToPay } from './invoices.ts'
import { authenticate } from './payment-routes.ts'
import { attach, TEST_CARDS } from './payments.ts'
import { authenticateSetup } from './setups.ts'
import { create, recovered } from './subscriptions.ts'
import { find, findCustomer, idOf, tell, type World } from './world.ts'

/** An open page: its purpose and its redirect address. */
export interface Visit {
  id: string
  customer: string
  /** For a checkout: the subscription to create. */
  price?: string
  metadata: Record<string, string>
  /** A checkout can be paid once, while it is open. */
  status?: 'open' | 'complete' | 'expired'
  leadsTo: string
}

/** `/test/bank/pi_…` → its kind and id; undefined for any other path. */
const KINDS = ['bank', 'checkout', 'portal', 'invoice'] as const
type Kind = (typeof KINDS)[number]

export function pageAt(path: string): { kind: Kind; id: string } | undefined {
  const [, kind, id] = /^\/test\/(\w+)\/(\w+)$/.exec(path) ?? []
  const known = KINDS.find((one) => one === kind)
  return known && id ? { kind: known, id } : undefined
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const button = (name: string, value: string, label: string): string =>
  `<button name="${name}" value="${value}">${escaped(label)}</button>`
const cards = Object.entries(TEST_CARDS)
  .map(([id, { last4 }]) => `<option value="${id}">${id} (…${last4})</option>`)
  .join('')
const card = `<label>Card <select name="card">${cards}</select></label>`

const FORMS: Record<Kind, string> = {
  bank: button('outcome', 'agree', 'Agree') + button('outcome', 'refuse', 'Refuse'),
  checkout: card + button('do', 'pay', 'Subscribe'),
  portal: card + button('do', 'card', 'Pay with this card') + button('do', 'cancel', 'Cancel the plan'),
  invoice: card + button('do', 'pay', 'Pay'),
}

/** The page's HTML. */
export const showPage = ({ kind, id }: { kind: Kind; id: string }): string =>
  `<!doctype html><html lang="en"><title>Stand-in: ${kind}</title><h1>Stand-in: ${kind}</h1>` +
  `<p>${escaped(id)}</p><form method="post">${FORMS[kind]}</form></html>`

/** Applies what the user did on a page; returns the redirect address. */
export function submitPage(world: World, { kind, id }: { kind: Kind; id: string }, fields: Fields): string {
  if (kind === 'bank') return atBank(world, id, fields)
  if (kind === 'invoice') return payInvoice(world, id, fields)
  const visit = find(world.visits, id, 'session')
  if (kind === 'checkout') return checkOut(world, visit, fields)
  return atPortal(world, visit, fields)
}

function atBank(world: World, id: string, fields: Fields): string {
  const agrees = str(fields, 'outcome') !== 'refuse'
  const waiting = world.intents.get(id) ?? world.setups.get(id)
  if (!waiting) throw missing('payment_intent', id)
  const leadsTo = waiting.next_action?.redirect_to_url?.return_url ?? ''
  if (id.startsWith('seti_')) authenticateSetup(world, id, agrees)
  else authenticate(world, id, agrees)
  return leadsTo
}

const chosen = (fields: Fields): string => str(fields, 'card') ?? 'pm_card_visa'

/** A checkout's card belongs to the subscription, not to the customer. */
function checkOut(world: World, visit: Visit, fields: Fields): string {
  if (visit.status !== 'open') throw invalid(`This checkout is ${visit.status}.`)
  const method = attach(world, chosen(fields), visit.customer)
  const made = create(world, {
    ...{ customer: visit.customer, price: visit.price ?? '', method: method.id, metadata: visit.metadata },
    ...{ behavior: 'error_if_incomplete', coupon: undefined, taxed: false, trialEnd: undefined },
  })
  visit.status = 'complete'
  tell(world, 'checkout.session.completed', {
    ...{ id: visit.id, object: 'checkout.session', customer: visit.customer, subscription: made.id },
    ...{ mode: 'subscription', status: 'complete', payment_status: 'paid' },
  })
  return visit.leadsTo
}

function atPortal(world: World, visit: Visit, fields: Fields): string {
  const customer = findCustomer(world, visit.customer)
  if (str(fields, 'do') !== 'cancel') {
    const method = attach(world, chosen(fields), customer.id)
    world.setUp.add(method.id)
    customer.invoice_settings.default_payment_method = method.id
    for (const one of world.subscriptions.values())
      if (idOf(one.customer) === customer.id && !one.ended_at) one.default_payment_method = method.id
    tell(world, 'customer.updated', customer)
    return visit.leadsTo
  }
  for (const one of world.subscriptions.values()) {
    if (idOf(one.customer) !== customer.id || one.ended_at) continue
    one.cancel_at_period_end = true
    tell(world, 'customer.subscription.updated', one)
  }
  return visit.leadsTo
}

/** The user pays an invoice on its page; if the bank requires authentication, its page is next. */
function payInvoice(world: World, id: string, fields: Fields): string {
  const invoice = find(world.invoices, id, 'invoice')
  const method = attach(world, chosen(fields), idOf(invoice.customer))
  const outcome = tryToPay(world, invoice, { offSession: false, method: method.id })
  if (outcome === 'paid') recovered(world, invoice)
  const { next_action: action } = intentOf(world, invoice) as Stripe.PaymentIntent
  return outcome === 'asks' ? (action?.redirect_to_url?.url ?? '') : ''
}
