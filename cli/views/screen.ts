// The alternate screen: entered for a view, restored however the view ends, left while the program is suspended.
import { writeSync } from 'node:fs'

const CLEAR = '\u001b[2J'
const REST = '\u001b[K'
const RESET = '\u001b[0m'
/** Synchronized output: supporting terminals show everything between the two sequences in one update. */
const [TOGETHER, SHOW] = ['\u001b[?2026h', '\u001b[?2026l']

const at = (row: number): string => `\u001b[${row + 1};1H`

type Painter = ReturnType<typeof createPainter>

/** Draws frames: writes only the lines that changed, so nothing flickers or scrolls. */
function createPainter(write: (text: string) => void, rows: () => number) {
  let shown: string[] | undefined
  let last = ''
  const draw = (frame: string) => {
    const lines = frame.split('\n').slice(0, rows())
    const before = shown ?? []
    const drawn = lines.flatMap((line, row) =>
      line === before[row] ? [] : [`${at(row)}${line}${RESET}${REST}`],
    )
    const gone = before.slice(lines.length).map((_, place) => at(lines.length + place) + REST)
    const text = [...(shown ? [] : [CLEAR]), ...drawn, ...gone].join('')
    shown = lines
    last = frame
    if (text) write(`${TOGETHER}${text}${SHOW}`)
  }
  return {
    paint: draw,
    /** Redraws the whole last frame, after something else has written to the screen. */
    repaint() {
      shown = undefined
      draw(last)
    },
    forget: () => void (shown = undefined),
  }
}

/** Gives up on a terminal that accepts nothing for this many pauses. It is stopped (Ctrl-S), or its window is closed. */
const [PAUSE_MS, PAUSES] = [5, 400]

const pause = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)), 0, 0, ms)

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EINTR')

/** Writes the whole text to a stream's file descriptor: a slow terminal accepts it in parts or with delays. */
export function writeNow(stdout: NodeJS.WriteStream, text: string, write: typeof writeSync = writeSync) {
  const { fd } = stdout as { fd?: number } // Test streams have none.
  if (fd === undefined) return void stdout.write(text)
  let rest = Buffer.from(text)
  for (let pauses = 0; rest.length && pauses < PAUSES;) {
    try {
      rest = rest.subarray(write(fd, rest))
      pauses = 0
    } catch (error) {
      // Any other error means that the terminal is gone, so there is nothing to draw on.
      if (!isFull(error)) return
      pauses += 1
      pause(PAUSE_MS)
    }
  }
}

// The alternate screen without a cursor, with pasted text marked as such.
const ENTER = '\u001b[?1049h\u001b[2J\u001b[H\u001b[?25l\u001b[?2004h'
const LEAVE = '\u001b[?2004l\u001b[?25h\u001b[?1049l'

/** Completes a redirected `write` by calling its callback argument. */
function written(rest: readonly unknown[]): true {
  const done = rest.find((each): each is () => void => typeof each === 'function')
  if (done) setImmediate(done)
  return true
}

/** The most parts of stderr to keep while a view is open; older ones are dropped. */
const MAX_HELD = 200

/** Holds stderr output of a terminal until the returned function runs, so that it does not overwrite the view. */
function holdLines(stderr: NodeJS.WriteStream): () => void {
  // A redirected stderr does not affect the view, and may be read meanwhile.
  if (!stderr.isTTY) return () => {}
  const held: (string | Uint8Array)[] = []
  const { write } = stderr
  stderr.write = (part: string | Uint8Array, ...rest: unknown[]): boolean => {
    held.push(part)
    if (held.length > MAX_HELD) held.shift()
    return written(rest)
  }
  return () => {
    stderr.write = write
    // Drops outdated notices of waiting.
    for (const part of held.splice(0)) if (!String(part).startsWith('Waiting for ')) stderr.write(part)
  }
}

/** The terminal streams that a view needs; tests pass substitutes. */
export type Terminal = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>

const SIGNALS = [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const

/** Enters the alternate screen. It is left on `leave`, on a signal, and when the process exits for any other reason. */
export function enterScreen({ stdin, stdout, stderr }: Terminal) {
  let isEntered = true
  let release = holdLines(stderr)
  const write = (text: string) => void writeNow(stdout, text)
  write(ENTER)
  const enter = () => {
    isEntered = true
    release = holdLines(stderr)
    write(ENTER)
    stdin.setRawMode?.(true)
    painter.repaint()
  }
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
    /** Suspends the program and returns the terminal to the shell, until `fg`. */
    suspend(): void {
      restore()
      process.once('SIGCONT', enter)
      process.kill(process.pid, 'SIGTSTP')
    },
    /** Gives the terminal to something else while `work` runs. */
    handOver(work: () => void): void {
      restore()
      work()
      enter()
    },
    leave(): void {
      for (const forget of listeners) forget()
      process.removeListener('exit', restore)
      restore()
    },
  }
}

/** Whether the text is a frame, not just Ink showing or hiding the cursor. */
const isFrame = (text: string): boolean => !/^(?:\u001b\[\?25[hl])*$/.test(text)

/** Passes frames to the painter: Ink's own drawing clears the scrollback, and misplaces lines after the terminal is resized. */
function canvasOf(stdout: NodeJS.WriteStream, painter: Painter): NodeJS.WriteStream {
  const write = (text: string | Uint8Array, ...rest: unknown[]): boolean => {
    if (isFrame(String(text))) painter.paint(String(text))
    return written(rest)
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
