// The cost of a tool call over JSON-RPC, compared with a bare express route that sends the same bytes and
// with an SDK server created per request.
import { connect } from '../../core/database/connect.ts'
import { addressOf } from '../../core/database/embedded.ts'
import { readyDatabase } from '../../core/index.ts'
import { readConfig } from '../../core/config.ts'
import { INTELLIGENCE_MCP } from '../../gateway/mcp/protocol.ts'
import { fillKeys, fillUsers } from './fill.ts'
import { underLoad, type Load } from './load.ts'
import { median, percentile, ratioOf, rounds } from './rounds.ts'
import type { Row } from './row.ts'
import { startServer, type ServerProcess } from './server.ts'
import type { World } from './world.ts'

const USERS = 50
const CONNECTIONS = 16

const ROLES = [
  ...['software-engineer', 'registered-nurse', 'accountant', 'electrician', 'data-scientist', 'editor'],
  ...['staff swe', 'senior rn', 'truck driver', 'paralegal', 'civil engineer', 'pharmacist'],
]
const CITIES = ['san-francisco-ca', 'el-paso-tx', 'Boston', 'nyc', 'Denver, CO']

interface Sample {
  perSecond: number
  p50: number
  p99: number
  cpuUs: number
}

const any = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!

const bodyOf = (role: string, city: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'analyze_compensation', arguments: { role, city } },
  })
const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'

const BODIES = ROLES.flatMap((role) => CITIES.map((city) => bodyOf(role, city)))

async function measure(server: ServerProcess, forMs: number, request: Load['request']): Promise<Sample> {
  const before = await server.cpuUs()
  const load = { port: server.port, connections: CONNECTIONS, forMs, request }
  const { perSecond, latenciesMs } = await underLoad(load)
  const cpuUs = ((await server.cpuUs()) - before) / latenciesMs.length
  return { perSecond, p50: percentile(latenciesMs, 50), p99: percentile(latenciesMs, 99), cpuUs }
}

async function keysOf(world: World): Promise<string[]> {
  await readyDatabase(readConfig({}, world.env))
  const sql = connect({ at: addressOf(world.home), poolSize: 1, name: 'bench', deadlineMs: 60_000 })
  const keys = await fillKeys(sql, await fillUsers(sql, USERS))
  await sql.end({ timeout: 5 })
  return keys
}

/** One response body of the product, which the baseline servers send. */
async function answerOf(product: ServerProcess, key: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${product.port}${INTELLIGENCE_MCP}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: bodyOf('software-engineer', 'san-francisco-ca'),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.text()
}

/** Headers that SDK servers require. */
const BOTH = { Accept: 'application/json, text/event-stream' }

export async function benchMcp(world: World, full: boolean): Promise<Row[]> {
  const keys = await keysOf(world)
  const product = await startServer('product', world.env)
  const env = { ...world.env, BENCH_ANSWER: await answerOf(product, keys[0]!) }
  const bare = await startServer('express', env)
  const bareOnOurs = await startServer('express', { ...env, BENCH_SERVER: 'ours' })
  const sdk = await startServer('sdk', env)
  const forMs = full ? 4_000 : 2_000
  const ours = (body: () => string) => () =>
    measure(product, forMs, () => ({
      path: INTELLIGENCE_MCP,
      headers: { Authorization: `Bearer ${any(keys)}` },
      body: body(),
    }))
  const theirs = (server: ServerProcess, path: string, body: () => string) => () =>
    measure(server, forMs, () => ({ path, headers: BOTH, body: body() }))
  const sides = {
    call: ours(() => any(BODIES)),
    list: ours(() => LIST),
    bare: theirs(bare, '/mcp', () => any(BODIES)),
    bareOnOurs: theirs(bareOnOurs, '/mcp', () => any(BODIES)),
    sdkEach: theirs(sdk, '/each', () => any(BODIES)),
    sdkOnce: theirs(sdk, '/once', () => any(BODIES)),
    sdkSixty: theirs(sdk, '/sixty', () => any(BODIES)),
    sdkList: theirs(sdk, '/each', () => LIST),
  }
  try {
    await rounds(1, sides)
    return rowsOf(await rounds(full ? 10 : 5, sides))
  } finally {
    await Promise.all([product, bare, bareOnOurs, sdk].map((server) => server.close()))
  }
}

type Side = 'call' | 'list' | 'bare' | 'bareOnOurs' | 'sdkEach' | 'sdkOnce' | 'sdkSixty' | 'sdkList'
type Samples = Record<Side, Sample[]>

const rates = (samples: Sample[]) => samples.map(({ perSecond }) => perSecond)
const cpus = (samples: Sample[]) => samples.map(({ cpuUs }) => cpuUs)

function rowsOf(samples: Samples): Row[] {
  const { call, list, bare, bareOnOurs, sdkEach, sdkOnce, sdkSixty, sdkList } = samples
  const row = (
    name: string,
    unit: string,
    [measured, floor]: [number[], number[]],
    floorName: string,
    aim: Row['aim'] = null,
  ): Row => ({
    name,
    measured: median(measured),
    floor: { name: floorName, value: median(floor) },
    unit,
    ratio: ratioOf(measured, floor),
    aim,
  })
  const perRequest = 'SDK server per request'
  return [
    row('tools/call', '/s', [rates(call), rates(sdkEach)], `${perRequest}, the same six tools`, {
      atLeast: 25,
    }),
    row('tools/call', '/s', [rates(call), rates(sdkSixty)], `${perRequest}, sixty tools`, { atLeast: 25 }),
    row('tools/call', '/s', [rates(call), rates(sdkOnce)], `${perRequest}, schemas kept`),
    row('tools/call, CPU', 'µs', [cpus(call), cpus(bare)], 'bare express route', { atMost: 1.5 }),
    row('tools/call, CPU', 'µs', [cpus(call), cpus(bareOnOurs)], 'the same on our server'),
    row('tools/list', '/s', [rates(list), rates(sdkList)], perRequest),
    {
      name: 'tools/call, p99',
      measured: median(call.map(({ p99 }) => p99)),
      floor: { name: 'its p50', value: median(call.map(({ p50 }) => p50)) },
      unit: 'ms',
      ratio: median(call.map(({ p50, p99 }) => p99 / p50)),
      aim: null,
    },
  ]
}
