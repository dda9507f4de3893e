// SQL for the search over all records of a user.
import type { Fragment, Sql } from '../database/connect.ts'
import { idList, containsPattern } from '../database/fragments.ts'
import type { NounName } from '../kernel/record.ts'

export interface Candidate {
  type: NounName
  id: string
  title: string
  jobId: string | null
  rank: number
  at: string
}

/** At most so many candidates of a type are ranked. If more match, the query is too general. */
export const MAX_CANDIDATES = 100

/** The columns of a candidate of each type. `r` is its row; `parts` is the text of its substring index. */
const SOURCES = {
  job: (sql: Sql) => ({
    title: sql`r.company || ' — ' || r.role`,
    jobId: sql`r.id`,
    at: sql`r.updated_at`,
    from: sql`jobs`,
    parts: sql`crm_folded(r.company || ' ' || r.role)`,
  }),
  contact: (sql: Sql) => ({
    title: sql`r.name || coalesce(' (' || r.company || ')', '')`,
    jobId: sql`null::uuid`,
    at: sql`r.updated_at`,
    from: sql`contacts`,
    parts: sql`crm_folded(r.name || ' ' || coalesce(r.company, ''))`,
  }),
  activity: (sql: Sql) => ({
    title: sql`r.type || coalesce(': ' || r.title, '')`,
    jobId: sql`r.job_id`,
    at: sql`r.occurred_at`,
    from: sql`activities`,
    parts: sql`crm_folded(coalesce(r.title, ''))`,
  }),
  event: (sql: Sql) => ({
    title: sql`r.title`,
    jobId: sql`r.job_id`,
    at: sql`r.starts_at`,
    from: sql`calendar_events`,
    parts: sql`crm_folded(r.title)`,
  }),
  offer: (sql: Sql) => ({
    title: sql`'Offer: ' || (select j.company || ' — ' || j.role from jobs j
      where j.user_id = r.user_id and j.id = r.job_id)`,
    jobId: sql`r.job_id`,
    at: sql`r.updated_at`,
    from: sql`offers`,
    parts: sql`crm_folded(r.terms ->> 'level')`,
  }),
} satisfies Record<NounName, unknown>

type Columns = ReturnType<(typeof SOURCES)[NounName]>

/** Matches in names first, then the latest. `at time zone` keeps Postgres off an index by time, which it would read to its end. */
function candidates(
  sql: Sql,
  userId: string,
  types: readonly NounName[],
  match: (source: Columns) => Fragment,
  { named, rank }: { named: Fragment; rank: Fragment },
): PromiseLike<Candidate[]> {
  const queries = types.map((type) => {
    const source = SOURCES[type](sql)
    return sql`(
      select ${type}::text as type, r.id, ${source.title} as title, ${source.jobId} as job_id, ${source.at} as at, ${rank} as rank
      from (
        select r.id from ${source.from} r where r.user_id = ${userId} and ${match(source)}
        order by ${named} ${source.at} at time zone 'UTC' desc limit ${MAX_CANDIDATES}
      ) found join ${source.from} r on r.user_id = ${userId} and r.id = found.id)`
  })
  return sql<Candidate[]>`${queries.reduce((all, query) => sql`${all} union all ${query}`)}`
}

/** A subquery, so that the query is parsed once and not for each row. */
const wordsIn = (sql: Sql, query: string) => sql`(select to_tsquery('simple', ${query}))`

export const listMatches = (
  sql: Sql,
  userId: string,
  types: readonly NounName[],
  { all, named }: { all: string; named: string },
) =>
  candidates(sql, userId, types, () => sql`r.search @@ ${wordsIn(sql, all)}`, {
    named: sql`r.search @@ ${wordsIn(sql, named)} desc,`,
    rank: sql`ts_rank(r.search, ${wordsIn(sql, all)})`,
  })

export const listPostingMatches = (sql: Sql, userId: string, query: string) => sql<Candidate[]>`
  with found as materialized (
    select distinct p.job_id from job_postings p
    where p.user_id = ${userId} and p.search @@ ${wordsIn(sql, query)} limit ${MAX_CANDIDATES}
  )
  select 'job' as type, j.id, j.company || ' — ' || j.role as title, j.id as job_id, j.updated_at as at, 0::real as rank
  from found join jobs j on j.user_id = ${userId} and j.id = found.job_id`

export const listContaining = (sql: Sql, userId: string, types: readonly NounName[], letters: string) =>
  candidates(sql, userId, types, ({ parts }) => sql`${parts} like ${containsPattern(letters)}`, {
    named: sql``,
    rank: sql`0::real`,
  })

interface Texts extends Pick<Candidate, 'type' | 'id'> {
  texts: (string | null)[]
  about: string | null
}

/** Ids as one parameter. With one for each id, every number of ids would need its own plan. */
const oneOf = (sql: Sql, ids: readonly string[]) => sql`any(${idList(ids)}::uuid[])`

export const listTexts = (sql: Sql, userId: string, ids: readonly string[]) => sql<Texts[]>`
  select 'job' as type, id, json_build_array(location, (select string_agg(t, ', ') from jsonb_array_elements_text(tags) t),
      next_step, source, notes, description, salary) as texts, status as about
    from jobs where user_id = ${userId} and id = ${oneOf(sql, ids)}
  union all
  select 'contact', id, json_build_array(title, email, location, notes, (select string_agg(t, ', ') from jsonb_array_elements_text(tags) t)), email
    from contacts where user_id = ${userId} and id = ${oneOf(sql, ids)}
  union all
  select 'activity', a.id, json_build_array(a.title, a.body), j.company
    from activities a left join jobs j on j.user_id = a.user_id and j.id = a.job_id
    where a.user_id = ${userId} and a.id = ${oneOf(sql, ids)}
  union all
  select 'event', e.id, json_build_array(e.location, e.notes), j.company
    from calendar_events e left join jobs j on j.user_id = e.user_id and j.id = e.job_id
    where e.user_id = ${userId} and e.id = ${oneOf(sql, ids)}
  union all
  select 'offer', o.id, json_build_array(o.terms ->> 'level', o.terms ->> 'location', o.terms ->> 'notes',
      (select string_agg(b ->> 'name', ', ') from jsonb_array_elements(coalesce(nullif(o.terms -> 'benefits', 'null'), '[]')) b)), o.status
    from offers o where o.user_id = ${userId} and o.id = ${oneOf(sql, ids)}`

export const listPostingTexts = (sql: Sql, userId: string, jobIds: readonly string[]) =>
  sql<{ jobId: string; body: string }[]>`
    select job_id, left(body, 50000) as body from job_postings
    where user_id = ${userId} and job_id = ${oneOf(sql, jobIds)} order by at desc, id desc`
