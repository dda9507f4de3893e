// The model of the ledger over many sequences, with kills: a few in `npm test`, ten thousand in `npm run drill:billing`.
import fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import { askingAt } from '../gateway/assistants/fixture.ts'
import { startModelServer, type ModelServer } from '../model/server.ts'
import { billingConfig, WEBHOOK_SECRET } from '../stripe/config.ts'
import { startStripe, type StripeStub } from '../stripe/server.ts'
import { beginning, runSequence, step } from './ledger-model.ts'
import { openMortalGateway, type MortalGateway } from './mortal-gateway.ts'

const isLong = process.env['DRILL'] === 'long'
const RUNS = Number(process.env['DRILL_SEQUENCES'] ?? (isLong ? 10_000 : 8))
/** Ids of each Stripe begin where those of the one before can never be: the database keeps all users. */
const IDS_PER_SEQUENCE = 100_000

let models: ModelServer
let gateway: MortalGateway
let stripe: StripeStub
let sequences = 0

/** A new Stripe for each sequence, so that none has the others’ customers in its lists. */
async function nextStripe(): Promise<StripeStub> {
  await stripe?.close()
  stripe = await startStripe()
  stripe.world.count = (sequences += 1) * IDS_PER_SEQUENCE
  Object.defineProperty(stripe, 'endpoint', {
    get: () => ({ url: `${gateway.now().url}/api/billing/webhook`, secret: WEBHOOK_SECRET }),
  })
  return stripe
}

beforeAll(async () => {
  models = await startModelServer()
  await nextStripe()
  const service = {
    aiProvider: 'openai',
    aiKey: 'the-service',
    aiModel: 'stub:normal',
    smtpUrl: null,
  } as const
  const config = { ...billingConfig(stripe), ...askingAt(models.url), ...service, aiBaseUrl: models.url }
  gateway = await openMortalGateway({
    clock: { now: () => stripe.world.now * SECOND_MS },
    pass: (seconds) => stripe.advance(seconds),
    stripe: () => stripe.url,
    config,
  })
})

afterAll(async () => {
  await gateway.close()
  await Promise.all([stripe.close(), models.close()])
})

test(
  'after any sequence and any kill: charged less refunded less credit is what is held',
  { timeout: isLong ? 24 * 3_600_000 : 300_000 },
  async () => {
    const steps = fc
      .tuple(beginning, fc.array(step, { minLength: 2, maxLength: 10 }))
      .map(([first, rest]) => [{ action: first, death: null }, ...rest])
    await fc.assert(
      fc.asyncProperty(steps, async (these) => runSequence({ gateway, stripe: await nextStripe() }, these)),
      { numRuns: RUNS, endOnFailure: true },
    )
    console.info(`${RUNS} sequences held, with ${gateway.deaths()} kills.`)
  },
)
