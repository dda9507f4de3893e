// How long `crm board` takes with 5,000 jobs: the first frame of a new process, and the latency from key to
// screen.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fillJobs, fillRecords } from './fill.ts'
import { median, percentile, ratioOf, rounds } from './rounds.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LAUNCHER = join(ROOT, 'cli', 'launch.cjs')
const PRETEND = join(ROOT, 'test', 'cli', 'pretend-terminal.cjs')
const JOBS = 5_000
const COUNT = `${JOBS.toLocaleString('en')} jobs`
/** An app that shows nothing for so long fails the bench. */
const GIVE_UP_MS = 60_000
const KEYS = 40
/** Longer than the app takes between two frames. */
const FRAME_MS = 40

interface Sample {
  firstFrameMs: number
  keysMs: number[]
}

/** Opens the board, waits for its cards, moves down and up, and quits. */
function work(env: NodeJS.ProcessEnv): Promise<Sample> {
  const started = performance.now()
  const child = spawn(process.execPath, [LAUNCHER, 'board'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let firstFrameMs = NaN
  let pressed = 0
  const keysMs: number[] = []
  let next: NodeJS.Timeout | undefined
  const press = () => {
    pressed = performance.now()
    child.stdin.write(keysMs.length === KEYS ? 'q' : keysMs.length % 2 ? 'k' : 'j')
  }
  let seen = ''
  child.stdout.on('data', (part: Buffer) => {
    seen += part.toString()
    const now = performance.now()
    if (Number.isNaN(firstFrameMs)) {
      if (!seen.includes(COUNT)) return
      firstFrameMs = now - started
      // Measure only after all cards have loaded: from then on only key presses redraw.
      next = setTimeout(press, 500)
    } else if (pressed) {
      keysMs.push(now - pressed)
      pressed = 0
    }
    // A frame comes in several parts. Up and down within one frame would draw nothing.
    if (keysMs.length > 0 && keysMs.length <= KEYS) {
      clearTimeout(next)
      next = setTimeout(press, FRAME_MS)
    }
  })
  const stuck = setTimeout(() => child.kill('SIGKILL'), GIVE_UP_MS)
  return new Promise((resolve, reject) =>
    child.once('close', () => {
      clearTimeout(next)
      clearTimeout(stuck)
      if (keysMs.length >= KEYS) resolve({ firstFrameMs, keysMs: keysMs.slice(0, KEYS) })
      else reject(new Error(`The app drew ${keysMs.length} of ${KEYS} keys. It showed: ${seen.slice(-500)}`))
    }),
  )
}

function nodeAlone(env: NodeJS.ProcessEnv): Sample {
  const started = performance.now()
  spawnSync(process.execPath, ['-e', '0'], { env })
  return { firstFrameMs: performance.now() - started, keysMs: [] }
}

export async function benchBoard(world: World, full: boolean): Promise<Row[]> {
  const { sql, url } = await world.database('board')
  const plain = { ...world.env, DATABASE_URL: url }
  const env = {
    ...plain,
    NODE_OPTIONS: `--require ${PRETEND}`,
    PRETEND_COLUMNS: '80',
    PRETEND_STREAMS: 'stdin,stdout',
    TERM: 'xterm-256color',
  }
  spawnSync(process.execPath, [LAUNCHER, 'jobs', 'list'], { env: plain })
  const [owner] = await sql<{ id: string }[]>`select id from users where local_owner`
  await fillJobs(sql, { userIds: [owner!.id], jobsEach: JOBS })
  await fillRecords(sql, [owner!.id])
  for (let warm = 0; warm < 2; warm += 1) await work(env)
  const samples = await rounds(full ? 20 : 8, { board: () => work(env), node: () => nodeAlone(plain) })
  const [frames, floor] = [samples.board, samples.node].map((all) =>
    all.map(({ firstFrameMs }) => firstFrameMs),
  ) as [number[], number[]]
  const keys = samples.board.flatMap(({ keysMs }) => keysMs)
  return [
    {
      name: 'crm board, first frame with 5,000 jobs',
      measured: median(frames),
      floor: { name: 'node -e 0', value: median(floor) },
      unit: 'ms',
      ratio: ratioOf(frames, floor),
      aim: { atMost: 7 },
    },
    keyRow('crm board, a key on the screen', median(keys), 16),
    keyRow('crm board, a key on the screen, 95th percentile', percentile(keys, 95), null),
  ]
}

const keyRow = (name: string, measured: number, atMost: number | null): Row => ({
  name,
  measured,
  floor: null,
  unit: 'ms',
  ratio: null,
  aim: atMost === null ? null : { atMost },
})
