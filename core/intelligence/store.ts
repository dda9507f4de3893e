// SQL for compensation intelligence: pay that people report.
import { countOf, rowOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'
import type { Window } from '../kernel/page.ts'
import type { Submission } from './submissions/submission.ts'

/** One person's latest accepted report, in dollars. */
export type Report = Pick<Submission, 'base' | 'bonus' | 'equity' | 'signing'>

/** Returns the numbers as their columns round them. */
export const insertSubmission = (sql: Sql, userId: string, row: Submission) =>
  rowOf(sql<{ numbers: Partial<Submission> }[]>`
    insert into pay_submissions (user_id, id, role, city, base, bonus, equity, signing, experience, years_of_experience,
      company, reported_on, status, status_reason, created_at)
    values (${userId}, ${row.id}, ${row.role}, ${row.city}, ${row.base}, ${row.bonus}, ${row.equity}, ${row.signing},
      ${row.experience}, ${row.years_of_experience}, ${row.company}, ${row.reported_on}, ${row.status},
      ${row.status_reason}, ${row.created_at})
    returning json_build_object('base', base, 'bonus', bonus, 'equity', equity, 'signing', signing,
      'years_of_experience', years_of_experience) as numbers`)

interface SubmissionRow {
  id: string
  createdAt: string
  submission: Omit<Submission, 'id' | 'created_at'>
}

export const listSubmissions = (sql: Sql, userId: string, { limit, after }: Window) =>
  sql<(SubmissionRow & { sortValue: string })[]>`
    select id, created_at, created_at as sort_value, json_build_object('role', role, 'city', city, 'base', base, 'bonus', bonus,
      'equity', equity, 'signing', signing, 'experience', experience, 'years_of_experience', years_of_experience,
      'company', company, 'status', status, 'status_reason', status_reason, 'reported_on', reported_on) as submission
    from pay_submissions where user_id = ${userId}
    ${after ? sql`and (created_at, id) < (${after.value}, ${after.id})` : sql``}
    order by created_at desc, id desc
    limit ${limit + 1}`

export const submissionOf = ({ id, createdAt, submission }: SubmissionRow): Submission => ({
  id,
  ...submission,
  created_at: createdAt,
})

/**
 * The latest accepted report of each person for a role in a city (null: anywhere). No other query reads submissions of all
 * users. It returns no identities, and its results are published only for five people or more (submissions/operations.ts).
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

export const countSubmissions = (sql: Sql, userId: string) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from pay_submissions where user_id = ${userId}`)
