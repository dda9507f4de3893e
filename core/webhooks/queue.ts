// The queue of deliveries: leasing registrations with something due, and reading what is due there. With outcomes.ts the
// one place of this domain whose SQL goes across users; every row it touches carries its user along.
import type { Sql } from '../database/connect.ts'

/** A registration whose deliveries this worker alone makes, for thirty seconds, renewed while it has some in hand. */
export interface Lane {
  userId: string
  webhookId: string
}

/** A delivery that is due in a lane of this worker. */
export interface Due extends Lane {
  id: string
  event: string
  /** Of the attempt that is to be made, from 1. */
  attempt: number
  /** Of the schedule, from 0. */
  step: number
  /** When it became due; whoever ends the attempt must name it. */
  dueAt: string
  url: string
  sealedSecret: Buffer
  previousSealedSecret: Buffer | null
  body: string
  /** A retry, or the registration has been failing: it gets half of the slots at most. */
  slow: boolean
}

/** Places for further deliveries, and how many of them slow ones may take. */
export interface Room {
  free: number
  freeSlow: number
}

/** Longer than an attempt may take, and what a worker's death delays its registrations by. */
const LEASE_SECONDS = 30
/**
 * What a worker has in hand of one registration: more than is called at a time, so that it need not wait for the writing
 * of what has ended. Of one that is failing, as much as is called; for a minute already, less.
 */
const IN_HAND = 48
const IN_HAND_FAILING = 8
const IN_HAND_FAILING_LONG = 2

const lanesIn = (sql: Sql, lanes: readonly Lane[]) =>
  sql`(select * from jsonb_to_recordset(${sql.json(lanes.map(({ userId, webhookId }) => ({ user_id: userId, webhook_id: webhookId })))})
    as lane (user_id uuid, webhook_id uuid))`

/** A lane of this worker is free to it, too: it does not know of those whose lease it was not told of. */
const isFree = (sql: Sql, worker: string) =>
  sql`w.disabled_at is null and (w.lease_until is null or w.lease_until < now() or w.lease_holder = ${worker})`

/**
 * Leases registrations with something due that nobody works on, those that wait longest first, `except` those in hand. They are found by
 * skipping through the index, so that whatever waits behind one hanging receiver costs the others nothing. What is due
 * there must be asked for afterwards: this statement may still see rows that the lane's last worker has ended. The
 * commit does not wait for the disk: a crash of Postgres may forget a lease, which repeats a delivery at worst.
 */
export const lease = (
  sql: Sql,
  worker: string,
  { except, room: { free, freeSlow } }: { except: readonly Lane[]; room: Room },
) => sql<Lane[]>`
  with recursive known as (select webhook_id from ${lanesIn(sql, except)} lane), waiting as (
    (select user_id, webhook_id from webhook_queue where not held order by user_id, webhook_id limit 1)
    union all
    select next.user_id, next.webhook_id from waiting
    cross join lateral (
      select q.user_id, q.webhook_id from webhook_queue q
      where not q.held and (q.user_id, q.webhook_id) > (waiting.user_id, waiting.webhook_id)
      order by q.user_id, q.webhook_id limit 1
    ) next
  ), fronts as (
    select w.user_id, w.id, first.due_at, w.failing_since is not null or first.step > 0 as slow
    from waiting
    join webhooks w on w.user_id = waiting.user_id and w.id = waiting.webhook_id
      and ${isFree(sql, worker)} and w.id not in (select webhook_id from known)
    cross join lateral (
      select q.due_at, q.step from webhook_queue q
      where q.user_id = waiting.user_id and q.webhook_id = waiting.webhook_id and not q.held and q.due_at <= now()
      order by q.due_at, q.id limit 1
    ) first
  ), chosen as (
    select user_id, id from (
      select *, row_number() over (partition by slow order by due_at, id) as place from fronts
    ) placed
    where not slow or place <= ${freeSlow}
    order by due_at, id limit ${free}
  ), locked as (
    select w.user_id, w.id from webhooks w join chosen on chosen.user_id = w.user_id and chosen.id = w.id
    where ${isFree(sql, worker)}
    for no key update of w skip locked
  )
  update webhooks w set lease_holder = ${worker}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
  from locked where w.user_id = locked.user_id and w.id = locked.id
  returning w.user_id, w.id as webhook_id, set_config('synchronous_commit', 'off', true) as unsynced`

/**
 * What is due in these lanes, beside what is in hand. Of each lane only the front of its line is looked at, and what is
 * in hand keeps its place there.
 */
export const listDue = (
  sql: Sql,
  worker: string,
  { lanes, inHand, room }: { lanes: readonly Lane[]; inHand: readonly string[]; room: Room },
) => sql<Due[]>`
  with front as (
    select line.*, w.url, w.sealed_secret, w.failing_since is not null or line.step > 0 as slow,
      case when w.previous_secret_until > now() then w.previous_sealed_secret end as previous_sealed_secret
    from ${lanesIn(sql, lanes)} lane
    join webhooks w on w.user_id = lane.user_id and w.id = lane.webhook_id
      and w.lease_holder = ${worker} and w.lease_until > now() and w.disabled_at is null
    cross join lateral (
      select q.user_id, q.id, q.webhook_id, q.event_id, q.event, q.attempts, q.step, q.due_at from webhook_queue q
      where q.user_id = lane.user_id and q.webhook_id = lane.webhook_id and not q.held and q.due_at <= now()
      order by q.due_at, q.id
      limit case when w.failing_since < now() - interval '1 minute' then ${IN_HAND_FAILING_LONG}::int
        when w.failing_since is not null then ${IN_HAND_FAILING}::int else ${IN_HAND}::int end
    ) line
    where line.id not in (select jsonb_array_elements_text(${sql.json(inHand)})::uuid)
  ), chosen as (
    select * from (
      select *, row_number() over (partition by slow order by due_at, id) as place from front
    ) placed
    where not slow or place <= ${room.freeSlow}
    order by due_at, id limit ${room.free}
  )
  select c.user_id, c.id, c.webhook_id, c.event, c.attempts + 1 as attempt, c.step, c.due_at, c.slow, c.url,
    c.sealed_secret, c.previous_sealed_secret, e.payload as body
  from chosen c join outbox_events e on e.user_id = c.user_id and e.id = c.event_id`

/** Keeps lanes for another thirty seconds. */
export const renew = (sql: Sql, worker: string, lanes: readonly Lane[]) => sql`
  update webhooks w set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
  from ${lanesIn(sql, lanes)} lane
  where w.user_id = lane.user_id and w.id = lane.webhook_id and w.lease_holder = ${worker}`

/** Gives lanes back. */
export const release = (sql: Sql, worker: string, lanes: readonly Lane[]) => sql`
  update webhooks w set lease_holder = null, lease_until = null
  from ${lanesIn(sql, lanes)} lane
  where w.user_id = lane.user_id and w.id = lane.webhook_id and w.lease_holder = ${worker}`

/** Forgets what happened before this instant: deliveries with their attempts, and events nobody waits for. */
export async function forgetOldDeliveries(sql: Sql, before: string): Promise<void> {
  await sql`delete from webhook_queue where created_at < ${before}`
  await sql`delete from webhook_history where created_at < ${before}`
  await sql`delete from outbox_events where at < ${before}`
}
