// Pay: what a question costs where there is no home and no database, how soon a gateway is ready and how much memory it
// has with the first lookup answered, and free-text role lookup.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { median, rounds } from './rounds.ts'
import type { Row } from './row.ts'
import { benchSearch } from './search.ts'
import { LAUNCHER, peakMb, run, startRows } from './start.ts'
import type { World } from './world.ts'

const NODE = ['-e', '0']
const BY_SLUG = [LAUNCHER, 'salary', 'show', 'registered-nurse', 'el-paso-tx', '--json']
const IN_WORDS = [LAUNCHER, 'salary', 'show', 'staff nurse', 'el paso', '--json']

const plain = (name: string, measured: number, unit: string, aim: Row['aim']): Row => ({
  name,
  measured,
  floor: null,
  unit,
  ratio: null,
  aim,
})

export async function benchPay(world: World, full: boolean): Promise<Row[]> {
  return [
    ...(await terminalRows(world, full)),
    ...(await gatewayRows(world)),
    ...(await benchSearch()).map(({ name, value, unit, floor }) =>
      plain(
        name,
        value,
        unit,
        floor === undefined ? null : unit === 'ms' ? { atMost: floor } : { atLeast: floor },
      ),
    ),
  ]
}

/** Questions in a home that does not exist, beside Node's own start. */
async function terminalRows(world: World, full: boolean): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'crm-bench-alone-'))
  const env = { ...world.env, HOME: folder, CRM_HOME: join(folder, 'home') }
  const sides = { node: NODE, slug: BY_SLUG, words: IN_WORDS }
  // Two warm-up runs: the first creates the code cache, the second loads it.
  for (const args of [...Object.values(sides), ...Object.values(sides)]) run(args, env)
  const samples = await rounds(full ? 60 : 24, {
    node: () => run(NODE, env),
    slug: () => run(BY_SLUG, env),
    words: () => run(IN_WORDS, env),
  })
  const peaks = await rounds(5, { node: () => peakMb(NODE, env), words: () => peakMb(IN_WORDS, env) })
  const left = readdirSync(folder).length + Number(existsSync(env.CRM_HOME))
  rmSync(folder, { recursive: true, force: true })
  return [
    ...startRows('crm salary show, no home', samples.slug, samples.node, 2),
    ...startRows('the same in plain words', samples.words, samples.node, 2.5),
    plain('its memory', median(peaks.words), 'MB', { atMost: 80 }),
    plain('memory of node -e 0', median(peaks.node), 'MB', null),
    plain('files it leaves behind', left, '', { atMost: 0 }),
  ]
}

const PORT = 18_787
const PAY = `http://127.0.0.1:${PORT}/api/v1/intelligence/salaries?role=registered-nurse&city=el-paso-tx`

/** The gateway as `crm serve` starts it over a database that runs. */
async function gatewayRows({ env }: World): Promise<Row[]> {
  const made = spawnSync(process.execPath, [LAUNCHER, 'keys', 'create', '--name', 'bench', '--json'], { env })
  const { key } = JSON.parse(String(made.stdout)) as { key: string }
  const starts = await rounds(5, { gateway: () => firstLookup(env, key) })
  const readyMs = median(starts.gateway.map((start) => start.readyMs))
  const memoryMb = median(starts.gateway.map((start) => start.memoryMb))
  return [
    plain('a gateway is ready, its database running', readyMs / 1_000, 's', { atMost: 1 }),
    plain('its memory with the first lookup answered', memoryMb, 'MB', { atMost: 180 }),
  ]
}

async function firstLookup(
  env: NodeJS.ProcessEnv,
  key: string,
): Promise<{ readyMs: number; memoryMb: number }> {
  const started = performance.now()
  const gateway = spawn(process.execPath, [LAUNCHER, 'serve', '--port', String(PORT)], {
    env,
    stdio: 'ignore',
  })
  try {
    while ((await statusOf(`http://127.0.0.1:${PORT}/readyz`)) !== 200) await setTimeout(5)
    const readyMs = performance.now() - started
    const status = await statusOf(PAY, { Authorization: `Bearer ${key}` })
    if (status !== 200) throw new Error(`The lookup was answered with ${status}.`)
    return { readyMs, memoryMb: residentMb(gateway) }
  } finally {
    gateway.kill('SIGTERM')
    await new Promise((resolve) => gateway.once('exit', resolve))
  }
}

const statusOf = (url: string, headers: Record<string, string> = {}): Promise<number> =>
  fetch(url, { headers }).then(
    async (response) => {
      await response.arrayBuffer()
      return response.status
    },
    () => 0,
  )

/** Resident memory, which Linux tells of any process; NaN on other systems. */
function residentMb({ pid }: ChildProcess): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return NaN
  }
}
