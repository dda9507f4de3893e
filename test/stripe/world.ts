// The state of the Stripe stub: objects in memory and a virtual clock.
import type { Stripe } from 'stripe'
import { missing } from './errors.ts'
import type { Visit } from './pages.ts'

/** How a card behaves; Stripe has a test card for each. */
export interface Manners {
  attach: 'ok' | 'declined'
  charge: 'ok' | 'declined' | 'insufficient_funds' | 'authenticate' | 'authenticate_unless_set_up'
  refund: 'succeeded' | 'pending' | 'failed'
}

export interface World {
  /** The stub's own address, for links to its pages. */
  url: string
  /** Seconds since the epoch. */
  now: number
  count: number
  customers: Map<string, Stripe.Customer | Stripe.DeletedCustomer>
  products: Map<string, string>
  prices: Map<string, Stripe.Price>
  coupons: Map<string, Stripe.Coupon>
  methods: Map<string, Stripe.PaymentMethod>
  manners: Map<string, Manners>
  subscriptions: Map<string, Stripe.Subscription>
  invoices: Map<string, Stripe.Invoice>
  invoicePayments: Map<string, Stripe.InvoicePayment>
  intents: Map<string, Stripe.PaymentIntent>
  charges: Map<string, Stripe.Charge>
  refunds: Map<string, Stripe.Refund>
  disputes: Map<string, Stripe.Dispute>
  notes: Map<string, Stripe.CreditNote>
  setups: Map<string, Stripe.SetupIntent>
  /** Cards whose owner has consented to off-session charges. */
  setUp: Set<string>
  /** The open checkout and portal pages. */
  visits: Map<string, Visit>
  events: Stripe.Event[]
  /** Called for every event as it happens. */
  onEvent: (event: Stripe.Event) => void
  /** What a subscription's coupon still reduces, and how often its renewal failed. */
  discounts: Map<string, Stripe.Coupon>
  failures: Map<string, number>
  /** When which subscription's price was replaced without an invoice: it went back to what it was before the last change. */
  replaced: { subscription: string; at: number }[]
  /** Subscriptions that stay past_due, or become unpaid or canceled, after the last retry failed. */
  afterRetries: 'past_due' | 'unpaid' | 'canceled'
}

export const createWorld = (now: number): World => ({
  url: '',
  now,
  count: 0,
  customers: new Map(),
  products: new Map(),
  prices: new Map(),
  coupons: new Map(),
  methods: new Map(),
  manners: new Map(),
  subscriptions: new Map(),
  invoices: new Map(),
  invoicePayments: new Map(),
  intents: new Map(),
  charges: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  notes: new Map(),
  setups: new Map(),
  setUp: new Set(),
  visits: new Map(),
  events: [],
  onEvent: () => {},
  discounts: new Map(),
  failures: new Map(),
  replaced: [],
  afterRetries: 'unpaid',
})

/** The next id of a type: `sub_stub0000000007`. */
export const nextId = (world: World, prefix: string): string => {
  world.count += 1
  return `${prefix}_stub${String(world.count).padStart(10, '0')}`
}

/** An object by its id; throws Stripe's error if unknown. */
export function find<T>(from: Map<string, T>, id: string, what: string, param?: string): T {
  const found = from.get(id)
  if (!found) throw missing(what, id, param)
  return found
}

/** A customer that was not deleted. */
export function findCustomer(world: World, id: string, param = 'customer'): Stripe.Customer {
  const found = find(world.customers, id, 'customer', param)
  if (found.deleted) throw missing('customer', id, param)
  return found as Stripe.Customer
}

/** Records an event with a snapshot of its object. */
export function tell(world: World, type: string, object: object): void {
  const event = {
    id: nextId(world, 'evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: world.now,
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
  } as unknown as Stripe.Event
  world.events.push(event)
  world.onEvent(event)
}

export const idOf = (value: string | { id: string } | null | undefined): string =>
  typeof value === 'string' ? value : (value?.id ?? '')

/** A list of objects, newest first. */
export const listOf = <T>(data: T[], url: string): Stripe.ApiList<T> =>
  ({ object: 'list', data, has_more: false, url }) as Stripe.ApiList<T>
