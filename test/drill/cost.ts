// `npm run test:long -- cost`: what a request costs over a direct connection, through PgBouncer, and on a cluster of one and of two
// workers, on the same machine and the same version of Postgres; and what a user takes of the disk. Needs CITUS_URL.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../core/config.ts'
import { connectForMaintenance } from '../../core/database/connect.ts'
import { urlOf, type Address } from '../../core/database/embedded.ts'
import { LIMITS } from '../../core/limits/limits.ts'
import { addToken } from '../../core/identity/operations.ts'
import type { Services } from '../../core/kernel/context.ts'
import { startGateway } from '../../gateway/main.ts'
import { citusNodes, makeDatabase, onEach } from '../citus.ts'
import { as, aUser, call } from '../harness.ts'
import { hasPooler, openPooler } from '../pooler.ts'

const NAME = 'crm_cost'
const ROUNDS = 5
const EACH = 40

interface Place {
  name: string
  url: string
  close(): Promise<unknown>
}

async function placeOn(name: string, nodes: Address[], suffix: string): Promise<Place> {
  const database = `${NAME}_${suffix}`
  await makeDatabase(nodes, database, { shards: 32 })
  const drop = () => onEach(nodes, (sql) => sql.unsafe(`drop database if exists ${database} with (force)`))
  return { name, url: urlOf({ ...nodes[0]!, database }), close: drop }
}

/** The same gateway at each place, with a user and a job. */
async function openGateway({ name, url }: Place) {
  const home = mkdtempSync(join(tmpdir(), 'crm-cost-'))
  const secretKey = 'a secret of the drill, thirty-two characters or more'
  const settings = {
    CRM_HOME: home,
    DATABASE_URL: url,
    CRM_SECRET_KEY: secretKey,
    LOG_LEVEL: 'silent',
    PORT: '0',
  }
  const unlimited = Object.fromEntries(Object.keys(LIMITS).map((key) => [key, { minute: 1e6, month: null }]))
  const gateway = await startGateway(readConfig({}, settings), { workers: false, limits: unlimited as never })
  const world = { services: gateway.core.services as Services } as Parameters<typeof aUser>[0]
  const { token } = await call(addToken, as(world, await aUser(world)), { name: 'cost', scope: 'read-write' })
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${gateway.url}/api/mcp/${path}`, {
      method,
      headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { id: string }
    if (!response.ok) throw new Error(`${name}: ${method} ${path} answered ${response.status}.`)
    return answer
  }
  const close = async () => {
    await gateway.close()
    rmSync(home, { recursive: true, force: true })
  }
  return { name, ask, close, core: gateway.core, times: new Map<string, number[]>() }
}

type Opened = Awaited<ReturnType<typeof openGateway>>

const STATUSES = ['applied', 'screening', 'interviewing', 'offer']

async function round({ ask, times }: Opened): Promise<void> {
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    times.set(what, [...(times.get(what) ?? []), performance.now() - began])
    return result
  }
  for (let n = 0; n < EACH; n += 1) {
    const job = await timed('add a job', () =>
      ask('POST', 'jobs', { company: `Company ${n}`, role: 'Engineer' }),
    )
    await timed('move it', () => ask('POST', `jobs/${job.id}/status`, { status: STATUSES[n % 4] }))
    await timed('read it', () => ask('GET', `jobs/${job.id}`))
    await timed('list twenty', () => ask('GET', 'jobs?limit=20'))
    await timed('summary', () => ask('GET', 'pipeline'))
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/** Bytes of each table with its indexes, for one row. */
async function sizes({ core, name }: Opened): Promise<void> {
  const { sql } = core.services
  await sql`analyze`
  const rows = await sql<{ table: string; rows: number; bytes: number }[]>`
    select relname::text as table, reltuples::int as rows, pg_total_relation_size(c.oid)::int8 as bytes from pg_class c
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > 100 order by bytes desc`
  console.log(`\nDisk, ${name}: one user with ${ROUNDS * EACH} jobs, each moved once`)
  console.table(rows.map((row) => ({ ...row, 'bytes a row': Math.round(row.bytes / row.rows) })))
}

const nodes = await citusNodes(process.env['CITUS_URL'] ?? '')
const plain = await placeOn('direct', nodes.slice(0, 1), 'plain')
const pooler = hasPooler() ? await openPooler({ host: '127.0.0.1', ...nodes[0]! }) : undefined
const places = [
  plain,
  ...(pooler ? [{ name: 'PgBouncer', url: pooler.urlOf(`${NAME}_plain`), close: () => pooler.close() }] : []),
  await placeOn('one worker', nodes.slice(0, 2), 'one'),
  await placeOn('two workers', nodes, 'two'),
]
const opened: Opened[] = []
for (const place of places) opened.push(await openGateway(place))
for (const each of opened) await round(each)
for (const { times } of opened) times.clear()
for (let n = 1; n < ROUNDS; n += 1) for (const each of opened) await round(each)
const operations = [...opened[0]!.times.keys()]
console.log('Milliseconds of a request, median of', (ROUNDS - 1) * EACH)
console.table(
  Object.fromEntries(
    operations.map((what) => [
      what,
      Object.fromEntries(
        opened.map(({ name, times }) => [name, Number(median(times.get(what)!).toFixed(2))]),
      ),
    ]),
  ),
)
await sizes(opened[0]!)
for (const each of opened) await each.close()
for (const place of places.reverse()) await place.close()
const maintenance = connectForMaintenance(nodes[0]!)
await maintenance.end({ timeout: 1 })
