// When the database is frozen or gone: 503 within seconds and never 401, and recovery once it is back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../core/config.ts'
import { openCore, type Core } from '../../core/index.ts'
import { lineLog } from '../../core/kernel/log.ts'
import { createApp } from '../../gateway/app.ts'
import { createHttpServer, drain, listen } from '../../gateway/http/server.ts'
import { openApiDocument } from '../../gateway/openapi/document.ts'
import type { Server } from 'node:http'
import { openProxy, type Proxy } from '../proxy.ts'
import {
  gatewayPartsFor,
  requestAt,
  useGateway,
  type Answer,
  type Caller,
  type TestGateway,
} from './harness.ts'
import { sampleOf } from '../derived/samples.ts'
import { aStranger, sendPlain } from '../derived/world.ts'
import { operations } from '../../core/operations.ts'
import { newId } from '../../core/kernel/id.ts'

/** Creates users and tokens; the gateway under test has its own connection. */
const helper = useGateway()

let proxy: Proxy
let core: Core
let server: Server
let url: string

beforeAll(async () => {
  proxy = await openProxy(helper().core.database.address)
  const { secretKey } = helper().core.services.config
  const config = { ...readConfig({ CRM_HOME: '/nonexistent', DATABASE_URL: proxy.url }), secretKey }
  core = openCore(config, { log: lineLog('silent', () => {}) })
  server = createHttpServer(createApp(core, gatewayPartsFor({ ...helper().core, services: core.services })))
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
})
afterAll(async () => {
  await drain(server, 1_000)
  await proxy.close()
  await core.close()
})

type Said = Pick<Answer, 'status' | 'headers' | 'body'>

async function ask(path: string, me?: Caller): Promise<Said> {
  const response = await fetch(url + path, me ? { headers: { authorization: `Bearer ${me.token}` } } : {})
  const body: unknown = await response.json()
  return { status: response.status, headers: response.headers, body }
}

/** How many routes are asked at once. */
const AT_ONCE = 64

/** The longest until requests are served again. */
const RECOVERY_MS = 120_000

function expectUnavailable({ status, body, headers }: Said) {
  expect([status, body.code], JSON.stringify(body)).toEqual([503, 'UNAVAILABLE'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(JSON.stringify(body)).not.toMatch(/ECONN|postgres|socket|127\.0\.0\.1/i)
}

/** Retries until it is served: the pool may need a moment to notice. */
async function served(me: Caller): Promise<void> {
  const started = performance.now()
  while ((await ask('/api/mcp/jobs', me)).status !== 200)
    if (performance.now() - started > RECOVERY_MS) throw new Error('It is not served.')
    else await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('a database that is gone', () => {
  test('gives 503 for known and unknown tokens, and never 401', async () => {
    const [me, other] = [await helper().caller(), await helper().caller()]
    await served(me)
    await proxy.cut()
    for (const who of [me, other]) expectUnavailable(await ask('/api/mcp/jobs', who))
    const eight = () => Promise.all(Array.from({ length: 8 }, () => ask('/api/mcp/jobs', me)))
    for (const answer of [...(await eight()), ...(await eight())]) expectUnavailable(answer)
    expect((await ask('/healthz')).status).toBe(200)
    expect(await ask('/readyz')).toMatchObject({ status: 503, body: { database: 'unreachable' } })
    expect(openApiDocument([], '').paths['/readyz']!['get']!.responses).toHaveProperty('503')
    await proxy.restore()
    await served(me)
    await served(await helper().caller())
    expect((await ask('/readyz')).status).toBe(200)
  })
})

describe('a database that is frozen', () => {
  test('gives 503, even for many concurrent requests, and is used again when it recovers', async () => {
    const [me, other] = [await helper().caller(), await helper().caller()]
    await served(me)
    proxy.freeze()
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => ask('/api/mcp/jobs', me)),
      ask('/api/mcp/jobs', other),
      ask('/readyz'),
    ])
    answers.slice(0, -1).forEach(expectUnavailable)
    expect(answers.at(-1)!.status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)
    proxy.thaw()
    await served(me)
  })

  test('gives 503 on every route that needs it, and 5xx of no other kind', async () => {
    const world = await aStranger(helper(), { admin: true })
    await served(await helper().caller())
    const send: TestGateway = { ...helper(), request: (...asked) => requestAt(url, ...asked) }
    // Some at a time, each into a new freeze: clients and gateway share this process, and their own work is no wait.
    for (let from = 0; from < operations.length; from += AT_ONCE) {
      proxy.freeze()
      const answers = await Promise.all(
        operations.slice(from, from + AT_ONCE).map(async (op) => {
          const answer = await sendPlain(send, op, sampleOf(op, { jobs: newId() }), world.credential(op))
          return { name: op.name, access: op.access, status: answer.status }
        }),
      )
      proxy.thaw()
      expect(answers.filter(({ access, status }) => access !== 'public' && status !== 503)).toEqual([])
      expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
      await served(await helper().caller())
    }
  })
})
