// The cost of webhook delivery, compared with a connection pool that posts the same signed bodies without
// persistence, and with pg-boss.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import PgBoss from 'pg-boss'
import { Agent, request } from 'undici'
import { connect, type Sql } from '../../core/database/connect.ts'
import { addJob } from '../../core/jobs/operations.ts'
import type { Context } from '../../core/kernel/context.ts'
import { newId } from '../../core/kernel/id.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import { deliveryWorker } from '../../core/webhooks/worker.ts'
import { addWebhook } from '../../core/webhooks/operations.ts'
import { deliveryHeaders } from '../../core/webhooks/signature.ts'
import { createNotifier, startWorkers } from '../../core/background/worker.ts'
import { fillUsers } from './fill.ts'
import { median, percentile, ratioOf, rounds } from './rounds.ts'
import type { Row } from './row.ts'
import { contextOf } from './scale.ts'
import { startServer } from './server.ts'
import type { World } from './world.ts'

/** One registration per user, because a single user has at most eight deliveries in flight. */
const PEOPLE = 32
const EVENTS = 20_000
const CONNECTIONS = 64
const SECRET = 'whsec_YmVuY2ggYmVuY2ggYmVuY2ggYmVuY2ggYmVuY2g='
const QUEUE = 'deliveries'
const BATCH = 50
const FETCHERS = 4
const IDLE_EVENTS = 40

const body = (n: number): string =>
  JSON.stringify({
    event: 'job.created',
    timestamp: new Date().toISOString(),
    data: { id: newId(), company: 'Acme', role: `Engineer ${n}`, notes: 'x'.repeat(400) },
  })

type Post = (text: string) => Promise<void>

/** Posts one signed body over a connection pool. */
function poster(url: string, agent: Agent): Post {
  return async (text) => {
    const timestampSeconds = Math.floor(Date.now() / 1_000)
    const headers = deliveryHeaders({
      deliveryId: newId(),
      event: 'job.created',
      timestampSeconds,
      body: text,
      secret: SECRET,
    })
    const answer = await request(url, { method: 'POST', headers, body: text, dispatcher: agent })
    await answer.body.dump()
  }
}

const perSecond = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (EVENTS / (performance.now() - began)) * 1_000
}

const bodies = (): string[] => Array.from({ length: EVENTS }, (_, n) => body(n))

async function bare(post: Post): Promise<number> {
  const left = bodies()
  const one = async () => {
    for (let text = left.pop(); text !== undefined; text = left.pop()) await post(text)
  }
  return perSecond(() => Promise.all(Array.from({ length: CONNECTIONS }, one)))
}

async function withBoss(boss: PgBoss, post: Post): Promise<number> {
  await boss.insert(bodies().map((text) => ({ name: QUEUE, data: { text } })))
  let left = EVENTS
  const fetcher = async () => {
    while (left > 0) {
      const jobs = await boss.fetch<{ text: string }>(QUEUE, { batchSize: BATCH })
      await Promise.all(jobs.map(({ data }) => post(data.text)))
      if (jobs.length)
        await boss.complete(
          QUEUE,
          jobs.map(({ id }) => id),
        )
      left -= jobs.length
    }
  }
  return perSecond(() => Promise.all(Array.from({ length: FETCHERS }, fetcher)))
}

/** Events and their deliveries in the state after a commit, all due. */
async function fillDeliveries(sql: Sql, people: readonly Registered[]): Promise<void> {
  const rows = bodies().map((payload, n) => ({
    ...people[n % people.length]!,
    id: newId(),
    event: newId(),
    payload,
  }))
  await sql`
    insert into outbox_events (user_id, id, name, at, payload)
    select user_id, event, 'job.created', now(), payload
    from jsonb_to_recordset(${sql.json(rows)}) as row (user_id uuid, event uuid, payload text)`
  await sql`
    insert into webhook_queue (user_id, id, webhook_id, event_id, event, due_at, created_at)
    select user_id, id, webhook_id, event, 'job.created', now(), now()
    from jsonb_to_recordset(${sql.json(rows)}) as row (user_id uuid, id uuid, webhook_id uuid, event uuid)`
}

interface Registered {
  user_id: string
  webhook_id: string
}

async function ours(ctx: Context, people: readonly Registered[]): Promise<number> {
  await fillDeliveries(ctx.sql, people)
  const isDone = async () => {
    const [row] = await ctx.sql<{ left: boolean }[]>`
      select exists (select 1 from webhook_queue) as left`
    return !row?.left
  }
  return perSecond(async () => {
    const running = startWorkers(ctx, [deliveryWorker])
    while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, 10))
    await running.stop()
  })
}

const register = async (ctx: Context, url: string, userId: string): Promise<Registered> => {
  const me = { ...ctx, principal: { ...ctx.principal, userId } }
  const webhook = await invoke(addWebhook, me, { url, events: ['*'], secret: SECRET })
  return { user_id: userId, webhook_id: webhook.id }
}

/** Milliseconds from each commit to the receiver, one event at a time. */
async function idle(ctx: Context): Promise<number[]> {
  let arrived = () => {}
  const server = createServer((req, res) => {
    arrived()
    req.resume()
    req.once('end', () => res.writeHead(204).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const [userId] = await fillUsers(ctx.sql, 1)
  const me = { ...ctx, principal: { ...ctx.principal, userId: userId! } }
  await register(ctx, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, userId!)
  const running = startWorkers(ctx, [deliveryWorker])
  const taken: number[] = []
  for (let n = 0; n < IDLE_EVENTS; n += 1) {
    const arrival = new Promise<void>((resolve) => (arrived = resolve))
    const committed = invoke(addJob, me, { company: 'Acme', role: `Engineer ${n}` }).then(() =>
      performance.now(),
    )
    await arrival
    taken.push(Math.max(0, performance.now() - (await committed)))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await running.stop()
  server.close()
  server.closeAllConnections()
  return taken
}

export async function benchDelivery(world: World, full: boolean): Promise<Row[]> {
  const { url, address } = await world.database('delivery')
  const sql = connect({ at: address, poolSize: 4, name: 'bench', deadlineMs: 60_000 })
  const sink = await startServer('sink', world.env)
  const agent = new Agent({ connections: CONNECTIONS, pipelining: 1 })
  const boss = new PgBoss({ connectionString: url, max: 4 })
  const post = poster(`http://127.0.0.1:${sink.port}/`, agent)
  const base = contextOf(sql, newId())
  const notifier = createNotifier()
  const ctx: Context = { ...base, notifier, config: { ...base.config, allowPrivateHosts: ['127.0.0.1'] } }
  try {
    boss.on('error', () => {})
    await boss.start()
    await boss.createQueue(QUEUE)
    const people: Registered[] = []
    for (const userId of await fillUsers(sql, PEOPLE))
      people.push(await register(ctx, `http://127.0.0.1:${sink.port}/`, userId))
    const sides = {
      ours: () => ours(ctx, people),
      bare: () => bare(post),
      boss: () => withBoss(boss, post),
    }
    await rounds(1, sides)
    const samples = await rounds(full ? 9 : 5, sides)
    return [...rowsOf(samples), idleRow(await idle(ctx))]
  } finally {
    await boss.stop({ graceful: false, wait: true })
    await Promise.all([sink.close(), agent.destroy(), sql.end({ timeout: 5 })])
  }
}

function rowsOf({ ours, bare, boss }: Record<'ours' | 'bare' | 'boss', number[]>): Row[] {
  const row = (floorName: string, floor: number[], atLeast: number): Row => ({
    name: 'deliveries to a local sink',
    measured: median(ours),
    floor: { name: floorName, value: median(floor) },
    unit: '/s',
    ratio: ratioOf(ours, floor),
    aim: { atLeast },
  })
  const rate = { ...row('undici pool', bare, 0), floor: null, ratio: null, aim: { atLeast: 1_500 } }
  return [rate, { ...row('undici pool', bare, 0), aim: null }, row('pg-boss 10', boss, 1.2)]
}

const idleRow = (taken: readonly number[]): Row => ({
  name: 'commit to first attempt when idle, p50',
  measured: percentile(taken, 50),
  floor: null,
  unit: 'ms',
  ratio: null,
  aim: { atMost: 10 },
})
