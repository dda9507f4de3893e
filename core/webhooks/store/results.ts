// SQL for the results of attempts: moves deliveries from the queue to the history, or reschedules them.
import type { Sql } from '../../database/connect.ts'
import { SECOND_MS } from '../../kernel/clock.ts'
import type { ToDisable } from '../disable.ts'
import { MAX_FAILING_MS } from '../schedule.ts'
import { arrayText, type RegistrationKey } from './queue.ts'

/** The result of an attempt. The retry is given as a delay, so that only the database's clock matters. */
export interface Result extends RegistrationKey {
  id: string
  attempt: number
  dueAt: string
  outcome: 'delivered' | 'retry' | 'failed'
  gone: boolean
  restMs: number
  /** The step of the schedule that a retry is at. */
  step: number
  /** When the attempt began; ISO. */
  at: string
  durationMs: number
  status: number | null
  body: string | null
  problem: string | null
}

/**
 * Results as rows. Each array is in its own subselect, which hides its length from the planner: for hundreds
 * of rows it would scan all pending deliveries instead of using the index.
 */
const rowsOf = (sql: Sql, results: readonly Result[]) => sql`
  select user_id, id, due_at, outcome, gone, rest_ms, step, response_status, log::jsonb as log
  from unnest((select ${arrayText(results.map(({ userId }) => userId))}::uuid[]),
    (select ${arrayText(results.map(({ id }) => id))}::uuid[]),
    (select ${arrayText(results.map(({ dueAt }) => dueAt))}::timestamptz[]),
    (select ${arrayText(results.map(({ outcome }) => outcome))}::text[]),
    (select ${arrayText(results.map(({ gone }) => gone))}::boolean[]),
    (select ${arrayText(results.map(({ restMs }) => restMs))}::float8[]),
    (select ${arrayText(results.map(({ step }) => step))}::int[]),
    (select ${arrayText(results.map(({ status }) => status))}::int[]),
    (select string_to_array(${results.map(logOf).join('\n')}, ${'\n'}))
  ) as row (user_id, id, due_at, outcome, gone, rest_ms, step, response_status, log)`

/**
 * Writes results of deliveries whose due time is unchanged; a result that is too late has no effect. Releases
 * the `drained` registrations. Returns the registrations to disable.
 */
export const writeResults = (
  sql: Sql,
  worker: string,
  results: readonly Result[],
  drained: readonly RegistrationKey[],
) => sql<ToDisable[]>`
  with done as materialized (
    ${rowsOf(sql, results)}
  ), over as (
    delete from webhook_queue q using done
    where q.user_id = done.user_id and q.id = done.id and q.due_at = done.due_at and done.outcome <> 'retry'
    returning q.user_id, q.id, q.webhook_id, q.event_id, q.event, q.attempts, q.attempt_log || done.log as attempt_log,
      q.created_at, done.outcome, done.gone, done.response_status, done.log
  ), kept as (
    insert into webhook_history (user_id, id, webhook_id, event_id, event, status, attempts, response_status, attempt_log,
      created_at, finished_at)
    select user_id, id, webhook_id, event_id, event, outcome, attempts + 1, response_status, attempt_log, created_at, now()
    from over
  ), later as (
    update webhook_queue q
    set attempts = q.attempts + 1, step = done.step, due_at = now() + make_interval(secs => done.rest_ms / ${SECOND_MS}),
      response_status = done.response_status, attempt_log = q.attempt_log || done.log
    from done
    where q.user_id = done.user_id and q.id = done.id and q.due_at = done.due_at and done.outcome = 'retry'
    returning q.user_id, q.webhook_id, done.outcome, done.gone, done.response_status, done.log
  ), finished as (
    select user_id, webhook_id, outcome, gone, response_status, log from over union all select * from later
  ), counted as (
    insert into webhook_attempt_counts as counts (part, outcome, attempts)
    select ${partOf(worker)}::smallint, outcome, count(*) from finished group by outcome
    on conflict (part, outcome) do update set attempts = counts.attempts + excluded.attempts
  ), health as (
    select user_id, webhook_id, bool_or(outcome = 'delivered') as took, bool_or(gone) as gone,
      coalesce('HTTP ' || max(response_status),
        max(log #>> '{0,problem}') filter (where response_status is null)) as last
    from finished group by user_id, webhook_id
  ), drained as (
    select * from unnest(${arrayText(drained.map(({ userId }) => userId))}::uuid[],
      ${arrayText(drained.map(({ webhookId }) => webhookId))}::uuid[]) as key (user_id, webhook_id)
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
    and (health.gone or w.failing_since < now() - make_interval(secs => ${MAX_FAILING_MS / SECOND_MS}))`

/** Which of the sixteen partial counters a worker adds to. */
const partOf = (worker: string): number => parseInt(worker.slice(-1), 16)

/** A log entry on one line: JSON contains no raw line breaks, so they can separate the entries. */
const logOf = ({ attempt, at, durationMs, status, body, problem }: Result): string =>
  JSON.stringify([{ number: attempt, at, durationMs, responseStatus: status, responseBody: body, problem }])
