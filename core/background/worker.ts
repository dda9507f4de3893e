// Runs background workers until shutdown. Through the notifier, a commit wakes a waiting worker.
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS, SECOND_MS } from '../kernel/clock.ts'
import { messageOf } from '../kernel/errors.ts'
import type { Notifier, Services } from '../kernel/context.ts'

/** A task that runs again and again. Several processes may run it at the same time. */
export interface Worker {
  name: string
  /** How long to wait after a run that found nothing to do, in ms. */
  everyMs: number
  /** Returns how many items it processed. Unless that is zero, the loop calls it again at once. After an abort it begins nothing new. */
  run(services: Services, signal: AbortSignal): Promise<number>
}

export type RunningWorkers = ReturnType<typeof startWorkers>

const STOP_MS = 10 * SECOND_MS
const MIN_BACKOFF_MS = 250
const MAX_BACKOFF_MS = MINUTE_MS / 4

/** An error never ends the process: it is logged, and the worker waits longer. */
export function startWorkers(services: Services, workers: readonly Worker[]) {
  const stopping = new AbortController()
  // Every waiting worker listens, and there may be many.
  setMaxListeners(0, stopping.signal)
  const loops = workers.map((worker) => runLoop(worker, services, stopping.signal))
  return {
    /** Lets every worker finish its current run, for ten seconds at most. */
    async stop(): Promise<void> {
      stopping.abort()
      const late = new AbortController()
      await Promise.race([Promise.all(loops), rest(STOP_MS, late.signal)])
      late.abort()
    },
  }
}

/** Does the work for one item after the other, also after a failure. Then throws the failures, so that the worker waits longer. */
export async function eachInTurn<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) if (!signal.aborted) await work(item).catch((error) => failures.push(error))
  if (failures.length) throw new AggregateError(failures, messageOf(failures[0]))
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
    await rest(restMs, signal)
  }
}

/** ± 20 %, so that processes do not all retry at the same time. */
const backoffAfter = (failures: number): number =>
  Math.min(MIN_BACKOFF_MS * 2 ** (failures - 1), MAX_BACKOFF_MS) * (0.8 + 0.4 * Math.random())

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {})

/** Wakes the workers of this process at once. Other processes look for work themselves. */
export function createNotifier(): Notifier {
  const subscribers = new Set<() => void>()
  return {
    notify: () => subscribers.forEach((wake) => wake()),
    subscribe(wake) {
      subscribers.add(wake)
      return () => void subscribers.delete(wake)
    },
  }
}
