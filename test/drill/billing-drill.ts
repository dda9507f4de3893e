// The drill of billing: people subscribe, buy, change and refund while the gateway is killed under them, again and again.
import { setTimeout as wait } from 'node:timers/promises'
import type { Principal } from '../../core/kernel/context.ts'
import { sessionOf } from '../derived/world.ts'
import { billingConfig, WEBHOOK_SECRET } from '../gateway/billing/world.ts'
import { aUser, openTestCore, type TestCore } from '../harness.ts'
import { startModelServer } from '../model/server.ts'
import { serve, type ServerProcess } from '../program.ts'
import { startStripe, type StripeStub } from '../stripe/server.ts'
import { idOf } from '../stripe/world.ts'

const SECRET = 'a secret of the tests, thirty-two characters or more'
const LETTER = {
  profile: { name: 'Sam', skills: ['Rust'] },
  jobDescription: 'We need Rust.',
  jobTitle: 'Engineer',
  jobCompany: 'Acme',
}

/** What each person does, in this order, until each step has succeeded once. */
const STEPS: readonly (readonly [path: string, body: object])[] = [
  ['create-subscription', { plan: 'pro-monthly', paymentMethodId: 'pm_card_visa' }],
  ['buy-boost', { boostId: 'small' }],
  ['buy-cover-letter', LETTER],
  ['cancel', {}],
  ['reactivate', {}],
  ['refund', {}],
]

export interface Outcome {
  kills: number
  /** What was wrong in the end, one line each. */
  wrong: string[]
}

interface Person {
  principal: Principal
  cookie: string
}

interface Scene {
  core: TestCore
  stripe: StripeStub
  /** The gateway of the moment; replaced after each kill. */
  server: ServerProcess
}

/** Runs the drill to its end. */
export async function drill({ kills, people }: { kills: number; people: number }): Promise<Outcome> {
  const stripe = await startStripe({ prompt: true })
  const models = await startModelServer()
  const core = await openTestCore({ secretKey: SECRET })
  const start = () => serve(environmentOf(core, stripe, models.url))
  const scene: Scene = { core, stripe, server: await start() }
  stripe.endpoint = { url: `${scene.server.url}/api/billing/webhook`, secret: WEBHOOK_SECRET }
  const everybody = await Promise.all(Array.from({ length: people }, () => personOf(core)))
  let going = true
  const work = Promise.all(everybody.map((person) => live(scene, person))).finally(() => (going = false))
  let killed = 0
  while (going && killed < kills) {
    await killSoon(scene, () => going)
    killed += 1
    scene.server = await start()
    stripe.endpoint = { url: `${scene.server.url}/api/billing/webhook`, secret: WEBHOOK_SECRET }
  }
  await work
  await stripe.sender.deliver()
  await quiet(core)
  const wrong = (await Promise.all(everybody.map((person) => faultsOf(scene, person)))).flat()
  scene.server.child.kill('SIGTERM')
  await scene.server.ended
  await Promise.all([stripe.close(), models.close(), core.close()])
  return { kills: killed, wrong }
}

function environmentOf(core: TestCore, stripe: StripeStub, models: string): Record<string, string> {
  const config = billingConfig(stripe)
  return {
    DATABASE_URL: core.database.url,
    CRM_SECRET_KEY: SECRET,
    CRM_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    STRIPE_SECRET_KEY: String(config.stripeSecretKey),
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.url,
    STRIPE_PRICE_PRO_MONTHLY: String(config.stripePriceProMonthly),
    CRM_AI_PROVIDER: 'openai',
    CRM_AI_KEY: 'the-service',
    CRM_AI_MODEL: 'stub:normal',
    CRM_AI_BASE_URL: models,
    LOG_LEVEL: 'silent',
  }
}

async function personOf(core: TestCore): Promise<Person> {
  const principal = await aUser(core, { tier: 'free' })
  return { principal, cookie: await sessionOf(core, principal) }
}

/** Kills the gateway when Stripe has answered a few more requests: before the answer is out, or a moment after. */
async function killSoon({ stripe, server }: Scene, going: () => boolean): Promise<void> {
  const left = stripe.requests.length + 5 + Math.floor(Math.random() * 40)
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (!going()) stop()
    }, 50)
    const stop = () => {
      clearInterval(look)
      stripe.onHandled = undefined
      setTimeout(
        () => {
          server.child.kill('SIGKILL')
          resolve()
        },
        Math.random() < 0.5 ? 0 : Math.random() * 30,
      )
    }
    stripe.onHandled = () => {
      if (stripe.requests.length >= left) stop()
    }
  })
  await server.ended
}

/** A gateway that never comes back, or never agrees, ends the drill. */
const LONGEST_MS = 600_000

/** One person's steps, each sent with the same Idempotency-Key until it has an answer. */
async function live(scene: Scene, { cookie, principal }: Person): Promise<void> {
  const began = performance.now()
  for (const [path, body] of STEPS) {
    for (;;) {
      const status = await send(scene, cookie, path, body)
      if (status === 200) break
      if (performance.now() - began > LONGEST_MS)
        throw new Error(`${path} of ${principal.userId} never succeeded: ${status}.`)
      // The limits of a minute are not what is drilled: whoever meets one comes again later.
      await wait(status === 429 ? 2_000 : 50 + Math.random() * 100)
    }
  }
}

async function send({ server }: Scene, cookie: string, path: string, body: object): Promise<number> {
  try {
    const response = await fetch(`${server.url}/api/billing/${path}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'idempotency-key': path },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}

/** Until no event waits to be done. */
async function quiet({ services: { sql } }: TestCore): Promise<void> {
  for (let looks = 0; looks < 200; looks += 1) {
    const [row] = await sql<{ open: number }[]>`
      select count(*)::int as open from stripe_events where processed_at is null`
    if (!row?.open) return
    await wait(100)
  }
}

/** What is wrong with one person in the end. */
async function faultsOf({ core, stripe }: Scene, { principal }: Person): Promise<string[]> {
  const { userId } = principal
  const { world } = stripe
  const mine = [...world.customers.values()].filter(
    (one) => !one.deleted && (one as { metadata: Record<string, string> }).metadata['user_id'] === userId,
  )
  const ids = new Set(mine.map(({ id }) => id))
  const living = [...world.subscriptions.values()].filter(
    (one) => ids.has(idOf(one.customer)) && !one.ended_at,
  )
  const charged = [...world.charges.values()].filter((one) => ids.has(idOf(one.customer)) && one.captured)
  const held = [...world.intents.values()].filter(
    (one) => ids.has(idOf(one.customer)) && one.status === 'requires_capture',
  )
  const amounts = charged.map(({ amount }) => amount).sort((a, b) => a - b)
  const refunded = charged.reduce((sum, one) => sum + one.amount_refunded, 0)
  const [mirror] = await core.services.sql<{ status: string; id: string }[]>`
    select status, id from subscriptions where user_id = ${userId} and status <> 'canceled'`
  const [paid] = await core.services.sql<{ net: number }[]>`
    select (coalesce((select sum(amount_paid) from invoices where user_id = ${userId}), 0)
      + coalesce((select sum(amount_cents) from purchases
          where user_id = ${userId} and state = 'delivered' and invoice_id is null), 0)
      - coalesce((select sum(amount) from refunds where user_id = ${userId} and status <> 'failed'), 0))::int as net`
  const net = amounts.reduce((sum, amount) => sum + amount, 0) - refunded
  const check = (what: string, is: unknown, wanted: unknown): string[] =>
    JSON.stringify(is) === JSON.stringify(wanted)
      ? []
      : [`${userId}: ${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}.`]
  return [
    ...check('the number of customers', mine.length, 1),
    ...check('the number of living subscriptions', living.length, 1),
    ...check('what was charged', amounts, [199, 199, 9_900]),
    ...check('what is still held', held.length, 0),
    ...check('the mirror', [mirror?.id, mirror?.status], [living[0]?.id, living[0]?.status]),
    ...check('the ledger', paid?.net, net),
  ]
}
