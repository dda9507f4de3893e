// Delivery metrics of the whole installation, across all users.
import { must } from '../kernel/must.ts'
import type { Sql } from '../database/connect.ts'

export interface DeliveryFigures {
  /** Deliveries waiting for an attempt, and those of them that have failed before. */
  pending: number
  retrying: number
  /** Deliveries held until their registration is enabled. */
  held: number
  /** Seconds since the oldest pending event occurred, and since the most overdue delivery became due; 0 if none. */
  oldestPendingSeconds: number
  oldestDueSeconds: number
  /** Registrations: working, failing since their last failure, and disabled. */
  working: number
  failing: number
  disabled: number
  attempts: { outcome: 'delivered' | 'retry' | 'failed'; count: number }[]
}

export async function deliveryFigures(sql: Sql): Promise<DeliveryFigures> {
  const [[queue], [registrations], attempts] = await Promise.all([
    sql<
      Pick<DeliveryFigures, 'pending' | 'retrying' | 'held' | 'oldestPendingSeconds' | 'oldestDueSeconds'>[]
    >`
      select count(*) filter (where not held)::int as pending,
        count(*) filter (where not held and step > 0)::int as retrying,
        count(*) filter (where held)::int as held,
        greatest(0, coalesce(extract(epoch from now() - min(created_at) filter (where not held)), 0))::float8
          as oldest_pending_seconds,
        greatest(0, coalesce(extract(epoch from now() - min(due_at) filter (where not held)), 0))::float8
          as oldest_due_seconds
      from webhook_queue`,
    sql<Pick<DeliveryFigures, 'working' | 'failing' | 'disabled'>[]>`
      select count(*) filter (where disabled_at is null and failing_since is null)::int as working,
        count(*) filter (where disabled_at is null and failing_since is not null)::int as failing,
        count(*) filter (where disabled_at is not null)::int as disabled
      from webhooks`,
    sql<DeliveryFigures['attempts']>`
      select outcome, sum(attempts)::int8 as count from webhook_attempt_counts group by outcome`,
  ])
  return { ...must(queue), ...must(registrations), attempts: [...attempts] }
}
