// What acceptance of a proposal changes, in words and in the tracker's statuses.
import type { Status } from '../jobs/status.ts'
import { msOf } from '../kernel/clock.ts'
import { readOffer } from '../offers/reading/read.ts'
import type { TermsChange } from '../offers/fields.ts'
import type { Verdict } from './verdicts.ts'
import type { Proposal } from './proposal.ts'
import type { MessageRow } from './store.ts'

export const STATUS_OF: Record<Verdict, Status> = {
  applied: 'applied',
  interview: 'interviewing',
  assessment: 'screening',
  offer: 'offer',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
  closed: 'rejected',
}

/** Verdicts after which a deadline is an entry of the calendar. */
const WITH_DEADLINE: readonly (Verdict | null)[] = ['assessment', 'offer', null]

type Said = Pick<
  MessageRow,
  | 'status'
  | 'jobId'
  | 'company'
  | 'role'
  | 'startsAt'
  | 'cancels'
  | 'deadline'
  | 'contactName'
  | 'ambiguous'
  | 'pay'
  | 'sentAt'
>

/** The day of a deadline that acceptance enters in the calendar; null when there is none. */
export const enteredDeadline = ({ status, deadline }: Pick<Said, 'status' | 'deadline'>): string | null =>
  WITH_DEADLINE.includes(status) ? deadline : null

/** The terms of the offer that a letter makes; null where it names no base with its currency. */
export function offeredTerms({
  status,
  pay,
  sentAt,
}: Pick<Said, 'status' | 'pay' | 'sentAt'>): OfferTerms | null {
  if (status !== 'offer' || pay === null) return null
  const { base, deadline: _, ...terms } = readOffer(pay, { now: msOf(sentAt), timeZone: 'UTC' }).terms
  return base?.currency === undefined ? null : { ...terms, base: { ...base, currency: base.currency } }
}
type OfferTerms = TermsChange & { base: { amount: number; currency: string } }

/** What acceptance does, one phrase each. */
function changesOf(row: Said): string[] {
  const { status, jobId, company, role, startsAt, cancels, contactName, ambiguous } = row
  const deadline = enteredDeadline(row)
  const offer = offeredTerms(row)
  return [
    ...(jobId === null && status && !ambiguous
      ? [`add ${[company, role].filter(Boolean).join(' — ') || 'a job'}`]
      : []),
    ...(ambiguous ? ['say which job it is'] : []),
    ...(status ? [`${STATUS_OF[status]}${status === 'closed' ? ' (closed)' : ''}`] : []),
    ...(startsAt && status === 'interview'
      ? [cancels && jobId !== null ? 'move the interview' : 'add the interview']
      : []),
    ...(cancels && status === null ? ['cancel the interview'] : []),
    ...(offer ? [`add the offer: ${offer.base.amount.toLocaleString('en-US')} ${offer.base.currency}`] : []),
    ...(deadline ? [`deadline ${deadline}`] : []),
    ...(contactName ? [`contact ${contactName}`] : []),
  ]
}

/** A row as the API shows it; `withoutContact`: the caller may not add contacts, so the person was left out. */
export const proposalOf = (row: MessageRow, withoutContact = false): Proposal => ({
  id: row.id,
  state: row.state === 'noted' ? 'rejected' : row.state,
  status: row.status,
  changes: withoutContact
    ? [...changesOf({ ...row, contactName: null }), 'left out the contact: contacts:write is missing']
    : changesOf(row),
  jobId: row.jobId,
  company: row.company,
  role: row.role,
  sentAt: row.sentAt,
  from: { name: row.senderName, email: row.senderAddress || null },
  subject: row.subject,
  event:
    row.startsAt === null ? null : { startsAt: row.startsAt, endsAt: row.endsAt, timeZone: row.timeZone },
  cancelsEvent: row.cancels && row.status === null,
  location: row.location,
  deadline: row.deadline,
  contact: row.contactName === null ? null : { name: row.contactName, email: row.contactEmail },
  pay: row.pay,
  confidence: Math.round(row.confidence * 100) / 100,
  evidence: row.evidence,
  updatedAt: row.updatedAt,
})
