// Every background worker of the product.
import { reconciler } from './billing/reconcile.ts'
import { eventRecovery, purchaseRecovery } from './billing/purchases/recovery.ts'
import { housekeeping } from './housekeeping.ts'
import { noticeWorker } from './intelligence/webhooks/worker.ts'
import { inboxWorker } from './inbox/sync-worker.ts'
import { emailWorker } from './mail/queue.ts'
import { digestWorker } from './watch/digest.ts'
import { deliveryWorker } from './webhooks/worker.ts'
import type { Worker } from './background/worker.ts'
import { livenessWorker, watchWorker } from './watch/run.ts'

export const WORKERS: readonly Worker[] = [
  ...[housekeeping, deliveryWorker, noticeWorker, inboxWorker],
  ...[emailWorker, purchaseRecovery, eventRecovery, reconciler, watchWorker, livenessWorker, digestWorker],
]
