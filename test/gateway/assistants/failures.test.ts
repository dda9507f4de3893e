// For any failure of a provider, the caller gets one of our errors, the usage is recorded once, and nothing
// is kept.
import { describe, expect, test } from 'vitest'
import { PROVIDERS } from '../../../core/assistants/providers.ts'
import { SCRIPTS } from '../../model/scripts.ts'
import { callsOf, useAsking } from './fixture.ts'
import { SAMPLES } from './samples.ts'

const asking = useAsking({ aiTimeoutSeconds: 2 })

const BODY = { text: 'Acme hires a Staff Engineer.' }
const ask = async (provider: 'openai' | 'anthropic' | 'grok', script: string) => {
  const me = await asking().somebody({ provider, model: `stub:${script}` })
  const answer = await me.ask('/api/parse-jd', BODY)
  const requests = asking().models.asked.filter(({ key }) => key === me.key)
  return { me, answer, requests, calls: await callsOf(asking(), me) }
}

describe.each(['openai', 'anthropic', 'grok'] as const)('%s', (provider) => {
  const { label } = PROVIDERS[provider]

  test.each([
    ['400', 400, 1],
    ['401', 401, 1],
    ['429', 429, 1],
    ['500', 500, 3],
    ['529', 529, 3],
  ])('responding %s ends in 502 with a message that says so', async (script, status, tries) => {
    const { answer, requests, calls } = await ask(provider, script)
    expect([answer.status, answer.body.code, answer.body.providerStatus], answer.text).toEqual([
      502,
      'AI_PROVIDER_ERROR',
      status,
    ])
    expect(answer.body.error).toMatch(new RegExp(`^${label} could not answer: .*\\(${status}\\)\\.$`))
    expect(answer.headers.get('retry-after')).toBe(script === '429' ? '17' : null)
    expect(requests).toHaveLength(tries)
    expect(calls).toMatchObject([{ outcome: 'failed', inputTokens: 0 }])
    // The provider's own error text is only logged.
    for (const { raw } of [SCRIPTS[script]!])
      expect(answer.text).not.toContain(JSON.parse(raw!).error.message)
  })

  test('that is busy until a time is not asked before it, and the caller learns how long that is', async () => {
    const { answer, requests } = await ask(provider, 'busy-until')
    expect([answer.status, answer.body.providerStatus], answer.text).toEqual([502, 503])
    expect(requests).toHaveLength(1)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(15)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(20)
  })

  test.each(['cut', 'malformed', 'half', 'oversized', 'html'])(
    'whose response is %s ends in 502',
    async (script) => {
      const { answer, calls } = await ask(provider, script)
      expect([answer.status, answer.body.code], answer.text).toEqual([502, 'AI_PROVIDER_ERROR'])
      expect(calls).toMatchObject([{ outcome: 'failed' }])
    },
  )

  test.each(['refusal', 'empty', 'truncated'])(
    'whose model gives a %s response is not retried',
    async (script) => {
      const { answer, requests, calls } = await ask(provider, script)
      expect([answer.status, answer.body.code], answer.text).toEqual([502, 'AI_PROVIDER_ERROR'])
      expect(requests).toHaveLength(1)
      expect(calls).toMatchObject([{ outcome: 'failed', inputTokens: 100, outputTokens: 20 }])
    },
  )

  test('that does not respond ends in 504, and its socket is closed', async () => {
    const before = asking().models.left()
    const { answer, calls } = await ask(provider, 'silence')
    expect([answer.status, answer.body.code], answer.text).toEqual([504, 'AI_TIMEOUT'])
    expect(answer.body.error).toBe(`${label} did not answer within 2 s.`)
    expect(calls).toMatchObject([{ outcome: 'failed' }])
    await expect.poll(() => asking().models.left()).toBe(before + 1)
  })

  test.each(['fenced', 'prose'])('whose JSON is %s is parsed without a retry', async (script) => {
    const { answer, requests } = await ask(provider, script)
    expect(answer.status, answer.text).toBe(200)
    expect(requests).toHaveLength(1)
  })

  test('whose response does not fit the schema is retried once, and both calls are counted', async () => {
    const me = await asking().somebody({ provider })
    const bad = { say: () => ({ text: '{"subject": 1, "message": ""}' }) }
    asking().models.play(me.key, bad, SCRIPTS['normal']!)
    const answer = await me.ask('/api/draft-message', { contact: { name: 'Sam' } })
    expect(answer.status, answer.text).toBe(200)
    expect(asking().models.asked.filter(({ key }) => key === me.key)).toHaveLength(2)
    expect(await callsOf(asking(), me)).toMatchObject([
      { outcome: 'done', inputTokens: 200, outputTokens: 40 },
    ])
  })

  test('whose response never fits the schema ends in 502 after one retry', async () => {
    const { answer, requests } = await ask(provider, 'nonsense')
    expect([answer.status, answer.body.code], answer.text).toEqual([502, 'AI_PROVIDER_ERROR'])
    expect(requests).toHaveLength(2)
  })
})

test.each(['parse-jd', 'parse-statement', 'pipeline-insights', 'interview-prep'])(
  'an answer with none of the fields of %s is no empty result',
  async (name) => {
    const me = await asking().somebody()
    const refusal = { say: () => ({ text: '{"error":"I cannot do that."}' }) }
    asking().models.play(me.key, refusal)
    const { status, body } = await me.ask(`/api/${name}`, SAMPLES[name]!.body)
    expect([status, body.code]).toEqual([502, 'AI_PROVIDER_ERROR'])
  },
)

test('an expense that the statement does not have is dropped and counted, and each other one quotes its line', async () => {
  const me = await asking().somebody()
  const expenses = [
    { name: 'Metro', amount: 49, category: 'transportation' },
    { name: 'Casino', amount: 900, category: 'entertainment' },
    { name: 'Metro', amount: 49, category: 'transportation' },
    // Its date.
    { name: 'Metro', amount: 2.11, category: 'transportation' },
  ]
  asking().models.play(me.key, { say: () => ({ text: JSON.stringify({ expenses }) }) })
  const { body } = await me.ask('/api/parse-statement', SAMPLES['parse-statement']!.body)
  expect(body).toEqual({ expenses: [{ ...expenses[0], quote: '02.11. Metro 49.00' }], dropped: 3 })
})

test('what a tailored resume leaves out is listed, and put back on request', async () => {
  const me = await asking().somebody()
  const fact = 'Cut the cost of payroll by 40 percent'
  const job = { company: 'Beta', role: 'Engineer', duration: '2020-2024' }
  const resume = { name: 'Ada', skills: ['Rust'], experience: [{ ...job, highlights: [fact] }] }
  const short = { ...resume, experience: [{ ...job, highlights: [] }], education: [] }
  const said = JSON.stringify({ resume: short, changes: [], gaps: [] })
  asking().models.play(me.key, { say: () => ({ text: said }) })
  const body = { resume, jobDescription: 'We need Rust.' }
  const listed = await me.ask('/api/resume-tailor', body)
  expect(listed.body.missing, listed.text).toEqual([fact])
  const restored = await me.ask('/api/resume-tailor', { ...body, restore: true })
  expect([restored.body.missing, restored.body.resume.additional]).toEqual([[], [fact]])
})

test('February 31st, “null” and “N/A” are no values', async () => {
  const me = await asking().somebody()
  const said = {
    company: '"null"',
    role: 'N/A',
    date: '2026-02-31',
    time: 'null',
    location: 'n/a',
    notes: 'None',
  }
  asking().models.play(me.key, { say: () => ({ text: JSON.stringify(said) }) })
  const { body } = await me.ask('/api/parse-interview-email', SAMPLES['parse-interview-email']!.body)
  expect(body).toMatchObject({
    company: null,
    role: null,
    date: null,
    time: null,
    location: null,
    notes: null,
  })
})

/** The texts in a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

test.each(
  Object.entries(SAMPLES).flatMap(([name, { said, body }]) =>
    ['N/A', '"null"'].map((nothing) => ({ name, said, body, nothing })),
  ),
)('$nothing in place of every text is no text of $name', async ({ name, said, body, nothing }) => {
  const me = await asking().somebody()
  const emptied = JSON.stringify(said, (_, value: unknown) => (typeof value === 'string' ? nothing : value))
  asking().models.play(me.key, { say: () => ({ text: emptied }) })
  const answer = await me.ask(`/api/${name}`, body)
  expect([200, 502]).toContain(answer.status)
  expect(textsIn(answer.body).filter((text) => text === nothing)).toEqual([])
})

test('amounts of a statement are positive, however written, and never made up', async () => {
  const me = await asking().somebody()
  const paid = (...amounts: unknown[]) => ({
    say: () => ({
      text: JSON.stringify({
        expenses: amounts.map((amount) => ({ name: 'Rent', amount, category: 'food' })),
      }),
    }),
  })
  asking().models.play(me.key, paid(-12, '-$1,200.50', '12,50-', '(49.00)', '1.200 €'), paid('n/a'))
  const text = 'Rent 12.00-\nRent -$1,200.50\nRent 12,50\nRent 49.00\nRent 1.200 €'
  const { body } = await me.ask('/api/parse-statement', { text })
  expect(body.expenses.map(({ amount }: { amount: number }) => amount)).toEqual([12, 1200.5, 12.5, 49, 1200])
  const { status } = await me.ask('/api/parse-statement', SAMPLES['parse-statement']!.body)
  expect(status, 'An amount that is not one is asked for again, and not taken for 0.').toBe(502)
})

test.each([
  [45, 45],
  ['60 minutes', 60],
  ['1 hour', 60],
  ['1.5 hours', 90],
  ['1h30', 90],
  ['1 hour 15 minutes', 75],
  ['60 minutes (1 hour)', 60],
  ['1.5 hours (90 minutes)', 90],
  ['45-minute call', 45],
  ['about an hour', null],
])('a duration of %j is %j minutes', async (duration, minutes) => {
  const me = await asking().somebody()
  asking().models.play(me.key, { say: () => ({ text: JSON.stringify({ company: 'Acme', duration }) }) })
  const { body } = await me.ask('/api/parse-interview-email', SAMPLES['parse-interview-email']!.body)
  expect(body.duration).toBe(minutes)
})

test('a server that rejects a response format gets the next one, and the rejected format is not tried again', async () => {
  const me = await asking().somebody({ model: 'old-model' })
  const refuse = { status: 400, raw: '{"error":{"message":"response_format json_schema is not supported"}}' }
  asking().models.play(me.key, refuse, refuse, SCRIPTS['fenced']!)
  expect((await me.ask('/api/parse-jd', BODY)).status).toBe(200)
  expect((await me.ask('/api/parse-jd', BODY)).status).toBe(200)
  const asked = asking().models.asked.filter(({ key }) => key === me.key)
  expect(asked.map(({ body }) => body.response_format?.type ?? 'text')).toEqual([
    'json_schema',
    'json_object',
    'text',
    'text',
  ])
})

test('an OpenAI model that supports only the newer protocol is called with it', async () => {
  const me = await asking().somebody({ model: 'responses-only' })
  asking().models.play(
    me.key,
    { status: 404, raw: '{"error":{"message":"This model is not a chat model."}}' },
    SCRIPTS['normal']!,
  )
  expect((await me.ask('/api/parse-jd', BODY)).status).toBe(200)
  expect((await me.ask('/api/parse-jd', BODY)).status).toBe(200)
  const asked = asking().models.asked.filter(({ key }) => key === me.key)
  expect(asked.map(({ protocol }) => protocol)).toEqual(['chat', 'responses', 'responses'])
})

test('a client disconnect aborts the call to the provider', async () => {
  const me = await asking().somebody({ model: 'stub:slow' })
  const before = asking().models.left()
  const leaving = new AbortController()
  const request = fetch(`${asking().gateway.url}/api/parse-jd`, {
    method: 'POST',
    headers: me.headers,
    body: JSON.stringify(BODY),
    signal: leaving.signal,
  }).catch(() => 'left')
  await expect.poll(() => asking().models.asked.some(({ key }) => key === me.key)).toBe(true)
  leaving.abort()
  expect(await request).toBe('left')
  await expect.poll(() => asking().models.left()).toBe(before + 1)
  await expect.poll(() => callsOf(asking(), me)).toMatchObject([{ outcome: 'left', outputTokens: 0 }])
  const [call] = await callsOf(asking(), me)
  expect(call!.inputTokens, 'The provider had read it.').toBeGreaterThan(100)
})

test('a key is neither logged, nor stored, nor returned', async () => {
  const me = await asking().somebody()
  asking().models.play(me.key, {
    status: 401,
    raw: JSON.stringify({ error: { message: `Incorrect API key: ${me.key}` } }),
  })
  const answer = await me.ask('/api/parse-jd', BODY)
  expect(answer.text).not.toContain(me.key)
  const { logged, services } = asking().gateway.core
  expect(logged.join('\n')).toContain('Incorrect API key: [secret]')
  expect(logged.join('\n')).not.toContain(me.key)
  const tables = await services.sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`
  for (const { name } of tables) {
    const [row] =
      await services.sql`select count(*)::int as count from ${services.sql(name)} t where t::text like ${`%${me.key}%`}`
    expect([name, row!['count']]).toEqual([name, 0])
  }
})

test('only the provider’s host is contacted', async () => {
  const me = await asking().somebody({ model: 'gateway/some-model' })
  expect((await me.ask('/api/parse-jd', BODY)).status).toBe(200)
  expect(asking().models.asked.filter(({ key }) => key === me.key)).toHaveLength(1)
})
