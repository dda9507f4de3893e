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
  let [isSilent, isWatching] = [false, false]

  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

  const watch = async (): Promise<void> => {
    for (isWatching = true; open || isSilent;) {
      const quietMs = uptimeMs() - heardMs
      if (!isSilent && quietMs < silenceMs) await pause(silenceMs - quietMs)
      else if (await answered(ask, answerMs)) [isSilent, heardMs] = [false, uptimeMs()]
      else {
        const wasSilent = isSilent
        isSilent = true
        if (!wasSilent) onSilent()
        await pause(againMs)
      }
    }
    isWatching = false
  }

  return {
    isSilent: (): boolean => isSilent,
    began(): void {
      if (open++ === 0) heardMs = uptimeMs()
      if (!isWatching) void watch()
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
