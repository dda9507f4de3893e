// Notices that the database fell silent: queries are open, none is answered, and a new connection is not either.
import { uptimeMs } from '../kernel/clock.ts'

interface HeartbeatOptions {
  /** Asks the database for any answer on a connection of its own; an error it answers counts. */
  ask: () => Promise<void>
  /** Called when it does not answer, and when it answers again. */
  onSilent: () => void
  /** How long open queries may go without any answer before the database is asked. */
  silenceMs?: number
  answerMs?: number
  /** How long after a missing answer it is asked again. */
  againMs?: number
}

/** A blocked event loop runs timers before I/O: an answer that is late only for that arrives within this time. */
const GRACE_MS = 100

/** One slow query is not silence. A silent database is known after 1.4 s, in time to say so within the promised 2.5. */
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
    // While the question is open, no other one is asked.
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

/** Time in which this process was busy does not count: a big import delays the answer to its own question. */
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
