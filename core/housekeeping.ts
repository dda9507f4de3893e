// Rows that have had their time are removed in the background.
import { forgetOldKeys } from './database/idempotency.ts'
import { forgetOldSignIns } from './identity/housekeeping.ts'
import { HOUR_MS } from './kernel/clock.ts'
import type { Worker } from './workers.ts'

/** The hourly round. */
export const housekeeping: Worker = {
  name: 'housekeeping',
  everyMs: HOUR_MS,
  async run({ sql, clock }) {
    await forgetOldKeys(sql, clock.now())
    await forgetOldSignIns(sql, clock.now())
    return 0
  },
}
