// SQL for results of attempts. Each statement commits alone: after a crash, deliveries without a result are sent again.
import { idList, jsonb } from '../../database/fragments.ts'
import type { Sql } from '../../database/connect.ts'
import { SECOND_MS } from '../../kernel/clock.ts'
import { MAX_FAILING_MS } from '../schedule.ts'
import type { Attempt } from '../webhook.ts'

/** The result of an attempt. `waitSeconds` is a delay and no time, so that only the database's clock counts. */
export interface Result {
  userId: string
  webhookId: string
  id: string
  dueAt: string
  failing: boolean
  outcome: 'delivered' | 'retry' | 'failed'
  gone: boolean
  waitSeconds: number
  step: number
  log: Attempt
}

const rowsOf = (sql: Sql, results: readonly Result[]) => sql`jsonb_to_recordset(${jsonb(sql, results)})
  as done ("userId" uuid, id uuid, "dueAt" timestamptz, outcome text, "waitSeconds" float8, step int, log jsonb)`

/** Only deliveries that this worker still holds. A replay, a retry or another worker changes their due time. */
const isSameAttempt = (sql: Sql) =>
  sql`q.user_id = done."userId" and q.id = done.id and q.due_at = done."dueAt"`

export async function moveToHistory(sql: Sql, results: readonly Result[]): Promise<string[]> {
  const final = results.filter(({ outcome }) => outcome !== 'retry')
  if (!final.length) return []
  const rows = await sql<{ id: string }[]>`
    with over as (
      delete from webhook_queue q using ${rowsOf(sql, final)} where ${isSameAttempt(sql)}
      returning q.*, done.outcome, done.log
    )
    insert into webhook_history (user_id, id, webhook_id, event_id, event, status, attempts, response_status, attempt_log,
      created_at, finished_at)
    select user_id, id, webhook_id, event_id, event, outcome, attempts + 1, (log ->> 'responseStatus')::int,
      attempt_log || log, created_at, now()
    from over returning id`
  return rows.map(({ id }) => id)
}

export async function scheduleRetries(sql: Sql, results: readonly Result[]): Promise<string[]> {
  const retries = results.filter(({ outcome }) => outcome === 'retry')
  if (!retries.length) return []
  const rows = await sql<{ id: string }[]>`
    update webhook_queue q set attempts = q.attempts + 1, step = done.step, claimed_until = null,
      due_at = now() + make_interval(secs => done."waitSeconds"),
      response_status = (done.log ->> 'responseStatus')::int, attempt_log = q.attempt_log || done.log
    from ${rowsOf(sql, retries)} where ${isSameAttempt(sql)}
    returning q.id`
  return rows.map(({ id }) => id)
}

export async function countAttempts(sql: Sql, results: readonly Result[]): Promise<void> {
  if (!results.length) return
  await sql`
    insert into webhook_attempt_counts as counts (part, outcome, attempts)
    select 0, outcome, count(*) from ${rowsOf(sql, results)} group by outcome order by outcome
    on conflict (part, outcome) do update set attempts = counts.attempts + excluded.attempts
    returning set_config('synchronous_commit', 'off', true) as unsynced`
}

const registrationsOf = (sql: Sql, results: readonly Result[]) => sql`
  w.user_id = any (${idList(results.map(({ userId }) => userId))}::uuid[])
  and w.id = any (${idList(results.map(({ webhookId }) => webhookId))}::uuid[])`

export const markWorking = (sql: Sql, results: readonly Result[]) => sql`
  update webhooks w set failing_since = null where ${registrationsOf(sql, results)} and failing_since is not null`

export const markFailing = (sql: Sql, results: readonly Result[]) => sql`
  update webhooks w set failing_since = now() where ${registrationsOf(sql, results)} and failing_since is null`

export async function listToDisable(sql: Sql, results: readonly Result[]) {
  const long = await sql<{ id: string }[]>`
    select w.id from webhooks w where ${registrationsOf(sql, results)}
      and failing_since < now() - make_interval(secs => ${MAX_FAILING_MS / SECOND_MS})`
  const last = new Map(results.map((each) => [each.webhookId, each]))
  // A 410 counts, whatever came after it in the batch.
  for (const each of results) if (each.gone) last.set(each.webhookId, each)
  return [...last.values()].flatMap(({ userId, webhookId, gone, log }) => {
    if (gone) return [{ userId, webhookId, reason: 'The receiver answered 410 Gone.' }]
    const how = log.responseStatus ? `HTTP ${log.responseStatus}` : log.problem
    const reason = `It failed for five days, the last time with: ${how}`
    return long.some(({ id }) => id === webhookId) ? [{ userId, webhookId, reason }] : []
  })
}
