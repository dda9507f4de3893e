// Runs the built program as a shell would: arguments, stdin and environment in, streams and exit code out.
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
  /** Delays stdin by this much. */
  stdinAfterMs?: number
  /** Added to a minimal environment that inherits only PATH. */
  env?: Record<string, string>
  /** The database, usually from `freshDatabase()`; by default one without our tables. */
  url?: string
  cwd?: string
  /** Makes these streams look like a terminal of this width. */
  terminal?: { columns: number; streams?: string }
  /** Another executable, with its leading arguments. */
  program?: string[]
  /** Sends a signal after this promise resolves. */
  signal?: { name: NodeJS.Signals; after: Promise<unknown> }
}

export const LAUNCHER = join(import.meta.dirname, '..', '..', 'cli', 'launch.cjs')
const PRETEND = join(import.meta.dirname, 'pretend-terminal.cjs')

const home = mkdtempSync(join(tmpdir(), 'crm-cli-'))
process.once('exit', () => rmSync(home, { recursive: true, force: true }))

/** The environment of a run. */
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

/** Runs `crm …` until it exits. */
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
  // A program may exit without reading its stdin.
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

/** Runs `crm … --json` and parses its output, or its error. */
export async function crmJson(args: string[], options?: RunOptions) {
  const { code, stdout, stderr } = await crm(args, options)
  // Each test knows the shape it expects.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  return { code, stderr, body: JSON.parse(stdout) as any }
}
