// The Stripe stub's routes: Stripe's paths, each returning a value of the library's type.
import type { Stripe } from 'stripe'
import { advanceTo } from './clock.ts'
import { creditNotes } from './credit-notes.ts'
import { disputes } from './disputes.ts'
import { invalid } from './errors.ts'
import { bool, list, need, num, obj, str, texts, type Fields } from './forms.ts'
import { addUp, finalize, pay, shown, voidInvoice } from './invoices.ts'
import { newCustomer, newInvoice, newLine, newMethod, newPrice } from './objects.ts'
import type { Visit } from './pages.ts'
import { page, within, type Asked, type Handler } from './page.ts'
import { intents } from './payment-routes.ts'
import { attach, TEST_CARDS } from './payments.ts'
import { replacePrice, restart, restartInvoice, type Added } from './replaced-prices.ts'
import { setups } from './setups.ts'
import { changePrice, create, end, prorationInvoice, recovered } from './subscriptions.ts'
import { find, findCustomer, idOf, nextId, tell, type World } from './world.ts'

// Customers and their cards.

function setCustomer(world: World, customer: Stripe.Customer, fields: Fields): Stripe.Customer {
  const method = str(obj(fields, 'invoice_settings'), 'default_payment_method')
  if (method) {
    if (world.methods.get(method)?.customer !== customer.id)
      throw invalid(`The customer does not have a payment method with the ID ${method}.`, {
        param: 'invoice_settings[default_payment_method]',
      })
    customer.invoice_settings.default_payment_method = method
  }
  customer.email = str(fields, 'email') ?? customer.email
  customer.name = str(fields, 'name') ?? customer.name ?? null
  customer.metadata = { ...customer.metadata, ...texts(obj(fields, 'metadata')) }
  const address = obj(fields, 'address')
  const part = (name: string): string | null => str(address, name) ?? null
  if (Object.keys(address).length)
    customer.address = {
      ...{ line1: part('line1'), line2: part('line2'), city: part('city'), state: part('state') },
      ...{ postal_code: part('postal_code'), country: part('country') },
    }
  return customer
}

function showCustomer({ world, id, expand }: Asked): Stripe.Customer | Stripe.DeletedCustomer {
  const customer = structuredClone(find(world.customers, id, 'customer'))
  if (customer.deleted || !expand.includes('invoice_settings.default_payment_method')) return customer
  const settings = (customer as Stripe.Customer).invoice_settings
  settings.default_payment_method = world.methods.get(idOf(settings.default_payment_method)) ?? null
  return customer
}

const customers: Record<string, Handler> = {
  'POST /v1/customers': ({ world, fields }) => {
    const customer = setCustomer(world, newCustomer(world, {}), fields)
    world.customers.set(customer.id, customer)
    tell(world, 'customer.created', customer)
    return customer
  },
  'GET /v1/customers': (asked) => {
    const email = str(asked.fields, 'email')
    const all = [...asked.world.customers.values()].filter((one): one is Stripe.Customer => !one.deleted)
    return page(
      all.filter((one) => !email || one.email === email),
      asked,
      '/v1/customers',
    )
  },
  'GET /v1/customers/:id': showCustomer,
  'POST /v1/customers/:id': ({ world, id, fields }) => {
    const customer = setCustomer(world, findCustomer(world, id, 'id'), fields)
    tell(world, 'customer.updated', customer)
    return customer
  },
  'POST /v1/customers/:id/balance_transactions': ({ world, id, fields }) => {
    const customer = findCustomer(world, id)
    const amount = need(num(fields, 'amount'), 'amount')
    customer.balance += amount
    tell(world, 'customer.updated', customer)
    return {
      ...{ id: nextId(world, 'cbtxn'), object: 'customer_balance_transaction', type: 'adjustment', amount },
      ...{ customer: id, currency: need(str(fields, 'currency'), 'currency'), created: world.now },
      ...{ description: str(fields, 'description') ?? null, ending_balance: customer.balance },
    }
  },
  'DELETE /v1/customers/:id': ({ world, id }) => {
    const gone: Stripe.DeletedCustomer = {
      id: findCustomer(world, id, 'id').id,
      object: 'customer',
      deleted: true,
    }
    for (const one of world.subscriptions.values())
      if (idOf(one.customer) === id && !one.ended_at) end(world, one, 'canceled')
    world.customers.set(id, gone)
    tell(world, 'customer.deleted', { ...gone })
    return gone
  },
  'POST /v1/payment_methods': ({ world, fields }) => {
    const token = str(obj(fields, 'card'), 'token')?.replace(/^tok_/, 'pm_card_') ?? 'pm_card_visa'
    const card = TEST_CARDS[token] ?? TEST_CARDS['pm_card_visa']!
    const method = newMethod(world, card, null)
    world.methods.set(method.id, method)
    world.manners.set(method.id, card.manners)
    return method
  },
  'GET /v1/payment_methods/:id': ({ world, id }) => find(world.methods, id, 'PaymentMethod'),
  'POST /v1/payment_methods/:id/attach': ({ world, id, fields }) =>
    attach(world, id, findCustomer(world, need(str(fields, 'customer'), 'customer')).id),
  'POST /v1/payment_methods/:id/detach': ({ world, id }) =>
    Object.assign(find(world.methods, id, 'PaymentMethod'), { customer: null }),
}

// Products and prices.

const catalogue: Record<string, Handler> = {
  'POST /v1/products': ({ world, fields }) => {
    const id = str(fields, 'id') ?? nextId(world, 'prod')
    world.products.set(id, need(str(fields, 'name'), 'name'))
    return { id, object: 'product', active: true, name: world.products.get(id) }
  },
  'POST /v1/prices': ({ world, fields }) => {
    const recurring = obj(fields, 'recurring')
    const trialDays = num(recurring, 'trial_period_days')
    const price = newPrice(world, {
      amount: need(num(fields, 'unit_amount'), 'unit_amount'),
      currency: need(str(fields, 'currency'), 'currency'),
      interval: str(recurring, 'interval') === 'year' ? 'year' : 'month',
      ...(trialDays && { trialDays }),
    })
    price.nickname = str(fields, 'nickname') ?? null
    world.prices.set(price.id, price)
    return price
  },
  'POST /v1/prices/:id': ({ world, id, fields }) =>
    Object.assign(find(world.prices, id, 'price'), { active: bool(fields, 'active') ?? true }),
  'GET /v1/prices': (asked) => page([...asked.world.prices.values()], asked, '/v1/prices'),
  'GET /v1/prices/:id': ({ world, id }) => find(world.prices, id, 'price'),
  'POST /v1/coupons': ({ world, fields }) => {
    const id = str(fields, 'id') ?? nextId(world, 'coupon')
    const coupon = {
      ...{ id, object: 'coupon', valid: true, duration: str(fields, 'duration') ?? 'once', currency: null },
      percent_off: num(fields, 'percent_off') ?? null,
      amount_off: num(fields, 'amount_off') ?? null,
    } as Stripe.Coupon
    world.coupons.set(id, coupon)
    return coupon
  },
}

// Subscriptions.

function showSubscription({ world, expand }: Asked, subscription: Stripe.Subscription): Stripe.Subscription {
  const copy = structuredClone(subscription)
  const nested = within(expand, 'latest_invoice.')
  const invoice = world.invoices.get(idOf(subscription.latest_invoice))
  if (invoice && (nested.length || expand.includes('latest_invoice')))
    copy.latest_invoice = shown(world, invoice, nested)
  if (expand.includes('default_payment_method'))
    copy.default_payment_method = world.methods.get(idOf(copy.default_payment_method)) ?? null
  return copy
}

/** Whether a change begins a period at once. */
const beginsNow = (fields: Fields): boolean =>
  str(obj(fields, 'billing_cycle_anchor'), 'type') === 'now' || str(fields, 'trial_end') === 'now'

/** An instant that a request writes as a number, or as one with its type. */
const instantOf = (period: Fields, name: string): number =>
  need(num(period, name) ?? num(obj(period, name), 'timestamp'), `period[${name}]`)

/** The items that a change adds to its invoice. */
const addedBy = (fields: Fields, name: string): Added[] =>
  (list(fields, name) as Fields[]).map((one) => ({
    amount: need(num(obj(one, 'price_data'), 'unit_amount'), 'price_data[unit_amount]'),
    start: instantOf(obj(one, 'period'), 'start'),
    end: instantOf(obj(one, 'period'), 'end'),
    metadata: texts(obj(one, 'metadata')),
  }))

function updateSubscription(asked: Asked): Stripe.Subscription {
  const { world, id, fields } = asked
  const subscription = find(world.subscriptions, id, 'subscription')
  if (subscription.ended_at) throw invalid('A canceled subscription can only update its metadata.')
  const [item] = list(fields, 'items') as Fields[]
  const price = item && str(item, 'price')
  if (price) {
    if (str(item, 'id') !== subscription.items.data[0]?.id)
      throw invalid('The subscription item does not belong to the subscription.', { param: 'items[0][id]' })
    if (beginsNow(fields)) restart(world, subscription, price, addedBy(fields, 'add_invoice_items'))
    else if (str(fields, 'proration_behavior') === 'none')
      replacePrice(world, subscription, price, num(fields, 'trial_end'))
    else changePrice(world, subscription, price, num(fields, 'proration_date') ?? world.now)
  }
  const ends = bool(fields, 'cancel_at_period_end')
  if (ends !== undefined) {
    subscription.cancel_at_period_end = ends
    subscription.canceled_at = ends ? world.now : null
    subscription.cancel_at = ends ? subscription.items.data[0]!.current_period_end : null
  }
  const method = str(fields, 'default_payment_method')
  if (method) subscription.default_payment_method = method
  subscription.metadata = { ...subscription.metadata, ...texts(obj(fields, 'metadata')) }
  tell(world, 'customer.subscription.updated', subscription)
  return showSubscription(asked, subscription)
}

function createSubscription(asked: Asked): Stripe.Subscription {
  const { world, fields } = asked
  const [item] = list(fields, 'items') as Fields[]
  const [discount] = list(fields, 'discounts') as Fields[]
  const days = num(fields, 'trial_period_days')
  const made = create(world, {
    customer: need(str(fields, 'customer'), 'customer'),
    price: need(item && str(item, 'price'), 'items[0][price]'),
    method: str(fields, 'default_payment_method') ?? null,
    behavior: str(fields, 'payment_behavior') ?? 'allow_incomplete',
    metadata: texts(obj(fields, 'metadata')),
    coupon: discount && str(discount, 'coupon'),
    taxed: bool(obj(fields, 'automatic_tax'), 'enabled') ?? false,
    trialEnd: num(fields, 'trial_end') ?? (days ? world.now + days * 86_400 : undefined),
  })
  return showSubscription(asked, made)
}

const subscriptions: Record<string, Handler> = {
  'POST /v1/subscriptions': createSubscription,
  'GET /v1/subscriptions': (asked) => {
    const customer = str(asked.fields, 'customer')
    const status = str(asked.fields, 'status')
    const fits = (one: Stripe.Subscription) =>
      (!customer || idOf(one.customer) === customer) &&
      (status === 'all' || (status ? one.status === status : !one.ended_at))
    const all = [...asked.world.subscriptions.values()].filter(fits)
    return page(
      all.map((one) => showSubscription({ ...asked, expand: within(asked.expand, 'data.') }, one)),
      asked,
      '/v1/subscriptions',
    )
  },
  'GET /v1/subscriptions/:id': (asked) =>
    showSubscription(asked, find(asked.world.subscriptions, asked.id, 'subscription')),
  'POST /v1/subscriptions/:id': updateSubscription,
  'DELETE /v1/subscriptions/:id': ({ world, id, fields }) => {
    const subscription = find(world.subscriptions, id, 'subscription')
    const comment = str(obj(fields, 'cancellation_details'), 'comment')
    if (comment) subscription.cancellation_details!.comment = comment
    if (!subscription.ended_at) end(world, subscription, 'canceled')
    return subscription
  },
}

// Invoices.

const invoices: Record<string, Handler> = {
  'GET /v1/invoices': (asked) => {
    const { world, fields, expand } = asked
    const wanted = ['customer', 'status', 'subscription'].map((name) => str(fields, name))
    const fits = (one: Stripe.Invoice) =>
      (!wanted[0] || idOf(one.customer) === wanted[0]) &&
      (!wanted[1] || one.status === wanted[1]) &&
      (!wanted[2] || idOf(one.parent?.subscription_details?.subscription) === wanted[2])
    const all = [...world.invoices.values()].filter(fits)
    return page(
      all.map((one) => shown(world, one, within(expand, 'data.'))),
      asked,
      '/v1/invoices',
    )
  },
  'GET /v1/invoices/:id': ({ world, id, expand }) =>
    shown(world, find(world.invoices, id, 'invoice'), expand),
  'POST /v1/invoices': ({ world, fields }) => {
    const customer = findCustomer(world, need(str(fields, 'customer'), 'customer'))
    const invoice = newInvoice(world, customer, 'manual', str(fields, 'currency') ?? 'usd')
    invoice.description = str(fields, 'description') ?? null
    invoice.metadata = texts(obj(fields, 'metadata'))
    invoice.default_payment_method = str(fields, 'default_payment_method') ?? null
    world.invoices.set(invoice.id, invoice)
    tell(world, 'invoice.created', invoice)
    return invoice
  },
  'POST /v1/invoiceitems': ({ world, fields }) => {
    const invoice = find(world.invoices, need(str(fields, 'invoice'), 'invoice'), 'invoice', 'invoice')
    if (invoice.status !== 'draft') throw invalid('Only draft invoices take items.')
    const item = nextId(world, 'ii')
    const amount = need(num(fields, 'amount'), 'amount')
    const description = str(fields, 'description') ?? ''
    invoice.lines.data.push(
      newLine(world, {
        ...{ amount, currency: invoice.currency, description, start: world.now, end: world.now },
        ...{ subscription: null, item, price: 'price_none', proration: false },
      }),
    )
    addUp(invoice, undefined, findCustomer(world, idOf(invoice.customer)).balance)
    return { id: item, object: 'invoiceitem', amount, invoice: invoice.id, description }
  },
  'POST /v1/invoices/create_preview': ({ world, fields }) => {
    const subscription = find(
      world.subscriptions,
      need(str(fields, 'subscription'), 'subscription'),
      'subscription',
      'subscription',
    )
    const details = obj(fields, 'subscription_details')
    const [item] = list(details, 'items') as Fields[]
    const price = find(world.prices, need(item && str(item, 'price'), 'price'), 'price', 'price')
    if (beginsNow(details))
      return restartInvoice(world, subscription, price, addedBy(fields, 'invoice_items'))
    return prorationInvoice(world, subscription, price, num(details, 'proration_date') ?? world.now)
  },
  'POST /v1/invoices/:id': ({ world, id, fields, expand }) => {
    const invoice = find(world.invoices, id, 'invoice')
    invoice.metadata = { ...invoice.metadata, ...texts(obj(fields, 'metadata')) }
    tell(world, 'invoice.updated', invoice)
    return shown(world, invoice, expand)
  },
  'POST /v1/invoices/:id/finalize': ({ world, id, expand }) => {
    const invoice = find(world.invoices, id, 'invoice')
    finalize(world, addUp(invoice, undefined, findCustomer(world, idOf(invoice.customer)).balance))
    return shown(world, invoice, expand)
  },
  'POST /v1/invoices/:id/pay': ({ world, id, fields, expand }) => {
    const invoice = pay(world, find(world.invoices, id, 'invoice'), {
      offSession: bool(fields, 'off_session') ?? true,
      method: str(fields, 'payment_method'),
    })
    recovered(world, invoice)
    return shown(world, invoice, expand)
  },
  'POST /v1/invoices/:id/void': ({ world, id }) => voidInvoice(world, find(world.invoices, id, 'invoice')),
}

// Hosted pages, events, clocks.

const rest: Record<string, Handler> = {
  'POST /v1/billing_portal/sessions': ({ world, fields }) => {
    const id = nextId(world, 'bps')
    const { id: customer } = findCustomer(world, need(str(fields, 'customer'), 'customer'))
    world.visits.set(id, { id, customer, metadata: {}, leadsTo: str(fields, 'return_url') ?? '' })
    return { id, object: 'billing_portal.session', url: `${world.url}/test/portal/${id}` }
  },
  'POST /v1/checkout/sessions': ({ world, fields }) => {
    const id = nextId(world, 'cs')
    const { id: customer } = findCustomer(world, need(str(fields, 'customer'), 'customer'))
    const [line] = list(fields, 'line_items') as Fields[]
    const price = need(line && str(line, 'price'), 'price')
    find(world.prices, price, 'price', 'line_items[0][price]')
    const metadata = texts(obj(obj(fields, 'subscription_data'), 'metadata'))
    const leadsTo = str(fields, 'success_url') ?? ''
    const visit: Visit = { id, customer, price, metadata, leadsTo, status: 'open' }
    world.visits.set(id, visit)
    return checkoutOf(world, visit)
  },
  'GET /v1/checkout/sessions/:id': ({ world, id }) =>
    checkoutOf(world, find(world.visits, id, 'checkout.session')),
  'POST /v1/checkout/sessions/:id/expire': ({ world, id }) => {
    const visit = find(world.visits, id, 'checkout.session')
    if (visit.status !== 'open') throw invalid('Only open checkout sessions can be expired.')
    visit.status = 'expired'
    tell(world, 'checkout.session.expired', checkoutOf(world, visit))
    return checkoutOf(world, visit)
  },
  'GET /v1/events': (asked) => page(asked.world.events, asked, '/v1/events'),
  'GET /v1/events/:id': ({ world, id }) => {
    const event = world.events.find((one) => one.id === id)
    return find(new Map(event ? [[id, event]] : []), id, 'event')
  },
  'POST /v1/test_helpers/test_clocks': ({ world, fields }) => {
    advanceTo(world, Math.max(world.now, need(num(fields, 'frozen_time'), 'frozen_time')))
    return clockOf(world, 'clock_stub')
  },
  'GET /v1/test_helpers/test_clocks/:id': ({ world, id }) => clockOf(world, id),
  'POST /v1/test_helpers/test_clocks/:id/advance': ({ world, id, fields }) => {
    advanceTo(world, need(num(fields, 'frozen_time'), 'frozen_time'))
    return clockOf(world, id)
  },
}

const checkoutOf = ({ url }: World, { id, customer, status }: Visit) => ({
  ...{ id, object: 'checkout.session', customer, status, mode: 'subscription' },
  url: status === 'open' ? `${url}/test/checkout/${id}` : null,
})

/** There is one test clock, the stub's own, which has finished advancing when the response is sent. */
const clockOf = (world: World, id: string): Partial<Stripe.TestHelpers.TestClock> => ({
  ...{ id, object: 'test_helpers.test_clock', created: world.now, frozen_time: world.now },
  ...{ livemode: false, name: null, status: 'ready', deletes_after: world.now + 30 * 86_400 },
})

export const ROUTES: Record<string, Handler> = {
  ...customers,
  ...catalogue,
  ...subscriptions,
  ...invoices,
  ...intents,
  ...setups,
  ...disputes,
  ...creditNotes,
  ...rest,
}
