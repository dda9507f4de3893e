// Metrics of deliveries, for all users together.
import { idList } from '../database/fragments.ts'
import type { Services } from '../kernel/context.ts'
import { must } from '../kernel/narrow.ts'
import { listEntitled } from './store/queue.ts'

/**
 * Reads the queue and not the history, so it is slow only with a backlog. `retrying` are pending deliveries that failed before.
 * `held` wait until their webhook is enabled. Seconds are 0 if nothing waits. What waits for a plan is pending, but not due.
 */
export async function deliveryFigures({ sql, clock }: Pick<Services, 'sql' | 'clock'>) {
  const owners = await listEntitled(sql, clock.now())
  const [[queue], [registrations], attempts] = await Promise.all([
    sql<Record<'pending' | 'retrying' | 'held' | 'oldestPendingSeconds' | 'oldestDueSeconds', number>[]>`
      select count(*) filter (where not held)::int as pending,
        count(*) filter (where not held and step > 0)::int as retrying,
        count(*) filter (where held)::int as held,
        greatest(0, coalesce(extract(epoch from now() - min(created_at) filter (where not held)), 0))::float8
          as oldest_pending_seconds,
        greatest(0, coalesce(extract(epoch from now() - min(due_at) filter (
          where not held and user_id = any (${idList(owners)}::uuid[]))), 0))::float8 as oldest_due_seconds
      from webhook_queue`,
    sql<Record<'working' | 'failing' | 'disabled', number>[]>`
      select count(*) filter (where disabled_at is null and failing_since is null)::int as working,
        count(*) filter (where disabled_at is null and failing_since is not null)::int as failing,
        count(*) filter (where disabled_at is not null)::int as disabled
      from webhooks`,
    sql<{ outcome: 'delivered' | 'retry' | 'failed'; count: number }[]>`
      select outcome, sum(attempts)::int8 as count from webhook_attempt_counts group by outcome`,
  ])
  return { ...must(queue), ...must(registrations), attempts: [...attempts] }
}

export type DeliveryFigures = Awaited<ReturnType<typeof deliveryFigures>>
