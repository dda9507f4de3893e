// A pay query that is asked again is answered from memory: with the same checks, counted like every call.
import { expect, test } from 'vitest'
import { addKey, removeKey } from '../../../core/identity/operations.ts'
import { as, call, type Replace } from '../../harness.ts'
import { useGateway, type Answer } from '../harness.ts'
import { BASE, codeOf, keyHolder } from './key-holder.ts'

/** Calls that were answered from memory. */
let repeated = 0

const counting: Replace = ({ limiter }) => ({
  limiter: {
    ...limiter,
    spendHeld(...about) {
      const spent = limiter.spendHeld(...about)
      if (spent) repeated += 1
      return spent
    },
  },
})

const gateway = useGateway({}, counting)

const NURSE = '/salaries?role=registered-nurse&city=el-paso-tx'
const leftOf = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))
/** What differs by request. */
const OWN = ['date', 'x-request-id', 'x-ratelimit-remaining', 'content-length']
const headersOf = ({ headers }: Answer) => [...headers].filter(([name]) => !OWN.includes(name))

/** Asks until an answer comes from memory; on a busy machine that can take several. Returns it and the one before. */
async function twice(ask: () => Promise<Answer>): Promise<[Answer, Answer]> {
  for (let before = await ask(); ;) {
    const known = repeated
    const answer = await ask()
    if (repeated > known) return [before, answer]
    before = answer
  }
}

test('it has the same data and headers, its own request id, and counts', async () => {
  const { get } = await keyHolder(gateway())
  const [first, again] = await twice(() => get(NURSE))
  expect(again.body.data).toEqual(first.body.data)
  expect(again.body.attribution).toEqual(first.body.attribution)
  const shared = { id: again.headers.get('x-request-id'), duration_ms: again.body.request.duration_ms }
  expect(again.body.request).toEqual({ ...first.body.request, ...shared })
  expect(again.body.request.id).not.toBe(first.body.request.id)
  expect(headersOf(again)).toEqual(headersOf(first))
  expect(leftOf(again)).toBe(leftOf(first) - 1)
})

test('HEAD gets its headers without a body', async () => {
  const { get, key } = await keyHolder(gateway())
  const { text } = await get(NURSE)
  const headers = { authorization: `Bearer ${key}` }
  const [, head] = await twice(() => gateway().request('HEAD', BASE + NURSE, { headers }))
  expect([head.status, head.text]).toEqual([200, ''])
  expect(Math.abs(Number(head.headers.get('content-length')) - text.length)).toBeLessThanOrEqual(3)
})

test('of a key that was revoked since is refused', async () => {
  const { principal, get } = await keyHolder(gateway())
  await twice(() => get(NURSE))
  const { sql } = gateway().core.services
  const [row] = await sql<
    { id: string }[]
  >`select id from intelligence_keys where user_id = ${principal.userId}`
  await call(removeKey, as(gateway().core, principal), { id: row!.id })
  expect((await get(NURSE)).status).toBe(403)
})

test('of a key that may only write is refused, whoever has asked it before', async () => {
  const reader = await keyHolder(gateway())
  const writer = await keyHolder(gateway(), 'pro', ['intelligence:write'])
  await reader.get(NURSE)
  expect(codeOf(await writer.get(NURSE))).toEqual(codeOf(await writer.get('/salaries?role=pharmacist')))
  expect((await writer.get(NURSE)).status).toBe(403)
})

test('over the limit is refused, and says when to try again', async () => {
  const { get } = await keyHolder(gateway())
  const before = repeated
  const answers: Answer[] = []
  while (answers.at(-1)?.status !== 429) answers.push(await get(NURSE))
  expect(answers).toHaveLength(301)
  expect(repeated - before).toBeGreaterThan(100)
  expect(answers.at(-1)!.body.error.code).toBe('rate_limited')
  expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('is answered for the plan of its caller', async () => {
  const path = '/salaries/history?role=registered-nurse&city=el-paso-tx'
  const [free, pro] = [await keyHolder(gateway(), 'free'), await keyHolder(gateway(), 'pro')]
  const [whole, again] = await twice(() => pro.get(path))
  const preview = await free.get(path)
  expect(again.body.data).toEqual(whole.body.data)
  expect(preview.body.data.snapshots).toEqual(whole.body.data.snapshots.slice(-4))
  expect((await pro.get(path)).body.data).toEqual(whole.body.data)
})

test('counts against the key that asks it', async () => {
  const one = await keyHolder(gateway())
  const { key } = await call(addKey, as(gateway().core, one.principal), { name: 'other' })
  const headers = { authorization: `Bearer ${String(key)}` }
  const [before] = await twice(() => one.get(NURSE))
  await twice(() => gateway().request('GET', BASE + NURSE, { headers }))
  expect(leftOf(await one.get(NURSE))).toBe(leftOf(before) - 2)
})
