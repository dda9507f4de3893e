// Writes the results of attempts: individually when idle, in batches under load.
import { SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { disable, type ToDisable } from './disable.ts'
import type { PendingDelivery, LeasedRegistration, LeasedRegistrations } from './leased-registrations.ts'
import { writeResults, type Result } from './store/results.ts'

interface ResultWriter {
  add(delivery: PendingDelivery, result: Result): void
}

const MAX_BATCH_SIZE = 512
/** A batch that follows directly after another waits briefly to fill up, unless it is large already. */
const LARGE_BATCH = 192
const BATCH_WINDOW_MS = 4
const RETRY_PAUSE_MS = 250
/**
 * A result stays valid while its delivery is leased; one that can never be written must not block the others
 * forever.
 */
const MAX_RETRY_MS = 30 * SECOND_MS

interface Waiting {
  delivery: PendingDelivery
  result: Result
  until: number
}

/**
 * The writer of one worker. The next batch fills while one is being written. `done` is called with the
 * deliveries whose results were written or given up on.
 */
export function openResultWriter(
  services: Services,
  worker: string,
  leased: LeasedRegistrations,
  done: (deliveries: readonly PendingDelivery[]) => void,
): ResultWriter {
  let waiting: Waiting[] = []
  let isWriting = false

  const writeBatch = async (
    batch: readonly Waiting[],
    drained: readonly LeasedRegistration[],
  ): Promise<boolean> => {
    for (const each of drained) each.isReleasing = true
    const results = batch.map(({ result }) => result)
    const isWritten = await write(services, worker, results, drained)
    if (!isWritten) for (const each of drained) each.isReleasing = false
    return isWritten
  }
  const writeAll = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.length) {
      const batch = waiting.slice(0, MAX_BATCH_SIZE)
      waiting = waiting.slice(MAX_BATCH_SIZE)
      const drained = leased.drainedBy(batch.map(({ delivery }) => delivery))
      const isWritten = await writeBatch(batch, drained)
      const now = services.clock.now()
      const again = isWritten ? [] : batch.filter(({ until }) => now < until)
      const over = isWritten ? batch : batch.filter(({ until }) => now >= until)
      done(over.map(({ delivery }) => delivery))
      if (isWritten) leased.remove(drained)
      waiting = [...again, ...waiting]
      if (!isWritten) await pause(RETRY_PAUSE_MS)
      else if (waiting.length < LARGE_BATCH) await pause(BATCH_WINDOW_MS)
    }
    isWriting = false
  }

  return {
    add(delivery, result) {
      waiting.push({ delivery, result, until: services.clock.now() + MAX_RETRY_MS })
      if (!isWriting) void writeAll()
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A registration that cannot be disabled now is disabled after its next failure. */
const disableOrLog = (services: Services, which: ToDisable): Promise<void> =>
  disable(services, which).catch((error: unknown) =>
    services.log.warn({ error, webhookId: which.webhookId }, 'A webhook could not be disabled yet.'),
  )

async function write(
  services: Services,
  worker: string,
  results: readonly Result[],
  drained: readonly LeasedRegistration[],
): Promise<boolean> {
  const { sql, log } = services
  try {
    const toDisable = await writeResults(sql, worker, results, drained)
    await Promise.all(toDisable.map((each) => disableOrLog(services, each)))
    return true
  } catch (error) {
    log.warn({ error, attempts: results.length }, 'How deliveries went could not be written yet.')
    return false
  }
}
