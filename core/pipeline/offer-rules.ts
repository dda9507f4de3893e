// Suggestion rules for offers: move the job along, close ended offers, withdraw other applications after an acceptance.
import { DAY_MS, msOf } from '../kernel/clock.ts'
import type { JobRow } from '../jobs/fields.ts'
import { decideBy } from './stale-rules.ts'
import { call, clipped, suggest, type Suggestion } from './suggestion.ts'

export interface OfferFact extends Pick<JobRow, 'company' | 'role' | 'status'> {
  jobId: string
  openOfferId: string | null
  deadline: string | null
  /** When an offer of the job last changed; null without offers. */
  offeredAt: string | null
  /** The company whose offer was accepted, and the time; null while there is none. */
  acceptedAt: string | null
  acceptedCompany: string | null
}

/** How long before the deadline crm suggests to decide: a week, and the day of the deadline. */
export const DECIDE_MS = 8 * DAY_MS

export function aboutOffer(fact: OfferFact, now: number, dayOf: (iso: string) => string): Suggestion[] {
  const { jobId: id, openOfferId, deadline, offeredAt, acceptedAt } = fact
  if (acceptedAt !== null && openOfferId !== null) return [decline(fact, openOfferId, acceptedAt)]
  if (acceptedAt !== null) return [withdraw(fact, acceptedAt)]
  if (openOfferId === null) return offeredAt === null ? [] : [close(fact, offeredAt)]
  if (deadline !== null && msOf(deadline) < now) return [expire(fact, openOfferId, deadline)]
  return [
    ...(deadline !== null && msOf(deadline) - now <= DECIDE_MS
      ? [decideBy({ ...fact, id, deadline }, dayOf)]
      : []),
    ...(fact.status !== 'offer' && offeredAt !== null ? [advance(fact, offeredAt)] : []),
  ]
}

const close = ({ jobId, role, company }: OfferFact, offeredAt: string): Suggestion =>
  suggest('declined', jobId, {
    title: `Close ${role} at ${company}`,
    reason: 'No offer of this job is open any more, and the job still is.',
    action: call('jobs.status', { id: jobId, status: 'withdrawn' }),
    due: msOf(offeredAt),
    priority: 'medium',
  })

const expire = ({ jobId, company }: OfferFact, id: string, deadline: string): Suggestion =>
  suggest('expired', id, {
    jobId,
    title: `Settle the offer of ${company}`,
    reason: 'Its deadline has passed without an answer. Ask whether it still stands, or mark it expired.',
    action: call('offers.update', { id, status: 'expired' }),
    due: msOf(deadline),
    priority: 'high',
  })

const advance = ({ jobId, role, company, status }: OfferFact, offeredAt: string): Suggestion =>
  suggest('offered', jobId, {
    title: `Move ${role} at ${company} to offer`,
    reason: `There is an offer, and the job is still ${status}.`,
    action: call('jobs.status', { id: jobId, status: 'offer' }),
    due: msOf(offeredAt) + DAY_MS,
    priority: 'medium',
  })

/** A short, final message. It gives no reason except the other offer: any more would invite an argument. */
const draft = ({ role }: OfferFact, act: string): string =>
  `You could write: “Thank you for the time you took. I have accepted another offer, so ${act} as ${role}. I wish you well with the search.”`

/** Declines an open offer after another was accepted. Once it is declined, `withdraw` follows for the same job. */
const decline = (fact: OfferFact, id: string, acceptedAt: string): Suggestion => ({
  ...withdraw(fact, acceptedAt),
  id: `decline:${id}`,
  title: clipped(`Decline the offer of ${fact.company}`),
  reason: `You accepted the offer of ${fact.acceptedCompany ?? 'another employer'}, and this one still waits for an answer. ${draft(fact, 'I decline your offer')}`,
  action: call('offers.update', { id, status: 'declined' }),
})

const withdraw = (fact: OfferFact, acceptedAt: string): Suggestion =>
  suggest('withdraw', fact.jobId, {
    title: `Withdraw from ${fact.role} at ${fact.company}`,
    reason: `You accepted the offer of ${fact.acceptedCompany ?? 'another employer'}, and this application is still open. ${draft(fact, 'I withdraw my application')}`,
    action: call('jobs.status', { id: fact.jobId, status: 'withdrawn', note: 'Accepted another offer.' }),
    due: msOf(acceptedAt) + DAY_MS,
    priority: 'medium',
  })
