// Finds the job and the person that a row names, by id or by words.
import { listIn } from '../kernel/narrow.ts'
import type { UnusedCell } from './report.ts'
import { plain } from './text.ts'

const onlyMatch = <T>(found: readonly T[]): T | undefined => (found.length === 1 ? found[0] : undefined)

/** The id, if a record has it (`isKnown`). Otherwise null: the row loses the link, and `left` says so. */
export function knownId(
  id: string | null,
  field: string,
  { isKnown, left }: { isKnown: (id: string) => boolean; left: UnusedCell[] },
): string | null {
  const lowerId = id?.toLowerCase() ?? null
  if (lowerId === null || isKnown(lowerId)) return lowerId
  left.push({ field, text: lowerId, why: 'There is no record with this id here.' })
  return null
}

/** Finds records by name. Comparing each row with all records would take seconds. */
function byName<T>(all: readonly T[], namesOf: (one: T) => (string | null)[]) {
  const known = new Map<string, T[]>()
  for (const one of all) for (const name of new Set(namesOf(one).map(plain))) listIn(known, name).push(one)
  return (text: string) => known.get(plain(text)) ?? []
}

type LinkField = 'jobId' | 'contactId' | 'company' | 'role' | 'contact'

/** The ids that a row states, and the names for rows without an id. */
export const namingIn = (values: Pick<ReadonlyMap<LinkField, string>, 'get'>) => ({
  jobId: values.get('jobId') ?? null,
  contactId: values.get('contactId') ?? null,
  named: { company: values.get('company'), role: values.get('role'), contact: values.get('contact') },
})

export type NamedLinks = ReturnType<typeof namingIn> & { left: UnusedCell[] }
export type Links = ReturnType<ReturnType<typeof linkerOf>>

/** Finds the records that a row names. If none or several match a name, `unlinked` has the name as a line of text. */
export function linkerOf(
  jobs: readonly { id: string; company: string; role: string }[],
  contacts: readonly { id: string; name: string; email: string | null }[],
) {
  const jobsAt = byName(jobs, ({ company }) => [company])
  const contactsNamed = byName(contacts, ({ name, email }) => [name, email])
  const jobNamed = (company: string, role: string | undefined) =>
    onlyMatch(jobsAt(company).filter((job) => role === undefined || plain(job.role) === plain(role)))
  const jobIds = new Set(jobs.map(({ id }) => id))
  const contactIds = new Set(contacts.map(({ id }) => id))
  return ({ named: { company, role, contact }, left, ...stated }: NamedLinks) => {
    const jobId = knownId(stated.jobId, 'jobId', { isKnown: (id) => jobIds.has(id), left })
    const contactId = knownId(stated.contactId, 'contactId', { isKnown: (id) => contactIds.has(id), left })
    const job = jobId === null && company !== undefined ? jobNamed(company, role) : undefined
    const person = contactId === null && contact !== undefined ? onlyMatch(contactsNamed(contact)) : undefined
    const hasJob = jobId !== null || job !== undefined
    const hasPerson = contactId !== null || person !== undefined
    return {
      jobId: jobId ?? job?.id ?? null,
      contactId: contactId ?? person?.id ?? null,
      unlinked: [
        ...(company !== undefined && !hasJob ? [`Company: ${company}`] : []),
        ...(role !== undefined && !hasJob ? [`Role: ${role}`] : []),
        ...(contact !== undefined && !hasPerson ? [`Contact: ${contact}`] : []),
      ],
    }
  }
}
