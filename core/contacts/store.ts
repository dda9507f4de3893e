// SQL for contacts and their links to jobs.
import type { Sql } from '../database/connect.ts'
import { afterUpdate, containsPattern } from '../database/fragments.ts'
import { changesOf, columnsOf, valuesOf } from '../database/record-columns.ts'
import { broadQuery, wordsOf } from '../search/words.ts'
import type { SortKind, Window } from '../kernel/page.ts'
import { CONTACT, type Contact } from './fields.ts'

const columns = (sql: Sql, userId: string) => sql`
  ${columnsOf(sql, CONTACT)},
  coalesce((
    select json_agg(l.job_id order by l.job_id) from contact_jobs l
    where l.user_id = ${userId} and l.contact_id = c.id), '[]') as job_ids`

interface Sort {
  kind: SortKind
  by: (sql: Sql) => ReturnType<Sql>
}

export const SORTS = {
  updatedAt: { kind: 'instant', by: (sql) => sql`c.updated_at` },
  createdAt: { kind: 'instant', by: (sql) => sql`c.created_at` },
  name: { kind: 'text', by: (sql) => sql`lower(c.name)` },
  company: { kind: 'text', by: (sql) => sql`lower(coalesce(c.company, ''))` },
  // Contacts never contacted sort as the epoch, because row comparison does not work with null.
  lastContactedAt: { kind: 'instant', by: (sql) => sql`coalesce(c.last_contacted_at, '1970-01-01Z')` },
} as const satisfies Record<string, Sort>
export type SortName = keyof typeof SORTS

interface ContactFilter {
  updatedSince?: string | undefined
  company?: string | undefined
  type?: Contact['type'][] | undefined
  tag?: string | undefined
  jobId?: string | undefined
  q?: string | undefined
}

const where = (sql: Sql, userId: string, filter: ContactFilter) => sql`
  c.user_id = ${userId}
  ${filter.updatedSince ? sql`and c.updated_at >= ${filter.updatedSince}` : sql``}
  ${filter.company ? sql`and c.company ilike ${containsPattern(filter.company)}` : sql``}
  ${filter.type?.length ? sql`and c.type in ${sql(filter.type)}` : sql``}
  ${filter.tag ? sql`and exists (select 1 from jsonb_array_elements_text(c.tags) t where lower(t) = lower(${filter.tag}))` : sql``}
  ${filter.jobId ? sql`and exists (select 1 from contact_jobs l where l.user_id = c.user_id and l.job_id = ${filter.jobId} and l.contact_id = c.id)` : sql``}
  ${filter.q?.trim() ? sql`and c.search @@ to_tsquery('simple', ${broadQuery(wordsOf(filter.q))})` : sql``}`

export function listContacts(
  sql: Sql,
  userId: string,
  filter: ContactFilter,
  page: Window & { sort: SortName; descending: boolean },
) {
  const by = SORTS[page.sort].by
  const direction = page.descending ? sql`desc` : sql`asc`
  const beyond = page.descending ? sql`<` : sql`>`
  return sql<(Contact & { sortValue: string })[]>`
    select ${columns(sql, userId)}, ${by(sql)} as sort_value from contacts c
    where ${where(sql, userId, filter)}
    ${page.after ? sql`and (${by(sql)}, c.id) ${beyond} (${page.after.value}, ${page.after.id})` : sql``}
    order by ${by(sql)} ${direction}, c.id ${direction}
    limit ${page.limit + 1}`
}

export const listEveryContact = (sql: Sql, userId: string) => sql<Contact[]>`
  select ${columns(sql, userId)} from contacts c where c.user_id = ${userId} order by c.id`

export const listNames = (sql: Sql, userId: string) =>
  sql<Pick<Contact, 'id' | 'name' | 'email'>[]>`
    select id, name, email from contacts where user_id = ${userId} order by id`

export async function countContacts(sql: Sql, userId: string, filter: ContactFilter): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*)::int as total from contacts c where ${where(sql, userId, filter)}`
  return row?.total ?? 0
}

export const listContactsWithEmail = (sql: Sql, userId: string, email: string) =>
  sql<Pick<Contact, 'id' | 'name' | 'email'>[]>`
    select id, name, email from contacts
    where user_id = ${userId} and lower(email) = lower(${email}) order by id limit 6`

export async function findContact(sql: Sql, userId: string, id: string): Promise<Contact | undefined> {
  const [row] = await sql<Contact[]>`
    select ${columns(sql, userId)} from contacts c where c.user_id = ${userId} and c.id = ${id}`
  return row
}

export async function findContactForUpdate(
  sql: Sql,
  userId: string,
  id: string,
): Promise<Contact | undefined> {
  const [row] = await sql<Contact[]>`
    select ${columns(sql, userId)} from contacts c where c.user_id = ${userId} and c.id = ${id} for update of c`
  return row
}

export const listContactIdsForShare = (sql: Sql, userId: string, ids: readonly string[]) =>
  sql<{ id: string }[]>`
    select id from contacts where user_id = ${userId} and id in ${sql([...ids])} order by id for key share`

export const listContactsWithIds = (sql: Sql, userId: string, ids: readonly string[]) =>
  sql<Contact[]>`
    select ${columns(sql, userId)} from contacts c where c.user_id = ${userId} and c.id in ${sql([...ids])}`

export const insertContact = (sql: Sql, userId: string, contact: Contact) => sql`
  insert into contacts ${sql({ user_id: userId, ...valuesOf(sql, CONTACT, contact) })}`

export const updateContact = (sql: Sql, userId: string, contact: Contact) => sql`
  update contacts set ${sql(changesOf(sql, CONTACT, contact))} where user_id = ${userId} and id = ${contact.id}`

export const renewContacts = (sql: Sql, userId: string, ids: readonly string[], at: string) =>
  sql`
  update contacts set updated_at = greatest(${at}, ${afterUpdate(sql)})
  where user_id = ${userId} and id in ${sql([...ids])}`

export const updateLastContacted = (sql: Sql, userId: string, id: string, at: string | null) =>
  sql`update contacts set last_contacted_at = ${at} where user_id = ${userId} and id = ${id}`

export async function countDependents(sql: Sql, userId: string, id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select ((select count(*) from activities where user_id = ${userId} and contact_id = ${id}) +
      (select count(*) from calendar_events where user_id = ${userId} and contact_id = ${id}))::int as count`
  return row?.count ?? 0
}

/** What happened outlives the contact. On a distributed database the keys cannot say so, hence the statements. */
export const removeContact = (sql: Sql, userId: string, id: string) =>
  Promise.all([
    sql`update activities set contact_id = null where user_id = ${userId} and contact_id = ${id}`,
    sql`update calendar_events set contact_id = null where user_id = ${userId} and contact_id = ${id}`,
    sql`delete from contacts where user_id = ${userId} and id = ${id}`,
  ])

export async function insertLinks(sql: Sql, userId: string, contactId: string, jobIds: readonly string[]) {
  if (!jobIds.length) return
  const rows = jobIds.map((jobId) => ({ user_id: userId, job_id: jobId, contact_id: contactId }))
  await sql`insert into contact_jobs ${sql(rows, 'user_id', 'job_id', 'contact_id')}`
}

export const removeLinks = (sql: Sql, userId: string, contactId: string) =>
  sql`delete from contact_jobs where user_id = ${userId} and contact_id = ${contactId}`

export interface LinkedName {
  jobId: string
  name: string
  email: string | null
}

export const listLinkedNames = (sql: Sql, userId: string) => sql<LinkedName[]>`
  select l.job_id, c.name, c.email from contact_jobs l
  join contacts c on c.user_id = l.user_id and c.id = l.contact_id
  where l.user_id = ${userId}`

export async function findContactNamed(
  sql: Sql,
  userId: string,
  { name, email, jobId }: { name: string; email: string | null; jobId: string | null },
): Promise<Contact | undefined> {
  const [row] = await sql<Contact[]>`
    select ${columns(sql, userId)} from contacts c
    where c.user_id = ${userId} and (lower(c.email) = ${email} or (
      (c.email is null or ${email}::text is null) and lower(c.name) = lower(${name}) and exists (
        select 1 from contact_jobs l where l.user_id = ${userId} and l.contact_id = c.id and l.job_id = ${jobId})))
    order by c.id limit 1 for update of c`
  return row
}
