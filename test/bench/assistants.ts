// What a route adds to the time of its model, and what it takes to hold two hundred conversations at once.
import { startModelServer, type ModelServer } from '../model/server.ts'
import { median } from './rounds.ts'
import type { Row } from './row.ts'
import { startServer, type ServerProcess } from './server-process.ts'
import type { World } from './world.ts'

const KEY = 'bench'
const MODEL_MS = 40
const BODY = JSON.stringify({ text: 'Acme hires a Staff Engineer in Berlin. EUR 95,000 a year.' })
const ANSWER = JSON.stringify({ company: 'Acme', role: 'Staff Engineer', tags: ['rust'], notes: 'A role.' })
const STREAMS = 200

/** The rows of the assistants. */
export async function benchAssistants(world: World, full: boolean): Promise<Row[]> {
  const { url } = await world.database('assistants')
  const models = await startModelServer()
  const product = await startServer('product', {
    ...world.env,
    DATABASE_URL: url,
    OPENAI_BASE_URL: models.url,
    LOG_LEVEL: 'error',
  })
  try {
    const headers = await signUp(product)
    return [
      await overhead(product, models, headers, full ? 300 : 100),
      await memory(product, models, headers),
    ]
  } finally {
    await product.close()
    await models.close()
  }
}

const at = ({ port }: ServerProcess, path: string): string => `http://127.0.0.1:${port}${path}`

async function signUp(product: ServerProcess): Promise<Record<string, string>> {
  const answer = await fetch(at(product, '/api/auth/signup'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bench@example.com', password: 'a long password of the bench' }),
  })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { cookie, 'content-type': 'application/json', 'x-ai-provider': 'openai', 'x-user-api-key': KEY }
}

async function timed(work: () => Promise<Response>): Promise<number> {
  const started = performance.now()
  const response = await work()
  await response.text()
  if (!response.ok) throw new Error(`The bench was refused with ${response.status}.`)
  return performance.now() - started
}

/** By turns, so that a neighbour on the machine slows both: the model asked directly, and through the route. */
async function overhead(
  product: ServerProcess,
  models: ModelServer,
  headers: Record<string, string>,
  times: number,
): Promise<Row> {
  models.play(KEY, { say: () => ({ text: ANSWER }), delayMs: MODEL_MS })
  const direct = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: BODY }] })
  const differences: number[] = []
  for (let n = 0; n < times + 10; n += 1) {
    const alone = await timed(() =>
      fetch(`${models.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
        body: direct,
      }),
    )
    const through = await timed(() =>
      fetch(at(product, '/api/parse-jd'), { method: 'POST', headers, body: BODY }),
    )
    if (n >= 10) differences.push(through - alone)
  }
  return {
    name: 'a route beyond its model, p50',
    measured: median(differences),
    floor: null,
    unit: 'ms',
    ratio: null,
    aim: { atMost: 5 },
  }
}

/** Memory after three rounds of streams against after the first: what is not given back would add up. */
async function memory(
  product: ServerProcess,
  models: ModelServer,
  headers: Record<string, string>,
): Promise<Row> {
  models.play(KEY, { say: () => ({ text: 'word '.repeat(200) }), paceMs: 10 })
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] })
  const stream = () => timed(() => fetch(at(product, '/api/scout-chat'), { method: 'POST', headers, body }))
  const round = async () => {
    await Promise.all(Array.from({ length: STREAMS }, stream))
    return product.memoryBytes()
  }
  const [first, , third] = [await round(), await round(), await round()]
  return {
    name: `${STREAMS} streams at once, memory after the third round`,
    measured: third / 2 ** 20,
    floor: { name: 'after the first', value: first / 2 ** 20 },
    unit: 'MiB',
    ratio: third / first,
    aim: { atMost: 1.15 },
  }
}
