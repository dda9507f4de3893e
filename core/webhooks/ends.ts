// Writing how attempts ended: alone when it is quiet, in batches when many end at once.
import { SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import * as queue from './queue.ts'
import { MOST_FAILING_MS } from './schedule.ts'

export interface Ends {
  /** Resolves once it is written, or once the lease is over and writing it would change nothing. */
  write(row: queue.Finished): Promise<void>
}

const MOST_AT_ONCE = 256
/** A second batch right after the first waits a moment, unless it is large already. */
const LARGE = 48
const GATHER_MS = 3
const REST_MS = 250
/** Of the thirty seconds of a lease an attempt takes twelve at most. */
const WORTH_WRITING_MS = 18 * SECOND_MS

interface Waiting {
  row: queue.Finished
  until: number
  written: () => void
}

/** Ends of one worker. While one batch is written the next gathers. */
export function openEnds(services: Services, worker: string): Ends {
  const waiting: Waiting[] = []
  let isWriting = false

  const writeAll = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.length) {
      const batch = waiting.splice(0, MOST_AT_ONCE)
      const isWritten = await writeBatch(services, worker, batch)
      const now = services.clock.now()
      const again = isWritten ? [] : batch.filter(({ until }) => now < until)
      for (const each of batch) if (!again.includes(each)) each.written()
      waiting.unshift(...again)
      if (!isWritten) await pause(REST_MS)
      else if (waiting.length < LARGE) await pause(GATHER_MS)
    }
    isWriting = false
  }

  return {
    write: (row) =>
      new Promise((written) => {
        waiting.push({ row, until: services.clock.now() + WORTH_WRITING_MS, written })
        void writeAll()
      }),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function writeBatch(
  { sql, log }: Services,
  worker: string,
  batch: readonly Waiting[],
): Promise<boolean> {
  try {
    const rows = batch.map(({ row }) => row)
    for (const { userId, webhookId, reason } of await queue.finish(sql, worker, rows, MOST_FAILING_MS)) {
      await queue.disable(sql, userId, webhookId, reason)
      log.warn({ webhookId, reason }, 'A webhook was disabled.')
    }
    return true
  } catch (error) {
    log.warn({ error, attempts: batch.length }, 'How deliveries went could not be written yet.')
    return false
  }
}
