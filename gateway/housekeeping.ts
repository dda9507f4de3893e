// Rows that have had their time are removed in the background.
import { forgetOldKeys } from '../core/database/idempotency.ts'
import { forgetOldSignIns } from '../core/identity/housekeeping.ts'
import { HOUR_MS } from '../core/kernel/clock.ts'
import type { Services } from '../core/kernel/context.ts'

/** Starts the hourly round; answers how to stop it. */
export function keepHouse({ sql, clock, log }: Services): () => void {
  const round = async () => {
    await forgetOldKeys(sql, clock.now())
    await forgetOldSignIns(sql, clock.now())
  }
  const timer = setInterval(
    () => void round().catch((error: unknown) => log.warn({ error }, 'housekeeping failed')),
    HOUR_MS,
  )
  timer.unref()
  return () => clearInterval(timer)
}
