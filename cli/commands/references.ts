// Finds the record for an argument, as core/references does, and the names of records for display.
import type { Activity } from '../../core/activities/fields.ts'
import { listContacts } from '../../core/contacts/operations.ts'
import type { Job } from '../../core/jobs/fields.ts'
import { getJob, listJobs } from '../../core/jobs/queries.ts'
import { isWholeName } from '../../core/references/match.ts'
import { NOUNS, oneAmong, resolve, type Noun, type ResolveOptions } from '../../core/references/resolve.ts'
import { fail } from '../../core/kernel/errors.ts'
import { shortId } from '../../core/kernel/id.ts'
import type { Client } from '../client.ts'
import { words } from '../command.ts'
import type { Column, Names } from '../ui/table.ts'
import { everyPage } from './pages.ts'

const HINTS: Record<Noun, string> = {
  job: 'List jobs with crm ls.',
  contact: 'List contacts with crm contacts list.',
  event: 'List events with crm calendar list.',
  activity: 'List activities with crm activities list.',
  offer: 'List offers with crm offers list.',
}

const finder =
  (noun: Noun) =>
  (client: Client, text: string, how: ResolveOptions = {}): Promise<{ id: string; name: string }> =>
    resolve((op, input) => client.call(op, input), noun, text, { missing: HINTS[noun], ...how })

/** Finds a row by its id or a name. `list` is the command that shows all of them. */
export const oneOf = <Row extends { id: string }>(
  text: string,
  rows: readonly Row[],
  namesOf: (row: Row) => readonly [name: string, ...also: (string | null)[]],
  noun: ListedNoun,
  list: string,
  how?: ResolveOptions,
): Row =>
  oneAmong(
    text,
    rows.map((row) => {
      const [name, ...also] = namesOf(row)
      return { id: row.id, row, name, also: also.filter((each) => each !== null) }
    }),
    () => fail(`${noun}_not_found`, { id: text }, { hint: `List them with ${list}.` }),
    how,
  ).row

export type ListedNoun =
  | ('account' | 'change' | 'delivery' | 'grant' | 'import' | 'key' | 'posting' | 'proposal')
  | ('purchase' | 'seat' | 'token' | 'user' | 'watch' | 'webhook')

export const TO_DELETE: ResolveOptions = { deletes: true }

export const findJob = finder('job')

/** Finds the record of each text, one after the other. The error then names the first text without a record. */
export async function each<T>(texts: readonly string[], find: (text: string) => Promise<T>): Promise<T[]> {
  const found = []
  for (const text of texts) found.push(await find(text))
  return found
}

export const findJobs = (client: Client, texts: readonly string[], how?: ResolveOptions) =>
  each(texts, (text) => findJob(client, text, how))

export const idsOf = (find: typeof findJob, client: Client, texts: readonly string[]): Promise<string[]> =>
  each(texts, async (text) => (await find(client, text)).id)

export const findContact = finder('contact')

/** The ids of the records in a list. One name may have a comma of its own: “Acme, Inc.”. */
export async function idsIn(noun: 'job' | 'contact', client: Client, text: string): Promise<string[]> {
  const mayBeOne = text.includes(',') && text.length <= 200
  const { matches } = mayBeOne ? await client.call(NOUNS[noun].op, { ref: text }) : { matches: [] }
  const isOne = matches.some(({ id, name, label }) => isWholeName(text, { id, name, also: [label] }))
  return idsOf(noun === 'job' ? findJob : findContact, client, isOne ? [text] : (words(text) ?? []))
}

export const findEvent = finder('event')

export const findActivity = finder('activity')

export const findOffer = finder('offer')

export const nameOf = ({ company, role }: Pick<Job, 'company' | 'role'>): string => `${company} — ${role}`

export const fullNameOf = ({ name, company }: { name: string; company: string | null }): string =>
  company ? `${name} (${company})` : name

type OfJob = Pick<Activity, 'jobId'>

export async function namesFor(client: Client, rows: readonly OfJob[]): Promise<Names> {
  const ids = rows.map(({ jobId }) => jobId)
  return new Map((await jobsOf(client, ids)).map((job) => [job.id, nameOf(job)]))
}

export const nameIn = (names: Names, { jobId }: OfJob): string | null =>
  jobId && (names.get(jobId) ?? shortId(jobId))

export function jobColumn(names: Names, place: Partial<Column<OfJob>>): Column<OfJob> {
  const value = (row: OfJob) => nameIn(names, row)
  return { title: 'JOB', value, plain: value, ...place }
}

const MOST_SINGLE = 20

/** One page of recent jobs usually has them. Up to 20 others are read by id; if more are missing, all jobs are read. */
export async function jobsOf(client: Client, ids: readonly (string | null)[]): Promise<Job[]> {
  const wanted = new Set(ids.filter((id) => id !== null))
  if (!wanted.size) return []
  const { jobs } = await client.call(listJobs, { limit: 100 })
  const recent = jobs.filter(({ id }) => wanted.has(id))
  const known = new Set(recent.map(({ id }) => id))
  const others = [...wanted].filter((id) => !known.has(id))
  if (others.length > MOST_SINGLE) {
    const all = await everyPage(true, 'jobs', (more) => client.call(listJobs, more))
    return all.jobs.filter(({ id }) => wanted.has(id))
  }
  return [...recent, ...(await Promise.all(others.map((id) => client.call(getJob, { id }))))]
}

/** Names of the contacts of a job by id, such as `Jane Doe (Acme)`, for display. */
export async function contactNames(client: Client, jobId: string): Promise<Names> {
  // One job rarely has more than a page of contacts. The others are shown by id.
  const { contacts } = await client.call(listContacts, { jobId, limit: 100 })
  return new Map(contacts.map((contact) => [contact.id, fullNameOf(contact)]))
}
