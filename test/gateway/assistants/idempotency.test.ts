// An Idempotency-Key on requests that call a model: one call, one charge, one response.
import { expect, test } from 'vitest'
import { addBudget } from '../../../core/assistants/budget.ts'
import { transaction } from '../../../core/database/transaction.ts'
import { listJobs } from '../../../core/jobs/queries.ts'
import { invokeWithin } from '../../../core/kernel/invoke.ts'
import { as } from '../../harness.ts'
import { callsOf, useAsking, type Somebody } from './fixture.ts'

const asking = useAsking({ aiProvider: 'openai', aiModel: 'gpt-4o', aiKey: 'service-key' })

/** Somebody whose AI budget pays. */
async function spender(): Promise<Somebody> {
  const me = await asking().somebody()
  const ctx = as(asking().gateway.core, me.principal)
  await transaction(ctx, (tx) => addBudget(tx, { cents: 200, reason: 'A test.' }))
  return me
}

const read = (me: Somebody, key: string, text = 'Acme hires.') =>
  me.ask('/api/parse-jd', { text }, { 'x-user-api-key': undefined, 'idempotency-key': key })

const said = (text: string, delayMs = 0) => ({ say: () => ({ text }), delayMs })

test('a repeated request gets the first response and is charged once', async () => {
  const me = await spender()
  asking().models.play('service-key', said('{"company":"Acme"}'), said('{"company":"Beta"}'))
  const [first, again] = [await read(me, 'k'), await read(me, 'k')]
  expect([first.status, again.body]).toEqual([200, first.body])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await callsOf(asking(), me)).toHaveLength(1)
  expect((await read(me, 'other')).body.company).toBe('Beta')
})

test('concurrent requests with one key call the model once; the others are told to wait', async () => {
  const me = await spender()
  asking().models.play('service-key', said('{"company":"Acme"}', 500))
  const answers = await Promise.all(Array.from({ length: 5 }, () => read(me, 'k')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.headers.get('retry-after')).toBe('1')
  expect(await callsOf(asking(), me)).toHaveLength(1)
  expect((await read(me, 'k')).body.company).toBe('Acme')
})

test('a failed request may be repeated with its key', async () => {
  const me = await spender()
  asking().models.play('service-key', { status: 400, raw: '{}' }, said('{"company":"Acme"}'))
  expect((await read(me, 'k')).status).toBe(502)
  expect((await read(me, 'k')).body.company).toBe('Acme')
})

test('a key that was used for another request is refused before a model is called or anything changes', async () => {
  const me = await asking().somebody()
  const save = { say: () => ({ text: '', calls: [{ name: 'save_job', arguments: JOB }] }) }
  asking().models.play(me.key, said('Hello.'), save, said('Saved.'))
  const talk = (content: string) =>
    me.ask('/api/scout-chat-v2', { messages: [{ role: 'user', content }] }, { 'idempotency-key': 'turn' })
  expect((await talk('Hello')).body.content).toBe('Hello.')
  expect((await talk('Save the job.')).status).toBe(409)
  expect(await callsOf(asking(), me)).toHaveLength(1)
  const ctx = as(asking().gateway.core, me.principal)
  expect((await invokeWithin(listJobs, ctx, {})).jobs).toEqual([])
})

const JOB = { company: 'Acme', role: 'Engineer' }
