// The AI budget: a user with a budget needs no key, it is never overspent, and each call is charged once.
import { expect, test } from 'vitest'
import { addBudget } from '../../../core/assistants/budget.ts'
import { transaction } from '../../../core/database/transaction.ts'
import { meOf } from '../../../core/account/operations.ts'
import { as } from '../../harness.ts'
import { useAsking, callsOf, type Somebody } from './fixture.ts'

const SERVICE = { aiProvider: 'openai' as const, aiModel: 'gpt-4o', aiKey: 'service-key' }
const asking = useAsking(SERVICE)

const give = (me: Somebody, cents: number) =>
  transaction(as(asking().gateway.core, me.principal), (tx) => addBudget(tx, { cents, reason: 'A test.' }))
const left = async (me: Somebody) => (await meOf(as(asking().gateway.core, me.principal))).ai
const ask = (me: Somebody) =>
  me.ask('/api/parse-jd', { text: 'Acme hires.' }, { 'x-user-api-key': undefined })

/** 100,000 input and 10,000 output tokens cost 35 cents at gpt-4o. */
const DEAR = { say: () => ({ text: '{"company":"Acme"}', tokens: { input: 100_000, output: 10_000 } }) }

test('without a budget a key is required, and the service’s model is not called', async () => {
  const me = await asking().somebody()
  const answer = await ask(me)
  expect([answer.status, answer.body.code]).toEqual([402, 'AI_KEY_REQUIRED'])
  expect(await callsOf(asking(), me)).toEqual([])
})

test('a budget pays for the service’s own model, whatever provider is requested', async () => {
  const me = await asking().somebody({ provider: 'grok', model: 'grok-4.7' })
  await give(me, 200)
  asking().models.play('service-key', DEAR)
  expect((await ask(me)).status).toBe(200)
  expect(asking().models.asked.at(-1)).toMatchObject({ model: 'gpt-4o', key: 'service-key' })
  expect(await callsOf(asking(), me)).toMatchObject([{ payer: 'budget', costMicros: 350_000 }])
  expect(await left(me)).toEqual({
    ...{ budgetCents: 165, debtCents: 0, usedCentsThisMonth: 35, callsThisMonth: 1 },
  })
})

test('the user’s own key is used before the budget', async () => {
  const me = await asking().somebody()
  await give(me, 100)
  await me.ask('/api/parse-jd', { text: 'Acme hires.' })
  expect((await left(me)).budgetCents).toBe(100)
})

test('the last call may exceed the budget; the next is refused in advance', async () => {
  const me = await asking().somebody()
  await give(me, 10)
  asking().models.play('service-key', DEAR)
  expect((await ask(me)).status).toBe(200)
  expect((await ask(me)).status).toBe(402)
  expect((await left(me)).budgetCents).toBe(0)
})

test('twenty concurrent calls cannot spend one budget twenty times', async () => {
  const me = await asking().somebody()
  await give(me, 2)
  asking().models.play('service-key', { ...DEAR, delayMs: 300 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(me)))
  const paid = answers.filter(({ status }) => status === 200).length
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(20 - paid)
  // Each call first reserves its maximum cost, 1.9 cents here.
  expect(paid).toBeLessThanOrEqual(2)
})

test('a failed call is charged for its usage and releases its reservation', async () => {
  const me = await asking().somebody()
  await give(me, 100)
  asking().models.play('service-key', { status: 500, raw: '{}' })
  expect((await ask(me)).status).toBe(502)
  expect(await left(me)).toMatchObject({ budgetCents: 100, usedCentsThisMonth: 0 })
})

test('an added budget is audited', async () => {
  const me = await asking().somebody()
  expect(await give(me, 200)).toBe(200)
  const [row] = await asking().gateway.core.services
    .sql`select changes from audit_log where user_id = ${me.principal.userId} and changes::text like '%aiBudget%'`
  expect(row!['changes']).toMatchObject([
    { noun: 'aiBudget', after: { budgetCents: 200, reason: 'A test.' } },
  ])
})
