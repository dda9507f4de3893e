// The billing drill: at every moment of every change and of its Stripe events, the gateway is killed: after
// Stripe's response but before we record it, after the database commit but before we respond, and while the
// response is being sent. Each time the customer retries with the same Idempotency-Key, Stripe redelivers,
// and every effect must have happened once.
import { setTimeout as wait } from 'node:timers/promises'
import type { Stripe } from 'stripe'
import { openTestCore, type TestCore } from '../harness.ts'
import { startModelServer } from '../model/server.ts'
import { billingConfig, WEBHOOK_SECRET } from '../stripe/config.ts'
import { startStripe, type StripeStub } from '../stripe/server.ts'
import { signatureOf } from '../stripe/webhooks.ts'
import { idOf } from '../stripe/world.ts'
import { Lane } from './billing-lane.ts'
import { customersOf, faultsOf, personOf, STEPS, type Person, type Step } from './billing-people.ts'
import type { Moment } from './tap.ts'

const SECRET = 'a secret of the tests, thirty-two characters or more'

/** The moments that decide about money. */
export const KINDS = ['charge', 'commit', 'answer', 'webhook'] as const
export type Kind = (typeof KINDS)[number]

/** One kill to try: at the n-th such moment of a step. */
export interface Try {
  kind: Kind
  step: number
  nth: number
}

export interface Outcome {
  kills: Record<Kind, number>
  seconds: number
  /** Inconsistencies found at the end, one line each. */
  wrong: string[]
}

interface Scene {
  core: TestCore
  stripe: StripeStub
}

/** A gateway that never restarts, or never succeeds, ends the drill. */
const LONGEST_MS = 120_000

/** Retries until the request succeeds. */
async function insist(what: string, send: () => Promise<Response>): Promise<void> {
  const began = performance.now()
  const answers = new Map<string, number>()
  for (;;) {
    const { status, said } = await send().then(
      async (response) => ({ status: response.status, said: `${response.status} ${await response.text()}` }),
      (error: unknown) => ({ status: 0, said: String(error) }),
    )
    if (status === 200) return
    answers.set(said, (answers.get(said) ?? 0) + 1)
    if (performance.now() - began > LONGEST_MS)
      throw new Error(`${what} never succeeded: ${JSON.stringify([...answers])}.`)
    // Rate limits are not part of the drill: after a 429, try again later.
    await wait(status === 429 ? 2_000 : 100)
  }
}

async function take(lane: Lane, { cookie }: Person, { path, body }: Step): Promise<void> {
  await insist(path, async () => {
    await lane.ready()
    return fetch(`${lane.url}/api/billing/${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': path },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    })
  })
}

const customerIn = ({ data: { object } }: Stripe.Event): string =>
  (object as { object: string }).object === 'customer'
    ? (object as { id: string }).id
    : idOf((object as { customer?: string }).customer)

/** Redelivers every Stripe event of a user until it is accepted. */
async function tell({ stripe }: Scene, lane: Lane, person: Person): Promise<void> {
  const ids = customersOf(stripe, person)
  const { waiting } = stripe.sender
  const mine = waiting.filter((event) => ids.includes(customerIn(event)))
  waiting.splice(0, Infinity, ...waiting.filter((event) => !mine.includes(event)))
  for (const event of mine) {
    const body = JSON.stringify(event)
    await insist(event.type, async () => {
      await lane.ready()
      return fetch(`${lane.url}/api/billing/webhook`, {
        method: 'POST',
        headers: { 'stripe-signature': signatureOf(body, WEBHOOK_SECRET, Math.floor(Date.now() / 1_000)) },
        body,
        signal: AbortSignal.timeout(30_000),
      })
    })
  }
}

const MOVES_MONEY = /^POST /
const momentOf = ({ kind, nth }: Try): Moment => {
  if (kind === 'charge') return { on: 'stripe', nth, only: MOVES_MONEY }
  if (kind === 'answer') return { on: 'answer', nth }
  // Processing an event alternates between Stripe requests and writes, so kills alternate between both
  // connections.
  if (kind === 'webhook')
    return nth % 2 ? { on: 'write', nth: (nth + 1) / 2 } : { on: 'stripe', nth: nth / 2 }
  return { on: 'write', nth }
}

/**
 * A new user runs every step up to one at which the gateway is killed. Returns whether it was, and what is
 * wrong.
 */
async function tryOne(scene: Scene, lane: Lane, one: Try): Promise<{ died: boolean; wrong: string[] }> {
  const person = await personOf(scene.core)
  const done = STEPS.slice(0, one.step + 1)
  for (const step of done.slice(0, -1)) await take(lane, person, step)
  const last = done.at(-1)!
  if (one.kind === 'webhook') {
    await take(lane, person, last)
    const died = lane.arm(momentOf(one))
    await tell(scene, lane, person)
    return { died: died(), wrong: await faultsOf(scene.core, scene.stripe, person, done) }
  }
  const died = lane.arm(momentOf(one))
  await take(lane, person, last)
  const killed = died()
  await tell(scene, lane, person)
  return { died: killed, wrong: await faultsOf(scene.core, scene.stripe, person, done) }
}

/** Runs these tries on several gateways concurrently, each taking the next from the list. */
export async function drill(tries: Iterator<Try>, lanes: number): Promise<Outcome> {
  const [stripe, models, core] = await Promise.all([
    startStripe(),
    startModelServer(),
    openTestCore({ secretKey: SECRET }),
  ])
  const outcome: Outcome = { kills: { charge: 0, commit: 0, answer: 0, webhook: 0 }, seconds: 0, wrong: [] }
  const began = performance.now()
  /** For each kind and step, a moment that does not occur any more. */
  const over = new Map<string, number>()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      const lane = new Lane()
      await lane.open(core.database.address, stripe.url, environmentOf(stripe, models.url))
      for (let next = tries.next(); !next.done; next = tries.next()) {
        const { kind, step, nth } = next.value
        if (nth >= (over.get(`${kind} ${step}`) ?? Infinity)) continue
        const { died, wrong } = await tryOne({ core, stripe }, lane, next.value)
        if (died) outcome.kills[kind] += 1
        else over.set(`${kind} ${step}`, nth)
        outcome.wrong.push(...wrong.map((line) => `${JSON.stringify(next.value)} ${line}`))
      }
      await lane.close()
    }),
  )
  await Promise.all([stripe.close(), models.close(), core.close()])
  return { ...outcome, seconds: Math.round((performance.now() - began) / 1_000) }
}

function environmentOf(stripe: StripeStub, models: string): Record<string, string> {
  const config = billingConfig(stripe)
  return {
    CRM_SECRET_KEY: SECRET,
    CRM_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    STRIPE_SECRET_KEY: String(config.stripeSecretKey),
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_PRICE_PRO_MONTHLY: String(config.stripePriceProMonthly),
    STRIPE_PRICE_ULTRA_MONTHLY: String(config.stripePriceUltraMonthly),
    CRM_AI_PROVIDER: 'openai',
    CRM_AI_KEY: 'the-service',
    CRM_AI_MODEL: 'stub:normal',
    CRM_AI_BASE_URL: models,
    LOG_LEVEL: 'silent',
  }
}

/** Every moment of every step, in rounds. */
export function* everyMoment(rounds: number, max = 20): Generator<Try> {
  for (let round = 0; round < rounds; round += 1)
    for (let nth = 1; nth <= max; nth += 1)
      for (let step = 0; step < STEPS.length; step += 1)
        for (const kind of KINDS) if (kind !== 'answer' || nth === 1) yield { kind, step, nth }
}
