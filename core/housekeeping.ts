// Deletes expired rows in the background.
import { CANCELLED_MS, forgetCancellations } from './calendar/feed.ts'
import { forgetOldKeys } from './database/idempotency.ts'
import { forgetOldSignIns } from './identity/housekeeping.ts'
import { forgetStaleGrants } from './oauth/housekeeping.ts'
import { DAY_MS, HOUR_MS, isoOf } from './kernel/clock.ts'
import { forgetOldDeliveries } from './webhooks/retention.ts'
import type { Worker } from './workers.ts'

const EVENTS_KEPT_MS = 30 * DAY_MS

/** The hourly cleanup. */
export const housekeeping: Worker = {
  name: 'housekeeping',
  everyMs: HOUR_MS,
  async run({ sql, clock }) {
    await forgetOldKeys(sql, clock.now())
    await forgetOldSignIns(sql, clock.now())
    await forgetStaleGrants(sql, clock.now())
    await forgetOldDeliveries(sql, isoOf(clock.now() - EVENTS_KEPT_MS))
    await forgetCancellations(sql, isoOf(clock.now() - CANCELLED_MS))
    return 0
  },
}
