// The gateway's overhead per request, compared with a bare server that runs the same SELECT and one that
// sends fixed text.
import { connect } from '../../core/database/connect.ts'
import { addressOf } from '../../core/database/embedded.ts'
import { readyDatabase } from '../../core/index.ts'
import { readConfig } from '../../core/config.ts'
import { fillJobs, fillKeys, fillRecords, fillTokens, fillUsers } from './fill.ts'
import { underLoad, type Load } from './load.ts'
import { median, percentile, ratioOf, rounds } from './rounds.ts'
import type { Row } from './row.ts'
import { startServer, type ServerProcess } from './server.ts'
import type { World } from './world.ts'

const USERS = 200
const JOBS_EACH = 25
const CONNECTIONS = 32
const KEYS = 50

const SALARIES = ['software-engineer', 'registered-nurse', 'accountant', 'electrician', 'pharmacist'].flatMap(
  (role) =>
    ['san-francisco-ca', 'el-paso-tx', 'boston-ma', 'denver-co'].map(
      (city) => `/api/v1/intelligence/salaries?role=${role}&city=${city}`,
    ),
)

interface Sample {
  perSecond: number
  p50: number
  p99: number
  cpuUs: number
}

interface People {
  userIds: string[]
  tokens: string[]
  keys: string[]
}

async function people(world: World): Promise<People> {
  await readyDatabase(readConfig({}, world.env))
  const sql = connect({ at: addressOf(world.home), poolSize: 1, name: 'bench', deadlineMs: 60_000 })
  const userIds = await fillUsers(sql, USERS)
  await fillJobs(sql, { userIds, jobsEach: JOBS_EACH })
  await fillRecords(sql, userIds)
  const tokens = await fillTokens(sql, userIds)
  const keys = await fillKeys(sql, userIds.slice(0, KEYS))
  await sql`analyze`
  await sql.end({ timeout: 5 })
  return { userIds, tokens, keys }
}

async function measure(server: ServerProcess, forMs: number, request: Load['request']): Promise<Sample> {
  const before = await server.cpuUs()
  const { perSecond, latenciesMs } = await underLoad({
    port: server.port,
    connections: CONNECTIONS,
    forMs,
    request,
  })
  const cpuUs = ((await server.cpuUs()) - before) / latenciesMs.length
  return { perSecond, p50: percentile(latenciesMs, 50), p99: percentile(latenciesMs, 99), cpuUs }
}

/** Headers that the baseline's Node adds by itself. */
const NODE_ADDS = ['connection', 'date', 'keep-alive']

/** One response of the product, which the baseline server sends: the same headers and the same body. */
async function answerOf(
  product: ServerProcess,
  { path, headers }: ReturnType<Load['request']>,
): Promise<{ BENCH_ANSWER: string; BENCH_HEAD: string }> {
  const response = await fetch(`http://127.0.0.1:${product.port}${path}`, { headers: headers ?? {} })
  const body = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${body}`)
  const head = [...response.headers].filter(([name]) => !NODE_ADDS.includes(name)).flat()
  return { BENCH_ANSWER: body, BENCH_HEAD: JSON.stringify(head) }
}

const any = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)]!

export async function benchGateway(world: World, full: boolean): Promise<Row[]> {
  const { userIds, tokens, keys } = await people(world)
  const product = await startServer('product', world.env)
  const salary = () => ({ path: any(SALARIES), headers: { Authorization: `Bearer ${any(keys)}` } })
  const bare = await startServer('bare', { ...world.env, ...(await answerOf(product, salary())) })
  const forMs = full ? 4_000 : 2_000
  const sides = {
    list: () =>
      measure(product, forMs, () => ({
        path: '/api/mcp/jobs?limit=20',
        headers: { Authorization: `Bearer ${any(tokens)}` },
      })),
    bareList: () => measure(bare, forMs, () => ({ path: `/${any(userIds)}` })),
    static: () => measure(product, forMs, () => ({ path: '/healthz' })),
    bareStatic: () => measure(bare, forMs, () => ({ path: '/healthz' })),
    salary: () => measure(product, forMs, salary),
    bareSalary: () => measure(bare, forMs, salary),
  }
  try {
    // Warm up connections, prepared statements, first-use token updates and JIT compilation: one-time costs
    // that are far larger for the product than for a bare server.
    await rounds(3, sides)
    return rowsOf(await rounds(full ? 10 : 6, sides))
  } finally {
    await Promise.all([product.close(), bare.close()])
  }
}

type Side = 'list' | 'bareList' | 'static' | 'bareStatic' | 'salary' | 'bareSalary'

function rowsOf(samples: Record<Side, Sample[]>): Row[] {
  const { list, bareList } = samples
  return [
    ...pair('GET /api/mcp/jobs', list, bareList, 'node:http + SELECT', 0.6),
    {
      name: `GET /api/mcp/jobs, p99`,
      measured: median(list.map(({ p99 }) => p99)),
      floor: { name: 'its p50', value: median(list.map(({ p50 }) => p50)) },
      unit: 'ms',
      ratio: median(list.map(({ p50, p99 }) => p99 / p50)),
      aim: { atMost: 3 },
    },
    {
      name: 'the same of node:http + SELECT',
      measured: median(bareList.map(({ p99 }) => p99)),
      floor: { name: 'its p50', value: median(bareList.map(({ p50 }) => p50)) },
      unit: 'ms',
      ratio: median(bareList.map(({ p50, p99 }) => p99 / p50)),
      aim: null,
    },
    ...pair('GET /healthz', samples.static, samples.bareStatic, 'node:http', 0.35),
    ...pair('salary lookup', samples.salary, samples.bareSalary, 'node:http, same bytes', 0.14),
  ]
}

function pair(name: string, measured: Sample[], floor: Sample[], floorName: string, atLeast: number): Row[] {
  const rates = (samples: Sample[]) => samples.map(({ perSecond }) => perSecond)
  const cpu = (samples: Sample[]) => samples.map(({ cpuUs }) => cpuUs)
  return [
    {
      name,
      measured: median(rates(measured)),
      floor: { name: floorName, value: median(rates(floor)) },
      unit: '/s',
      ratio: ratioOf(rates(measured), rates(floor)),
      aim: { atLeast },
    },
    {
      name: `${name}, CPU`,
      measured: median(cpu(measured)),
      floor: { name: floorName, value: median(cpu(floor)) },
      unit: 'µs',
      ratio: ratioOf(cpu(measured), cpu(floor)),
      aim: null,
    },
  ]
}
