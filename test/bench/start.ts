// Start-up time of the terminal: whole processes through the real launcher, compared with `node -e 0`.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../core/database/connect.ts'
import { addressOf } from '../../core/database/embedded.ts'
import { fillJobs, fillRecords } from './fill.ts'
import { ratioOf, median, rounds } from './rounds.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const ROOT = join(import.meta.dirname, '..', '..')
export const LAUNCHER = join(ROOT, 'cli', 'launch.cjs')
const PEAK = join(import.meta.dirname, 'peak.cjs')
/** How many jobs the owner follows: in the first rounds, and in the last. */
const JOBS = 25
const MANY_JOBS = 5_000

interface Sample {
  wallMs: number
  cpuMs: number
}

const COMMANDS = {
  node: ['-e', '0'],
  version: [LAUNCHER, '--version'],
  help: [LAUNCHER, '--help'],
  list: [LAUNCHER, 'jobs', 'list'],
  json: [LAUNCHER, 'jobs', 'list', '--json'],
}

const TICK_MS = 10

/**
 * CPU time of ended children, which Linux accounts in nanoseconds and reports in ticks; NaN on other systems.
 */
function childrenCpuMs(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS
  } catch {
    return NaN
  }
}

/** Runs a process to its end. Throws when it fails. */
export function run(args: readonly string[], env: NodeJS.ProcessEnv): Sample {
  const cpuBefore = childrenCpuMs()
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const wallMs = performance.now() - started
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${String(stderr)}`)
  return { wallMs, cpuMs: childrenCpuMs() - cpuBefore }
}

/** Peak memory of a process in MB, as it reports itself on exit. */
export function peakMb(args: readonly string[], env: NodeJS.ProcessEnv): number {
  const { output } = spawnSync(process.execPath, ['--require', PEAK, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  return Number(output[3]?.toString()) / 1024
}

/** More jobs of the local owner, whom the first command creates, as in any installation. */
async function fillOwner({ home, env }: World, jobs: number): Promise<void> {
  run(COMMANDS.list, env)
  const sql = connect({ at: addressOf(home), poolSize: 1, name: 'bench', deadlineMs: 60_000 })
  const [owner] = await sql<{ id: string }[]>`select id from users where local_owner`
  await fillJobs(sql, { userIds: [owner!.id], jobsEach: jobs })
  // The histories are made anew, of all jobs there are.
  await sql`delete from job_status_history where user_id = ${owner!.id}`
  await fillRecords(sql, [owner!.id])
  await sql`analyze jobs`
  await sql.end({ timeout: 5 })
}

export async function benchStart(world: World, full: boolean): Promise<Row[]> {
  spawnSync(process.execPath, [join(ROOT, 'cli', 'ensure-built.cjs')], { stdio: 'inherit' })
  await fillOwner(world, JOBS)
  // Two warm-up runs: the first creates the code cache, the second loads it.
  for (const args of [...Object.values(COMMANDS), ...Object.values(COMMANDS)]) run(args, world.env)
  const sides = Object.fromEntries(
    Object.entries(COMMANDS).map(([name, args]) => [name, () => run(args, world.env)]),
  ) as Record<keyof typeof COMMANDS, () => Sample>
  const samples = await rounds(full ? 60 : 24, sides)
  const peaks = await rounds(5, {
    node: () => peakMb(COMMANDS.node, world.env),
    list: () => peakMb(COMMANDS.list, world.env),
  })
  await fillOwner(world, MANY_JOBS - JOBS)
  const many = await rounds(full ? 60 : 24, { node: sides.node, list: sides.list })
  return [
    ...startRows('crm --version', samples.version, samples.node, 1.2),
    ...startRows('crm --help', samples.help, samples.node, 1.6),
    ...startRows('crm jobs list', samples.list, samples.node, 1.9),
    ...startRows('crm jobs list --json', samples.json, samples.node, 1.9),
    ...startRows('crm jobs list, of 5,000 jobs', many.list, many.node, 1.9),
    {
      name: 'crm jobs list, memory',
      measured: median(peaks.list),
      floor: { name: 'node -e 0', value: median(peaks.node) },
      unit: 'MB',
      ratio: ratioOf(peaks.list, peaks.node),
      aim: { atMost: 1.25 },
    },
  ]
}

/** Wall time, and CPU time averaged over all rounds: a single one is too short for the tick resolution. */
export function startRows(name: string, measured: Sample[], floor: Sample[], atMost: number): Row[] {
  const walls = (samples: Sample[]) => samples.map(({ wallMs }) => wallMs)
  const cpu = (samples: Sample[]) => samples.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / samples.length
  return [
    {
      name,
      measured: median(walls(measured)),
      floor: { name: 'node -e 0', value: median(walls(floor)) },
      unit: 'ms',
      ratio: ratioOf(walls(measured), walls(floor)),
      aim: { atMost },
    },
    {
      name: `${name}, CPU`,
      measured: cpu(measured),
      floor: { name: 'node -e 0', value: cpu(floor) },
      unit: 'ms',
      ratio: cpu(measured) / cpu(floor),
      aim: null,
    },
  ]
}
