// Whether the database responds: calls that never throw and never delay a request for long.
import type { Log } from '../kernel/log.ts'

/** A request waits this long for a lease. A healthy call takes 0.4 ms, a busy one under 10. */
const PATIENCE_MS = 1_000

/**
 * After a busy second the loop runs its timers before it sends or reads what waited meanwhile: an answer that is late for
 * that reason comes within this.
 */
const GRACE_MS = 100

/** How often a database that did not answer is asked again. */
const RETRY_MS = 500

export interface Storage {
  /** True from a call that failed or was late until the database answers again. */
  down(): boolean
  /**
   * Resolves when `work` is done, failed or is late, and never rejects. `settle` gets the answer, however late it is;
   * `fail` is called when there will be none.
   */
  attempt<T>(work: () => Promise<T>, settle: (answer: T) => void, fail?: () => void): Promise<void>
  close(): void
}

/** Calls `giveUp` when patience is over; answers how to call it off. */
function patiently(giveUp: () => void): () => void {
  let late = setTimeout(() => {
    late = setTimeout(giveUp, GRACE_MS)
    late.unref()
  }, PATIENCE_MS)
  late.unref()
  return () => clearTimeout(late)
}

/** Watches one database; `ping` asks it for anything at all. */
export function watchStorage(ping: () => Promise<void>, log: Log): Storage {
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
      const waited = patiently(() => {
        lose(new Error(`No answer within ${PATIENCE_MS} ms.`))
        resolve()
      })
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
