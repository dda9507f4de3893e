// The built program as a server on its own port, which tests can signal, kill and wait for.
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** The exit code, or the signal that ended the process; by then its output is complete. */
  ended: Promise<number | NodeJS.Signals | null>
  /** Its stderr so far. */
  stderr(): string
}

const LAUNCHER = join(import.meta.dirname, '..', 'cli', 'launch.cjs')

/** The environment of a program. By TMPDIR a run of the tests finds at its end what it started. */
export const environmentOf = (env: Record<string, string>) => ({
  ...{ PATH: process.env['PATH'] ?? '', TMPDIR: process.env['TMPDIR'], TZ: 'UTC' },
  ...env,
})

/** Runs `crm serve` in this environment, of this checkout or by another's launcher, and waits until it listens. */
export function serve(env: Record<string, string>, launcher = LAUNCHER): Promise<ServerProcess> {
  const child = spawn(process.execPath, [launcher, 'serve', '--port', '0'], {
    env: environmentOf({ LOG_LEVEL: 'warn', ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stderr.on('data', (chunk) => void (err += String(chunk)))
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal)),
  )
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
      const url = /listens on (\S+)/.exec(out)?.[1]
      if (url) resolve({ url, child, ended, stderr: () => err })
    })
    void ended.then((how) => reject(new Error(`crm serve ended (${how}) before it listened: ${err}`)))
  })
}
