// The cost of a run of many watched boards on which nothing changed.
import { get } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { HostMap } from '../../core/setting-values.ts'
import { DAY_MS, systemClock } from '../../core/kernel/clock.ts'
import type { Context } from '../../core/kernel/context.ts'
import { invoke } from '../../core/kernel/invoke.ts'
import { createWatch } from '../../core/watch/operations.ts'
import { fillUsers } from './fill.ts'
import type { Row } from './row.ts'
import { contextOf } from './scale.ts'
import { startServer, type ServerProcess } from './server.ts'
import type { World } from './world.ts'
import { watchWorker } from '../../core/watch/run.ts'

const BOARDS = 500
const POSTINGS = 100
const SYSTEMS = ['greenhouse', 'lever', 'ashby', 'recruitee']
const HOSTS = ['*.greenhouse.io', '*.lever.co', '*.ashbyhq.com', '*.recruitee.com']

/** Every number of the last run, in the unit of its row. */
interface Run {
  requests: number
  unchanged: number
  cpuSeconds: number
  keptMb: number
}

const countAt = ({ port }: ServerProcess): Promise<{ asked: number; unchanged: number }> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', headers: { host: 'count.example' } }, (res) => {
      const parts: Buffer[] = []
      res.on('data', (part: Buffer) => parts.push(part))
      res.on('end', () => {
        resolve(JSON.parse(Buffer.concat(parts).toString()) as { asked: number; unchanged: number })
      })
    }).on('error', reject)
  })

function keptMb(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Runs the worker until nothing is due. */
async function runAll(ctx: Context, boards: ServerProcess): Promise<Run> {
  const before = await countAt(boards)
  const cpu = process.cpuUsage()
  while ((await watchWorker.run(ctx, new AbortController().signal)) > 0);
  const { user, system } = process.cpuUsage(cpu)
  const after = await countAt(boards)
  return {
    requests: after.asked - before.asked,
    unchanged: after.unchanged - before.unchanged,
    cpuSeconds: (user + system) / 1e6,
    keptMb: keptMb(),
  }
}

/** 500 boards of four systems with 100 postings each. */
export async function benchWatch(world: World): Promise<Row[]> {
  const env = { ...world.env, BENCH_BOARDS: String(BOARDS), BENCH_POSTINGS: String(POSTINGS) }
  const boards = await startServer('boards', env)
  const { sql } = await world.database('watch')
  const [userId] = await fillUsers(sql, 1)
  let aheadMs = 0
  const base = contextOf(sql, userId!)
  const place = { host: '127.0.0.1', port: boards.port }
  const hostMap: HostMap = Object.fromEntries(HOSTS.map((host) => [host, place]))
  const clock = { now: () => systemClock.now() + aheadMs }
  const ctx: Context = { ...base, clock, config: { ...base.config, hostMap } }
  for (let at = 0; at < BOARDS; at += 1)
    await invoke(createWatch, ctx, { board: `${SYSTEMS[at % SYSTEMS.length]}:team-${at}` })
  const runs: Run[] = []
  // The first reads everything, the second is compared with the third for what stays in memory.
  for (let turn = 0; turn < 3; turn += 1) {
    aheadMs += DAY_MS
    runs.push(await runAll(ctx, boards))
  }
  await Promise.all([boards.close(), base.limiter.close()])
  return rowsOf(runs[1]!, runs[2]!)
}

function rowsOf(before: Run, last: Run): Row[] {
  const row = (name: string, measured: number, unit: string, atMost: number | null): Row => ({
    ...{ name: `${BOARDS} unchanged boards × ${POSTINGS}: ${name}`, measured, unit },
    ...{ floor: null, ratio: null, aim: atMost === null ? null : { atMost } },
  })
  return [
    row('requests', last.requests, '', BOARDS),
    row('of them answered without a body', last.unchanged, '', null),
    row('CPU of the reader', last.cpuSeconds, 's', 30),
    row('memory that a run leaves', Math.max(0, last.keptMb - before.keptMb), 'MB', 10),
  ]
}
