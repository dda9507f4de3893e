// Jobs that are not tracked but proposed: a later message from the same people or in the same thread is about them.
import { isPublicMail } from '../reading/people.ts'
import { domainOf, isHost } from './meaning/names.ts'
import { prepare, type Prepared, type Tracked } from './meaning/tracked.ts'
import type { Mail } from './reading/mail.ts'
import { threadKey } from './recognition.ts'

export interface ProposedJob {
  company: string
  role: string
  senderAddress: string
  contactName: string | null
  contactEmail: string | null
  threadKey: Buffer | null
}

export interface ProposedJobs {
  add(proposed: ProposedJob): void
  /** Those that a message can be about, by whom it answers or where it comes from. */
  of(mail: Mail): readonly Prepared[]
  isKnown(address: string): boolean
}

const PREFIX = 'proposed:'

/** Who proposes more jobs than this is asked about the newest. */
const MAX_OF_PLACE = 20

const idOf = ({ company, role }: Pick<ProposedJob, 'company' | 'role'>): string =>
  `${PREFIX}${company.toLowerCase()}\n${role.toLowerCase()}`

export const isProposed = ({ id }: Pick<Tracked, 'id'>): boolean => id.startsWith(PREFIX)

/** Where an address belongs to: its domain, but its whole where strangers share the domain. */
function placeOf(address: string): string {
  const domain = domainOf(address.split('@')[1] ?? '')
  return isHost(domain) ? '' : isPublicMail(domain) ? address : domain
}

export function proposedJobs(known: readonly ProposedJob[]): ProposedJobs {
  const jobs = new Map<string, Tracked>()
  const byPlace = new Map<string, Set<string>>()
  const byThread = new Map<string, string>()
  const add = (proposed: ProposedJob): void => {
    const { company, role, senderAddress, contactName, contactEmail } = proposed
    const id = idOf(proposed)
    const contacts = [
      ...(jobs.get(id)?.contacts ?? []),
      ...(contactName === null ? [] : [{ name: contactName, email: contactEmail }]),
    ]
    jobs.set(id, { id, company, role, status: 'applied', url: null, location: null, contacts, aliases: [] })
    const place = placeOf(senderAddress)
    if (place) byPlace.set(place, (byPlace.get(place) ?? new Set()).add(id))
    if (proposed.threadKey) byThread.set(proposed.threadKey.toString('hex'), id)
  }
  known.forEach(add)
  return {
    add,
    of({ from, references }) {
      const answered = references.flatMap((id) => byThread.get(threadKey(id).toString('hex')) ?? [])
      const near = [...(byPlace.get(placeOf(from?.address ?? '')) ?? [])].slice(-MAX_OF_PLACE)
      return prepare([...new Set([...answered, ...near])].flatMap((id) => jobs.get(id) ?? []))
    },
    // Hosts are never kept, so that the quick look at every message does not ask for them.
    isKnown: (address) => byPlace.has(domainOf(address.split('@')[1] ?? '')) || byPlace.has(address),
  }
}
