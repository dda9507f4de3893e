// Starts the built program as a shell would, for what only a process shows: signals, pipes, the folder it runs in, the time
// zone, locks. Most tests run their command lines in this process instead (run.ts).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { CLI_HOME, parsed, variables, type Outcome, type RunOptions } from './run.ts'

export interface ProcessOptions extends Omit<RunOptions, 'terminal'> {
  /** Delays stdin by this much. */
  stdinAfterMs?: number
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

/** The environment of a process. */
export const environment = (options: ProcessOptions = {}): Record<string, string> => ({
  ...(options.terminal && {
    NODE_OPTIONS: `--require ${PRETEND}`,
    PRETEND_COLUMNS: String(options.terminal.columns),
    PRETEND_STREAMS: options.terminal.streams ?? 'stdout,stderr',
    TERM: 'xterm-256color',
  }),
  ...variables(options),
})

/** Runs the built program, `crm …`, until it exits. */
export function crmProcess(args: string[], options: ProcessOptions = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [...(options.program ?? [LAUNCHER]), ...args], {
    env: environment(options),
    cwd: options.cwd ?? CLI_HOME,
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

/** `crmJson` in a process of its own. */
export const crmProcessJson = async (args: string[], options?: ProcessOptions) =>
  parsed(await crmProcess(args, options))
