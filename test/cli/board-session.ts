// Drives the built program's board: sends keys and waits for screens.
import { spawn, type ChildProcess } from 'node:child_process'
import { environment, LAUNCHER } from './process.ts'
import { type RunOptions } from './run.ts'
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

const PATIENCE_MS = 20_000

export function openBoard(
  { columns, rows }: { columns: number; rows: number },
  options: RunOptions,
  args: readonly string[] = [],
): Session {
  const env = {
    ...environment({ ...options, terminal: { columns, streams: 'stdin,stdout,stderr' } }),
    PRETEND_ROWS: String(rows),
  }
  const child = spawn(process.execPath, [LAUNCHER, 'board', ...args], { env, stdio: 'pipe' })
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
