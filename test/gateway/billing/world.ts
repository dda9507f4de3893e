// A gateway connected to the Stripe stub, and paying users.
import { afterAll, beforeAll } from 'vitest'
import type { Config } from '../../../core/config.ts'
import type { Principal } from '../../../core/kernel/context.ts'
import type { Tier } from '../../../core/kernel/family.ts'
import { sessionOf } from '../../derived/world.ts'
import { addJob } from '../../../core/jobs/operations.ts'
import { as, aUser, call, unlimited, type Replace } from '../../harness.ts'
import { billingConfig, WEBHOOK_SECRET } from '../../stripe/config.ts'
import { startStripe, type StripeStub } from '../../stripe/server.ts'
import { startModelServer, type ModelServer } from '../../model/server.ts'
import { askingAt } from '../assistants/fixture.ts'
import { startTestGateway, type Answer, type TestGateway } from '../harness.ts'

export interface Payer {
  principal: Principal
  cookie: string
  get(path: string): Promise<Answer>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** Subscribes with a working card, unless another is given. */
  subscribe(plan?: string, card?: string): Promise<Answer>
  /** The id of their job, which is added first. */
  job(): Promise<string>
  /** The subscription as returned by GET. */
  billing(): Promise<Answer['body']>
}

export interface BillingWorld {
  gateway: TestGateway
  stripe: StripeStub
  payer(role?: { tier?: Tier; admin?: boolean }): Promise<Payer>
  /** Delivers all pending Stripe events. */
  deliver(order?: Parameters<StripeStub['sender']['deliver']>[0]): Promise<number>
}

/** In a body that is posted: the id of the user’s job. */
export const A_JOB = 'their job'
const THE_JOB = {
  ...{ company: 'Smith & <Sons>', role: 'Electrician', description: 'We wire houses.' },
  notes: 'They asked about conduits.',
}

async function payerOf(gateway: TestGateway, role: { tier?: Tier; admin?: boolean }): Promise<Payer> {
  const principal = await aUser(gateway.core, { tier: 'free', ...role })
  const email = `${principal.userId}@example.com`
  await gateway.core.services
    .sql`insert into user_emails (email, user_id) values (${email}, ${principal.userId})`
  const cookie = await sessionOf(gateway.core, principal)
  const get = (path: string) => gateway.request('GET', `/api/billing/${path}`, { headers: { cookie } })
  let known: Promise<string> | undefined
  const job = () =>
    (known ??= call(addJob, as(gateway.core, { ...principal, tier: 'ultra' }), THE_JOB).then(
      ({ id }) => id as string,
    ))
  const post: Payer['post'] = async (path, body = {}, headers = {}) =>
    gateway.request('POST', `/api/billing/${path}`, {
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify('jobId' in body && body.jobId === A_JOB ? { ...body, jobId: await job() } : body),
    })
  return {
    principal,
    cookie,
    get,
    post,
    subscribe: (plan = 'pro-monthly', paymentMethodId = 'pm_card_visa') =>
      post('create-subscription', { plan, paymentMethodId }),
    job,
    billing: async () => (await get('subscription')).body,
  }
}

/** A gateway and a Stripe stub for all tests of a file; rate limits are off unless requested. */
export function useBilling(changes: Partial<Config> = {}, replace: Replace = unlimited): () => BillingWorld {
  let world: BillingWorld | undefined
  beforeAll(async () => {
    const stripe = await startStripe()
    const gateway = await startTestGateway({ ...billingConfig(stripe), ...changes }, replace)
    stripe.endpoint = { url: `${gateway.url}/api/billing/webhook`, secret: WEBHOOK_SECRET }
    world = {
      gateway,
      stripe,
      payer: (role = {}) => payerOf(gateway, role),
      deliver: (order) => stripe.sender.deliver(order),
    }
  })
  afterAll(async () => {
    await world?.gateway.close()
    await world?.stripe.close()
  })
  return () => world!
}

/** The service's own key for the model that makes the items. */
export const MODEL_KEY = 'the-service'

/** The same with the model that makes the items, and without mail. */
export function useShop(): () => BillingWorld & { models: ModelServer } {
  const world = useBilling({ aiProvider: 'openai', aiKey: MODEL_KEY, aiModel: 'stub:normal', smtpUrl: null })
  let models: ModelServer | undefined
  beforeAll(async () => {
    models = await startModelServer()
    Object.assign(world().gateway.core.services.config, askingAt(models.url), { aiBaseUrl: models.url })
  })
  afterAll(() => models?.close())
  return () => ({ ...world(), models: models! })
}
