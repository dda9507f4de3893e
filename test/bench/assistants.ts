// The overhead of an assistant route over its model call, and the cost of two hundred concurrent conversations.
import { startModelServer, type ModelServer } from '../model/server.ts'
import { median } from './rounds.ts'
import type { Row } from './row.ts'
import { startServer, type ServerProcess } from './server.ts'
import type { World } from './world.ts'

const KEY = 'bench'
const MODEL_MS = 20
/** Warm-up calls, so that V8 has compiled the hot code before measuring, as in a running server. */
const WARM = 400
const BODY = JSON.stringify({ text: 'Acme hires a Staff Engineer in Berlin. EUR 95,000 a year.' })
const ANSWER = JSON.stringify({ company: 'Acme', role: 'Staff Engineer', tags: ['rust'], notes: 'A role.' })
const STREAMS = 200

/** The benchmark rows of the assistants. */
export async function benchAssistants(world: World, full: boolean): Promise<Row[]> {
  const { url } = await world.database('assistants')
  const models = await startModelServer()
  const product = await startServer('product', {
    ...world.env,
    DATABASE_URL: url,
    OPENAI_BASE_URL: models.url,
    LOG_LEVEL: 'error',
  })
  const relay = await startServer('relay', { ...world.env, OPENAI_BASE_URL: models.url })
  try {
    const headers = await signUp(product)
    return [
      ...(await overhead({ product, relay }, models, headers, full ? 500 : 150)),
      ...(await memory(product, models, headers)),
    ]
  } finally {
    await relay.close()
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

/**
 * Alternates between direct, routed and relayed calls, so that other load on the machine affects all three.
 */
async function overhead(
  { product, relay }: Record<'product' | 'relay', ServerProcess>,
  models: ModelServer,
  headers: Record<string, string>,
  times: number,
): Promise<Row[]> {
  models.play(KEY, { say: () => ({ text: ANSWER }), delayMs: MODEL_MS })
  const direct = JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: BODY }] })
  const post = (url: string, body: string, more = headers) =>
    timed(() => fetch(url, { method: 'POST', headers: more, body }))
  const bearer = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` }
  const beyond: Record<'route' | 'relay', number[]> = { route: [], relay: [] }
  let cpuBefore = 0
  for (let n = 0; n < times + WARM; n += 1) {
    const alone = await post(`${models.url}/chat/completions`, direct, bearer)
    const through = await post(at(product, '/api/parse-jd'), BODY)
    const relayed = await post(at(relay, '/'), direct)
    if (n < WARM) continue
    if (n === WARM) cpuBefore = await product.cpuUs()
    beyond.route.push(through - alone)
    beyond.relay.push(relayed - alone)
  }
  const cpuMs = ((await product.cpuUs()) - cpuBefore) / (times - 1) / 1_000
  const plainly = { floor: null, unit: 'ms', ratio: null }
  return [
    {
      ...plainly,
      name: 'a route beyond its model, p50',
      measured: median(beyond.route),
      aim: { atMost: 5 },
    },
    { ...plainly, name: 'the same through a bare relay', measured: median(beyond.relay), aim: null },
    { ...plainly, name: 'its CPU time', measured: cpuMs, aim: null },
  ]
}

/** Memory after three rounds of streams compared with after the first; a leak would grow with each round. */
async function memory(
  product: ServerProcess,
  models: ModelServer,
  headers: Record<string, string>,
): Promise<Row[]> {
  models.play(KEY, { say: () => ({ text: 'word '.repeat(200) }), paceMs: 10 })
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'Hello' }] })
  const stream = () => timed(() => fetch(at(product, '/api/scout-chat'), { method: 'POST', headers, body }))
  const held: number[] = []
  const round = async () => {
    await Promise.all(Array.from({ length: STREAMS }, stream))
    held.push(await product.memoryBytes())
    return product.keptBytes()
  }
  const before = await product.memoryBytes()
  const [first, , third] = [await round(), await round(), await round()]
  const most = Math.max(...held)
  return [
    {
      name: `${STREAMS} streams at once, memory in use after the third round`,
      measured: third / 2 ** 20,
      floor: { name: 'after the first', value: first / 2 ** 20 },
      unit: 'MiB',
      ratio: third / first,
      aim: { atMost: 1.15 },
    },
    {
      name: 'the most the process held, garbage included',
      measured: most / 2 ** 20,
      floor: { name: 'before any', value: before / 2 ** 20 },
      unit: 'MiB',
      ratio: most / before,
      aim: { atMost: 1.5 },
    },
  ]
}
