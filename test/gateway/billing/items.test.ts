// One-time items: charged once, delivered or not charged, finished by whoever comes next.
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backgroundContext } from '../../../core/kernel/background.ts'
import { finish } from '../../../core/billing/purchases/finish.ts'
import { budgetOf } from '../../../core/assistants/budget.ts'
import { emailWorker } from '../../../core/mail/queue.ts'
import { SCRIPTS } from '../../model/scripts.ts'
import { startModelServer, type ModelServer } from '../../model/server.ts'
import { as } from '../../harness.ts'
import { askingAt } from '../assistants/asking.ts'
import { useBilling, type Payer } from './world.ts'

const MODEL_KEY = 'the-service'
const world = useBilling({
  aiProvider: 'openai',
  aiKey: MODEL_KEY,
  aiModel: 'stub:normal',
  smtpUrl: null,
})
let models: ModelServer

beforeAll(async () => {
  models = await startModelServer()
  Object.assign(world().gateway.core.services.config, askingAt(models.url), { aiBaseUrl: models.url })
})
afterAll(() => models.close())

const JOB = { jobDescription: 'We need Rust.', jobTitle: 'Engineer', jobCompany: 'Acme' }
const HISTORY = { experience: [{ company: 'Beta', role: 'Engineer', duration: '3 years' }], skills: ['Rust'] }
const ITEMS: Record<string, { body: object; cents: number }> = {
  'buy-prep-pack': { body: { jobId: 'job-1', company: 'Acme', role: 'Electrician' }, cents: 399 },
  'buy-resume-tailor': { body: { ...JOB, ...HISTORY }, cents: 299 },
  'buy-cover-letter': { body: { ...JOB, profile: HISTORY }, cents: 199 },
  'buy-salary-playbook': { body: { jobId: 'job-1', company: 'Acme', offerAmount: 150_000 }, cents: 999 },
}
const things = Object.entries(ITEMS).map(([path, item]) => ({ path, ...item }))

async function subscriber(card?: string): Promise<Payer> {
  const me = await world().payer()
  await me.subscribe('pro-monthly')
  if (card) await me.post('update-payment-method', { paymentMethodId: card })
  return me
}

/** What Stripe has taken of somebody beside the subscription. */
function takenOf(me: Payer) {
  const { intents, customers } = world().stripe.world
  const customer = [...customers.values()].find(
    (one) =>
      !one.deleted &&
      (one as { metadata: Record<string, string> }).metadata['user_id'] === me.principal.userId,
  )
  return [...intents.values()]
    .filter((one) => one.customer === customer?.id && one.status === 'succeeded')
    .map(({ amount }) => amount)
    .filter((amount) => amount < 9_900)
}
const heldOf = () =>
  [...world().stripe.world.intents.values()].filter(({ status }) => status === 'requires_capture')

describe('boosts', () => {
  test.each([
    ['small', 199, 200],
    ['large', 499, 500],
  ])('%s costs %i cents, adds %i and leaves a receipt', async (boostId, cents, budgetCents) => {
    const me = await subscriber()
    const bought = await me.post('buy-boost', { boostId })
    expect([bought.status, bought.body], bought.text).toEqual([
      200,
      { success: true, budgetCents, label: expect.stringContaining('boost') },
    ])
    expect(takenOf(me)).toEqual([cents])
    const [receipt] = (await me.billing()).invoices
    expect(receipt).toMatchObject({ status: 'paid', amount_paid: cents })
    expect((await budgetOf(as(world().gateway.core, me.principal))).budgetCents).toBe(budgetCents)
  })

  test('that are refunded take their budget back', async () => {
    const me = await subscriber()
    await me.post('buy-boost', { boostId: 'large' })
    await me.post('buy-boost', { boostId: 'small' })
    const left = async () => (await budgetOf(as(world().gateway.core, me.principal))).budgetCents
    expect(await left()).toBe(700)
    const { invoices } = await me.billing()
    const large = invoices.find((one: { amount_paid: number }) => one.amount_paid === 499)
    expect((await me.post('refund', { invoiceId: large.id })).body.amount).toBe(499)
    expect(await left()).toBe(200)
  })

  test('with one Idempotency-Key is one, however often it is sent; without, each is another', async () => {
    const me = await subscriber()
    const key = { 'idempotency-key': 'boost' }
    const send = () => me.post('buy-boost', { boostId: 'small' }, key)
    const answers = await Promise.all(Array.from({ length: 6 }, send))
    expect(new Set(answers.map(({ text }) => text)).size, answers[0]!.text).toBe(1)
    expect(takenOf(me)).toEqual([199])
    expect((await me.post('buy-boost', { boostId: 'large' }, key)).status).toBe(409)
    await me.post('buy-boost', { boostId: 'small' })
    await me.post('buy-boost', { boostId: 'small' })
    expect(takenOf(me)).toEqual([199, 199, 199])
  })
})

describe('what is made by a model', () => {
  test.each(things)('$path takes its price once and can be read again', async ({ path, body, cents }) => {
    const me = await subscriber()
    const bought = await me.post(path, body)
    expect([bought.status, bought.body.success], bought.text).toEqual([200, true])
    expect(takenOf(me)).toEqual([cents])
    const again = await me.post(path, body)
    expect(again.body).toEqual(bought.body)
    expect(takenOf(me), 'The same thing on the same day is not sold twice.').toEqual([cents])
    const { purchases } = (await me.get('purchases')).body
    expect(purchases).toHaveLength(1)
    expect(purchases[0]).toMatchObject({ state: 'delivered', amountCents: cents, currency: 'usd' })
    expect((await me.get(`purchases/${purchases[0].id}`)).body.answer.success).toBe(true)
  })

  test('is nothing to anybody else', async () => {
    const me = await subscriber()
    await me.post('buy-cover-letter', ITEMS['buy-cover-letter']!.body)
    const { purchases } = (await me.get('purchases')).body
    const other = await subscriber()
    expect((await other.get('purchases')).body).toMatchObject({ purchases: [], total: 0 })
    expect((await other.get(`purchases/${purchases[0].id}`)).status).toBe(404)
  })

  test('a bundle brings the letter for 3.99', async () => {
    const me = await subscriber()
    const bought = await me.post('buy-resume-tailor', { ...JOB, ...HISTORY, bundle: true })
    expect(Object.keys(bought.body).sort(), bought.text).toEqual(['coverLetter', 'resume', 'success'])
    expect(takenOf(me)).toEqual([399])
  })

  test.each(things)(
    '$path for a card that refuses is 402, and no model was asked',
    async ({ path, body }) => {
      const me = await subscriber('pm_card_chargeCustomerFail')
      const before = models.asked.length
      const refused = await me.post(path, body)
      expect([refused.status, Object.keys(refused.body)], refused.text).toEqual([402, ['error']])
      expect(models.asked).toHaveLength(before)
      expect((await me.get('purchases')).body.purchases[0].state).toBe('failed')
    },
  )

  test.each(things)('$path whose model fails is 503, and the money is let go', async ({ path, body }) => {
    const me = await subscriber()
    models.play(MODEL_KEY, { status: 400, raw: '{"error":{"message":"no"}}' })
    const refused = await me.post(path, body).finally(() => models.play(MODEL_KEY, SCRIPTS['normal']!))
    expect(refused.status, refused.text).toBe(503)
    expect(refused.body.error).toContain('Nothing was charged')
    expect(takenOf(me)).toEqual([])
    expect(heldOf()).toEqual([])
    const bought = await me.post(path, body)
    expect(bought.status, bought.text).toBe(200)
  })

  test.each([
    ['buy-boost', { boostId: 'small' }, 403],
    ['buy-resume-tailor', ITEMS['buy-resume-tailor']!.body, 403],
    ['buy-cover-letter', ITEMS['buy-cover-letter']!.body, 403],
    ['buy-salary-playbook', ITEMS['buy-salary-playbook']!.body, 403],
    ['buy-prep-pack', ITEMS['buy-prep-pack']!.body, 400],
  ])('%s is for Pro and Ultra', async (path, body, status) => {
    const me = await world().payer()
    expect((await me.post(path, body)).status).toBe(status)
    const given = await world().payer({ tier: 'pro' })
    const refused = await given.post(path, body)
    expect([refused.status, refused.body.error]).toEqual([402, expect.stringMatching(/no card on file/)])
  })

  test.each(things)('$path with a field missing is 400', async ({ path, body }) => {
    const me = await subscriber()
    const [first, ...rest] = Object.entries(body)
    const refused = await me.post(path, Object.fromEntries(rest))
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(first![0])])
  })
})

describe('a purchase that died half-way', () => {
  const steps = ['begun', 'authorised', 'made']

  test.each(steps)('when it was %s is finished by the next try, and charged once', async (state) => {
    const me = await subscriber()
    const { body, cents } = ITEMS['buy-cover-letter']!
    expect((await me.post('buy-cover-letter', body)).status).toBe(200)
    const { sql } = world().gateway.core.services
    // As a process leaves it that is killed after Stripe answered and before we noted it.
    await sql`
      update purchases set state = ${state}, purchased_at = null, lease_until = null,
        payment_intent_id = case when ${state} = 'begun' then null else payment_intent_id end,
        answer = case when ${state} = 'made' then answer end
      where user_id = ${me.principal.userId}`
    const again = await me.post('buy-cover-letter', body)
    expect([again.status, again.body.success], again.text).toEqual([200, true])
    expect(takenOf(me)).toEqual([cents])
    expect((await me.get('purchases')).body.total).toBe(1)
  })

  test('is finished by the worker when nobody comes back', async () => {
    const me = await subscriber()
    await me.post('buy-boost', { boostId: 'small' })
    const { services } = world().gateway.core
    const [row] = await services.sql<{ id: string }[]>`
      update purchases set state = 'begun', purchased_at = null, lease_until = null
      where user_id = ${me.principal.userId} returning id`
    await finish(backgroundContext(services, me.principal, { operation: 'billing.finish' }), row!.id)
    expect(takenOf(me)).toEqual([199])
    expect((await me.get('purchases')).body.purchases[0].state).toBe('delivered')
  })
})

describe('the letter with a brief', () => {
  test('is kept without a mail server, which the answer says, and sent once there is one', async () => {
    const me = await subscriber()
    const body = { jobId: 'job-2', company: 'Smith & <Sons>', role: 'Electrician' }
    const bought = await me.post('buy-prep-pack', body)
    expect(bought.body.notice).toContain('SMTP_URL')
    expect(bought.body.brief.salaryRange).toMatch(/^\$[\d,]+ to /)

    const received: string[] = []
    const mail = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = ''
        stream.on('data', (part: Buffer) => (text += part.toString('utf8')))
        stream.on('end', () => {
          received.push(text)
          done()
        })
      },
    })
    await new Promise<void>((resolve) => mail.listen(0, '127.0.0.1', resolve))
    const { port } = mail.server.address() as { port: number }
    const { services } = world().gateway.core
    const config = {
      ...services.config,
      smtpUrl: `smtp://127.0.0.1:${port}`,
      mailFrom: 'crm <crm@example.com>',
    }
    await services.sql`delete from letters where user_id <> ${me.principal.userId}`
    const run = () => emailWorker.run({ ...services, config }, new AbortController().signal)
    expect(await run()).toBe(1)
    expect(await run()).toBe(0)
    await new Promise<void>((resolve) => mail.close(resolve))
    expect(received).toHaveLength(1)
    expect(received[0]).toMatch(/^To: .*@example\.com/m)
    expect(received[0]).toContain('multipart/alternative')
    expect(received[0]).toContain('Smith &amp; &lt;Sons&gt;')
  })

  test('is tried again when the mail server does not answer', async () => {
    const me = await subscriber()
    await me.post('buy-prep-pack', { jobId: 'job-3', company: 'Acme' })
    const { services } = world().gateway.core
    const config = { ...services.config, smtpUrl: 'smtp://127.0.0.1:9' }
    await emailWorker.run({ ...services, config }, new AbortController().signal)
    const [letter] = await services.sql<{ attempts: number; dueAt: string | null; problem: string }[]>`
      select attempts, due_at, problem from letters where user_id = ${me.principal.userId}`
    expect(letter).toMatchObject({ attempts: 1, dueAt: expect.any(String), problem: expect.any(String) })
  })
})
