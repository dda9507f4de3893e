// The SQL of compensation intelligence: the rows of the reference tables that one answer needs.
import type { Sql } from '../database/connect.ts'
import type { Cursor } from '../kernel/page.ts'
import type { Submission } from './submissions/record.ts'
import type { Report } from './submissions/reported.ts'

/** Rows of one table, each as the cells of its shipped file. */
interface Picked {
  name: string
  cells: (string | number | null)[]
}

/**
 * Everything that pay of a role in a city (null: in the nation and in every city) is computed from, in one round trip.
 * Empty rows mean that the role or the city is no slug of ours.
 */
export const listPayRows = (sql: Sql, role: string, city: string | null) => sql<Picked[]>`
  with asked as (select slug, soc from intelligence_roles where slug = ${role})
  select 'manifest' as name, json_build_array(version, benchmark, cells_year) as cells from intelligence_data
  union all
  select 'roles', json_build_array(slug, title, soc, onet, reason, confidence, specialized, filings, share)
  from intelligence_roles where slug = ${role}
  union all
  select 'occupations', json_build_array(soc, title, major, minor, broad, job_zone, c10, c25, c50,
    c75, c90, sigma, filings, definition)
  from intelligence_occupations where soc = (select soc from asked)
  union all
  select 'cities', json_build_array(slug, name, state, area, area_name, rpp, rpp_housing)
  from intelligence_cities where ${city}::text is null or slug = ${city}
  union all
  select 'cells', json_build_array(soc, city, mean, lower_third, sharing)
  from intelligence_cells where soc = (select soc from asked) and (${city}::text is null or city = ${city})
  union all
  select 'metro', json_build_array(soc, city, year, employment, mean, p10, p25, median, p75, p90,
    mean_rse, employment_rse, top_coded)
  from intelligence_metro where soc = (select soc from asked) and (${city}::text is null or city = ${city})
  union all
  (select 'national', json_build_array(soc, year, employment, mean, p10, p25, median,
    p75, p90, mean_rse, employment_rse, top_coded)
  from intelligence_national where soc in ('00-0000', (select soc from asked)) order by soc, year)
  union all
  select 'offers', json_build_array(slug, city, offers, employers, median)
  from intelligence_offers where slug = ${role}
  union all
  select 'outlook', json_build_array(soc, nem, employment_2024, employment_2034, change_pct, openings,
    education, experience, training)
  from intelligence_outlook where soc = (select soc from asked)
  union all
  select * from (
    select 'sponsors', json_build_array(soc, employer, filings, offers, median) as cells
    from intelligence_sponsors where soc = (select soc from asked)
    order by filings desc, employer collate "C" limit 60) sponsors
  union all
  (select 'series', json_build_array(series, sector, month, value) from intelligence_series
  where sector = 'all' and series in ('posted_wage_growth', 'remote_share_pct') order by series, month)
  union all
  select 'sponsor_size', json_build_array(filings, effect, margin, offers, employers)
  from intelligence_sponsor_size
  union all
  select 'remote_pay', json_build_array(year, differential, offers) from intelligence_remote_pay
  union all
  select 'pay_mix', json_build_array(job_family, years_of_experience, rows, equity_to_base_p25,
    equity_to_base_median, equity_to_base_p75, share_with_equity, bonus_to_base_p25,
    bonus_to_base_median, bonus_to_base_p75, share_with_bonus)
  from intelligence_pay_mix
  union all
  select 'extra_pay', json_build_array(industry, rows, share_with_extra_pay, extra_to_base_median_if_any)
  from intelligence_extra_pay`

/** The measured effects of these keys, as rows of the shipped file. */
export const listEffectRows = (sql: Sql, keys: readonly string[]) => sql<{ cells: (string | number)[] }[]>`
  select json_build_array(key, effect, offers) as cells from intelligence_effects
  where key in ${sql(keys as string[])}`

/** What wordings mean beyond doubt: their role, or null where search has to decide. */
export const listWordings = (sql: Sql, words: readonly string[]) => sql<
  { words: string; role: string | null }[]
>`
  select words, role from intelligence_wordings where words in ${sql(words as string[])}`

/** The cities, to find one by its name. */
export const listCityNames = (sql: Sql) => sql<{ slug: string; name: string; state: string }[]>`
  select slug, name, state from intelligence_cities order by slug`

export const insertSubmission = (sql: Sql, userId: string, row: Submission) => sql`
  insert into pay_submissions (user_id, id, role, city, base, bonus, equity, signing, experience, years_of_experience,
    company, reported_on, status, status_reason, created_at)
  values (${userId}, ${row.id}, ${row.role}, ${row.city}, ${row.base}, ${row.bonus}, ${row.equity}, ${row.signing},
    ${row.experience}, ${row.years_of_experience}, ${row.company}, ${row.reported_on}, ${row.status},
    ${row.status_reason}, ${row.created_at})`

interface SubmissionRow {
  id: string
  sortValue: string
  submission: Omit<Submission, 'id' | 'created_at'>
}

/** Rows of one's own, newest first. */
export const listSubmissions = (sql: Sql, userId: string, limit: number, after: Cursor | undefined) =>
  sql<SubmissionRow[]>`
    select id, created_at as sort_value, json_build_object('role', role, 'city', city, 'base', base, 'bonus', bonus,
      'equity', equity, 'signing', signing, 'experience', experience, 'years_of_experience', years_of_experience,
      'company', company, 'status', status, 'status_reason', status_reason, 'reported_on', reported_on) as submission
    from pay_submissions where user_id = ${userId}
    ${after ? sql`and (created_at, id) < (${after.value}, ${after.id})` : sql``}
    order by created_at desc, id desc
    limit ${limit + 1}`

/** A row as the API shows it. */
export const submissionOf = ({ id, sortValue, submission }: SubmissionRow): Submission => ({
  id,
  ...submission,
  created_at: sortValue,
})

/**
 * The latest accepted report of each person, of a role in a city (null: anywhere). The one query of submissions that
 * crosses tenants: it names nobody, and what is made of it is published of five people or more (submissions/reported.ts).
 */
export const listReports = (
  sql: Sql,
  { role, city, since }: { role: string; city: string | null; since: string },
) =>
  sql<Report[]>`
    select distinct on (user_id) base, bonus, equity, signing from pay_submissions
    where status = 'accepted' and role = ${role} and (${city}::text is null or city = ${city})
      and created_at >= ${since}
    order by user_id, created_at desc`

export async function countSubmissions(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from pay_submissions where user_id = ${userId}`
  return row?.total ?? 0
}
