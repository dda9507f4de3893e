// The built program as a shell runs it: arguments, stdin and environment in, streams and exit code out.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { urlOf } from '../../core/database/embedded.ts'

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export interface RunOptions {
  stdin?: string
  /** Keeps the program waiting for it. */
  stdinAfterMs?: number
  /** Beside a bare environment: nothing of the machine's own is inherited but PATH. */
  env?: Record<string, string>
  /** The database, usually of `freshDatabase()`; one with nothing of ours in it unless given. */
  url?: string
  cwd?: string
  /** Pretends that these streams are a terminal of so many columns. */
  terminal?: { columns: number; streams?: string }
  /** Another way to start the program, and what it is told first. */
  program?: string[]
  /** Sends a signal once something has happened. */
  signal?: { name: NodeJS.Signals; after: Promise<unknown> }
}

export const LAUNCHER = join(import.meta.dirname, '..', '..', 'cli', 'launch.cjs')
const PRETEND = join(import.meta.dirname, 'pretend-terminal.cjs')

const home = mkdtempSync(join(tmpdir(), 'crm-cli-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))

/** The environment a run gets. */
export const environment = ({ env, url, terminal }: RunOptions = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  CRM_HOME: join(home, 'crm'),
  CRM_SECRET_KEY: 'a secret of the tests, thirty-two characters or more',
  DATABASE_URL: url ?? urlOf({ ...inject('address'), database: 'no_such_database' }),
  TZ: 'UTC',
  ...(terminal && {
    NODE_OPTIONS: `--require ${PRETEND}`,
    PRETEND_COLUMNS: String(terminal.columns),
    PRETEND_STREAMS: terminal.streams ?? 'stdout,stderr',
    TERM: 'xterm-256color',
  }),
  ...env,
})

/** Runs `crm …` to its end. */
export function crm(args: string[], options: RunOptions = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [...(options.program ?? [LAUNCHER]), ...args], {
    env: environment(options),
    cwd: options.cwd ?? home,
    stdio: 'pipe',
  })
  const read = (stream: NodeJS.ReadableStream) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    return () => Buffer.concat(parts).toString('utf8')
  }
  const [stdout, stderr] = [read(child.stdout), read(child.stderr)]
  // A program that ends without reading its stdin is not at fault.
  child.stdin.on('error', () => {})
  setTimeout(() => child.stdin.end(options.stdin ?? ''), options.stdinAfterMs ?? 0)
  const { signal } = options
  void signal?.after.then(() => child.kill(signal.name))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      resolve({ code: code ?? -1, stdout: stdout(), stderr: stderr() })
    })
  })
}

/** Runs `crm … --json` and reads what it said, whether it went well or not. */
export async function crmJson(args: string[], options?: RunOptions) {
  const { code, stdout, stderr } = await crm(args, options)
  // Each test says what it expects to find in there.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  return { code, stderr, body: JSON.parse(stdout) as any }
}
