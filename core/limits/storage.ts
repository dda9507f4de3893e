// Tracks whether the database responds: calls through it never throw and never delay a request for long.
import type { Log } from '../kernel/log.ts'

/**
 * How long a request waits for a lease by default. A healthy call takes 0.4 ms and a busy one less than 10, but
 * three gateways that start on two busy cores have kept one waiting for more than a second.
 */
const PATIENCE_MS = 2_500

/**
 * An event loop that was blocked runs its timers before it handles pending I/O, so a response that is late only
 * for that reason arrives within this time.
 */
const GRACE_MS = 100

/** How often an unresponsive database is probed. */
const RETRY_MS = 500

export interface Storage {
  /** True from a failed or late call until the database responds again. */
  down(): boolean
  /**
   * Resolves when `work` is done, fails or times out, and never rejects. `settle` receives the response,
   * however late; `fail` is called when there will be none.
   */
  attempt<T>(work: () => Promise<T>, settle: (answer: T) => void, fail?: () => void): Promise<void>
  close(): void
}

/** Calls `giveUp` after the timeout; returns a function that cancels it. */
function givingUpAfter(giveUp: () => void, patienceMs: number): () => void {
  let late = setTimeout(() => {
    late = setTimeout(giveUp, GRACE_MS)
    late.unref()
  }, patienceMs)
  late.unref()
  return () => clearTimeout(late)
}

/** Monitors one database; `ping` is any query to it. */
export function watchStorage(ping: () => Promise<void>, log: Log, patienceMs = PATIENCE_MS): Storage {
  let down = false
  let closed = false
  let probe: NodeJS.Timeout | undefined

  const lose = (cause: unknown): void => {
    if (down || closed) return
    down = true
    log.warn(
      { cause },
      'The limiter gets no answer from the database. It spends what it holds, then refuses.',
    )
    probeLater()
  }

  const probeLater = (): void => {
    if (closed) return
    probe = setTimeout(() => void ping().then(find, probeLater), RETRY_MS)
    probe.unref()
  }

  const find = (): void => {
    if (!closed) log.info({}, 'The limiter reaches the database again.')
    down = false
  }

  const attempt = <T>(
    work: () => Promise<T>,
    settle: (answer: T) => void,
    fail?: () => void,
  ): Promise<void> =>
    new Promise((resolve) => {
      const waited = givingUpAfter(() => {
        lose(new Error(`No answer within ${patienceMs} ms.`))
        resolve()
      }, patienceMs)
      const lost = (cause: unknown): void => {
        lose(cause)
        fail?.()
      }
      void Promise.resolve()
        .then(work)
        .then(settle)
        .catch(lost)
        .finally(() => {
          waited()
          resolve()
        })
    })

  const close = (): void => {
    closed = true
    clearTimeout(probe)
  }

  return { down: () => down, attempt, close }
}
