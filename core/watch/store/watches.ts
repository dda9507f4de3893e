// SQL for watched boards.
import { rowOf, countOf, hasRow } from '../../database/fragments.ts'
import type { Sql } from '../../database/connect.ts'
import { requiredRecord } from '../../database/record-statements.ts'
import type { Window } from '../../kernel/page.ts'
import type { Criteria } from '../criteria.ts'
import type { Validators } from '../reading.ts'
import type { Watch } from '../watch.ts'

export interface WatchRow extends Omit<Watch, keyof Criteria | 'nextAt'>, Validators {
  userId: string
  host: string
  criteria: Criteria
  dueAt: string
  failures: number
}

/** Watches stored by older versions lack `timeZone` and `level`. */
const columns = (sql: Sql) => sql`
  w.user_id, w.id, w.board, w.host, w.company, '{"timeZone":null,"level":[]}'::jsonb || w.wishes as criteria, w.etag, w.last_modified, w.digest, w.postings, w.checked_at,
  w.read_at, w.due_at, w.failures, w.problem, w.created_at, w.updated_at`

/** False if the user already watches the board. */
export const insertWatch = (sql: Sql, watch: WatchRow) =>
  hasRow(sql`
    insert into watches (user_id, id, board, host, company, wishes, postings, due_at, created_at, updated_at)
    values (${watch.userId}, ${watch.id}, ${watch.board}, ${watch.host}, ${watch.company},
      ${sql.json(watch.criteria)}, ${watch.postings}, ${watch.dueAt}, ${watch.createdAt}, ${watch.updatedAt})
    on conflict (user_id, board) do nothing returning id`)

export const listWatches = (sql: Sql, userId: string, { limit, after }: Window) => sql<
  (WatchRow & { sortValue: string })[]
>`
  select ${columns(sql)}, w.created_at as sort_value from watches w
  where w.user_id = ${userId} ${after ? sql`and w.id > ${after.id}` : sql``}
  order by w.id limit ${limit + 1}`

export const countWatches = (sql: Sql, userId: string) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from watches where user_id = ${userId}`)

export const findWatch = (sql: Sql, userId: string, id: string, isLocked = false) =>
  rowOf(sql<WatchRow[]>`
    select ${columns(sql)} from watches w where w.user_id = ${userId} and w.id = ${id} ${isLocked ? sql`for update` : sql``}`)

export const findWatchForUpdate = (sql: Sql, userId: string, id: string) => findWatch(sql, userId, id, true)

export const getWatch = requiredRecord(findWatch, 'watch_not_found')
export const lockWatch = requiredRecord(findWatchForUpdate, 'watch_not_found')

export const findWatchOf = (sql: Sql, userId: string, board: string) =>
  rowOf(sql<WatchRow[]>`
    select ${columns(sql)} from watches w where w.user_id = ${userId} and w.board = ${board}`)

export const removeWatch = (sql: Sql, userId: string, id: string) =>
  sql`delete from watches where user_id = ${userId} and id = ${id}`

/** Hosts with due watches, longest waiting first, without those that are leased or paused. */
export async function listDueHosts(sql: Sql, now: string, limit: number): Promise<{ host: string }[]> {
  const busy = await sql<{ host: string }[]>`
    select host from watch_hosts where lease_until > ${now} or free_at > ${now}`
  return sql<{ host: string }[]>`
    select w.host from watches w
    where w.due_at <= ${now} and not (${sql.json(busy.map(({ host }) => host))}::jsonb ? w.host)
    group by w.host order by min(w.due_at) limit ${limit}`
}

/** The due watches of a host, for all users. Watches of one board are adjacent, because the board is read once for all. */
export async function listDue(sql: Sql, host: string, now: string, limit: number): Promise<WatchRow[]> {
  const due = await sql<{ board: string }[]>`
    select w.board from watches w where w.host = ${host} and w.due_at <= ${now}
    group by w.board order by min(w.due_at) limit ${limit}`
  if (!due.length) return []
  return sql<WatchRow[]>`
    select ${columns(sql)} from watches w
    where w.host = ${host} and w.board in ${sql(due.map(({ board }) => board))} order by w.board, w.user_id`
}

type ReadingState = Validators &
  Pick<WatchRow, 'postings' | 'checkedAt' | 'readAt' | 'dueAt' | 'failures' | 'problem'>

export const updateReading = (
  sql: Sql,
  { userId, id }: Pick<WatchRow, 'userId' | 'id'>,
  state: ReadingState,
) => sql`
  update watches set etag = ${state.etag}, last_modified = ${state.lastModified}, digest = ${state.digest},
    postings = ${state.postings}, checked_at = ${state.checkedAt}, read_at = ${state.readAt},
    due_at = ${state.dueAt}, failures = ${state.failures}, problem = ${state.problem}
  where user_id = ${userId} and id = ${id}`
