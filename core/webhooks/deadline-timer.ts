// One timer for all requests in flight, instead of two for each.

const TICK_MS = 20

export interface Timed {
  /** By `performance.now()`, which is monotonic. */
  startedAt: number
  /** When it times out. */
  deadline: number
}

export interface DeadlineTimer<T extends Timed> {
  add(call: T): void
  remove(call: T): void
  /** The calls in flight. */
  all(): Iterable<T>
}

/**
 * `ticked` is called for each call on every tick, and may remove it. The timer runs only while there are
 * calls.
 */
export function openDeadlineTimer<T extends Timed>(ticked: (call: T, now: number) => void): DeadlineTimer<T> {
  const calls = new Set<T>()
  let timer: NodeJS.Timeout | undefined
  const tick = () => {
    const now = performance.now()
    for (const call of calls) ticked(call, now)
    if (calls.size) return
    clearInterval(timer)
    timer = undefined
  }
  return {
    add(call) {
      calls.add(call)
      timer ??= setInterval(tick, TICK_MS)
    },
    remove: (call) => void calls.delete(call),
    all: () => calls,
  }
}
