// No caller gets another's response: thousands of concurrent calls with the same id, from many keys, some
// aborted.
import { request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import { unlimited } from '../../harness.ts'
import { LONG } from '../../long.ts'
import { useGateway } from '../harness.ts'
import { keyHolder } from '../intelligence/key-holder.ts'
import { PATH } from './mcp-client.ts'

const gateway = useGateway({}, unlimited)

const CALLS = LONG ? 10_000 : 1_000
const KEYS = 7
const AT_ONCE = 64
/** One in this many calls disconnects before its response. */
const HANGS_UP = 13

const ROLES = [
  ...['software-engineer', 'registered-nurse', 'accountant', 'electrician', 'data-scientist', 'editor'],
  ...['technical-writer', 'pharmacist', 'civil-engineer', 'paralegal', 'carpenter'],
]

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const HEADERS = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'analyze_compensation',
}

interface Got {
  id: unknown
  role: string
  requestId: string
  ownRequestId: string
}

/** One call on a pooled socket; null if it disconnected. */
function ask(key: string, role: string, hangUp: boolean, isModern: boolean): Promise<Got | null> {
  const { promise, resolve, reject } = withResolvers<Got | null>()
  const params = { name: 'analyze_compensation', arguments: { role }, ...(isModern && { _meta: META }) }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const req = httpRequest(gateway().url + PATH, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
      ...(isModern && HEADERS),
    },
  })
  req.once('error', (error) => (hangUp ? resolve(null) : reject(error)))
  req.once('response', (res) => {
    let text = ''
    res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    res.once('error', () => resolve(null))
    res.once('end', () => {
      try {
        resolve(gotOf(text, String(res.headers['x-request-id'])))
      } catch {
        reject(new Error(text))
      }
    })
  })
  req.end(body)
  if (hangUp) setImmediate(() => req.destroy())
  return promise
}

function gotOf(text: string, ownRequestId: string): Got {
  const { id, result } = JSON.parse(text) as {
    id: unknown
    result: { structuredContent: { role: { slug: string }; request_id: string } }
  }
  const { role, request_id: requestId } = result.structuredContent
  return { id, role: role.slug, requestId, ownRequestId }
}

function withResolvers<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

test(
  `${CALLS} overlapping calls of both eras with one id and ${KEYS} keys each get their own response`,
  { timeout: 900_000 },
  async () => {
    const holders = await Promise.all(Array.from({ length: KEYS }, () => keyHolder(gateway(), 'pro')))
    const wrong: unknown[] = []
    let [answered, next] = [0, 0]
    const worker = async () => {
      for (let n = next++; n < CALLS; n = next++) {
        const role = ROLES[n % ROLES.length]!
        const got = await ask(holders[n % KEYS]!.key, role, n % HANGS_UP === 0, n % 2 === 0)
        if (!got) continue
        answered += 1
        if (got.id !== 1 || got.role !== role || got.requestId !== got.ownRequestId)
          wrong.push({ n, role, got })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    expect(wrong).toEqual([])
    expect(answered).toBeGreaterThanOrEqual(CALLS - Math.ceil(CALLS / HANGS_UP))
  },
)

test('permissions are checked per call, even among concurrent ones', async () => {
  const [pro, free] = [await keyHolder(gateway(), 'pro'), await keyHolder(gateway(), 'free')]
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_capabilities' } }
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const isFree = n % 2 === 0
      const { status } = await (isFree ? free : pro).post('/mcp', body)
      return status === (isFree ? 403 : 200)
    }),
  )
  expect(answers.every(Boolean)).toBe(true)
})
