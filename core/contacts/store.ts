// SQL for contacts and their links to jobs.
import type { Sql } from '../database/connect.ts'
import { contains, countOf, rowOf } from '../database/fragments.ts'
import { columnsOf, listingOf, statementsOf } from '../database/record-statements.ts'
import type { Context } from '../kernel/context.ts'
import { idIn, instantIn, objectSchema, pageIn, text, type Parsed } from '../kernel/schema.ts'
import { broadQuery, wordsOf } from '../search/words.ts'
import { CONTACT, type Contact, CONTACT_TYPES } from './fields.ts'

const columns = (sql: Sql, userId: string) => sql`
  ${columnsOf(sql, CONTACT)},
  coalesce((
    select json_agg(l.job_id order by l.job_id) from contact_jobs l
    where l.user_id = ${userId} and l.contact_id = c.id), '[]') as job_ids`

const { sort, page } = listingOf<Contact>(CONTACT, '-updatedAt', { columns })

export const ContactQuery = objectSchema((z) => ({
  company: text(z, 200).optional().describe('Part of the company’s name.'),
  type: z.array(z.enum(CONTACT_TYPES)).optional().describe('Comma-separated types.'),
  tag: text(z, 100).optional(),
  jobId: idIn(z).optional(),
  q: text(z, 500).optional().describe('Full-text search; matches word prefixes.'),
  updatedSince: instantIn(z).optional(),
  sort: sort(z),
  ...pageIn(z),
}))

export const {
  get: getContact,
  lock: lockContact,
  findForUpdate: findContactForUpdate,
  listWithIds: listContactsWithIds,
  insert: insertContact,
  update: updateContact,
  remove: removeContact,
} = statementsOf<Contact>(CONTACT, columns)

export const listContacts = (
  ctx: Pick<Context, 'sql' | 'principal'>,
  { company, tag, jobId, q, ...asked }: Parsed<typeof ContactQuery>,
) => {
  const { sql } = ctx
  return page(
    ctx,
    asked,
    company && sql`and ${contains(sql, sql`c.company`, company)}`,
    tag && sql`and exists (select 1 from jsonb_array_elements_text(c.tags) t where lower(t) = lower(${tag}))`,
    jobId &&
      sql`and exists (select 1 from contact_jobs l where l.user_id = c.user_id and l.job_id = ${jobId} and l.contact_id = c.id)`,
    q?.trim() && sql`and c.search @@ to_tsquery('simple', ${broadQuery(wordsOf(q))})`,
  )
}

export const listEveryContact = (sql: Sql, userId: string) => sql<Contact[]>`
  select ${columns(sql, userId)} from contacts c where c.user_id = ${userId} order by c.id`

export const listNames = (sql: Sql, userId: string) =>
  sql<Pick<Contact, 'id' | 'name' | 'email'>[]>`
    select id, name, email from contacts where user_id = ${userId} order by id`

/** Contacts with the same e-mail address, or with the same name at the same company. */
export const listDuplicates = (sql: Sql, userId: string, { id, name, company, email }: Contact) =>
  sql<Pick<Contact, 'id' | 'name' | 'email'>[]>`
    select id, name, email from contacts
    where user_id = ${userId} and id <> ${id} and (lower(email) = lower(${email})
      or lower(name) = lower(${name}) and lower(company) is not distinct from lower(${company}))
    order by id limit 6`

export const updateLastContacted = (sql: Sql, userId: string, id: string, at: string | null) =>
  sql`update contacts set last_contacted_at = ${at} where user_id = ${userId} and id = ${id}`

export const countDependents = (sql: Sql, userId: string, id: string) =>
  countOf(sql<{ total: number }[]>`
    select ((select count(*) from activities where user_id = ${userId} and contact_id = ${id}) +
      (select count(*) from calendar_events where user_id = ${userId} and contact_id = ${id}))::int as total`)

export async function insertLinks(sql: Sql, userId: string, contactId: string, jobIds: readonly string[]) {
  if (!jobIds.length) return
  const rows = jobIds.map((jobId) => ({ user_id: userId, job_id: jobId, contact_id: contactId }))
  await sql`insert into contact_jobs ${sql(rows, 'user_id', 'job_id', 'contact_id')}`
}

export const removeLinks = (sql: Sql, userId: string, contactId: string) =>
  sql`delete from contact_jobs where user_id = ${userId} and contact_id = ${contactId}`

export const listLinkedNames = (sql: Sql, userId: string) => sql<
  { jobId: string; name: string; email: string | null }[]
>`
  select l.job_id, c.name, c.email from contact_jobs l
  join contacts c on c.user_id = l.user_id and c.id = l.contact_id
  where l.user_id = ${userId}`

/** Finds and locks the contact with this e-mail address, else one with this name at this company or linked to this job. */
export const findContactNamed = (
  sql: Sql,
  userId: string,
  { name, email, jobId, company }: Record<'email' | 'jobId' | 'company', string | null> & { name: string },
) =>
  rowOf(sql<Contact[]>`
    select ${columns(sql, userId)} from contacts c
    where c.user_id = ${userId} and (lower(c.email) = ${email} or (
      lower(c.name) = lower(${name}) and (lower(c.company) = lower(${company}) or exists (
        select 1 from contact_jobs l where l.user_id = ${userId} and l.contact_id = c.id and l.job_id = ${jobId}))))
    order by (lower(c.email) = ${email}) desc nulls last, c.id limit 1 for update of c`)
