// SQL for the audit trail.
import type { Sql } from '../database/connect.ts'
import { containsPattern, fragments, rowOf, countOf } from '../database/fragments.ts'
import { RESTORE } from '../database/transaction.ts'
import type { Window } from '../kernel/page.ts'
import { instantIn, objectSchema, pageIn, text, type Parsed } from '../kernel/schema.ts'
import type { AuditRow } from './entry.ts'

export const AuditQuery = objectSchema((z) => ({
  since: instantIn(z).optional().describe('Not before this instant.'),
  until: instantIn(z).optional().describe('Not after this instant.'),
  client: text(z, 200).optional().describe('Part of the client’s name.'),
  credential: text(z, 200).optional().describe('Part of the name or id of the token or session.'),
  operation: text(z, 100).optional().describe('jobs.update, audit.undo, …'),
  noun: text(z, 50).optional().describe('job, contact, activity, event, webhook, …'),
  ...pageIn(z),
}))

interface AuditFilter extends Omit<Parsed<typeof AuditQuery>, 'limit' | 'cursor'> {
  program?: string | undefined
  /** Only changes of these nouns. A token may see the pipeline, but not the account. */
  nouns?: readonly string[] | undefined
  agent?: Agent | undefined
}

export interface Agent {
  session: string
  credentialId: string | null
}

const touches = (sql: Sql, nouns: readonly string[]) =>
  sql`exists (select 1 from jsonb_array_elements(a.changes) c where c->>'noun' in ${sql([...nouns])})`

/** `all` selects every change of an entry. Otherwise the first 20, for a list. */
const columns = (sql: Sql, undoable: readonly string[], all: boolean) => sql`
  a.id, a.at, a.operation, a.client,
  json_build_object('kind', a.credential_kind, 'id', a.credential_id, 'name', a.credential_name) as credential,
  a.actor_id, a.request_id, a.undone_by is null and ${touches(sql, undoable)} as undoable, a.undone_by,
  jsonb_array_length(a.changes) as change_count,
  ${all ? sql`a.changes` : sql`jsonb_path_query_array(a.changes, '$[0 to 19]')`} as changes`

const withCredential = (sql: Sql, text: string) =>
  sql`(a.credential_name ilike ${containsPattern(text)} or a.credential_id::text ilike ${containsPattern(text)})`

/** Matches the changes of an agent's session. A call without one has a `w_` name, and matches all such calls of its credential. */
const byAgentOrId = (sql: Sql, { session, credentialId }: Agent) =>
  session.startsWith('w_')
    ? sql`(a.agent_session = ${session} or ((a.agent_session = '' or a.agent_session like 'w\\_%')
        and a.credential_id is not distinct from ${credentialId}))`
    : sql`a.agent_session = ${session}`

const where = (sql: Sql, userId: string, filter: AuditFilter) => {
  const { since, until, client, credential, operation, noun, program, nouns, agent } = filter
  return fragments(
    sql`a.user_id = ${userId}`,
    since && sql`and a.at >= ${since}`,
    until && sql`and a.at <= ${until}`,
    client && sql`and a.client ilike ${containsPattern(client)}`,
    credential && sql`and ${withCredential(sql, credential)}`,
    operation && sql`and a.operation = ${operation}`,
    noun && sql`and ${touches(sql, [noun])}`,
    program && sql`and (a.client ilike ${containsPattern(program)} or ${withCredential(sql, program)})`,
    nouns && sql`and ${touches(sql, nouns)}`,
    agent && sql`and a.agent_session = ${agent.session}`,
  )
}

const MAX_SESSIONS = 100

/** The other sessions of this credential, latest first: how many changes each made, and when it made the last. */
export const listOtherSessions = (
  sql: Sql,
  userId: string,
  { agent, ...filter }: AuditFilter & { agent: Agent },
  kind: string,
) => sql<{ work: string; changes: number; at: string }[]>`
  select coalesce(a.agent_session, '') as work, count(*)::int as changes, max(a.at) as at
  from audit_log a
  where ${where(sql, userId, filter)} and a.credential_kind = ${kind}
    and a.credential_id is not distinct from ${agent.credentialId}
    and a.agent_session not in ('', ${agent.session})
  group by a.agent_session order by max(a.at) desc limit ${MAX_SESSIONS}`

export const listAudit = (
  sql: Sql,
  userId: string,
  filter: AuditFilter,
  { after, limit, undoable }: Window & { undoable: readonly string[] },
) => sql<(AuditRow & { sortValue: string })[]>`
  select ${columns(sql, undoable, false)}, a.at as sort_value from audit_log a
  where ${fragments(...where(sql, userId, filter), after && sql`and (a.at, a.id) < (${after.value}, ${after.id})`)}
  order by a.at desc, a.id desc limit ${limit + 1}`

export const countAudit = (sql: Sql, userId: string, filter: AuditFilter) =>
  countOf(sql<{ total: number }[]>`
    select count(*)::int as total from audit_log a where ${where(sql, userId, filter)}`)

/** With a lock, two undos of one change wait for each other. */
export const findAudit = (
  sql: Sql,
  userId: string,
  id: string,
  nouns: { seen: readonly string[] | undefined; undoable: readonly string[]; agent: Agent | undefined },
  lock?: 'for update',
) =>
  rowOf(sql<AuditRow[]>`
    select ${columns(sql, nouns.undoable, true)} from audit_log a
    where ${where(sql, userId, { nouns: nouns.seen })} and a.id = ${id}
      ${nouns.agent ? sql`and ${byAgentOrId(sql, nouns.agent)}` : sql``}
    ${lock ? sql`for update of a` : sql``}`)

/** Changes that can still be undone, newest first. Leaves out undos, the changes of the service, and those before a restored backup. */
export const listInEffect = (sql: Sql, userId: string, filter: AuditFilter, noun = '', limit: number) =>
  sql<{ id: string; at: string; isMeant: boolean }[]>`
    select a.id, a.at, (${noun} = '' or ${touches(sql, [noun])}) as is_meant from audit_log a
    where ${where(sql, userId, filter)} and a.undone_by is null and a.operation <> 'audit.undo'
      and a.credential_kind <> 'anonymous'
      and not exists (select 1 from audit_log r
        where r.user_id = a.user_id and r.operation = ${RESTORE} and (r.at, r.id) > (a.at, a.id))
    order by a.at desc, a.id desc limit ${limit} for update of a`

export const findRestore = (sql: Sql, userId: string) =>
  rowOf(sql<{ at: string }[]>`
    select at from audit_log where user_id = ${userId} and operation = ${RESTORE} order by at desc limit 1`)

export const markUndone = (sql: Sql, userId: string, ids: readonly string[], by: string) =>
  sql`update audit_log set undone_by = ${by} where user_id = ${userId} and id in ${sql([...ids])}`

/** If an undo is undone, the changes that it reverted are in effect again. */
export const markInEffect = (sql: Sql, userId: string, by: readonly string[]) =>
  sql`update audit_log set undone_by = null where user_id = ${userId} and undone_by in ${sql([...by])}`
