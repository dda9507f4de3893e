// What a background worker is, and the loop that runs workers until shutdown.
import { setMaxListeners } from 'node:events'
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'

/** A recurring task. Several processes may run the same worker concurrently. */
export interface Worker {
  name: string
  /** The pause after a run that found nothing to do, in milliseconds. */
  everyMs: number
  /** Returns how many items it processed, and runs again at once unless zero. After an abort it starts nothing new. */
  run(services: Services, signal: AbortSignal): Promise<number>
}

export interface RunningWorkers {
  /** Lets every worker finish its current run, for ten seconds at most. */
  stop(): Promise<void>
}

const STOP_MS = 10 * SECOND_MS
const MIN_BACKOFF_MS = 250
const MAX_BACKOFF_MS = MINUTE_MS / 4

/** An error never ends the process: it is logged, and the worker backs off. */
export function startWorkers(services: Services, workers: readonly Worker[]): RunningWorkers {
  const stopping = new AbortController()
  // Every resting worker listens, however many there are.
  setMaxListeners(0, stopping.signal)
  const loops = workers.map((worker) => runLoop(worker, services, stopping.signal))
  return {
    async stop() {
      stopping.abort()
      const late = new AbortController()
      await Promise.race([Promise.all(loops), sleep(STOP_MS, late.signal)])
      late.abort()
    },
  }
}

async function runLoop(worker: Worker, services: Services, signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const restMs = await worker.run(services, signal).then(
      (done) => {
        failures = 0
        return done > 0 ? 0 : worker.everyMs
      },
      (error: unknown) => {
        services.log.warn({ worker: worker.name, error, failures }, 'A worker failed and rests.')
        return backoffAfter((failures += 1))
      },
    )
    await sleep(restMs, signal)
  }
}

/** With ± 20 % jitter, so that processes do not retry together. */
const backoffAfter = (failures: number): number =>
  Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS) * (0.8 + 0.4 * Math.random())

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
