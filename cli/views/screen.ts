// The alternate screen: entered for a view, restored however
// the view ends, left while the program is suspended.
import { createPainter, type Painter } from './painter.ts'
import { holdLines } from './held-lines.ts'
import { writeNow } from './write-now.ts'

const ENTER = '\u001b[?1049h\u001b[2J\u001b[H\u001b[?25l'
const LEAVE = '\u001b[?25h\u001b[?1049l'

/** The terminal streams that a view needs; tests pass substitutes. */
export interface Terminal {
  stdin: NodeJS.ReadStream
  stdout: NodeJS.WriteStream
  /** Where the log and warnings go. */
  stderr: NodeJS.WriteStream
}

export interface Screen {
  /** The stream to which Ink writes its frames. */
  stdout: NodeJS.WriteStream
  painter: Painter
  /** Suspends the program and returns the terminal to the shell, until `fg`. */
  suspend(): void
  leave(): void
}

const SIGNALS = [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const

/**
 * Enters the alternate screen. It is left on `leave`, on a
 * signal, and when the process exits for any other reason.
 */
export function enterScreen({ stdin, stdout, stderr }: Terminal): Screen {
  let isEntered = true
  let release = holdLines(stderr)
  const write = (text: string) => void writeNow(stdout, text)
  write(ENTER)
  const restore = () => {
    if (!isEntered) return
    isEntered = false
    stdin.setRawMode?.(false)
    write(LEAVE)
    release()
  }
  const listeners = SIGNALS.map(([name, code]) => {
    const end = () => {
      restore()
      process.exit(code)
    }
    // Runs before other listeners that would exit without restoring the terminal.
    process.prependListener(name, end)
    return () => void process.removeListener(name, end)
  })
  process.once('exit', restore)
  // Ink draws a last frame on unmount, when the alternate screen may already have been left.
  const draw = (text: string) => void (isEntered && write(text))
  const painter = createPainter(draw, () => stdout.rows || 24)
  return {
    stdout: canvasOf(stdout, painter),
    painter,
    suspend() {
      restore()
      process.once('SIGCONT', () => {
        isEntered = true
        release = holdLines(stderr)
        write(ENTER)
        stdin.setRawMode?.(true)
        painter.repaint()
      })
      process.kill(process.pid, 'SIGTSTP')
    },
    leave() {
      for (const forget of listeners) forget()
      process.removeListener('exit', restore)
      restore()
    },
  }
}

/** Whether the text is a frame, not just Ink showing or hiding the cursor. */
const isFrame = (text: string): boolean => !/^(?:\u001b\[\?25[hl])*$/.test(text)

/**
 * A stream that passes frames to the painter. Ink's own drawing clears the
 * scrollback when a frame is as tall as the terminal, and counts lines from
 * a cursor that resizing has moved; in debug mode it writes whole frames.
 */
function canvasOf(stdout: NodeJS.WriteStream, painter: Painter): NodeJS.WriteStream {
  const write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    if (isFrame(String(text))) painter.paint(String(text))
    // A stream's callbacks take at most an error.
    const done = rest.find((each): each is () => void => typeof each === 'function')
    if (done) setImmediate(done)
    return true
  }
  return new Proxy(stdout, {
    get(target, name) {
      if (name === 'write') return write
      const value: unknown = Reflect.get(target, name, target)
      const bound: unknown = typeof value === 'function' ? value.bind(target) : value
      return bound
    },
  })
}
