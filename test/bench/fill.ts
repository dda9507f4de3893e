// Bulk data, generated inside the database.
import { randomUUID } from 'node:crypto'
import { mintSecret } from '../../core/identity/secret-text.ts'
import { newId } from '../../core/kernel/id.ts'
import type { Sql } from '../../core/database/connect.ts'

export interface Fill {
  userIds: readonly string[]
  jobsEach: number
}

/** Users on the highest plan. */
export async function fillUsers(sql: Sql, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId)
  await sql`
    insert into users (id, tier, created_at, updated_at)
    select id::uuid, 'ultra', now(), now() from jsonb_array_elements_text(${sql.json(ids)}) u (id)`
  return ids
}

/** A read-write token for each user. */
export async function fillTokens(sql: Sql, userIds: readonly string[]): Promise<string[]> {
  const minted = userIds.map((userId) => ({ userId, id: randomUUID(), ...mintSecret('ext_') }))
  for (const { userId, id, hash, lastFour } of minted)
    await sql`
      insert into extension_tokens (hash, user_id, id, name, scope, last_four, created_at)
      values (${hash}, ${userId}, ${id}, 'bench', 'read-write', ${lastFour}, now())`
  return minted.map(({ text }) => text)
}

/** An intelligence key of the pro plan for each user. */
export async function fillKeys(sql: Sql, userIds: readonly string[]): Promise<string[]> {
  const minted = userIds.map((userId) => ({ userId, id: randomUUID(), ...mintSecret('intelligence_') }))
  for (const { userId, id, hash, lastFour } of minted)
    await sql`
      insert into intelligence_keys (hash, user_id, id, name, tier, last_four, created_at)
      values (${hash}, ${userId}, ${id}, 'bench', 'pro', ${lastFour}, now())`
  return minted.map(({ text }) => text)
}

const WORDS = `array[
  'rust','typescript','postgres','remote','senior','staff','platform','data','payments','health','energy','mobile',
  'compiler','kernel','network','security','frontend','backend','search','ranking','robotics','climate','games','music',
  'travel','logistics','insurance','education','analytics','cloud','storage','graphics','audio','video','testing','tools',
  'growth','finance','legal','design','research','vision','speech','agents','hardware','satellite','biology','chemistry',
  'maps','weather']`
const STATUSES = `array['saved','applied','screening','interviewing','offer','accepted','rejected','withdrawn']`
/** Eight words, different in each row. */
const PROSE = `array_to_string(array(select words.w[1 + ((n * 31 + i * (7 + n % 11)) % 50)] from generate_series(1, 8) i), ' ')`

/**
 * Jobs spread over ninety days and all statuses, interleaved between users as if they had been added over
 * time.
 */
export async function fillJobs(sql: Sql, { userIds, jobsEach }: Fill): Promise<void> {
  await sql.unsafe(
    `insert into jobs (user_id, id, company, role, location, salary, notes, tags, priority, status,
       status_changed_at, applied_at, applied, answered, touched_at, pay_min, pay_max, pay_currency, pay_period,
       created_at, updated_at)
     select u.id::uuid, gen_random_uuid(), initcap(words.w[1 + (n * 13 % 50)]) || ' ' || (n % 997),
       initcap(words.w[1 + (n * 7 % 50)]) || ' Engineer', 'Berlin', '$180k–220k', ${PROSE},
       jsonb_build_array(words.w[1 + (n % 50)]), (array['high','medium','low',null])[1 + n % 4], s.status,
       s.at, case when s.status <> 'saved' then s.at end, s.status not in ('saved','withdrawn'),
       s.status in ('screening','interviewing','offer','accepted'),
       s.at, 180000, 220000, 'USD', 'year', s.at, s.at
     from generate_series(1, $2::int) n
     cross join (select ${WORDS} as w) words
     cross join lateral (select (${STATUSES})[1 + (n * 7 % 8)] as status,
       date_trunc('milliseconds', now() - (n % 7919) * interval '16 minutes' - n * interval '1 ms') as at) s
     cross join jsonb_array_elements_text($1::text::jsonb) u (id)`,
    [JSON.stringify(userIds), jobsEach],
  )
}

/** Status histories as the product would maintain them. */
export async function fillRecords(sql: Sql, userIds: readonly string[]): Promise<void> {
  const ids = sql.json([...userIds])
  await sql`
    insert into job_status_history (user_id, job_id, id, status, at, created_at)
    select j.user_id, j.id, gen_random_uuid(), s.status, j.status_changed_at - s.ago, j.created_at
    from jobs j cross join lateral (values ('saved', interval '3 days'), (j.status, interval '0')) s (status, ago)
    where j.user_id in (select id::uuid from jsonb_array_elements_text(${ids}) u (id))
      and (s.status <> 'saved' or s.ago > '0')`
}

/** Activities of a user, each linked to one of their jobs. */
export const fillActivities = (sql: Sql, userId: string, count: number) => sql`
  insert into activities (user_id, id, job_id, type, title, occurred_at, created_at, updated_at)
  select ${userId}, gen_random_uuid(), (j.ids)[1 + n % array_length(j.ids, 1)],
    (array['note','email','call','message','interview','follow-up'])[1 + n % 6], 'Something happened',
    now() - n * interval '6 minutes', now(), now()
  from generate_series(1, ${count}::int) n
  cross join (select array_agg(id) as ids from jobs where user_id = ${userId}) j`

/**
 * Loads a table without its non-unique indexes and builds them afterwards: five times as fast for a million
 * rows.
 */
export async function withoutIndexes(sql: Sql, table: string, load: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = ${table} and indexname not like '%_pkey'`
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  await load()
  for (const { definition } of indexes) await sql.unsafe(definition)
}
