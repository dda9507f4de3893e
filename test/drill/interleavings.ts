// Random interleavings on one home, each made from a seed: processes that start, stop, upgrade, restore and serve it, or are
// killed. Afterwards nothing was refused but what may be, nothing acknowledged is lost, and nothing is left over.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverStatus, stopServer } from '../../core/database/embedded.ts'
import { LAUNCHER } from '../cli/process.ts'

/** Homes to begin with, by what an interleaving calls them, and a backup to restore. */
export interface Prepared {
  homes: Readonly<Record<'old' | 'current', string>>
  backup: string
}

/** A stream of numbers from 0 up to 1, the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A process of an interleaving, and what became of it. */
interface Run {
  args: string[]
  child: ChildProcess
  began: number
  ended: Promise<void>
  endedAt: number
  code: number | null
  signal: NodeJS.Signals | null
  output: { stdout: string; stderr: string }
}

function start(home: string, args: string[], began: number): Run {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    CRM_HOME: home,
    CRM_SECRET_KEY: 'a secret of the drill, thirty-two characters or more',
    LOG_LEVEL: 'warn',
    TZ: 'UTC',
  }
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env,
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (part) => void (output.stdout += String(part)))
  child.stderr.on('data', (part) => void (output.stderr += String(part)))
  const run: Run = {
    args,
    child,
    began,
    endedAt: 0,
    code: null,
    signal: null,
    output,
    ended: Promise.resolve(),
  }
  run.ended = new Promise((resolve) =>
    child.once('close', (code, signal) => {
      Object.assign(run, { code, signal, endedAt: performance.now() })
      resolve()
    }),
  )
  return run
}

const MOVES = [
  'add',
  'add',
  'add',
  'list',
  'stop',
  'stop',
  'kill server',
  'kill',
  'kill',
  'restore',
  'demo',
  'serve',
  'start',
] as const

const OFTEN = Array.from({ length: 20 }, () => 'current' as const)

/** What an interleaving is drawn from; what is there twice is drawn twice as often. */
const SIZES = {
  large: {
    from: ['none', 'none', 'old', 'current'],
    most: 6,
    spansMs: [0, 300, 1_500, 3_000],
    killsMs: 1_500,
  },
  small: { from: [...OFTEN, ...OFTEN, 'none', 'old'], most: 3, spansMs: [0, 100, 300, 600], killsMs: 400 },
} as const

export type Size = keyof typeof SIZES

/** Runs the interleaving of a seed; its problems, and what happened, in order. */
export async function interleave(
  seed: number,
  prepared: Prepared,
  size: Size,
): Promise<{ problems: string[]; story: string[] }> {
  const { most, spansMs, killsMs, ...drawn } = SIZES[size]
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const folder = mkdtempSync(join(tmpdir(), 'crm-home-drill-'))
  const home = join(folder, 'home')
  const from = pick(drawn.from)
  if (from !== 'none') execFileSync('cp', ['-a', prepared.homes[from], home])
  const story = [`seed ${seed}: ${from === 'none' ? 'no home' : `the ${from} home`}`]
  const zero = performance.now()
  const runs: Run[] = []
  const run = (...args: string[]): Run => {
    const one = start(home, args, performance.now())
    runs.push(one)
    void one.ended.then(() =>
      story.push(
        `${(one.began - zero).toFixed(0)}–${(one.endedAt - zero).toFixed(0)} ms: crm ${args.join(' ')} → ${one.signal ?? one.code} ${one.output.stderr.trim().replaceAll('\n', ' / ')}`,
      ),
    )
    return one
  }
  const count = 2 + Math.floor(random() * (most - 1))
  const spanMs = pick(spansMs)
  const plan = Array.from({ length: count }, () => ({
    move: pick(MOVES),
    atMs: random() * spanMs,
    part: random(),
  }))
  await Promise.all(
    plan.map(async ({ move, atMs, part }, n) => {
      await sleep(atMs)
      if (move === 'add') await run('jobs', 'add', `Firm ${seed} ${n}`, 'Engineer').ended
      else if (move === 'list') await run('jobs', 'list').ended
      else if (move === 'stop' || move === 'start') await run('db', move).ended
      else if (move === 'restore') await run('db', 'restore', prepared.backup, '--yes').ended
      else if (move === 'demo') await run('demo').ended
      else if (move === 'serve') await served(run('serve', '--port', '0'), (1 / 3 + part) * killsMs)
      else if (move === 'kill server') await killServer(home, story, part * killsMs)
      else await killOne(runs, story, part, part * killsMs)
    }),
  )
  const isRestored = runs.some(({ args }) => args[1] === 'restore')
  const problems = [
    ...runs.flatMap((run) => problemsOf(run, isRestored)),
    ...(await problemsAfter(home, runs)),
  ]
  story.push(`in the end: ${lookAt(home)}`)
  if (!problems.length) rmSync(folder, { recursive: true, force: true })
  return { problems, story }
}

/** Ends a gateway by the signal that drains it, once it listens. */
async function served(run: Run, forMs: number): Promise<void> {
  while (run.endedAt === 0 && !run.output.stdout.includes('listens')) await sleep(20)
  await Promise.race([sleep(forMs), run.ended])
  run.child.kill('SIGTERM')
  await run.ended
}

async function killServer(home: string, story: string[], waitMs: number): Promise<void> {
  await sleep(waitMs)
  const pid = serverOf(home)
  if (pid === null) return
  process.kill(pid, 'SIGKILL')
  story.push(`killed the server ${pid}`)
}

async function killOne(runs: Run[], story: string[], part: number, waitMs: number): Promise<void> {
  await sleep(waitMs)
  const alive = runs.filter(({ endedAt }) => endedAt === 0)
  const one = alive[Math.floor(part * alive.length)]
  if (!one) return
  one.child.kill('SIGKILL')
  story.push(`killed crm ${one.args.join(' ')}`)
}

function serverOf(home: string): number | null {
  const file = join(home, 'postgres', 'data', 'postmaster.pid')
  const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : NaN
  return pid > 1 && existsSync(`/proc/${pid}`) ? pid : null
}

/**
 * What may not be: a refusal, and an error that is not explained. A restore beside a stop or a kill may say to try again, and a
 * demo made of many calls may miss jobs that a restore beside it removed.
 */
function problemsOf({ args, code, signal, output }: Run, isRestored: boolean): string[] {
  const what = `crm ${args.join(' ')}`
  if (/went wrong on our side/.test(output.stderr)) return [`${what}: internal`]
  if (signal === 'SIGKILL' || code === 0) return []
  if (args[1] === 'restore' && code === 6) return []
  if (args[0] === 'demo' && code === 3 && isRestored) return []
  return [`${what}: exit ${code ?? signal}: ${output.stderr.trim()}`]
}

/** What is lost, doubled or left over. */
async function problemsAfter(home: string, runs: readonly Run[]): Promise<string[]> {
  const list = start(home, ['jobs', 'list', '--json', '--all'], performance.now())
  await list.ended
  const problems = lostOf(runs, list.code === 0 ? list.output.stdout : '{"jobs":[]}')
  if (list.code !== 0) problems.push(`afterwards crm jobs list: exit ${list.code}: ${list.output.stderr}`)
  const { state } = await serverStatus(home)
  if (state !== 'ready') problems.push(`the state is ${state}`)
  await stopServer(home)
  return [...problems, ...leftIn(home)]
}

const lookAt = (home: string): string =>
  existsSync(join(home, 'postgres')) ? readdirSync(join(home, 'postgres')).sort().join(' ') : 'nothing'

/** An acknowledged job is there once, unless a restore replaced it; one whose process was killed is there once or not at all. */
function lostOf(runs: readonly Run[], text: string): string[] {
  const { jobs } = JSON.parse(text) as { jobs: { company: string }[] }
  const restores = runs.filter(
    ({ args, code, signal }) => args[1] === 'restore' && (code === 0 || signal !== null || code === 6),
  )
  return runs
    .filter(({ args }) => args[1] === 'add')
    .flatMap(({ args, began, code }) => {
      const found = jobs.filter(({ company }) => company === args[2]).length
      const mayBeReplaced = restores.some((restore) => restore.endedAt > began)
      const must = code === 0 && !mayBeReplaced ? 1 : 0
      return found < must || found > 1 ? [`${args[2]} is there ${found} times`] : []
    })
}

function leftIn(home: string): string[] {
  const allowed = ['data', 'server.log', 'server.log.1', 'socket', 'state']
  const names = readdirSync(join(home, 'postgres')).filter(
    (name) => !allowed.includes(name) && !name.startsWith('postgres-'),
  )
  const sockets = readdirSync(join(home, 'postgres', 'socket'))
  return [...names, ...sockets].map((name) => `left over: ${name}`)
}
