// What the stand-in for Stripe holds: objects in memory and a clock of its own.
import type { Stripe } from 'stripe'
import { missing } from './errors.ts'
import type { Visit } from './pages.ts'

/** How a card behaves; Stripe's test cards have names for it. */
export interface Manners {
  attach: 'ok' | 'declined'
  charge: 'ok' | 'declined' | 'insufficient_funds' | 'authenticate' | 'authenticate_unless_set_up'
  refund: 'succeeded' | 'pending' | 'failed'
}

export interface World {
  /** Where the stand-in is reached, for the pages it links to. */
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
  /** Cards whose owner has agreed to be charged while away. */
  setUp: Set<string>
  /** Checkout and portal pages that were opened. */
  visits: Map<string, Visit>
  events: Stripe.Event[]
  /** Called for every event as it happens. */
  onEvent: (event: Stripe.Event) => void
  /** What a subscription's coupon still takes off, and how often its renewal failed. */
  discounts: Map<string, Stripe.Coupon>
  failures: Map<string, number>
  /** Subscriptions that stay past_due, or become unpaid or canceled, when every retry failed. */
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
  afterRetries: 'unpaid',
})

/** The next id of a kind: `sub_stub0000000007`. */
export const nextId = (world: World, prefix: string): string => {
  world.count += 1
  return `${prefix}_stub${String(world.count).padStart(10, '0')}`
}

/** An object by its id; refuses as Stripe does. */
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

/** Notes an event about an object as it is at this moment. */
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

/** Objects as a list, newest first. */
export const listOf = <T>(data: T[], url: string): Stripe.ApiList<T> =>
  ({ object: 'list', data, has_more: false, url }) as Stripe.ApiList<T>
