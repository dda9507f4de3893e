// The core as the gateway opens it: the services and every operation.
import type { Config } from './config.ts'
import { superviseServer, forgetOldCopies } from './database/embedded.ts'
import { sessionsAt, type Sql } from './database/connect.ts'
import type { Operation } from './kernel/operation.ts'
import { openServices, readyDatabase, type OpenedServices, type OpenOptions } from './startup.ts'
import { operations } from './operations.ts'
import { startWorkers, type RunningWorkers, type Worker } from './background/worker.ts'
import { reconciler } from './billing/reconcile.ts'
import { eventRecovery, purchaseRecovery } from './billing/purchases/recovery.ts'
import { noticeWorker } from './intelligence/webhooks/worker.ts'
import { inboxWorker } from './inbox/sync-worker.ts'
import { emailWorker } from './mail/queue.ts'
import { digestWorker } from './watch/digest.ts'
import { deleteOldDeliveries, deliveryWorker } from './webhooks/worker.ts'
import { livenessWorker, watchWorker } from './watch/run.ts'
import { CANCELLED_MS, deleteOldCancellations } from './calendar/feed.ts'
import { deleteOldChanges } from './database/change-log.ts'
import { deleteExpiredKeys } from './database/idempotency.ts'
import { deleteOldSignIns } from './identity/sign-in-throttle.ts'
import { deleteStaleGrants } from './oauth/grant.ts'
import { DAY_MS, HOUR_MS, isoOf } from './kernel/clock.ts'
import { deleteOldMinutes } from './limits/limiter.ts'
import { DELETIONS_KEPT_MS } from './mirror/cursor.ts'

const EVENT_RETENTION_MS = 30 * DAY_MS

const STEPS: readonly ((sql: Sql, now: number) => PromiseLike<unknown>)[] = [
  deleteExpiredKeys,
  deleteOldSignIns,
  deleteStaleGrants,
  (sql, now) => deleteOldDeliveries(sql, isoOf(now - EVENT_RETENTION_MS)),
  (sql, now) => deleteOldCancellations(sql, isoOf(now - CANCELLED_MS)),
  deleteOldMinutes,
  (sql, now) => deleteOldChanges(sql, isoOf(now - DELETIONS_KEPT_MS)),
]

/** A worker for each step, so that one that fails stops no other. */
const housekeeping = STEPS.map((step): Worker => ({
  name: 'housekeeping',
  everyMs: HOUR_MS,
  async run({ sql, clock }) {
    await step(sql, clock.now())
    return 0
  },
}))

const WORKERS: readonly Worker[] = [
  ...[...housekeeping, deliveryWorker, noticeWorker, inboxWorker],
  ...[emailWorker, purchaseRecovery, eventRecovery, reconciler, watchWorker, livenessWorker, digestWorker],
]

export * from './startup.ts'
export { claimOnce } from './database/idempotency.ts'

export interface Core extends OpenedServices {
  operations: readonly Operation[]
}

export async function openReadyCore(config: Config, options: OpenOptions = {}): Promise<Core> {
  await readyDatabase(config, options.onProgress)
  if (config.databaseUrl)
    return openCore(config, { ...options, sessions: await sessionsAt(config.databaseUrl) })
  const core = openCore(config, options)
  const supervisor = superviseServer(config.home, core.services.log)
  return {
    ...core,
    async close() {
      supervisor.stop()
      await core.close()
      await forgetOldCopies(config.home)
    },
  }
}

export const openCore = (config: Config, options: OpenOptions = {}): Core => ({
  ...openServices(config, options),
  operations,
})

export const startAllWorkers = ({ services }: Core): RunningWorkers => startWorkers(services, WORKERS)
