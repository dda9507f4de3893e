// Self-hosted servers that implement OpenAI's protocol partially: Ollama, LM Studio, vLLM, llama.cpp. Missing
// features are worked around, errors become ours, and usage is recorded once.
import { describe, expect, test } from 'vitest'
import { addBudget } from '../../../core/assistants/budget.ts'
import { transaction } from '../../../core/database/transaction.ts'
import { as } from '../../harness.ts'
import { SCRIPTS, type Move } from '../../model/scripts.ts'
import { callsOf, useAsking, type Somebody } from './fixture.ts'

const asking = useAsking({
  ...{ aiProvider: 'openai-compatible', aiModel: 'local', aiTimeoutSeconds: 5 },
  xaiBaseUrl: 'http://127.0.0.1:9/v1',
})

/** The server needs no key, so its scripted moves are those of requests without a key. */
const play = (...moves: Move[]): void => asking().models.play('', ...moves)

async function somebody(): Promise<Somebody> {
  const me = await asking().somebody()
  await transaction(as(asking().gateway.core, me.principal), (tx) =>
    addBudget(tx, { cents: 100, reason: 'A test.' }),
  )
  return me
}

const withoutKey = { 'x-user-api-key': undefined }
const parse = (me: Somebody) => me.ask('/api/parse-jd', { text: 'Acme hires a Staff Engineer.' }, withoutKey)
const talk = (me: Somebody) =>
  me.ask('/api/scout-chat', { messages: [{ role: 'user', content: 'What is next?' }] }, withoutKey)

const json = (value: unknown, status = 200): Move => ({ status, raw: JSON.stringify(value) })
const chat = (message: object, more: object = {}) =>
  json({ id: 'x', object: 'chat.completion', model: 'local', choices: [{ index: 0, message }], ...more })

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
const events = (...lines: string[]): Move => ({
  raw: lines.join(''),
  headers: { 'content-type': 'text/event-stream' },
})
const HELLO = [chunk({ role: 'assistant', content: 'Two ' }), chunk({ content: 'jobs.' })]

describe('a response that is not streamed', () => {
  test.each<[string, Move]>([
    ['as Ollama refuses it', json({ error: { message: 'json: unknown field "response_format"' } }, 400)],
    [
      'as vLLM refuses it',
      json({ object: 'error', message: 'guided decoding is not enabled', code: 400 }, 400),
    ],
    ['as llama.cpp fails at it', json({ error: { code: 500, message: 'failed to parse grammar' } }, 500)],
    [
      'as LM Studio refuses it',
      json({ error: "'response_format.type' must be 'json_schema' or 'text'" }, 400),
    ],
  ])('is requested as text if schemas are not supported, %s', async (_, refusal) => {
    asking().gateway.core.services.models.answerFormats.clear()
    const tries = refusal.status === 500 ? 3 : 1
    const refusals = Array.from({ length: 2 * tries }, () => refusal)
    play(...refusals, SCRIPTS['fenced']!)
    const me = await somebody()
    const answer = await parse(me)
    expect(answer.status, answer.text).toBe(200)
    expect(await callsOf(asking(), me)).toMatchObject([{ outcome: 'done', payer: 'budget' }])
  })

  test.each<[string, Move]>([
    ['without usage', chat({ role: 'assistant', content: '{"company":"Acme"}' })],
    [
      'as plain text',
      {
        ...chat({ role: 'assistant', content: '{"company":"Acme"}' }),
        headers: { 'content-type': 'text/plain' },
      },
    ],
    [
      'with thoughts beside it',
      chat({ role: 'assistant', reasoning_content: 'Hm.', content: '{"company":"Acme"}' }),
    ],
  ])('%s is read, and its usage is estimated', async (_, move) => {
    play(move)
    const me = await somebody()
    const answer = await parse(me)
    expect([answer.status, answer.body.company], answer.text).toEqual([200, 'Acme'])
    const calls = await callsOf(asking(), me)
    expect(calls).toMatchObject([{ outcome: 'done' }])
    expect(calls[0]!.inputTokens).toBeGreaterThan(100)
    expect(calls[0]!.outputTokens).toBeGreaterThan(0)
  })

  test.each<[string, Move]>([
    ['an error page', { ...SCRIPTS['html']!, status: 404 }],
    ['a page of a proxy', { ...SCRIPTS['html']!, status: 403 }],
    ['a page with status 200', SCRIPTS['html']!],
    ['an error with status 200', json({ error: { message: 'The model is not loaded.' } })],
    ['nothing at all', { status: 200, raw: '' }],
    ['no choices', json({ id: 'x', choices: [] })],
    ['a body that breaks off', SCRIPTS['cut']!],
  ])('that is %s ends in 502', async (_, move) => {
    play(move)
    const me = await somebody()
    const answer = await parse(me)
    expect([answer.status, answer.body.code], answer.text).toEqual([502, 'AI_PROVIDER_ERROR'])
    expect(answer.body.error).toMatch(/^The model server could not answer: [^<]*\.$/)
    expect(await callsOf(asking(), me)).toMatchObject([{ outcome: 'failed' }])
  })

  test('that takes too long ends in 504', async () => {
    play({ ...SCRIPTS['normal']!, delayMs: 7_000 })
    const me = await somebody()
    const answer = await parse(me)
    expect([answer.status, answer.body.code], answer.text).toEqual([504, 'AI_TIMEOUT'])
    expect(await callsOf(asking(), me)).toMatchObject([{ outcome: 'failed', outputTokens: 0 }])
  })

  test('from a server without a valid certificate ends in 502, and says so', async () => {
    const { gateway, models } = asking()
    Object.assign(gateway.core.services.config, { anthropicBaseUrl: models.url.replace('http:', 'https:') })
    const me = await asking().somebody({ provider: 'anthropic' })
    const answer = await me.ask('/api/parse-jd', { text: 'Acme hires.' })
    expect([answer.status, answer.body.error], answer.text).toEqual([
      502,
      'Anthropic could not answer: its TLS certificate is not accepted.',
    ])
  })

  test('from an unreachable server ends in 502, and costs nothing', async () => {
    const me = await asking().somebody({ provider: 'grok' })
    const answer = await me.ask('/api/parse-jd', { text: 'Acme hires.' })
    expect([answer.status, answer.body.error], answer.text).toEqual([
      502,
      'xAI could not answer: it cannot be reached, or the connection was lost.',
    ])
    expect(await callsOf(asking(), me)).toMatchObject([{ outcome: 'failed', inputTokens: 0, costMicros: 0 }])
  })
})

describe('a stream', () => {
  const DONE = 'data: [DONE]\n\n'
  test.each<[string, Move]>([
    ['without an end mark', events(...HELLO, chunk({}, 'stop'))],
    ['without usage', events(...HELLO, chunk({}, 'stop'), DONE)],
    [
      'of another type',
      { ...events(...HELLO, chunk({}, 'stop'), DONE), headers: { 'content-type': 'text/plain' } },
    ],
    [
      'with comments and odd line ends',
      events(': hi\r\n\r\n', ...HELLO.map((line) => line.replaceAll('\n', '\r\n')), chunk({}, 'stop')),
    ],
  ])('%s is read to its end, and its usage is estimated', async (_, move) => {
    play(move)
    const me = await somebody()
    const { text } = await talk(me)
    expect(text).toContain('event: done')
    expect([...text.matchAll(/"text":"([^"]*)"/g)].map(([, said]) => said).join('')).toBe('Two jobs.')
    const calls = await callsOf(asking(), me)
    expect(calls).toMatchObject([{ outcome: 'done' }])
    expect(calls[0]!.inputTokens).toBeGreaterThan(100)
    expect(calls[0]!.outputTokens).toBeGreaterThan(0)
  })

  test.each<[string, Move]>([
    ['that stops without a reason', events(...HELLO)],
    ['that breaks in with an error', events(...HELLO, 'data: {"error":{"message":"out of memory"}}\n\n')],
    ['that breaks off', { ...SCRIPTS['normal']!, fate: 'cut' }],
  ])('%s ends with an error event, and its usage is estimated', async (_, move) => {
    play(move)
    const me = await somebody()
    const { text } = await talk(me)
    expect(text).toContain('event: error\ndata: {"error":"The model server could not answer: ')
    expect(text).not.toContain('event: done')
    const calls = await callsOf(asking(), me)
    expect(calls).toMatchObject([{ outcome: 'failed' }])
    expect(calls[0]!.outputTokens).toBeGreaterThan(0)
  })

  test.each<[string, Move]>([
    ['that begins with an error', events('data: {"error":{"message":"out of memory"}}\n\n')],
    ['that is a page', SCRIPTS['html']!],
    ['that says nothing', events(chunk({}, 'stop'), DONE)],
    ['that is empty', events('')],
  ])('%s is an ordinary error response', async (_, move) => {
    play(move)
    const me = await somebody()
    const answer = await talk(me)
    expect([answer.status, answer.body.code], answer.text).toEqual([502, 'AI_PROVIDER_ERROR'])
    expect(await callsOf(asking(), me)).toMatchObject([{ outcome: 'failed' }])
  })

  test('from a server without tool support continues without tools, and later calls do not offer them again', async () => {
    const refusal = json(
      { error: { message: 'registry.ollama.ai/library/gemma:2b does not support tools' } },
      400,
    )
    play(refusal, events(...HELLO, chunk({}, 'stop')))
    const before = asking().models.asked.length
    const me = await somebody()
    expect((await talk(me)).text).toContain('event: done')
    expect((await talk(me)).text).toContain('event: done')
    const asked = asking().models.asked.slice(before)
    expect(asked.map(({ tools }) => tools.length)).toEqual([2, 0, 0])
    expect(await callsOf(asking(), me)).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
  })
})
