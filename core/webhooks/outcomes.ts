// The SQL of how attempts ended: out of the queue into the history, or back into the queue for later.
import type { Sql } from '../database/connect.ts'
import { SECOND_MS } from '../kernel/clock.ts'
import type { Lane } from './queue.ts'
import type { Left } from './retirement.ts'
import { MOST_FAILING_MS } from './schedule.ts'

/** An attempt's end. What decides is a length, so that only the database's clock counts. */
export interface Finished extends Lane {
  id: string
  attempt: number
  dueAt: string
  outcome: 'delivered' | 'retry' | 'failed'
  gone: boolean
  restMs: number
  /** When the attempt began; ISO. */
  at: string
  durationMs: number
  status: number | null
  body: string | null
  problem: string | null
}

/**
 * Writes how attempts ended, where the delivery is still due at the time it was taken for: one that comes too late
 * changes nothing. Gives `drained` lanes back. Answers the registrations that must now be disabled.
 */
export const finish = (sql: Sql, worker: string, rows: readonly Finished[], drained: readonly Lane[]) => sql<
  Left[]
>`
  with done as materialized (
    select * from jsonb_to_recordset(${sql.json(rows.map(rowOf))}) as row (
      user_id uuid, id uuid, due_at timestamptz(3), outcome text, gone boolean, rest_ms float8, response_status int,
      problem text, log jsonb)
  ), over as (
    delete from webhook_queue q using done
    where q.user_id = done.user_id and q.id = done.id and q.due_at = done.due_at and done.outcome <> 'retry'
    returning q.user_id, q.id, q.webhook_id, q.event_id, q.event, q.attempts, q.attempt_log || done.log as attempt_log,
      q.created_at, done.outcome, done.gone, done.response_status, done.problem
  ), kept as (
    insert into webhook_history (user_id, id, webhook_id, event_id, event, status, attempts, response_status, attempt_log,
      created_at, finished_at)
    select user_id, id, webhook_id, event_id, event, outcome, attempts + 1, response_status, attempt_log, created_at, now()
    from over
  ), later as (
    update webhook_queue q
    set attempts = q.attempts + 1, step = q.step + 1, due_at = now() + make_interval(secs => done.rest_ms / ${SECOND_MS}),
      response_status = done.response_status, attempt_log = q.attempt_log || done.log
    from done
    where q.user_id = done.user_id and q.id = done.id and q.due_at = done.due_at and done.outcome = 'retry'
    returning q.user_id, q.webhook_id, done.outcome, done.gone, done.response_status, done.problem
  ), finished as (
    select user_id, webhook_id, outcome, gone, response_status, problem from over union all select * from later
  ), counted as (
    insert into webhook_attempt_counts as counts (part, outcome, attempts)
    select ${partOf(worker)}::smallint, outcome, count(*) from finished group by outcome
    on conflict (part, outcome) do update set attempts = counts.attempts + excluded.attempts
  ), health as (
    select user_id, webhook_id, bool_or(outcome = 'delivered') as took, bool_or(gone) as gone,
      coalesce('HTTP ' || max(response_status), max(problem)) as last
    from finished group by user_id, webhook_id
  ), drained as (
    select * from jsonb_to_recordset(${sql.json(drained.map(laneOf))}) as lane (user_id uuid, webhook_id uuid)
  ), marks as (
    select user_id, webhook_id, health.took, drained.webhook_id is not null as is_drained
    from health full join drained using (user_id, webhook_id)
  ), marked as (
    update webhooks w
    set failing_since = case when marks.took then null when not marks.took then coalesce(w.failing_since, now())
        else w.failing_since end,
      lease_holder = case when marks.is_drained then nullif(w.lease_holder, ${worker}) else w.lease_holder end,
      lease_until = case when marks.is_drained and w.lease_holder = ${worker} then null else w.lease_until end
    from marks
    where w.user_id = marks.user_id and w.id = marks.webhook_id
      and ((w.failing_since is null) = (not marks.took) or (marks.is_drained and w.lease_holder = ${worker}))
  )
  select w.user_id, w.id as webhook_id,
    case when health.gone then 'The receiver answered 410 Gone.'
      else 'It failed for five days, the last time with: ' || health.last end as reason
  from health join webhooks w on w.user_id = health.user_id and w.id = health.webhook_id
  where w.disabled_at is null and not health.took
    and (health.gone or w.failing_since < now() - make_interval(secs => ${MOST_FAILING_MS / SECOND_MS}))`

/** The part of the counts that a worker adds to, of sixteen. */
const partOf = (worker: string): number => parseInt(worker.slice(-1), 16)

const laneOf = ({ userId, webhookId }: Lane) => ({ user_id: userId, webhook_id: webhookId })

const rowOf = (row: Finished) => ({
  user_id: row.userId,
  id: row.id,
  due_at: row.dueAt,
  outcome: row.outcome,
  gone: row.gone,
  rest_ms: row.restMs,
  response_status: row.status,
  problem: row.problem,
  log: {
    number: row.attempt,
    at: row.at,
    durationMs: row.durationMs,
    responseStatus: row.status,
    responseBody: row.body,
    problem: row.problem,
  },
})
