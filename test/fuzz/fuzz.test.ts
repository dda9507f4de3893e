// For any request to any route: no 5xx, no stack trace, a request id, the envelope, and a documented status.
import { Agent } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routeOf } from '../../core/kernel/operation.ts'
import { operations } from '../../core/operations.ts'
import { openApiDocument } from '../../gateway/openapi/document.ts'
import { refusalOf } from '../derived/answers.ts'
import { aWorld, SAMPLE_CONFIG, type World } from '../derived/world.ts'
import { useGateway } from '../gateway/harness.ts'
import { unlimited } from '../harness.ts'
import { LONG } from '../long.ts'
import { fire, shotsAt, type Reply } from './requests.ts'

/** Set by `npm run fuzz`: the duration per operation, and the seed. */
const { FUZZ_SECONDS, FUZZ_SEED } = process.env
const seed = Number(FUZZ_SEED ?? 20_260_115)
const bounds = FUZZ_SECONDS
  ? {
      numRuns: 1_000_000,
      interruptAfterTimeLimit: Number(FUZZ_SECONDS) * 1_000,
      markInterruptAsFailure: false,
    }
  : { numRuns: LONG ? 80 : 15 }

const gateway = useGateway(SAMPLE_CONFIG, unlimited)
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

const document = openApiDocument(operations, '')

/** Statuses from before the operation is looked up, or from the server itself. */
const ANYWHERE = [400, 404, 408, 413, 415, 431]

/** Unconfigured services respond 503 with this text, and addresses that cannot be read 502; no other 5xx is allowed. */
const NOT_SET_UP = /is not set up on this server/
const NOT_READ = /"code":"FETCH_FAILED"/

function judge({ status, headers, text }: Reply, documented: number[]) {
  const isElsewhere = (status === 503 && NOT_SET_UP.test(text)) || (status === 502 && NOT_READ.test(text))
  if (!isElsewhere) expect(status, text).toBeLessThan(500)
  expect([...documented, ...ANYWHERE], text).toContain(status)
  expect(headers['x-request-id']).toMatch(/^req_/)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(text).not.toMatch(/\n\s+at |node_modules|\.ts:\d|PostgresError/)
  const body: unknown = JSON.parse(text)
  if (status < 400) return
  const { refused, message, requestId } = refusalOf({
    status,
    body,
    text,
    headers: new Headers(headers as Record<string, string>),
  })
  expect(refused).toEqual([status, expect.stringMatching(/^[A-Z_]+$/)])
  expect(message).toMatch(/\S/)
  expect(requestId).toBe(headers['x-request-id'])
}

/** A long poll that waits half a minute for events; it is fuzzed by its own tests. */
const WAITS = 'webhooks.events'

/** Whose rows only reads are asked about; a write gets a user of its own, because it changes them. */
let reader: World
beforeAll(async () => {
  reader = await aWorld(gateway())
})

describe('fuzzed with arbitrary requests', () => {
  test.each(operations.filter((op) => op.name !== WAITS).map((op) => ({ name: op.name, op })))(
    '$name behaves',
    async ({ op }) => {
      const me = op.effect === 'read' ? reader : await aWorld(gateway())
      const { method, path } = routeOf(op)
      const described = document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
      const documented = Object.keys(described.responses).map(Number)
      const shots = shotsAt(op, me.credential(op), Object.values(me.ids))
      const property = fc.asyncProperty(shots, async (shot) =>
        judge(await fire(gateway().url, agent, shot), documented),
      )
      await fc.assert(property, { seed, ...bounds })
    },
    FUZZ_SECONDS ? Number(FUZZ_SECONDS) * 1_000 + 60_000 : 60_000,
  )
})
