// Runs command lines in this process, from the sources, through the entry of the program. What only a process shows is run
// by process.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, beforeEach, inject, vi } from 'vitest'
import { run } from '../../cli/run.ts'
import { urlOf } from '../../core/database/embedded.ts'

export interface Outcome {
  code: number
  stdout: string
  stderr: string
}

export interface RunOptions {
  stdin?: string
  /** Added to a minimal environment that inherits only PATH. */
  env?: Record<string, string>
  /** The database, usually from `freshDatabase()`; by default one without our tables. */
  url?: string
  /** Makes stdout and stderr look like a terminal of this width. */
  terminal?: { columns: number }
  /** What goes to stderr stands in stdout, in the order in which it was written, as on a terminal. */
  isOneStream?: boolean
}

/** The home of all of them, which is gone at the end. */
export const CLI_HOME = mkdtempSync(join(tmpdir(), 'crm-cli-'))
process.once('exit', () => rmSync(CLI_HOME, { recursive: true, force: true }))

/** The environment of a run. */
export const variables = ({ env, url }: RunOptions): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: CLI_HOME,
  CRM_HOME: join(CLI_HOME, 'crm'),
  CRM_SECRET_KEY: 'a secret of the tests, thirty-two characters or more',
  DATABASE_URL: url ?? urlOf({ ...inject('address'), database: 'no_such_database' }),
  TZ: 'UTC',
  ...env,
})

/** What a process has once for all that it runs: of its environment, and of the options of process.ts. */
const OF_A_PROCESS = new Set([
  ...['TZ', 'LANG', 'LC_ALL', 'LC_TIME', 'NODE_OPTIONS', 'HOME'],
  ...['cwd', 'program', 'signal', 'stdinAfterMs', 'streams'],
])

/** A stream that keeps what is written. */
function kept({ terminal, env }: RunOptions) {
  const parts: Buffer[] = []
  return {
    isTTY: terminal !== undefined,
    columns: terminal?.columns ?? 0,
    hasColors: () => terminal !== undefined && env?.['TERM'] !== 'dumb' && !env?.['NO_COLOR'],
    write: (part: string | Uint8Array) => parts.push(Buffer.from(part)),
    text: () => Buffer.concat(parts).toString('utf8'),
  }
}

/** Runs `crm …` in this process. */
export async function crm(args: string[], options: RunOptions = {}): Promise<Outcome> {
  const own = Object.keys({ ...options, ...options.env, ...options.terminal }).filter((name) =>
    OF_A_PROCESS.has(name),
  )
  if (own.length) throw new Error(`${own.join()} belongs to a process: use crmProcess.`)
  const stdout = kept(options)
  const stderr = options.isOneStream ? stdout : kept(options)
  const stdin = Readable.from([Buffer.from(options.stdin ?? '')])
  const streams = { stdin: () => stdin, stdout, stderr: () => stderr }
  const { exitCode, close } = await run(args, { env: variables(options), streams })
  await close()
  return { code: exitCode, stdout: stdout.text(), stderr: stderr.text() }
}

/** What was printed, as JSON. */
export const parsed = ({ code, stdout, stderr }: Outcome) =>
  // Each test knows the shape it expects.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  ({ code, stderr, body: JSON.parse(stdout) as any })

/** Runs `crm … --json` and parses its output, or its error. */
export const crmJson = async (args: string[], options?: RunOptions) => parsed(await crm(args, options))

/** The tests of this file run in a time zone, as the command lines in this process do. */
export const inZone = (zone: string): void => {
  const stub = () => void vi.stubEnv('TZ', zone)
  beforeAll(stub)
  beforeEach(stub)
}
