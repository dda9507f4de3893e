// SQL for the delivery queue: leases registrations with due deliveries, and reads them. Together with
// results.ts the only queries of this domain across users; every row contains its user's id.
import { must } from '../../kernel/must.ts'
import type { Sql } from '../../database/connect.ts'
import { isUltra } from '../../database/ultra-plan.ts'

/** A registration's key, including its owner. */
export interface RegistrationKey {
  userId: string
  webhookId: string
}

/** A due delivery as an array, which is half the size of an object. */
type DueRow = [id: string, event: string, attempts: number, step: number, dueAt: string, body: string]

/** A leased registration's due deliveries, its URL and its secrets. */
export interface DueWork {
  webhookId: string
  url: string
  sealedSecret: Buffer
  previousSealedSecret: Buffer | null
  /** It has been failing since its last failure. */
  failing: boolean
  /** The maximum number of its deliveries that a worker may hold, including those it holds already. */
  most: number
  deliveries: DueRow[]
}

/** A registration to read, and how many of its deliveries there is room for, including those in memory. */
export interface FetchRequest extends RegistrationKey {
  limit: number
}

/** Room for deliveries of further registrations, and how much of it slow ones may use. */
export interface Room {
  free: number
  freeSlow: number
}

/** How long a crashed worker delays its registrations. Leases are renewed every three seconds. */
const LEASE_SECONDS = 10
export const RENEW_SECONDS = 3
/**
 * The maximum deliveries of one registration in memory: more than are called concurrently, so that a worker
 * need not wait for results to be written. For a failing registration, only as many as are called; after a
 * minute of failures, fewer.
 */
export const MAX_LEASED = 48
const MAX_LEASED_FAILING = 8
const MAX_LEASED_FAILING_LONG = 2

/**
 * A Postgres array literal, for values that need no quotes: ids, numbers, instants. It costs Postgres a third
 * as much to parse as JSON, and little to write.
 */
export const arrayText = (values: readonly (string | number | boolean | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

const keysIn = (sql: Sql, keys: readonly RegistrationKey[]) => sql`
  unnest(${arrayText(keys.map(({ userId }) => userId))}::uuid[], ${arrayText(keys.map(({ webhookId }) => webhookId))}::uuid[])
    as key (user_id, webhook_id)`

/**
 * Also includes registrations leased to this worker, which may not know of a lease when the response was
 * lost.
 */
const isFree = (sql: Sql, worker: string) =>
  sql`w.disabled_at is null and (w.lease_until is null or w.lease_until < now() or w.lease_holder = ${worker})`

/** On a distributed database, where users are not beside the queue: those who have webhooks in their plan. */
type Entitled = readonly string[] | undefined

const mayHear = (sql: Sql, now: number, entitled: Entitled) =>
  entitled ? sql`w.user_id = any (${arrayText(entitled)}::uuid[])` : isUltra(sql, sql`w.user_id`, now)

/** Who of those that something waits for has webhooks in the plan. */
export async function listEntitled(sql: Sql, now: number): Promise<string[]> {
  const waiting = await sql<{ userId: string }[]>`select distinct user_id from webhook_queue where not held`
  if (!waiting.length) return []
  const rows = await sql<{ id: string }[]>`
    select holder.id from users holder
    where holder.id = any (${arrayText(waiting.map(({ userId }) => userId))}::uuid[])
      and ${isUltra(sql, sql`holder.id`, now)}`
  return rows.map(({ id }) => id)
}

interface LeaseRequest {
  except: readonly RegistrationKey[]
  room: Room
  now: number
  entitled: Entitled
}

/**
 * Leases unleased registrations with due deliveries, longest waiting first, `except` those held already. They
 * are found by skipping through the index, so that a backlog behind one hanging receiver does not slow down
 * the others. Those of owners whose plan has no webhooks any more wait until it has. Due deliveries must be read in a separate statement: this one may still see rows that the
 * previous worker has finished. The commit is asynchronous: a Postgres crash may lose a lease, which at worst
 * repeats a delivery.
 */
export const lease = (
  sql: Sql,
  worker: string,
  { except, room: { free, freeSlow }, now, entitled }: LeaseRequest,
) => sql<(RegistrationKey & { failing: boolean })[]>`
  with recursive known as (select webhook_id from ${keysIn(sql, except)}), waiting as (
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
      and ${mayHear(sql, now, entitled)}
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
  returning w.user_id, w.id as webhook_id, w.failing_since is not null as failing,
    set_config('synchronous_commit', 'off', true) as unsynced`

/** Puts the bodies of the events into deliveries that were read without them. */
export async function withBodies(
  sql: Sql,
  work: readonly DueWork[],
  userOf: Map<string, string>,
): Promise<DueWork[]> {
  const asked = work.flatMap(({ webhookId, deliveries }) =>
    deliveries.map((row) => ({ userId: must(userOf.get(webhookId)), id: row[5] })),
  )
  const events = await sql<{ id: string; payload: string }[]>`
    select e.id, e.payload from outbox_events e
    where e.user_id = any (${arrayText([...new Set(asked.map(({ userId }) => userId))])}::uuid[])
      and e.id = any (${arrayText([...new Set(asked.map(({ id }) => id))])}::uuid[])`
  const bodies = new Map(events.map(({ id, payload }) => [id, payload]))
  return work.map((each) => ({
    ...each,
    deliveries: each.deliveries.flatMap(([id, event, attempts, step, dueAt, eventId]): DueRow[] => {
      const body = bodies.get(eventId)
      return body === undefined ? [] : [[id, event, attempts, step, dueAt, body]]
    }),
  }))
}

interface DueRequest {
  wanted: readonly FetchRequest[]
  inMemory: readonly string[]
  now: number
  entitled: Entitled
}

/**
 * The due deliveries of these registrations, without those in memory: one row per registration that has some,
 * so that shared values are sent and parsed once. Only the front of each queue is read; deliveries in memory
 * count towards it. On a distributed database the ids of events stand in place of their bodies.
 */
export const listDue = (sql: Sql, worker: string, { wanted, inMemory, entitled, now }: DueRequest) => sql<
  DueWork[]
>`
  select w.id as webhook_id, w.url, w.sealed_secret, w.failing_since is not null as failing, room.most, due.deliveries,
    case when w.previous_secret_until > now() then w.previous_sealed_secret end as previous_sealed_secret
  from unnest(${arrayText(wanted.map(({ userId }) => userId))}::uuid[],
    ${arrayText(wanted.map(({ webhookId }) => webhookId))}::uuid[],
    ${arrayText(wanted.map(({ limit }) => limit))}::int[]) as wanted (user_id, webhook_id, most)
  join webhooks w on w.user_id = wanted.user_id and w.id = wanted.webhook_id
    and w.lease_holder = ${worker} and w.lease_until > now() and w.disabled_at is null
    and ${mayHear(sql, now, entitled)}
  cross join lateral (
    select least(wanted.most, case when w.failing_since < now() - interval '1 minute' then ${MAX_LEASED_FAILING_LONG}::int
      when w.failing_since is not null then ${MAX_LEASED_FAILING}::int else ${MAX_LEASED}::int end) as most
  ) room
  cross join lateral (
    select json_agg(json_build_array(q.id, q.event, q.attempts, q.step, q.due_at, ${entitled ? sql`q.event_id` : sql`e.payload`})) as deliveries
    from (
      select user_id, id, event_id, event, attempts, step, due_at from webhook_queue
      where user_id = wanted.user_id and webhook_id = wanted.webhook_id and not held and due_at <= now()
      order by due_at, id limit room.most
    ) q
    ${entitled ? sql`` : sql`join outbox_events e on e.user_id = q.user_id and e.id = q.event_id`}
    where q.id not in (select unnest(${arrayText(inMemory)}::uuid[]))
  ) due
  where due.deliveries is not null`

/** Extends the leases by another ten seconds. */
export const renew = (sql: Sql, worker: string, keys: readonly RegistrationKey[]) => sql`
  update webhooks w set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
  from ${keysIn(sql, keys)}
  where w.user_id = key.user_id and w.id = key.webhook_id and w.lease_holder = ${worker}
  returning set_config('synchronous_commit', 'off', true) as unsynced`

/** Releases registrations. */
export const release = (sql: Sql, worker: string, keys: readonly RegistrationKey[]) => sql`
  update webhooks w set lease_holder = null, lease_until = null
  from ${keysIn(sql, keys)}
  where w.user_id = key.user_id and w.id = key.webhook_id and w.lease_holder = ${worker}`
