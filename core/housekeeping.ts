// Deletes expired rows in the background.
import { CANCELLED_MS, deleteOldCancellations } from './calendar/feed.ts'
import { deleteOldChanges } from './database/change-log.ts'
import { deleteExpiredKeys } from './database/idempotency.ts'
import { deleteOldSignIns } from './identity/sign-in-throttle.ts'
import { deleteStaleGrants } from './oauth/grant.ts'
import { DAY_MS, HOUR_MS, isoOf } from './kernel/clock.ts'
import { deleteOldMinutes } from './limits/limiter.ts'
import { FORGOTTEN_MS } from './mirror/cursor.ts'
import { deleteOldDeliveries } from './webhooks/retention.ts'
import type { Worker } from './background/worker.ts'

const EVENT_RETENTION_MS = 30 * DAY_MS

export const housekeeping: Worker = {
  name: 'housekeeping',
  everyMs: HOUR_MS,
  async run({ sql, clock }) {
    await deleteExpiredKeys(sql, clock.now())
    await deleteOldSignIns(sql, clock.now())
    await deleteStaleGrants(sql, clock.now())
    await deleteOldDeliveries(sql, isoOf(clock.now() - EVENT_RETENTION_MS))
    await deleteOldCancellations(sql, isoOf(clock.now() - CANCELLED_MS))
    await deleteOldMinutes(sql)
    await deleteOldChanges(sql, isoOf(clock.now() - FORGOTTEN_MS))
    return 0
  },
}
