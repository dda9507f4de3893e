// What accepting a proposal changes: in words, and as the job's new status.
import { counted } from '../kernel/amounts.ts'
import type { Status } from '../jobs/fields.ts'
import { msOf } from '../kernel/clock.ts'
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

/** The verdicts whose deadline is added to the calendar. Null stands for a message without a verdict. */
const DEADLINE_VERDICTS: readonly (Verdict | null)[] = ['assessment', 'offer', null]

/** The day of the deadline that accepting adds to the calendar; null if it adds none. */
export const calendarDeadline = ({ status, deadline }: MessageRow): string | null =>
  DEADLINE_VERDICTS.includes(status) ? deadline : null

/** The offer's terms in a letter; null unless it states base pay and a currency. */
export async function offeredTerms({ status, pay, sentAt }: MessageRow): Promise<OfferTerms | null> {
  if (status !== 'offer' || pay === null) return null
  const { readOffer } = await import('../offers/reading/read.ts')
  const reading = readOffer(pay, { now: msOf(sentAt), timeZone: 'UTC' })
  const { base, deadline: _, ...terms } = reading.terms
  if (base?.currency === undefined) return null
  const notes = reading.unread.length ? { notes: pay } : {}
  return { ...terms, ...notes, base: { ...base, currency: base.currency } }
}
type OfferTerms = TermsChange & { base: { amount: number; currency: string } }

/** What accepting really did. `changesOf` lists these words instead of those that the message alone suggests. */
export interface Outcome {
  added?: boolean
  interview?: string | null
  offer?: string
  contact?: string
}

/** Whether a message cancels an appointment without setting a new one. */
export const onlyCancels = ({ status, cancels }: Pick<MessageRow, 'status' | 'cancels'>): boolean =>
  cancels && status !== 'interview'

export const offerWords = (action: string, base: { amount: number; currency: string }): string =>
  `${action}: ${counted(base.amount)} ${base.currency}`

function interviewWords(row: MessageRow): string | null {
  const { status, startsAt, cancels, jobId } = row
  if (onlyCancels(row)) return 'cancel the interview'
  if (!startsAt || status !== 'interview') return null
  if (row.asks) return 'answer whether the time suits; the interview is not moved'
  return cancels && jobId !== null ? 'move the interview' : 'add the interview'
}

async function changesOf(row: MessageRow, done: Outcome = {}): Promise<string[]> {
  const { status, jobId, company, role, contactName, ambiguous } = row
  const deadline = calendarDeadline(row)
  const due = row.deadlineAt === null ? deadline : `${row.deadlineAt.slice(0, 16).replace('T', ' ')} UTC`
  const offer = await offeredTerms(row)
  const addsJob = done.added ?? (jobId === null && status !== null && !ambiguous)
  return [
    addsJob ? `add ${[company, role].filter(Boolean).join(' — ') || 'a job'}` : null,
    ambiguous ? 'say which job it is' : null,
    status && `${STATUS_OF[status]}${status === 'closed' ? ' (closed)' : ''}`,
    done.interview ?? interviewWords(row),
    done.offer ?? (offer && offerWords('add the offer', offer.base)),
    deadline && `deadline ${due}`,
    done.contact ?? (contactName && `contact ${contactName}`),
  ].filter((each) => each !== null)
}

/** A row as the API returns it. `done` is what accepting it did. */
export async function proposalOf(row: MessageRow, done?: Outcome): Promise<Proposal> {
  const { id, status, jobId, company, role, sentAt, subject, startsAt, endsAt, timeZone } = row
  const { location, deadline, deadlineAt, contactName, pay, evidence, updatedAt } = row
  return {
    id,
    // Callers pass no noted row, because the schema of proposals lacks the state `noted`.
    state: row.state === 'noted' ? 'rejected' : row.state,
    status,
    changes: await changesOf(row, done),
    ...{ jobId, company, role, sentAt },
    from: { name: row.senderName, email: row.senderAddress || null },
    subject,
    event: startsAt === null ? null : { startsAt, endsAt, timeZone },
    cancelsEvent: onlyCancels(row),
    ...{ location, deadline, deadlineAt },
    contact: contactName === null ? null : { name: contactName, email: row.contactEmail },
    pay,
    confidence: Math.round(row.confidence * 100) / 100,
    ...{ evidence, updatedAt },
  }
}
