// Many open chats: eight per user, and a provider whose connections are all taken is said to be busy, not waited for.
import { describe, expect, test } from 'vitest'
import { createModels } from '../../../core/assistants/model.ts'
import { modelHosts } from '../../../core/assistants/providers.ts'
import type { Move } from '../../model/scripts.ts'
import { useAsking, type Somebody } from './fixture.ts'

/** Four connections for each provider. */
const asking = useAsking({}, ({ config }) => ({
  models: createModels(() => modelHosts(config), 4),
}))
const roomy = useAsking()

const CHAT = { messages: [{ role: 'user', content: 'What is next?' }] }
/** Talks until it is left. */
const ENDLESS: Move = { say: () => ({ text: 'word '.repeat(500) }), paceMs: 200 }

type World = () => ReturnType<typeof asking>

async function open(world: World, me: Somebody) {
  const leaving = new AbortController()
  const response = await fetch(`${world().gateway.url}/api/scout-chat`, {
    method: 'POST',
    headers: me.headers,
    body: JSON.stringify(CHAT),
    signal: leaving.signal,
  })
  return { status: response.status, headers: response.headers, leave: () => leaving.abort() }
}

test('a ninth chat of a user is 429 and not counted; when one has ended, the next is served', async () => {
  const [me, other] = [await roomy().somebody(), await roomy().somebody()]
  for (const { key } of [me, other]) roomy().models.play(key, ENDLESS)
  const chats = await Promise.all(Array.from({ length: 8 }, () => open(roomy, me)))
  expect(chats.map(({ status }) => status)).toEqual(Array(8).fill(200))
  const { spend } = roomy().gateway.core.services.limiter
  let spent = 0
  roomy().gateway.core.services.limiter.spend = (...about) => {
    spent += 1
    return spend(...about)
  }
  for (const path of ['/api/scout-chat', '/api/scout-chat-v2']) {
    const refused = await me.ask(path, CHAT)
    expect([refused.status, refused.body.code], refused.text).toEqual([429, 'RATE_LIMITED'])
    expect(refused.headers.get('retry-after')).toBe('1')
  }
  expect(spent).toBe(0)
  const theirs = await open(roomy, other)
  expect(theirs.status).toBe(200)
  chats[0]!.leave()
  await expect.poll(async () => (await open(roomy, me)).status).toBe(200)
  for (const chat of [...chats, theirs]) chat.leave()
})

describe('a provider whose connections are all taken', () => {
  test('answers 503 soon, keeps no other provider, and serves again when one is free', async () => {
    const crowd = [await asking().somebody(), await asking().somebody()]
    for (const { key } of crowd) asking().models.play(key, ENDLESS)
    const chats = await Promise.all([0, 1, 0, 1].map((at) => open(asking, crowd[at]!)))
    expect(chats.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const late = await asking().somebody()
    const refused = await late.ask('/api/parse-jd', { text: 'We need a nurse.' })
    expect([refused.status, refused.body.code], refused.text).toEqual([503, 'UNAVAILABLE'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const elsewhere = await asking().somebody({ provider: 'anthropic' })
    expect((await elsewhere.ask('/api/parse-jd', { text: 'We need a nurse.' })).status).toBe(200)
    chats[0]!.leave()
    await expect
      .poll(async () => (await late.ask('/api/parse-jd', { text: 'We need a nurse.' })).status)
      .toBe(200)
    for (const chat of chats) chat.leave()
  })
})
