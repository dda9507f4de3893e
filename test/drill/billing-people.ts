// The users of the billing drill: their steps, and what must hold at the end.
import type { Principal } from '../../core/kernel/context.ts'
import { sessionOf } from '../derived/world.ts'
import { aUser, type TestCore } from '../harness.ts'
import type { StripeStub } from '../stripe/server.ts'
import { idOf } from '../stripe/world.ts'

const LETTER = {
  profile: { name: 'Sam', skills: ['Rust'] },
  jobDescription: 'We need Rust.',
  jobTitle: 'Engineer',
  jobCompany: 'Acme',
}

export interface Step {
  path: string
  body: object
  /** The price in cents, if it does not depend on the date. */
  takes?: number
  /** Whether it charges the card. */
  charges?: boolean
}

/** The steps of each user, in this order. */
export const STEPS: readonly Step[] = [
  {
    path: 'create-subscription',
    body: { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa' },
    takes: 9_900,
    charges: true,
  },
  { path: 'buy-boost', body: { boostId: 'small' }, takes: 199, charges: true },
  { path: 'buy-cover-letter', body: LETTER, takes: 199, charges: true },
  { path: 'cancel', body: {} },
  { path: 'reactivate', body: {} },
  { path: 'change-plan', body: { plan: 'ultra-monthly' }, charges: true },
  { path: 'refund', body: {} },
]

export interface Person {
  principal: Principal
  cookie: string
}

export async function personOf(core: TestCore): Promise<Person> {
  const principal = await aUser(core, { tier: 'free' })
  return { principal, cookie: await sessionOf(core, principal) }
}

/** The ids of a user's customers at Stripe; one, if all is well. */
export const customersOf = ({ world }: StripeStub, { principal }: Person): string[] =>
  [...world.customers.values()]
    .filter(
      (one) =>
        !one.deleted &&
        (one as { metadata: Record<string, string> }).metadata['user_id'] === principal.userId,
    )
    .map(({ id }) => id)

const differs = (who: string, what: string, is: unknown, wanted: unknown): string[] =>
  JSON.stringify(is) === JSON.stringify(wanted)
    ? []
    : [`${who}: ${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}.`]

/** What is wrong with a user who has run these steps once each. */
export async function faultsOf(
  core: TestCore,
  stripe: StripeStub,
  person: Person,
  done: readonly Step[],
): Promise<string[]> {
  const { userId } = person.principal
  const { world } = stripe
  const ids = customersOf(stripe, person)
  const mine = <T extends { customer: unknown }>(all: Map<string, T>): T[] =>
    [...all.values()].filter(({ customer }) => ids.includes(idOf(customer as string)))
  const living = mine(world.subscriptions).filter((one) => !one.ended_at)
  const charged = mine(world.charges).filter(({ captured }) => captured)
  const held = mine(world.intents).filter(({ status }) => status === 'requires_capture')
  const wanted = done.filter(({ charges }) => charges)
  const isFixed = wanted.every(({ takes }) => takes !== undefined)
  const { sql } = core.services
  const [mirror] = await sql<{ status: string; id: string; plan: string; cancelAtPeriodEnd: boolean }[]>`
    select status, id, plan, cancel_at_period_end from subscriptions where user_id = ${userId} and status <> 'canceled'`
  const [ledger] = await sql<{ net: number }[]>`
    select (coalesce((select sum(amount_paid) from invoices where user_id = ${userId}), 0)
      + coalesce((select sum(amount_cents) from purchases
          where user_id = ${userId} and state = 'delivered' and invoice_id is null), 0)
      - coalesce((select sum(amount) from refunds where user_id = ${userId} and status <> 'failed'), 0))::int as net`
  const [open] = await sql<{ count: number }[]>`
    select count(*)::int as count from purchases where user_id = ${userId} and state <> 'delivered'`
  const net = charged.reduce((sum, one) => sum + one.amount_captured - one.amount_refunded, 0)
  const [one] = living
  return [
    ...differs(userId, 'the number of customers', ids.length, 1),
    ...differs(userId, 'the number of living subscriptions', living.length, 1),
    ...differs(userId, 'the number of charges', charged.length, wanted.length),
    ...(isFixed
      ? differs(
          userId,
          'what was charged',
          charged.map(({ amount }) => amount).sort(),
          wanted.map(({ takes }) => takes).sort(),
        )
      : []),
    ...differs(userId, 'what is still held', held.length, 0),
    ...differs(userId, 'what was bought and not delivered', open?.count, 0),
    ...differs(
      userId,
      'the mirror',
      [mirror?.id, mirror?.status, mirror?.cancelAtPeriodEnd],
      [one?.id, one?.status, one?.cancel_at_period_end],
    ),
    ...differs(userId, 'the ledger', ledger?.net, net),
  ]
}
