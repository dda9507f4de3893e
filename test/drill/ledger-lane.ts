// One lane of the drill of the ledger: a gateway that dies, over a database of its own, with a new Stripe for each sequence.
import { receiveEvent } from '../../core/billing/inbox.ts'
import { operations } from '../../core/operations.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import { askingAt } from '../gateway/assistants/fixture.ts'
import { billingConfig, WEBHOOK_SECRET } from '../stripe/config.ts'
import { createStripeStub, type StripeStub } from '../stripe/server.ts'
import { runSequence, type Step } from './ledger-model.ts'
import { openMortalGateway } from './mortal-gateway.ts'

/** Ids of each Stripe begin where those of the one before can never be. */
const IDS_PER_SEQUENCE = 100_000
/** The first sequence begins here, in seconds since the epoch, and each at another time of the year. */
const FIRST = Date.UTC(2027, 0, 1) / SECOND_MS
const APART = 9 * 86_400 + 5_003

export interface Lane {
  /** Runs a sequence for a new user; throws if something does not hold. */
  run(number: number, steps: readonly Step[]): Promise<void>
  deaths(): number
  close(): Promise<void>
}

/** Opens a lane whose items are written by this model. */
export async function openLane(modelUrl: string): Promise<Lane> {
  let stripe: StripeStub
  let runs = 0

  const next = (number: number): StripeStub => {
    stripe = createStripeStub({ now: FIRST + (number % 40) * APART })
    stripe.world.count = (runs += 1) * IDS_PER_SEQUENCE
    stripe.endpoint = {
      ...{ url: '', secret: WEBHOOK_SECRET },
      receive: async (body, signature) => {
        const done = gateway.within((services) => receiveEvent(services, Buffer.from(body), signature))
        const isDone = await done.catch(() => undefined)
        await gateway.ready()
        return isDone ? 200 : 500
      },
    }
    return stripe
  }

  const service = {
    aiProvider: 'openai',
    aiKey: 'the-service',
    aiModel: 'stub:normal',
    smtpUrl: null,
  } as const
  const gateway = await openMortalGateway({
    clock: { now: () => stripe.world.now * SECOND_MS },
    pass: (seconds) => stripe.advance(seconds),
    stripe: () => stripe,
    operations: operations.filter(({ name }) => name.startsWith('billing.')),
    config: {
      ...billingConfig(next(0)),
      ...{ stripeApiBase: null, ...askingAt(modelUrl), ...service, aiBaseUrl: modelUrl },
    },
  })
  return {
    run: (number, steps) => runSequence({ gateway, stripe: next(number) }, steps),
    deaths: gateway.deaths,
    close: gateway.close,
  }
}
