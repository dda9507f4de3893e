// Detects a silent database: open queries get no answers, and neither does a new connection.
import { uptimeMs } from '../kernel/clock.ts'

interface HeartbeatOptions {
  /** Queries the database on a separate connection. An error is an answer too. */
  ask: () => Promise<void>
  /** Called when the database stops answering, and when it answers again. */
  onSilent: () => void
  /** How long open queries may go without any answer before the database is asked. */
  silenceMs?: number
  answerMs?: number
  /** How long to wait after a missing answer before asking again. */
  againMs?: number
}

/** A blocked event loop runs timers before I/O. An answer that was only delayed by this arrives within this time. */
const GRACE_MS = 100

/** One slow query is not silence. Detection takes 1.4 s, so that requests fail within the promised 2.5 s. */
export function watchHeartbeat(options: HeartbeatOptions) {
  const { ask, onSilent, silenceMs = 700, answerMs = 600, againMs = 300 } = options
  let open = 0
  let heardMs = 0
  let silent = false
  let timer: NodeJS.Timeout | undefined

  const question = (): void => void answered(ask, answerMs).then((answer) => (answer ? hear() : fallSilent()))

  const after = (ms: number, run: () => void): void => {
    timer = setTimeout(run, ms)
    timer.unref()
  }

  const look = (): void => {
    timer = undefined
    if (!open) return
    const quietMs = uptimeMs() - heardMs
    if (quietMs < silenceMs) return after(silenceMs - quietMs, look)
    question()
    // While one query is open, send no other.
    after(answerMs + GRACE_MS * 2, () => {})
  }

  const hear = (): void => {
    silent = false
    heardMs = uptimeMs()
    clearTimeout(timer)
    timer = undefined
    if (open) after(silenceMs, look)
  }

  const fallSilent = (): void => {
    clearTimeout(timer)
    if (!silent) {
      silent = true
      onSilent()
    }
    after(againMs, question)
  }

  return {
    isSilent: (): boolean => silent,
    began(): void {
      if (open++ === 0) heardMs = uptimeMs()
      if (!timer) after(silenceMs, look)
    },
    /** A query ended, answered by the database or not. */
    ended(answered: boolean): void {
      open -= 1
      if (answered) heardMs = uptimeMs()
    },
  }
}

/** Time in which this process was busy does not count: a big import delays the answer. */
const answered = (ask: () => Promise<void>, answerMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    let timer: NodeJS.Timeout
    const wait = (ms: number, then: () => void): void => {
      const dueMs = uptimeMs() + ms
      timer = setTimeout(() => (uptimeMs() - dueMs > GRACE_MS ? wait(ms, then) : then()), ms)
    }
    wait(answerMs, () => wait(GRACE_MS, () => resolve(false)))
    void ask()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer))
  })
