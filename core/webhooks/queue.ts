// The queue of deliveries: claiming what is due, and writing how it went. The one place of this domain whose SQL goes
// across users; every row it touches carries its user along.
import type { Sql } from '../database/connect.ts'
import { SECOND_MS } from '../kernel/clock.ts'

/** A delivery that this worker holds for thirty seconds. */
export interface Claim {
  userId: string
  id: string
  webhookId: string
  event: string
  /** This attempt's number, from 1; whoever finishes must name it. */
  attempt: number
  /** Of the schedule, from 0. */
  step: number
  url: string
  sealedSecret: Buffer
  previousSealedSecret: Buffer | null
  body: string
  /** A retry, or the registration has been failing: it gets half of the slots at most. */
  slow: boolean
}

/** An attempt's end, for `finish`. What decides is a length, so that only the database's clock counts. */
export interface Finished {
  userId: string
  id: string
  attempt: number
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

/** Longer than an attempt may take, and what a worker's death delays its deliveries by. */
const LEASE_SECONDS = 30
/** Calls to one registration at a time; to one that has been failing for a minute, fewer. */
const IN_FLIGHT = 8
const IN_FLIGHT_FAILING = 2

/**
 * Leases what is due, the oldest first, at most `free` rows of which at most `freeSlow` are slow. The registrations
 * with something pending are found by skipping through the index, and of each only the front of its line is looked at:
 * whatever waits behind one hanging receiver costs the others nothing, and a lease in the front keeps its place taken.
 * The commit does not wait for the disk: a crash of Postgres may forget a lease, which repeats a delivery at worst.
 */
export const claim = (
  sql: Sql,
  worker: string,
  { free, freeSlow }: { free: number; freeSlow: number },
) => sql<Claim[]>`
  with recursive waiting as (
    (select user_id, webhook_id from webhook_deliveries where status = 'pending'
      order by user_id, webhook_id limit 1)
    union all
    select next.user_id, next.webhook_id from waiting
    cross join lateral (
      select d.user_id, d.webhook_id from webhook_deliveries d
      where d.status = 'pending' and (d.user_id, d.webhook_id) > (waiting.user_id, waiting.webhook_id)
      order by d.user_id, d.webhook_id limit 1
    ) next
  ), front as (
    select line.*, w.failing_since is not null or line.step > 0 as slow
    from waiting
    join webhooks w on w.user_id = waiting.user_id and w.id = waiting.webhook_id and w.disabled_at is null
    cross join lateral (
      select d.user_id, d.id, d.step, d.due_at, d.leased_until from webhook_deliveries d
      where d.user_id = waiting.user_id and d.webhook_id = waiting.webhook_id
        and d.status = 'pending' and d.due_at <= now()
      order by d.due_at, d.id
      limit case when w.failing_since < now() - interval '1 minute' then ${IN_FLIGHT_FAILING}::int
        else ${IN_FLIGHT}::int end
    ) line
    where line.leased_until is null or line.leased_until < now()
  ), chosen as (
    select user_id, id, slow from (
      select user_id, id, slow, due_at, row_number() over (partition by slow order by due_at, id) as place from front
    ) placed
    where not slow or place <= ${freeSlow}
    order by due_at, id limit ${free}
  ), held as (
    select d.user_id, d.id, chosen.slow from webhook_deliveries d
    join chosen on chosen.user_id = d.user_id and chosen.id = d.id
    where d.status not in ('delivered', 'failed', 'held') and (d.leased_until is null or d.leased_until < now())
    for update of d skip locked
  ), leased as (
    update webhook_deliveries d
    set leased_until = now() + make_interval(secs => ${LEASE_SECONDS}), leased_by = ${worker}, attempts = attempts + 1
    from held where d.user_id = held.user_id and d.id = held.id
    returning d.user_id, d.id, d.webhook_id, d.event_id, d.event, d.attempts, d.step, held.slow
  )
  select l.user_id, l.id, l.webhook_id, l.event, l.attempts as attempt, l.step, l.slow, w.url, w.sealed_secret,
    case when w.previous_secret_until > now() then w.previous_sealed_secret end as previous_sealed_secret,
    e.payload as body, set_config('synchronous_commit', 'off', true) as unsynced
  from leased l
  join webhooks w on w.user_id = l.user_id and w.id = l.webhook_id
  join outbox_events e on e.user_id = l.user_id and e.id = l.event_id`

/**
 * Writes how attempts ended, where the row is still leased by this worker and at this attempt: one that comes too late
 * changes nothing. (Only what is pending is leased; asking for it by name would have Postgres read all that is pending
 * instead of these rows.) Answers the registrations that must now be disabled.
 */
export const finish = (sql: Sql, worker: string, rows: readonly Finished[], mostFailingMs: number) => sql<
  { userId: string; webhookId: string; reason: string }[]
>`
  with done as (
    select * from jsonb_to_recordset(${sql.json(rows.map(rowOf))}) as row (
      user_id uuid, id uuid, attempt int, outcome text, gone boolean, rest_ms float8, response_status int,
      problem text, log jsonb)
  ), finished as (
    update webhook_deliveries d
    set status = case done.outcome when 'retry' then 'pending' else done.outcome end,
      step = d.step + 1,
      due_at = now() + make_interval(secs => done.rest_ms / ${SECOND_MS}),
      leased_until = null, leased_by = null,
      response_status = done.response_status,
      attempt_log = d.attempt_log || done.log,
      finished_at = case when done.outcome = 'retry' then null else now() end
    from done
    where d.user_id = done.user_id and d.id = done.id
      and d.leased_by = ${worker} and d.attempts = done.attempt
    returning d.user_id, d.webhook_id, done.outcome, done.gone, done.response_status, done.problem
  ), health as (
    select user_id, webhook_id, bool_or(outcome = 'delivered') as took, bool_or(gone) as gone,
      coalesce('HTTP ' || max(response_status), max(problem)) as last
    from finished group by user_id, webhook_id
  ), marked as (
    update webhooks w
    set failing_since = case when health.took then null else coalesce(w.failing_since, now()) end
    from health
    where w.user_id = health.user_id and w.id = health.webhook_id
      and (w.failing_since is null) = (not health.took)
  )
  select w.user_id, w.id as webhook_id,
    case when health.gone then 'The receiver answered 410 Gone.'
      else 'It failed for five days, the last time with: ' || health.last end as reason
  from health join webhooks w on w.user_id = health.user_id and w.id = health.webhook_id
  where w.disabled_at is null and not health.took
    and (health.gone or w.failing_since < now() - make_interval(secs => ${mostFailingMs / SECOND_MS}))`

const rowOf = (row: Finished) => ({
  user_id: row.userId,
  id: row.id,
  attempt: row.attempt,
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

/** Gives back what this worker still holds, as if it had not been tried. */
export const release = (sql: Sql, worker: string, ids: readonly string[]) => sql`
  update webhook_deliveries set leased_until = null, leased_by = null, attempts = attempts - 1
  where status = 'pending' and leased_by = ${worker} and id in ${sql(ids)}`

/** Disables a registration, and holds what is pending for it. */
export async function disable(sql: Sql, userId: string, webhookId: string, reason: string): Promise<void> {
  await sql`
    with disabled as (
      update webhooks set disabled_at = now(), disabled_reason = ${reason}, updated_at = now()
      where user_id = ${userId} and id = ${webhookId} and disabled_at is null
    )
    update webhook_deliveries set status = 'held', leased_until = null, leased_by = null
    where user_id = ${userId} and webhook_id = ${webhookId} and status = 'pending'`
}

/** Forgets what happened before this instant: deliveries with their attempts, and events nobody waits for. */
export async function forgetOldDeliveries(sql: Sql, before: string): Promise<void> {
  await sql`delete from webhook_deliveries where created_at < ${before}`
  await sql`delete from outbox_events where at < ${before}`
}
