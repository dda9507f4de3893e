// Writing how attempts ended: alone when it is quiet, in batches when many end at once.
import { SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import type { Lanes } from './lanes.ts'
import { finish, type Finished } from './outcomes.ts'
import type { Lane } from './queue.ts'
import { retire, type Left } from './retirement.ts'

export interface Ends {
  /** Calls back once it is written, or once the lease is over and writing it would change nothing. */
  write(row: Finished, written: () => void): void
}

const MOST_AT_ONCE = 256
/** A second batch right after the first waits a moment, unless it is large already. */
const LARGE = 128
const GATHER_MS = 3
const REST_MS = 250
/** Of the thirty seconds of a lease an attempt takes twelve at most. */
const WORTH_WRITING_MS = 18 * SECOND_MS

interface Waiting {
  row: Finished
  until: number
  written: () => void
}

/** Ends of one worker. While one batch is written the next gathers. */
export function openEnds(services: Services, worker: string, lanes: Lanes): Ends {
  const waiting: Waiting[] = []
  let isWriting = false

  const writeAll = async () => {
    if (isWriting) return
    isWriting = true
    while (waiting.length) {
      const batch = waiting.splice(0, MOST_AT_ONCE)
      const rows = batch.map(({ row }) => row)
      const drained = lanes.drainedBy(rows)
      lanes.leave(drained)
      const isWritten = await writeBatch(services, worker, rows, drained)
      if (isWritten) {
        lanes.end(rows)
        lanes.close(drained)
      } else lanes.stay(drained)
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
    write(row, written) {
      waiting.push({ row, until: services.clock.now() + WORTH_WRITING_MS, written })
      void writeAll()
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** What cannot be disabled now is disabled after its next failure. */
const retireOrLog = (services: Services, left: Left): Promise<void> =>
  retire(services, left).catch((error: unknown) =>
    services.log.warn({ error, webhookId: left.webhookId }, 'A webhook could not be disabled yet.'),
  )

async function writeBatch(
  services: Services,
  worker: string,
  rows: readonly Finished[],
  drained: readonly Lane[],
): Promise<boolean> {
  const { sql, log } = services
  try {
    const left = await finish(sql, worker, rows, drained)
    await Promise.all(left.map((each) => retireOrLog(services, each)))
    return true
  } catch (error) {
    log.warn({ error, attempts: rows.length }, 'How deliveries went could not be written yet.')
    return false
  }
}
