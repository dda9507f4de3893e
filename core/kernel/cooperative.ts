// Cooperative scheduling: long computations that yield to the event loop.

/** The longest time slice, which bounds how long a request arriving meanwhile waits. */
const TURN_MS = 8

/** Runs a generator to completion, yielding to the event loop every few milliseconds. */
export async function runCooperatively<T>(work: Generator<void, T>): Promise<T> {
  for (let began = performance.now(); ;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < TURN_MS) continue
    await new Promise((resolve) => setImmediate(resolve))
    began = performance.now()
  }
}

/** Runs such a generator to completion without yielding, in a process that serves no other requests. */
export function runToEnd<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
