// A body is read only for a caller who may send it, and one that is too deep or too large in values costs next to nothing.
import { describe, expect, test } from 'vitest'
import { isTooComplex, MAX_DEPTH, MAX_VALUES } from '../../gateway/http/body.ts'
import { useGateway } from './harness.ts'
import { answersIn, talk } from './raw-http.ts'

const gateway = useGateway()

describe('a body that never arrives', () => {
  const head = (path: string, credential: string) =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credential}Content-Type: application/json\r\nContent-Length: 500000\r\n\r\n{`

  test.each(['/api/mcp/jobs', '/api/parse-jd', '/api/scout-chat', '/api/billing/cancel', '/api/mcp'])(
    'does not keep %s from refusing a credential at once',
    async (path) => {
      for (const credential of ['', `Authorization: Bearer ext_${'x'.repeat(49)}\r\n`]) {
        const [answer] = answersIn(await talk(gateway().url, [head(path, credential)], { quietMs: 500 }))
        expect(answer?.status, path).toBe(401)
      }
    },
  )

  test('nor a missing scope', async () => {
    const { token } = await gateway().caller({ scope: 'read-only' })
    const sent = head('/api/mcp/jobs', `Authorization: Bearer ${token}\r\n`)
    const [answer] = answersIn(await talk(gateway().url, [sent], { quietMs: 500 }))
    expect(answer?.status).toBe(403)
  })
})

/** An object within itself this many times. */
const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`
const list = (length: number): string => `{"tags":[${Array(length).fill('1').join(',')}]}`
const keys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, n])))

describe('JSON', () => {
  test.each([
    [`nested ${MAX_DEPTH} deep`, nested(MAX_DEPTH), false],
    ['nested deeper', nested(MAX_DEPTH + 1), true],
    ['lists nested deeper', '['.repeat(MAX_DEPTH + 1), true],
    [`with ${MAX_VALUES} values`, keys(MAX_VALUES), false],
    ['with more values', keys(MAX_VALUES + 1), true],
    ['with more items', list(MAX_VALUES + 1), true],
    ['with brackets and commas in a text', JSON.stringify({ a: '[{,"\\'.repeat(50_000) }), false],
    ['with an escaped backslash before the quote', '{"a":"\\\\","b":[[1]]}', false],
  ])('%s: too complex is judged', (_, text, refused) => {
    expect(isTooComplex(Buffer.from(text))).toBe(refused)
  })

  test('that is too complex is 400 in every family, and says why', async () => {
    const { send } = await gateway().caller()
    for (const text of [nested(65), keys(20_001), list(30_000)])
      for (const path of ['/api/mcp/jobs', '/api/auth/login', '/oauth/register', '/api/mcp']) {
        const answer = await send('POST', path, text)
        expect([path, answer.status], answer.text).toEqual([path, 400])
        expect(answer.text).toMatch(/nested over 64 deep or has over 20,000 values/)
      }
  })

  test('of a megabyte, twenty times at once, is refused while /healthz answers', async () => {
    const { send } = await gateway().caller()
    const hostile = ['['.repeat(1_000_000), keys(60_000), keys(MAX_VALUES), nested(150_000)]
    const all = Promise.all(
      Array.from({ length: 20 }, (_, n) => send('POST', '/api/mcp/jobs', hostile[n % 4])),
    )
    const probes = Array.from({ length: 10 }, () => gateway().request('GET', '/healthz'))
    expect((await Promise.all(probes)).map(({ status }) => status)).toEqual(probes.map(() => 200))
    expect((await all).map(({ status }) => status).filter((status) => status !== 400)).toEqual([])
  })
})
