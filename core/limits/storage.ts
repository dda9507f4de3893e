// Whether the database answers: calls through it never throw and never delay a request for long.
import type { Log } from '../kernel/log.ts'

/** A call under load takes less than 10 ms, but gateways that start on busy cores delayed one for over a second. */
const PATIENCE_MS = 2_300

/** A blocked event loop runs timers before I/O. An answer that was only delayed by this arrives within this time. */
const GRACE_MS = 100

const RETRY_MS = 500

export interface Storage {
  /** True from a failed or late call until the database answers again. */
  down(): boolean
  /** What `work` returns; null if it fails or takes too long. */
  attempt<T>(work: () => PromiseLike<T>): Promise<T | null>
  close(): void
}

/** Watches one database; `ping` is any query to it. */
export function watchStorage(ping: () => Promise<void>, log: Log, patienceMs = PATIENCE_MS): Storage {
  let isDown = false
  let isClosed = false
  let probe: NodeJS.Timeout | undefined

  const probeLater = (): void => {
    if (isClosed) return
    probe = setTimeout(() => void ping().then(find, probeLater), RETRY_MS)
    probe.unref()
  }
  const find = (): void => {
    isDown = false
    if (!isClosed) log.info({}, 'The limiter reaches the database again.')
  }
  const lose = (cause: unknown): void => {
    if (isDown || isClosed) return
    isDown = true
    log.warn(
      { cause },
      'The limiter gets no answer from the database. Limited calls are refused until it does.',
    )
    probeLater()
  }

  return {
    down: () => isDown || isClosed,
    async attempt(work) {
      const patience = patienceOf(patienceMs)
      try {
        return await Promise.race([work(), patience.over])
      } catch (cause) {
        lose(cause)
        return null
      } finally {
        patience.end()
      }
    },
    close() {
      isClosed = true
      clearTimeout(probe)
    },
  }
}

/** A promise that rejects after the timeout, and a function that ends the timeout early. */
function patienceOf(ms: number): { over: Promise<never>; end: () => void } {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    const giveUp = () => reject(new Error(`No answer within ${ms} ms.`))
    timer = setTimeout(() => (timer = setTimeout(giveUp, GRACE_MS)), ms)
  })
  return { over, end: () => clearTimeout(timer) }
}
