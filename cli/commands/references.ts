// Resolves a reference to a row: a full id, its short form, or an unambiguous part of the name.
import { listContacts } from '../../core/contacts/operations.ts'
import { listJobs } from '../../core/jobs/operations.ts'
import { fail } from '../../core/kernel/errors.ts'
import { isId, isShortId, shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'

interface Named {
  id: string
  name: string
  /** What else it is called; an exact match of these or the name takes precedence over partial ones. */
  also?: readonly string[]
}

/** The only candidate. None is "not found"; several are listed in an `ambiguous` error. */
export function onlyOne<T extends Named>(text: string, candidates: T[], missing: () => never): T {
  const exact = candidates.filter(
    ({ id, name, also = [] }) =>
      id === text || shortId(id) === text || [name, ...also].some((one) => sameText(one, text)),
  )
  const [found, second] = exact.length === 1 ? exact : candidates
  if (!found) return missing()
  if (!second) return found
  const shown = candidates.slice(0, 10).map(({ id, name }) => `  ${shortId(id)}  ${name}`)
  const more = candidates.length > 10 ? ['  …'] : []
  return fail('ambiguous', { text, count: candidates.length, candidates: [...shown, ...more].join('\n') })
}

const sameText = (a: string, b: string): boolean =>
  a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0

/** A kind of row that can be referenced by name. */
interface Nameable {
  /** With its article: `a job`. */
  article: string
  /** What its name consists of: `company and role`. */
  parts: string
  /** Rows whose id ends with the text, or whose name contains it. */
  find(client: Client, ref: string): Promise<Named[]>
  missing(text: string): never
}

const JOB: Nameable = {
  article: 'a job',
  parts: 'company and role',
  async find(client, ref) {
    const { jobs } = await client.call(listJobs, { ref, limit: 100 })
    return jobs.map(({ id, company, role }) => ({
      id,
      name: `${company} — ${role}`,
      also: [company, `${company} ${role}`],
    }))
  },
  missing: (text) => fail('job_not_found', { id: text }, { hint: 'List jobs with crm jobs list.' }),
}

const CONTACT: Nameable = {
  article: 'a contact',
  parts: 'name, company and e-mail address',
  async find(client, ref) {
    const { contacts } = await client.call(listContacts, { ref, limit: 100 })
    return contacts.map((contact) => ({ id: contact.id, name: fullNameOf(contact), also: [contact.name] }))
  },
  missing: (text) =>
    fail('contact_not_found', { id: text }, { hint: 'List contacts with crm contacts list.' }),
}

const fullNameOf = ({ name, company }: { name: string; company: string | null }): string =>
  company ? `${name} (${company})` : name

async function find(noun: Nameable, client: Client, text: string): Promise<Named> {
  if (isId(text)) return { id: text.toLowerCase(), name: text }
  if (!text.trim())
    return fail('usage', { problem: `Name ${noun.article}: an id, or part of its ${noun.parts}.` })
  const rows = await noun.find(client, text.trim())
  const byId = isShortId(text) ? rows.filter(({ id }) => shortId(id) === text.toLowerCase()) : []
  return onlyOne(text.trim(), byId.length ? byId : rows, () => noun.missing(text))
}

/** The referenced job. */
export const findJob = (client: Client, text: string): Promise<Named> => find(JOB, client, text)

/** The referenced contact. */
export const findContact = (client: Client, text: string): Promise<Named> => find(CONTACT, client, text)

/** The id of an optional reference; undefined if it was not given. */
export async function findOption(
  seek: typeof findJob,
  client: Client,
  text: string | undefined,
): Promise<string | undefined> {
  return text === undefined ? undefined : (await seek(client, text)).id
}

/** Names of jobs by id, such as `Acme — Engineer`, for display. */
export async function jobNames(
  client: Client,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set(ids.filter((id) => id !== null))
  if (!wanted.size) return new Map()
  // One page of recent jobs covers nearly all cases; other jobs are shown by id.
  const { jobs } = await client.call(listJobs, { limit: 100 })
  return new Map(
    jobs.filter(({ id }) => wanted.has(id)).map((job) => [job.id, `${job.company} — ${job.role}`]),
  )
}

/** Names of the contacts of a job by id, such as `Jane Doe (Acme)`, for display. */
export async function contactNames(client: Client, jobId: string): Promise<ReadonlyMap<string, string>> {
  // More than a page of contacts for one job is not expected; the others are shown by id.
  const { contacts } = await client.call(listContacts, { jobId, limit: 100 })
  return new Map(contacts.map((contact) => [contact.id, fullNameOf(contact)]))
}
