// SQL for the postings of watched boards, and for the tracked jobs that they may match.
import { columnNames, containsPattern, jsonb, rowOf, countOf } from '../../database/fragments.ts'
import type { Sql } from '../../database/connect.ts'
import { recordWith, requiredRecord } from '../../database/record-statements.ts'
import type { JobValues } from '../../jobs/fields.ts'
import type { Window } from '../../kernel/page.ts'
import type { PostingState, WatchedPosting } from '../watch.ts'
import type { Workplace } from '../found-posting.ts'

export interface PostingRow extends Omit<WatchedPosting, 'location' | 'remote' | 'offers' | 'estimate'> {
  places: string[]
  workplace: Workplace
}

const columns = (sql: Sql) => sql`
  p.id, p.board, p.external_id, p.company, p.role, p.places, p.workplace, p.url, p.posted_at, p.pay, p.why, p.state,
  p.job_id, p.first_seen_at, p.closed_at`

export type KnownPosting = Pick<
  WrittenPosting,
  'id' | 'externalId' | 'role' | 'places' | 'digest' | 'urlKey' | 'state' | 'jobId' | 'closedAt'
>

export const listKnown = (sql: Sql, userId: string, board: string) => sql<KnownPosting[]>`
  select id, external_id, role, places, digest, url_key, state, job_id, closed_at from watch_postings
  where user_id = ${userId} and board = ${board}`

export type WrittenPosting = PostingRow & {
  body: string | null
  digest: Buffer
  urlKey: Buffer | null
  updatedAt: string
}

const written = (sql: Sql, { pay, places, why, digest, urlKey, ...row }: Partial<WrittenPosting>) => ({
  ...columnNames(row),
  ...{ places: jsonb(sql, places), why: jsonb(sql, why), pay: pay ? jsonb(sql, pay) : null },
  ...{ digest: digest ?? null, url_key: urlKey ?? null },
})

export const insertPosting = (sql: Sql, userId: string, posting: WrittenPosting) => sql`
  insert into watch_postings ${sql({ user_id: userId, ...written(sql, posting) })}
  on conflict (user_id, board, external_id) do nothing`

export const updatePosting = (
  sql: Sql,
  userId: string,
  { id, board: _board, firstSeenAt: _first, ...posting }: WrittenPosting,
) => sql`
  update watch_postings set ${sql(written(sql, posting))} where user_id = ${userId} and id = ${id}`

/** Stores changed facts of a posting, and marks it as open again. */
export const updateFacts = (
  sql: Sql,
  userId: string,
  id: string,
  facts: Pick<
    WrittenPosting,
    'role' | 'places' | 'workplace' | 'url' | 'urlKey' | 'pay' | 'body' | 'digest' | 'updatedAt'
  >,
) => sql`
  update watch_postings set role = ${facts.role}, places = ${sql.json(facts.places)}, workplace = ${facts.workplace},
    url = ${facts.url}, url_key = ${facts.urlKey}, pay = ${facts.body === null ? sql`coalesce(${facts.pay && sql.json({ ...facts.pay })}, pay)` : facts.pay && sql.json({ ...facts.pay })},
    body = coalesce(${facts.body}, body),
    digest = ${facts.digest}, updated_at = ${facts.updatedAt}, closed_at = null
  where user_id = ${userId} and id = ${id}`

export const closePostings = (sql: Sql, userId: string, ids: readonly string[], at: string) => sql`
  update watch_postings set closed_at = ${at} where user_id = ${userId} and id in ${sql([...ids])} and closed_at is null`

export const reopenPostings = (sql: Sql, userId: string, ids: readonly string[]) => sql`
  update watch_postings set closed_at = null where user_id = ${userId} and id in ${sql([...ids])}`

interface PostingFilter {
  state?: readonly PostingState[] | undefined
  board?: string | undefined
  onlyNews?: boolean | undefined
}

/** Whether a posting is shown. If undo made a posting of a removed board new again, it shows once the board is watched again. */
const isShown = (sql: Sql) => sql`
  (p.state <> 'new' or exists (select from watches w where w.user_id = p.user_id and w.board = p.board))`

/** Excludes postings that closed before anybody saw them, or that the user saved by hand. */
export const isNews = (sql: Sql) => sql`
  ${isShown(sql)} and p.closed_at is null and not exists (
    select from jobs j where j.user_id = p.user_id and j.url_key = p.url_key and not j.duplicate)`

const matching = (sql: Sql, userId: string, { state, board, onlyNews }: PostingFilter) => sql`
  p.user_id = ${userId} and ${isShown(sql)}
  ${state ? sql`and p.state in ${sql([...state])}` : sql``}
  ${board === undefined ? sql`` : sql`and p.board = ${board}`}
  ${onlyNews ? sql`and ${isNews(sql)}` : sql``}`

export const listPostings = (
  sql: Sql,
  userId: string,
  filter: PostingFilter,
  { after, limit }: Window,
) => sql<(PostingRow & { sortValue: string })[]>`
  select ${columns(sql)}, p.first_seen_at as sort_value from watch_postings p
  where ${matching(sql, userId, filter)}
    ${after ? sql`and (p.first_seen_at, p.id) < (${after.value}, ${after.id})` : sql``}
  order by p.first_seen_at desc, p.id desc limit ${limit + 1}`

export const countPostings = (sql: Sql, userId: string, filter: PostingFilter) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from watch_postings p where ${matching(sql, userId, filter)}`)

const posting = (sql: Sql, userId: string, id: string, isLocked = false) =>
  rowOf(sql<(PostingRow & { body: string | null })[]>`
    select ${columns(sql)}, p.body from watch_postings p where p.user_id = ${userId} and p.id = ${id} ${isLocked ? sql`for update` : sql``}`)
const postingForUpdate = (sql: Sql, userId: string, id: string) => posting(sql, userId, id, true)

export const findPosting = recordWith(posting)
export const findPostingForUpdate = recordWith(postingForUpdate)
export const lockPosting = requiredRecord(postingForUpdate, 'posting_not_found')

export const updateState = (
  sql: Sql,
  userId: string,
  id: string,
  { state, jobId }: Pick<PostingRow, 'state' | 'jobId'>,
) => sql`
  update watch_postings set state = ${state}, job_id = ${jobId} where user_id = ${userId} and id = ${id}`

export const updateDetail = (
  sql: Sql,
  userId: string,
  id: string,
  { body, pay }: Pick<WrittenPosting, 'body' | 'pay'>,
) => sql`
  update watch_postings set body = ${body}, pay = ${pay && sql.json({ ...pay })}
  where user_id = ${userId} and id = ${id}`

export const removeUndecided = (sql: Sql, userId: string, board: string) => sql`
  delete from watch_postings where user_id = ${userId} and board = ${board} and state = 'new'`

type LikelyJob = Pick<JobValues, 'id' | 'company' | 'role' | 'url' | 'location' | 'urlKey'>

interface Likeness {
  keys: readonly Buffer[]
  /** Ids of postings in the board's system. A posting's other URLs contain its id too. */
  ids: readonly string[]
  company: string
}

export const listLikely = (sql: Sql, userId: string, { keys, ids, company }: Likeness) => sql<LikelyJob[]>`
  select id, company, role, url, location, url_key from jobs
  where user_id = ${userId} and (
    ${keys.length ? sql`url_key in ${sql([...keys])}` : sql`false`}
    or url like any (select jsonb_array_elements_text(${sql.json(ids.map(containsPattern))}))
    or ${company === '' ? sql`false` : sql`company ilike ${containsPattern(company)}`})
  order by id`
