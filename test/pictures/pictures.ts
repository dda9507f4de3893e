// Takes the pictures of the README and the guide: runs the built program at a fixed time on an invented search, and draws its screens.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shownBy, type Shown } from '../cli/screen.ts'
import { jobsFile, NOW, TYPED } from './search.ts'
import { animationOf, svgOf, type Frame } from './svg.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const LAUNCHER = join(ROOT, 'cli', 'launch.cjs')
const PRELOADS = [
  join(ROOT, 'test', 'cli', 'pretend-terminal.cjs'),
  join(ROOT, 'test', 'pictures', 'pretend-clock.cjs'),
]

/** Where the pictures are. */
export const FOLDER = join(ROOT, 'docs', 'pictures')

interface Picture {
  name: string
  title: string
  args: readonly string[]
  columns: number
  /** A screen that is left with `q`, of this many rows, once it shows all of this. */
  until?: { texts: readonly string[]; rows: number }
}

const PICTURES: readonly Picture[] = [
  { name: 'today', title: 'crm: what today brings, what waits for an answer and what to do next', args: [], columns: 96 },
  { name: 'board', title: 'crm board: the jobs of a search in columns by status, and the selected job beside them', args: ['board'], columns: 140, until: { texts: ['Tidewater', 'Cedar', 'Kestrel', 'Northwind', 'Timeline', '◷', '▲'], rows: 24 } },
  { name: 'salary', title: 'crm salary show: pay of software engineers in San Francisco', args: ['salary', 'show', 'swe', 'sf'], columns: 100 },
  { name: 'stats', title: 'crm stats: the funnel, answers by source, time in stage and weekly activity', args: ['stats'], columns: 80 },
] // prettier-ignore

/** The screens of the first minute: those of an empty home, the import, and those after it. */
const FIRST: readonly Picture['args'][] = [[], ['jobs', 'import', 'jobs.json', '--yes']]
const THEN: readonly Pick<Picture, 'args' | 'until'>[] = [
  { args: ['ls', '-s', 'open'] },
  { args: [] },
  { args: ['board'], until: { texts: ['Tidewater', 'Cedar', 'Northwind', '◷'], rows: 24 } },
]
const MINUTE_COLUMNS = 96

/** Where the program keeps what it needs: a folder, and the database if it is not in that folder. */
export interface Place {
  home: string
  url?: string
}

const environment = ({ home, url }: Place, terminal?: { columns: number; rows: number }) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  CRM_HOME: home,
  ...(url !== undefined && { DATABASE_URL: url }),
  CRM_SECRET_KEY: 'a secret of the pictures, thirty-two characters or more',
  TZ: 'America/New_York',
  LANG: 'en_US.UTF-8',
  TERM: 'xterm-256color',
  PRETEND_NOW: new Date(NOW).toISOString(),
  PRETEND_COLUMNS: String(terminal?.columns ?? 80),
  PRETEND_ROWS: String(terminal?.rows ?? 24),
  PRETEND_STREAMS: terminal ? 'stdin,stdout,stderr' : '',
  NODE_OPTIONS: (terminal ? PRELOADS : PRELOADS.slice(1)).map((file) => `--require ${file}`).join(' '),
})

const start = (args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [LAUNCHER, ...args], { cwd: env['HOME'], env, stdio: 'pipe' })

/** Types a command that has to succeed. */
async function typed(args: readonly string[], place: Place): Promise<void> {
  const child = start(args, environment(place))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.setEncoding('utf8').on('data', (part: string) => (said += part))
  child.stdin!.end()
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`crm ${args.join(' ')} ended with ${code}:\n${said}`)
}

/** The most rows of what a command prints. */
const MOST_ROWS = 100

/** The screen after a command, or that of a view before it is left. */
async function screenOf({ args, columns, until }: Picture, place: Place): Promise<Shown> {
  const size = { columns, rows: until?.rows ?? MOST_ROWS }
  const child = start(args, environment(place, size))
  let bytes = ''
  let shown: Shown | undefined
  let notes = ''
  child.stderr!.setEncoding('utf8').on('data', (part: string) => (notes += part))
  child.stdout!.setEncoding('utf8').on('data', (part: string) => {
    bytes += part
    if (!until || shown) return
    const screen = shownBy(bytes, size)
    if (!until.texts.every((text) => screen.lines.some((line) => line.includes(text)))) return
    shown = screen
    child.stdin!.write('q')
  })
  if (!until) child.stdin!.end()
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`crm ${args.join(' ')} ended with ${code}:\n${bytes}`)
  // What was done is said on stderr.
  return shown ?? shownBy((bytes || notes).replace(/\r?\n/g, '\r\n'), size)
}

/** The pictures by name, as SVG, made in an empty place. */
export async function takePictures(place: Place): Promise<Record<string, string>> {
  writeFileSync(join(place.home, 'jobs.json'), jobsFile())
  const minute: Frame[] = []
  const film = async (picture: Pick<Picture, 'args' | 'until'>) => {
    const shown = await screenOf({ name: '', title: '', columns: MINUTE_COLUMNS, ...picture }, place)
    minute.push({ shown, command: ['crm', ...picture.args].join(' ') })
  }
  for (const args of FIRST) await film({ args })
  for (const args of TYPED) await typed(args, place)
  for (const picture of THEN) await film(picture)
  const title =
    'The first minute of crm: an empty home, an import, the list, what matters today, and the board'
  const pictures: Record<string, string> = { 'first-minute': animationOf(minute, title) }
  for (const picture of PICTURES) {
    const command = ['crm', ...picture.args].join(' ')
    pictures[picture.name] = svgOf(await screenOf(picture, place), { title: picture.title, command })
  }
  return pictures
}
