// SQL for messages and proposals.
import { columnNames, countOf, rowOf } from '../database/fragments.ts'
import type { Sql } from '../database/connect.ts'
import { recordWith, requiredRecord } from '../database/record-statements.ts'
import type { Window } from '../kernel/page.ts'
import type { Proposal, State } from './proposal.ts'

type Derived = 'state' | 'changes' | 'from' | 'event' | 'cancelsEvent' | 'contact'

export interface MessageRow extends Omit<Proposal, Derived> {
  state: State
  saidCompany: string | null
  senderName: string
  senderAddress: string
  startsAt: string | null
  endsAt: string | null
  timeZone: string | null
  eventUid: string | null
  eventSequence: number
  replaces: string | null
  ambiguous: boolean
  cancels: boolean
  asks: boolean
  contactName: string | null
  contactEmail: string | null
  decidedAt: string | null
  eventId: string | null
}

export type MessageValues = MessageRow & {
  threadKey: Buffer | null
  deliveredTo: string | null
  createdAt: string
}

export type ProposedJob = Record<'company' | 'role', string> &
  Pick<MessageValues, 'senderAddress' | 'contactName' | 'contactEmail' | 'threadKey'>

const columns = (sql: Sql) => sql`
  m.id, m.state, m.sent_at, m.sender_name, m.sender_address, m.subject, m.status, m.job_id, m.company, m.role,
  m.said_company, m.starts_at, m.ends_at, m.time_zone, m.location, m.event_uid, m.event_sequence, m.replaces, m.ambiguous, m.cancels, m.asks, m.deadline, m.deadline_at,
  m.contact_name, m.contact_email, m.pay, m.confidence, m.evidence, m.decided_at, m.event_id, m.updated_at`

/** Keys as rows, sent as one text because the driver has no arrays of bytes. */
const keysOf = (sql: Sql, keys: readonly Buffer[]) =>
  sql`select decode(k, 'hex') from string_to_table(${keys.map((key) => key.toString('hex')).join(',')}, ',') k`

export const listSeen = (sql: Sql, userId: string, keys: readonly Buffer[]) => sql<{ key: Buffer }[]>`
  select s.key from inbox_seen s where s.user_id = ${userId} and s.key in (${keysOf(sql, keys)})`

export const insertSeen = (sql: Sql, userId: string, keys: readonly Buffer[]) => sql<{ key: Buffer }[]>`
  insert into inbox_seen (user_id, key)
  select ${userId}, k from (${keysOf(sql, keys)}) named (k) on conflict do nothing returning key`

const ROWS_PER_STATEMENT = 1_000

export async function insertMessages(sql: Sql, userId: string, rows: readonly MessageValues[]) {
  const values = rows.map(({ evidence, threadKey, ...row }) => ({
    ...columnNames({ userId, ...row }),
    ...{ thread_key: threadKey, evidence: sql.json(evidence) },
  }))
  for (let from = 0; from < values.length; from += ROWS_PER_STATEMENT)
    await sql`insert into inbox_messages ${sql(values.slice(from, from + ROWS_PER_STATEMENT))}`
}

/** The jobs of these messages that have several pending proposals. */
export const listRepeatedJobs = (sql: Sql, userId: string, ids: readonly string[]) => sql<
  { jobId: string }[]
>`
  select m.job_id from inbox_messages m
  where m.user_id = ${userId} and m.state = 'pending' and m.job_id in (
    select n.job_id from inbox_messages n
    where n.user_id = ${userId} and n.id in (select i::uuid from string_to_table(${ids.join(',')}, ',') i where i <> ''))
  group by m.job_id having count(*) > 1`

export const listThreads = (sql: Sql, userId: string, keys: readonly Buffer[]) => sql<
  { threadKey: Buffer; jobId: string }[]
>`
  select m.thread_key, m.job_id from inbox_messages m
  where m.user_id = ${userId} and m.thread_key in (${keysOf(sql, keys)}) and m.job_id is not null`

/** Jobs that pending messages in these threads or from these domains propose to add. */
export const listProposedJobs = (
  sql: Sql,
  userId: string,
  { keys, domains }: { keys: readonly Buffer[]; domains: readonly string[] },
) => sql<ProposedJob[]>`
  select m.company, m.role, m.sender_address, m.contact_name, m.contact_email, m.thread_key from inbox_messages m
  where m.user_id = ${userId} and m.state = 'pending' and m.job_id is null and not m.ambiguous
    and m.company is not null and m.role is not null
    and (m.thread_key in (${keysOf(sql, keys)})
      or split_part(m.sender_address, '@', 2) in (select string_to_table(${domains.join(',')}, ',')))
  order by m.sent_at, m.id`

/** Jobs that ended according to a pending or accepted message. */
export const listEnded = (sql: Sql, userId: string) => sql<{ jobId: string }[]>`
  select distinct m.job_id from inbox_messages m
  where m.user_id = ${userId} and m.state in ('pending', 'accepted') and m.job_id is not null
    and m.status in ('rejected', 'closed', 'withdrawn')`

export const listAliases = (sql: Sql, userId: string) => sql<{ jobId: string; saidCompany: string }[]>`
  select distinct m.job_id, m.said_company from inbox_messages m
  where m.user_id = ${userId} and m.state = 'accepted' and m.job_id is not null and m.said_company is not null`

/** The addresses to which messages about the search were delivered, most frequent first. */
export const listDelivered = (sql: Sql, userId: string) => sql<{ address: string }[]>`
  select m.delivered_to as address from inbox_messages m
  where m.user_id = ${userId} and m.delivered_to is not null and m.delivered_to <> m.sender_address
  group by m.delivered_to order by count(*) desc limit 10`

interface MessageFilter {
  state?: readonly State[] | undefined
  jobId?: string | undefined
  sender?: string | undefined
}

const where = (sql: Sql, userId: string, { state = ['pending'], jobId, sender }: MessageFilter) => sql`
  m.user_id = ${userId} and m.state in ${sql([...state])}
  ${jobId ? sql`and m.job_id = ${jobId}` : sql``}
  ${sender ? sql`and m.sender_address = ${sender.toLowerCase()}` : sql``}`

/** Up to `limit + 1` messages after the cursor, oldest first. */
export const listMessages = (
  sql: Sql,
  userId: string,
  filter: MessageFilter,
  { limit, after }: Window,
) => sql<(MessageRow & { sortValue: string })[]>`
  select ${columns(sql)}, m.sent_at as sort_value from inbox_messages m
  where ${where(sql, userId, filter)}
    ${after ? sql`and (m.sent_at, m.id) > (${after.value}, ${after.id})` : sql``}
  order by m.sent_at, m.id limit ${limit + 1}`

export const countMessages = (sql: Sql, userId: string, filter: MessageFilter) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from inbox_messages m where ${where(sql, userId, filter)}`)

/** Leaves out messages that are only noted, because they propose nothing. */
export const findProposal = (sql: Sql, userId: string, id: string, isLocked = false) =>
  rowOf(sql<MessageRow[]>`
    select ${columns(sql)} from inbox_messages m
    where m.user_id = ${userId} and m.id = ${id} and m.state <> 'noted' ${isLocked ? sql`for update of m` : sql``}`)
const findForUpdate = (sql: Sql, userId: string, id: string) => findProposal(sql, userId, id, true)

export const getProposal = requiredRecord(findProposal, 'proposal_not_found')
export const lockProposal = requiredRecord(findForUpdate, 'proposal_not_found')
export const findProposalForUpdate = recordWith(findForUpdate)

/** Two starts less than this many hours apart may be one appointment, because messages use different zones. */
export const NEAR_HOURS = 13

/** Supersedes earlier pending proposals about the job that have the same verdict as this message, or the same event. */
export const supersede = (
  sql: Sql,
  userId: string,
  { id, jobId, company, role, status, eventUid, cancels, replaces, sentAt, updatedAt }: MessageValues,
) => sql`
  update inbox_messages m set state = 'superseded', updated_at = ${updatedAt}
  where m.user_id = ${userId} and m.id <> ${id} and m.state = 'pending' and m.sent_at < ${sentAt}
    and ${jobId === null ? sql`m.job_id is null and lower(m.company) = lower(${company}) and lower(m.role) = lower(${role})` : sql`m.job_id = ${jobId}`}
    and ((m.status = ${status} and ${status} <> 'interview')
      or (m.starts_at is not null and ${eventUid}::text is not null and m.event_uid = ${eventUid})
      or (${cancels} and m.event_uid is not distinct from ${eventUid}
        and (${isNear(sql, replaces)} or ${replaces}::timestamptz is null and m.starts_at >= ${sentAt})))`

const isNear = (sql: Sql, at: string | null) =>
  sql`m.starts_at between ${at}::timestamptz - make_interval(hours => ${NEAR_HOURS}) and ${at}::timestamptz + make_interval(hours => ${NEAR_HOURS})`

/** The appointment of the job's last superseded proposal before this message. */
export const findReplaced = (
  sql: Sql,
  userId: string,
  jobId: string,
  { company, role, replaces, sentAt }: MessageRow,
) =>
  rowOf(sql<{ startsAt: string; endsAt: string | null; location: string | null }[]>`
    select m.starts_at, m.ends_at, m.location from inbox_messages m
    where m.user_id = ${userId} and m.state = 'superseded' and m.starts_at is not null and m.sent_at < ${sentAt}
      and (${isNear(sql, replaces)} or ${replaces}::timestamptz is null)
      and (m.job_id = ${jobId} or m.job_id is null and lower(m.company) = lower(${company}) and lower(m.role) = lower(${role}))
    order by m.sent_at desc, m.id desc limit 1`)

export const updateMessage = (sql: Sql, userId: string, id: string, to: MessageRow) => sql`
    update inbox_messages m set state = ${to.state}, job_id = ${to.jobId}, company = ${to.company}, role = ${to.role},
      status = ${to.status}, ambiguous = ${to.ambiguous}, cancels = ${to.cancels}, asks = ${to.asks},
      decided_at = ${to.decidedAt}, event_id = ${to.eventId}, updated_at = ${to.updatedAt}
    where m.user_id = ${userId} and m.id = ${id}`

/** The newest known version of each invitation, from messages and calendar files. */
export const listVersions = (sql: Sql, userId: string, uids: readonly string[]) => sql<
  { uid: string; sequence: number; startsAt: string | null }[]
>`
  select distinct on (v.uid) v.uid, v.sequence, v.starts_at from (
    select m.event_uid, m.event_sequence, m.starts_at from inbox_messages m
    where m.user_id = ${userId} and m.event_uid in ${sql(uids)} and m.state in ('pending', 'accepted')
    union all
    select c.uid, c.sequence, null from calendar_sources c
    where c.user_id = ${userId} and c.uid in ${sql(uids)} and c.date = ''
  ) v (uid, sequence, starts_at)
  order by v.uid, v.sequence desc, v.starts_at nulls last`

export const listEventsMade = (sql: Sql, userId: string, jobId: string) => sql<
  { eventId: string; eventUid: string | null; startsAt: string; sentAt: string }[]
>`
  select m.event_id, m.event_uid, m.starts_at, m.sent_at from inbox_messages m
  where m.user_id = ${userId} and m.job_id = ${jobId} and m.event_id is not null and m.state = 'accepted'
    and m.starts_at is not null
  order by m.sent_at desc, m.id desc`

/** The old time of the job's interview, from the last message that asked to move it to this time. */
export const findAsked = (
  sql: Sql,
  userId: string,
  jobId: string,
  { startsAt, sentAt }: Pick<MessageRow, 'startsAt' | 'sentAt'>,
) =>
  rowOf(sql<{ replaces: string | null }[]>`
    select m.replaces from inbox_messages m
    where m.user_id = ${userId} and m.job_id = ${jobId} and m.asks and m.starts_at = ${startsAt} and m.sent_at < ${sentAt}
      and m.state <> 'rejected'
    order by m.sent_at desc, m.id desc limit 1`)

/** Deletes all messages, and the keys by which crm recognises messages that it has read. Returns the number of messages. */
export async function removeAll(sql: Sql, userId: string): Promise<number> {
  const messages = await sql`delete from inbox_messages m where m.user_id = ${userId}`
  await sql`delete from inbox_seen s where s.user_id = ${userId}`
  return messages.count
}

/** Links other pending proposals about the same untracked job to the new job. They name it as before a correction. */
export const assignJob = (
  sql: Sql,
  userId: string,
  jobId: string,
  { company, role }: Pick<MessageRow, 'company' | 'role'>,
) => sql`
    update inbox_messages m set job_id = ${jobId}
    where m.user_id = ${userId} and m.state = 'pending' and m.job_id is null and not m.ambiguous
      and lower(m.company) = lower(${company}) and (m.role is null or lower(m.role) = lower(${role}))`

/** Pending proposals for one decision: all, of one sender, or above a confidence. */
export const listPending = (
  sql: Sql,
  userId: string,
  { sender, above, limit }: { sender?: string | undefined; above?: number | undefined; limit: number },
) => sql<MessageRow[]>`
  select ${columns(sql)} from inbox_messages m
  where ${where(sql, userId, { sender })}
    ${above === undefined ? sql`` : sql`and m.confidence >= ${above}`}
  order by m.sent_at, m.id limit ${limit}`
