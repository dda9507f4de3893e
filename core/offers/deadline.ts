// The deadline of an offer in the calendar: one event that follows it, so that lists, feeds and suggestions have it.
import { cancelEvent, changeEvent, scheduleEvent } from '../calendar/schedule.ts'
import { findStoredEvent } from '../calendar/linked.ts'
import { coveredBy, type Transaction } from '../database/transaction.ts'
import { OPEN_OFFER_STATUSES } from './fields.ts'
import type { OfferRow } from './store.ts'

const MAX_TITLE = 200

const titleOf = ({ company, role }: { company: string; role: string }): string =>
  `Offer expires: ${company} — ${role}`.slice(0, MAX_TITLE)

/** Returns the event's id. A decided offer has none. One that the user removed comes back only with a new deadline. */
export async function followDeadline(
  outer: Transaction,
  before: Pick<OfferRow, 'deadline' | 'deadlineEventId'>,
  offer: OfferRow,
  job: { company: string; role: string },
): Promise<string | null> {
  const tx = coveredBy(outer, 'offers')
  const event = before.deadlineEventId
    ? await findStoredEvent(tx.sql, tx.principal.userId, before.deadlineEventId)
    : undefined
  const isOpen = OPEN_OFFER_STATUSES.includes(offer.status)
  if (offer.deadline === null || !isOpen) {
    if (event) await cancelEvent(tx, event.id)
    return null
  }
  if (event) {
    if (event.startsAt !== offer.deadline) await changeEvent(tx, event.id, { startsAt: offer.deadline })
    return event.id
  }
  if (before.deadlineEventId && before.deadline === offer.deadline) return before.deadlineEventId
  const input = {
    title: titleOf(job),
    type: 'deadline' as const,
    startsAt: offer.deadline,
    jobId: offer.jobId,
  }
  return (await scheduleEvent(tx, input)).id
}
