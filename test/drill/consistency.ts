// Invariants of the database after any crash: every acknowledged write is there, and none is incomplete.
import { expect } from 'vitest'
import type { Sql } from '../../core/database/connect.ts'
import type { Acknowledged } from './writers.ts'

/** Each query returns violations; on a consistent database all are empty. */
const findProblems = (sql: Sql) => ({
  'jobs without the history of their status': sql`
    select j.id from jobs j where not exists (
      select 1 from job_status_history h where h.user_id = j.user_id and h.job_id = j.id and h.status = j.status)`,
  'jobs without an audit row': sql`
    select j.id from jobs j where not exists (
      select 1 from audit_log a, jsonb_array_elements(a.changes) c
      where a.user_id = j.user_id and a.operation = 'jobs.create' and c ->> 'id' = j.id::text)`,
  'jobs without their event': sql`
    select j.id from jobs j where not exists (
      select 1 from outbox_events e
      where e.user_id = j.user_id and e.name = 'job.created' and e.payload::jsonb -> 'data' ->> 'id' = j.id::text)`,
  'activities without an audit row or their event': sql`
    select t.id from activities t where not exists (
      select 1 from audit_log a, jsonb_array_elements(a.changes) c
      where a.user_id = t.user_id and a.operation = 'activities.create' and c ->> 'id' = t.id::text)
    or not exists (
      select 1 from outbox_events e
      where e.user_id = t.user_id and e.name = 'activity.created' and e.payload::jsonb -> 'data' ->> 'id' = t.id::text)`,
  'records of a job that is not there': sql`
    select a.id from audit_log a, jsonb_array_elements(a.changes) c
    where a.operation = 'jobs.create' and not exists (
      select 1 from jobs j where j.user_id = a.user_id and j.id::text = c ->> 'id')`,
  'events without the audit row of their transaction': sql`
    select e.id from outbox_events e where not exists (
      select 1 from audit_log a where a.user_id = e.user_id and a.xmin = e.xmin)`,
  'moves that are not in the history as often as in the record': sql`
    select a.user_id from audit_log a
    where a.operation in ('jobs.create', 'jobs.status')
    group by a.user_id
    having count(*) <> (select count(*) from job_status_history h where h.user_id = a.user_id)`,
})

/** Every acknowledged write is there, audited under its request id, and no write is incomplete. */
export async function expectConsistent(sql: Sql, acknowledged: readonly Acknowledged[]): Promise<void> {
  for (const [what, query] of Object.entries(findProblems(sql))) expect([...(await query)], what).toEqual([])
  await expectRecorded(sql, acknowledged)
  await expectThere(sql, acknowledged)
}

/**
 * Every acknowledged write is on record, once: under its request id, and where the answer was a stored one, whose own request
 * nobody heard of, as the operation on its row.
 */
export async function expectRecorded(sql: Sql, acknowledged: readonly Acknowledged[]): Promise<void> {
  const recorded = await sql<{ requestId: string; operation: string; id: string }[]>`
    select request_id, operation, c ->> 'id' as id from audit_log, jsonb_array_elements(changes) c`
  const byRequest = new Set(recorded.map(({ requestId, id }) => `${requestId} ${id}`))
  const byOperation = countedBy(recorded.map(({ operation, id }) => `${operation} ${id}`))
  const lost = acknowledged.filter(({ kind, id, requestId }) =>
    requestId === null
      ? byOperation.get(`${OPERATIONS[kind]} ${id}`) !== 1
      : !byRequest.has(`${requestId} ${id}`),
  )
  expect(lost, 'Acknowledged, and not on record.').toEqual([])
}

const OPERATIONS = { job: 'jobs.create', status: 'jobs.status', activity: 'activities.create' } as const

function countedBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

async function expectThere(sql: Sql, acknowledged: readonly Acknowledged[]): Promise<void> {
  const rows = await sql<{ id: string }[]>`select id from jobs union all select id from activities`
  const there = new Set(rows.map(({ id }) => id))
  expect(
    acknowledged.filter(({ id }) => !there.has(id)),
    'Acknowledged, and gone.',
  ).toEqual([])
  const moves = await sql<{ move: string }[]>`select job_id || ' ' || status as move from job_status_history`
  const known = new Set(moves.map(({ move }) => move))
  const unmoved = acknowledged.filter(
    ({ kind, id, status }) => kind === 'status' && !known.has(`${id} ${status}`),
  )
  expect(unmoved, 'Acknowledged, and not in the history.').toEqual([])
}
