// Cooperative scheduling: long computations that yield to the event loop.

/** The longest slice; a request that arrives meanwhile waits no longer than this. */
const TURN_MS = 8

/** Runs a generator to its end, yielding to the event loop whenever a few milliseconds have passed. */
export async function runCooperatively<T>(work: Generator<void, T>): Promise<T> {
  for (let began = performance.now(); ;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < TURN_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}

/** Runs such a generator to its end without yielding, for a process that serves nobody else. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
