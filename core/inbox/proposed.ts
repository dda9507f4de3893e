// Jobs that pending proposals would add. They link later messages from the same sender or thread.
import { isPublicMail } from '../reading/people.ts'
import { domainOf, isHiringSystem } from './meaning/names.ts'
import { prepare, type TrackedJob } from './meaning/tracked.ts'
import type { Mail } from './reading/decode.ts'
import { threadKey } from './recognition.ts'
import type { ProposedJob } from './store.ts'

const PREFIX = 'proposed:'

/** Maximum proposed jobs per sender. Only the newest count. */
const MAX_PER_SENDER = 20

export const isProposed = ({ id }: Pick<TrackedJob, 'id'>): boolean => id.startsWith(PREFIX)

/** The sender's domain, or the whole address if many people use the domain. */
function senderKeyOf(address: string): string {
  const domain = domainOf(address.split('@')[1] ?? '')
  return isHiringSystem(domain) ? '' : isPublicMail(domain) ? address : domain
}

export function proposedJobs(known: readonly ProposedJob[]) {
  const jobs = new Map<string, TrackedJob>()
  const bySender = new Map<string, Set<string>>()
  const byThread = new Map<string, string>()
  const add = (proposed: ProposedJob): void => {
    const { company, role, senderAddress, contactName, contactEmail } = proposed
    const id = `${PREFIX}${proposed.company.toLowerCase()}\n${proposed.role.toLowerCase()}`
    const contacts = [
      ...(jobs.get(id)?.contacts ?? []),
      ...(contactName === null ? [] : [{ name: contactName, email: contactEmail }]),
    ]
    jobs.set(id, { id, company, role, status: 'applied', url: null, location: null, contacts, aliases: [] })
    const key = senderKeyOf(senderAddress)
    if (key) bySender.set(key, (bySender.get(key) ?? new Set()).add(id))
    if (proposed.threadKey) byThread.set(proposed.threadKey.toString('hex'), id)
  }
  known.forEach(add)
  return {
    add,
    /** The proposed jobs that a message may be about, by the message it answers or its sender. */
    of({ from, references }: Mail) {
      const answered = references.flatMap((id) => byThread.get(threadKey(id).toString('hex')) ?? [])
      const fromSender = [...(bySender.get(senderKeyOf(from?.address ?? '')) ?? [])].slice(-MAX_PER_SENDER)
      return prepare([...new Set([...answered, ...fromSender])].flatMap((id) => jobs.get(id) ?? []))
    },
    // Domains that many senders share are never stored, so this need not exclude them.
    isKnown: (address: string): boolean =>
      bySender.has(domainOf(address.split('@')[1] ?? '')) || bySender.has(address),
  }
}
