// Drives a command of the built program at a terminal, usually the app: sends keys and waits for screens.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { environment, LAUNCHER } from './process.ts'
import { CLI_HOME, type RunOptions } from './run.ts'
import { shownBy, type Shown } from './screen.ts'

export interface Session {
  child: ChildProcess
  /** Waits until the screen contains a text or satisfies a predicate. */
  until(wanted: string | ((screen: string) => boolean)): Promise<string>
  /** Types keys. */
  type(keys: string): void
  screen(): Shown
  /** All bytes written so far. */
  bytes(): string
  /** The exit code, once the process has ended. */
  ended: Promise<number>
}

const PATIENCE_MS = 120_000

export function openApp(
  { columns, rows }: { columns: number; rows: number },
  options: RunOptions,
  args: readonly string[] = [],
  command = 'board',
): Session {
  const env = {
    // The app remembers its view in its home: each session has its own, unless it is given one.
    ...environment({
      ...options,
      env: { CRM_HOME: mkdtempSync(join(CLI_HOME, 'app-')), ...options.env },
      terminal: { columns, streams: 'stdin,stdout,stderr' },
    }),
    PRETEND_ROWS: String(rows),
  }
  const child = spawn(process.execPath, [LAUNCHER, command, ...args], { env, stdio: 'pipe' })
  let bytes = ''
  const waiting = new Set<() => void>()
  const heard = (part: Buffer) => {
    bytes += part.toString()
    for (const look of waiting) look()
  }
  child.stdout.setEncoding('utf8').on('data', heard)
  child.stderr.setEncoding('utf8').on('data', heard)
  child.stdin.on('error', () => {})
  const screen = () => shownBy(bytes, { columns, rows })
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)))
  return {
    child,
    ended,
    screen,
    bytes: () => bytes,
    type: (keys) => void child.stdin.write(keys),
    until(wanted) {
      const isThere = typeof wanted === 'string' ? (text: string) => text.includes(wanted) : wanted
      return new Promise((resolve, reject) => {
        const look = () => {
          const text = screen().lines.join('\n')
          if (!isThere(text)) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(text)
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(
            new Error(`The screen never showed ${String(wanted)}. It shows:\n${screen().lines.join('\n')}`),
          )
        }, PATIENCE_MS)
        waiting.add(look)
        look()
      })
    },
  }
}
