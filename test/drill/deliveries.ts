// The webhook drill: events are written while workers and Postgres are killed, and a receiver refuses some.
// Acknowledged events arrive, rolled-back ones do not, and duplicates have the same id.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureServer, serverStatus, stopServer } from '../../core/database/embedded.ts'
import { emit, transaction } from '../../core/database/transaction.ts'
import { readConfig } from '../../core/config.ts'
import { principalOf } from '../../core/identity/principal.ts'
import type { Core } from '../../core/index.ts'
import { addJob } from '../../core/jobs/operations.ts'
import { neverAborts, type Context } from '../../core/kernel/context.ts'
import { newId } from '../../core/kernel/id.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import { addWebhook } from '../../core/webhooks/operations.ts'
import { serviceSignature } from '../../core/webhooks/signature.ts'
import { startGateway } from '../../gateway/main.ts'
import { environmentOf } from '../program.ts'

export interface Drill {
  events: number
  /** The maximum number of events written per second. */
  perSecond: number
  people: number
  workers: number
  workerKills: number
  postgresKills: number
  /** The receiver responds to one in this many requests with 500. */
  failsOneIn: number
  say: (sentence: string) => void
}

export interface Figures {
  /** Events whose write was acknowledged. */
  acknowledged: number
  /** Acknowledged, but never accepted by the receiver. */
  lost: number
  /** Accepted, but not in any committed transaction. */
  phantoms: number
  /** Accepted more often than necessary. */
  duplicates: number
  duplicatePercent: number
  /** Duplicates with a different id; and requests with a wrong signature. */
  strangeIds: number
  badSignatures: number
  requests: number
  refused: number
  workerKills: number
  postgresKills: number
  seconds: number
}

const SECRET = 'a secret of the drill, thirty-two characters or more'
const HOOK_SECRET = 'whsec_ZHJpbGwgZHJpbGwgZHJpbGwgZHJpbGwgZHJpbGw='
const LAUNCHER = join(import.meta.dirname, '..', '..', 'cli', 'launch.cjs')
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The receiver's accepted deliveries: delivery ids by the job of the event. */
interface Taken {
  byJob: Map<string, Map<string, number>>
  requests: number
  refused: number
  badSignatures: number
}

async function openTaker(failsOneIn: number): Promise<{ server: Server; taken: Taken; host: string }> {
  const taken: Taken = { byJob: new Map(), requests: 0, refused: 0, badSignatures: 0 }
  const server = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.on('end', () => {
      const body = Buffer.concat(parts).toString()
      if (req.headers['x-service-signature'] !== serviceSignature(HOOK_SECRET, body)) taken.badSignatures += 1
      taken.requests += 1
      if (taken.requests % failsOneIn === 0) {
        taken.refused += 1
        return void res.writeHead(500).end()
      }
      const { data } = JSON.parse(body) as { data: { id: string } }
      const ids = taken.byJob.get(data.id) ?? new Map<string, number>()
      const id = String(req.headers['x-service-delivery'])
      taken.byJob.set(data.id, ids.set(id, (ids.get(id) ?? 0) + 1))
      res.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, taken, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Worker processes; a killed one is restarted. */
function openWorkers(count: number, env: Record<string, string>) {
  const running = new Set<ChildProcess>()
  let stopped = false
  const start = () => {
    const child = spawn(process.execPath, [LAUNCHER, 'serve', '--workers-only'], {
      env: environmentOf({ LOG_LEVEL: 'error', ...env }),
      stdio: 'ignore',
    })
    running.add(child)
    child.once('exit', () => {
      running.delete(child)
      if (!stopped) setTimeout(start, 50)
    })
  }
  for (let n = 0; n < count; n += 1) start()
  return {
    killOne() {
      const all = [...running]
      all[Math.floor(Math.random() * all.length)]?.kill('SIGKILL')
    },
    async stop() {
      stopped = true
      const ends = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)))
      for (const child of running) child.kill('SIGTERM')
      await Promise.all(ends)
    },
  }
}

async function aPerson({ services }: Core): Promise<Context> {
  const userId = newId()
  await services.sql`
    insert into users (id, tier, admin, created_at, updated_at) values (${userId}, 'ultra', false, now(), now())`
  return {
    ...services,
    principal: principalOf(userId, { tier: 'ultra', admin: false }, { kind: 'local', id: null, name: null }),
    requestId: 'drill',
    client: 'drill',
    signal: neverAborts,
    operation: '',
    report: {},
  }
}

/**
 * Writes until this many events are acknowledged; every tenth transaction is rolled back after emitting its
 * event.
 */
async function write(people: readonly Context[], { events, perSecond }: Drill, acknowledged: Set<string>) {
  const began = performance.now()
  let begun = 0
  const writer = async (ctx: Context) => {
    while (acknowledged.size < events) {
      begun += 1
      const aheadMs = (begun / perSecond) * 1_000 - (performance.now() - began)
      if (aheadMs > 0) await pause(aheadMs)
      try {
        if (begun % 10 === 0) await rollBack(ctx)
        const job = await invoke(addJob, ctx, { company: 'Acme', role: `Engineer ${begun}` })
        acknowledged.add(job.id)
      } catch {
        await pause(100)
      }
    }
  }
  await Promise.all(people.map(writer))
}

const rollBack = (ctx: Context) =>
  transaction(ctx, (tx) => {
    emit(tx, 'job.created', { id: `phantom ${newId()}` })
    return Promise.reject(new Error('Rolled back on purpose.'))
  }).catch(() => {})

/** Kills processes over time, until each was killed as often as configured. */
async function kill(drill: Drill, home: string, killWorker: () => void, progress: () => number) {
  const all = [
    ...Array.from({ length: drill.workerKills }, () => 'worker' as const),
    ...Array.from({ length: drill.postgresKills }, () => 'postgres' as const),
  ].sort(() => Math.random() - 0.5)
  for (const [n, what] of all.entries()) {
    while (progress() < (n + 1) / (all.length + 1)) await pause(20)
    if (what === 'worker') killWorker()
    else {
      const { pid } = await serverStatus(home)
      if (pid) process.kill(pid, 'SIGKILL')
      await pause(200)
      for (let tries = 1; ; tries += 1) {
        const isUp = await ensureServer(home).then(
          () => true,
          () => false,
        )
        if (isUp || tries === 20) break
        await pause(200)
      }
    }
    drill.say(`killed ${n + 1} of ${all.length}: ${what}`)
  }
}

/**
 * Waits until nothing is pending. Retries are made due now, because waiting hours is not part of the drill.
 */
async function settle({ services: { sql } }: Core, say: Drill['say']): Promise<void> {
  for (let idle = 0; idle < 3;) {
    await pause(1_000)
    const left = await sql<{ pending: number }[]>`
      select count(*)::int as pending from webhook_queue where not held`.catch(() => [])
    const pending = left[0]?.pending ?? -1
    if (pending === 0) idle += 1
    else {
      idle = 0
      say(`${pending} pending`)
      await sql`
        update webhook_queue set due_at = now() where due_at > now() + interval '10 seconds'`.catch(() => {})
    }
  }
}

function count(taken: Taken, acknowledged: ReadonlySet<string>, committed: ReadonlySet<string>) {
  const lost = [...acknowledged].filter((id) => !taken.byJob.has(id)).length
  const phantoms = [...taken.byJob.keys()].filter((id) => !committed.has(id)).length
  const times = [...taken.byJob.values()].map((ids) => [...ids.values()].reduce((sum, n) => sum + n, 0))
  const duplicates = times.reduce((sum, n) => sum + n - 1, 0)
  const strangeIds = [...taken.byJob.values()].filter((ids) => ids.size > 1).length
  const duplicatePercent = Math.round((duplicates / Math.max(1, taken.byJob.size)) * 10_000) / 100
  return { lost, phantoms, duplicates, duplicatePercent, strangeIds }
}

/** Runs a drill in a temporary home. */
export async function runDrill(drill: Drill): Promise<Figures> {
  const home = mkdtempSync(join(tmpdir(), 'crm-drill-'))
  const { server, taken, host } = await openTaker(drill.failsOneIn)
  const env = { CRM_HOME: home, CRM_SECRET_KEY: SECRET, CRM_ALLOW_PRIVATE_HOSTS: host }
  const gateway = await startGateway(readConfig({}, { ...env, PORT: '0', LOG_LEVEL: 'silent' }), {
    workers: false,
  })
  const { core } = gateway
  const began = performance.now()
  const workers = openWorkers(drill.workers, env)
  try {
    const people = await Promise.all(Array.from({ length: drill.people }, () => aPerson(core)))
    for (const ctx of people)
      await invoke(addWebhook, ctx, { url: `http://${host}/`, events: ['*'], secret: HOOK_SECRET })
    const acknowledged = new Set<string>()
    const progress = () => acknowledged.size / drill.events
    await Promise.all([write(people, drill, acknowledged), kill(drill, home, workers.killOne, progress)])
    await settle(core, drill.say)
    const rows = await core.services.sql<{ id: string }[]>`select id from jobs`
    return {
      acknowledged: acknowledged.size,
      ...count(taken, acknowledged, new Set(rows.map(({ id }) => id))),
      badSignatures: taken.badSignatures,
      requests: taken.requests,
      refused: taken.refused,
      workerKills: drill.workerKills,
      postgresKills: drill.postgresKills,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    }
  } finally {
    await workers.stop()
    await gateway.close()
    await stopServer(home)
    rmSync(home, { recursive: true, force: true })
    server.close()
    server.closeAllConnections()
  }
}
