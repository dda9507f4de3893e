// Suggestion rules for offers: move the job along, close ended offers, withdraw other applications after an acceptance.
import { DAY_MS, isoOf, msOf } from '../kernel/clock.ts'
import type { Status } from '../jobs/fields.ts'
import { decideBy } from './stale-rules.ts'
import { call, clipped, type Suggestion } from './suggestion.ts'

export interface OfferFact {
  jobId: string
  company: string
  role: string
  status: Status
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
  if (fact.acceptedAt !== null && fact.openOfferId !== null)
    return [decline(fact, fact.openOfferId, fact.acceptedAt)]
  if (fact.acceptedAt !== null) return [withdraw(fact, fact.acceptedAt)]
  if (fact.openOfferId === null) return fact.offeredAt === null ? [] : [close(fact)]
  if (fact.deadline !== null && msOf(fact.deadline) < now)
    return [expire(fact, fact.openOfferId, fact.deadline)]
  const { deadline } = fact
  return [
    ...(deadline !== null && msOf(deadline) - now <= DECIDE_MS
      ? [decideBy({ ...fact, id: fact.jobId, deadline }, dayOf)]
      : []),
    ...(fact.status !== 'offer' && fact.offeredAt !== null ? [advance(fact, fact.offeredAt)] : []),
  ]
}

const about = ({ jobId }: OfferFact) => ({ jobId, contactId: null })

const close = (fact: OfferFact): Suggestion => ({
  ...about(fact),
  id: `declined:${fact.jobId}`,
  kind: 'declined',
  title: clipped(`Close ${fact.role} at ${fact.company}`),
  reason: 'No offer of this job is open any more, and the job still is.',
  action: call('jobs.status', { id: fact.jobId, status: 'withdrawn' }),
  dueAt: isoOf(msOf(fact.offeredAt ?? fact.deadline ?? isoOf(0))),
  priority: 'medium',
})

const expire = (fact: OfferFact, id: string, deadline: string): Suggestion => ({
  ...about(fact),
  id: `expired:${id}`,
  kind: 'expired',
  title: clipped(`Settle the offer of ${fact.company}`),
  reason: 'Its deadline has passed without an answer. Ask whether it still stands, or mark it expired.',
  action: call('offers.update', { id, status: 'expired' }),
  dueAt: isoOf(msOf(deadline)),
  priority: 'high',
})

const advance = (fact: OfferFact, offeredAt: string): Suggestion => ({
  ...about(fact),
  id: `offered:${fact.jobId}`,
  kind: 'offered',
  title: clipped(`Move ${fact.role} at ${fact.company} to offer`),
  reason: `There is an offer, and the job is still ${fact.status}.`,
  action: call('jobs.status', { id: fact.jobId, status: 'offer' }),
  dueAt: isoOf(msOf(offeredAt) + DAY_MS),
  priority: 'medium',
})

/** A short, final message. It gives no reason except the other offer: any more would invite an argument. */
const draft = ({ role }: OfferFact, act: string): string =>
  `You could write: “Thank you for the time you took. I have accepted another offer, so ${act} as ${role}. I wish you well with the search.”`

/** Declines an open offer after another was accepted. Once it is declined, `withdraw` follows for the same job. */
const decline = (fact: OfferFact, id: string, acceptedAt: string): Suggestion => ({
  ...about(fact),
  id: `decline:${id}`,
  kind: 'withdraw',
  title: clipped(`Decline the offer of ${fact.company}`),
  reason: `You accepted the offer of ${fact.acceptedCompany ?? 'another employer'}, and this one still waits for an answer. ${draft(fact, 'I decline your offer')}`,
  action: call('offers.update', { id, status: 'declined' }),
  dueAt: isoOf(msOf(acceptedAt) + DAY_MS),
  priority: 'medium',
})

const withdraw = (fact: OfferFact, acceptedAt: string): Suggestion => ({
  ...about(fact),
  id: `withdraw:${fact.jobId}`,
  kind: 'withdraw',
  title: clipped(`Withdraw from ${fact.role} at ${fact.company}`),
  reason: `You accepted the offer of ${fact.acceptedCompany ?? 'another employer'}, and this application is still open. ${draft(fact, 'I withdraw my application')}`,
  action: call('jobs.status', { id: fact.jobId, status: 'withdrawn', note: 'Accepted another offer.' }),
  dueAt: isoOf(msOf(acceptedAt) + DAY_MS),
  priority: 'medium',
})
