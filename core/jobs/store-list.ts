// SQL for lists of jobs: filters, orders, and a page with its total.
import type { Sql } from '../database/connect.ts'
import { contains, countOf, fragments } from '../database/fragments.ts'
import { noDate, sortIn, sortsOf, type Sort, type Sorts } from '../database/record-statements.ts'
import { keysOf, must } from '../kernel/narrow.ts'
import type { Cursor } from '../kernel/page.ts'
import { instantIn, objectSchema, pageIn, text, type Parsed } from '../kernel/schema.ts'
import { broadQuery, wordsOf } from '../search/words.ts'
import { JOB, type JobRow, PRIORITIES, STATUS_GROUPS, STATUSES, type Status } from './fields.ts'
import { columns } from './store.ts'

/** The upper end of a job’s yearly pay, at 2,080 hours a year; null if unknown. */
const yearlyPay = (sql: Sql) => sql`(coalesce(j.pay_max, j.pay_min)::float8 * (case j.pay_period
  when 'hour' then 2080 when 'day' then 260 when 'week' then 52 when 'month' then 12 else 1 end))`

const declared = sortsOf(JOB)

export const SORTS: Sorts = {
  ...declared,
  applied: must(declared['appliedAt']),
  // In pipeline order, from saved to withdrawn.
  status: {
    kind: 'number',
    by: (sql) =>
      sql`array_position(array['saved', 'applied', 'screening', 'interviewing', 'offer', 'accepted', 'rejected', 'withdrawn'], j.status)::float8`,
  },
  salary: {
    kind: 'number',
    by: (sql, _, isDown) => sql`coalesce(${yearlyPay(sql)}, ${isDown ? -1 : 1e15}::float8)`,
  },
  // The next deadline of the job or its calendar, overdue ones first. Jobs without one come last.
  deadline: {
    kind: 'instant',
    by: (
      sql,
      userId,
      isDown,
    ) => sql`coalesce(least(case when j.deadline >= now() or j.status in ('saved', 'applied', 'screening', 'interviewing', 'offer') then j.deadline end, (select min(e.starts_at) from calendar_events e
      where e.user_id = ${userId} and e.job_id = j.id and e.type = 'deadline' and e.starts_at >= now())), ${noDate(sql, isDown)})`,
  },
  priority: {
    kind: 'number',
    by: (sql, _, isDown) =>
      sql`(case j.priority when 'high' then 3 when 'medium' then 2 when 'low' then 1 else ${isDown ? 0 : 4}::float8 end)`,
  },
}

const FILTERED = [...STATUSES, ...keysOf(STATUS_GROUPS)] as const

export const JobQuery = objectSchema((z) => ({
  status: z
    .array(z.enum(FILTERED))
    .optional()
    .describe('Comma-separated statuses; open, active (applied to offer) and closed name several.'),
  company: text(z, 200).optional().describe('Part of the company’s name.'),
  tag: z.array(text(z, 100)).optional().describe('Comma-separated tags; a job has all of them.'),
  priority: z.array(z.enum(PRIORITIES)).optional().describe('Comma-separated priorities.'),
  q: text(z, 500).optional().describe('Full-text search; matches word prefixes.'),
  url: text(z, 2_048).optional().describe('The address of a posting, in any of its variants.'),
  updatedSince: instantIn(z).optional(),
  dueBefore: instantIn(z).optional(),
  planned: z.boolean().optional().describe('Whether it has a next step.'),
  place: text(z, 200).optional().describe('Part of the location.'),
  minPay: z.number().min(0).optional().describe('Pays at least this a year, in its own currency.'),
  idleDays: z.int().min(0).max(3_650).optional().describe('Applied this many days ago or more, unanswered.'),
  sort: sortIn(z, SORTS, '-updatedAt'),
  ...pageIn(z),
}))

interface JobFilter extends Omit<Parsed<typeof JobQuery>, 'status' | 'url' | 'limit' | 'cursor' | 'sort'> {
  status?: Status[] | undefined
  /** A posting's URL and its key; the key is null if the URL identifies no posting. */
  posting?: { url: string; key: Buffer | null } | undefined
}

const where = (sql: Sql, userId: string, filter: JobFilter) => {
  const { status, company, tag, priority, q, updatedSince, dueBefore, planned, posting } = filter
  const { place, minPay, idleDays } = filter
  return fragments(
    sql`j.user_id = ${userId}`,
    status?.length && sql`and j.status in ${sql(status)}`,
    company && sql`and ${contains(sql, sql`j.company`, company)}`,
    ...(tag ?? []).map(
      (one) =>
        sql`and exists (select 1 from jsonb_array_elements_text(j.tags) t where lower(t) = lower(${one}))`,
    ),
    priority?.length && sql`and j.priority in ${sql(priority)}`,
    q?.trim() && sql`and j.search @@ to_tsquery('simple', ${broadQuery(wordsOf(q))})`,
    place && sql`and ${contains(sql, sql`j.location`, place)}`,
    minPay !== undefined && sql`and ${yearlyPay(sql)} >= ${minPay}`,
    idleDays !== undefined &&
      sql`and j.status = 'applied' and j.applied_at <= now() - make_interval(days => ${idleDays})`,
    updatedSince && sql`and j.updated_at >= ${updatedSince}`,
    dueBefore && sql`and j.deadline < ${dueBefore}`,
    planned !== undefined && (planned ? sql`and j.next_step is not null` : sql`and j.next_step is null`),
    posting && (posting.key ? sql`and j.url_key = ${posting.key}` : sql`and j.url = ${posting.url}`),
  )
}

/** Whether a filter contains only statuses. If so, an index provides the order. */
const isPlain = ({ status: _, ...rest }: JobFilter): boolean =>
  Object.values(rest).every((value) => value === undefined || value === '')

const counted = (sql: Sql, userId: string, filter: JobFilter) =>
  sql`select count(*)::int from jobs j where ${where(sql, userId, filter)}`

type ListedRow = JobRow & { sortValue: string | number; total: number }

interface Page {
  sort: Sort
  descending: boolean
  limit: number
  after: Cursor | undefined
}

export const listJobs = (sql: Sql, userId: string, filter: JobFilter, page: Page) =>
  isPlain(filter) ? listByIndex(sql, userId, filter, page) : listFound(sql, userId, filter, page)

function listByIndex(sql: Sql, userId: string, filter: JobFilter, { sort, descending, limit, after }: Page) {
  const by = sort.by(sql, userId, descending)
  const direction = descending ? sql`desc` : sql`asc`
  const beyond = after && sql`and (${by}, j.id) ${descending ? sql`<` : sql`>`} (${after.value}, ${after.id})`
  return sql<ListedRow[]>`
    select ${columns(sql, userId)}, ${by} as sort_value, (${counted(sql, userId, filter)}) as total from jobs j
    where ${fragments(...where(sql, userId, filter), beyond)}
    order by ${by} ${direction}, j.id ${direction}
    limit ${limit + 1}`
}

/** Searches once for both the page and the total, because a prefix search takes milliseconds. */
function listFound(sql: Sql, userId: string, filter: JobFilter, { sort, descending, limit, after }: Page) {
  const direction = descending ? sql`desc` : sql`asc`
  const beyond =
    after && sql`where (f.sort_value, f.id) ${descending ? sql`<` : sql`>`} (${after.value}, ${after.id})`
  return sql<ListedRow[]>`
    with found as materialized (
      select j.id, ${sort.by(sql, userId, descending)} as sort_value from jobs j where ${where(sql, userId, filter)}
    ), page as (
      select ${fragments(sql`f.id, f.sort_value from found f`, beyond)}
      order by f.sort_value ${direction}, f.id ${direction}
      limit ${limit + 1}
    )
    select ${columns(sql, userId)}, page.sort_value, (select count(*)::int from found) as total
    from page join jobs j on j.user_id = ${userId} and j.id = page.id
    order by page.sort_value ${direction}, page.id ${direction}`
}

export const countJobs = (sql: Sql, userId: string, filter: JobFilter) =>
  countOf(sql<{ total: number }[]>`select (${counted(sql, userId, filter)}) as total`)
