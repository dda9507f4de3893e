// Changes offers. Each change writes its calendar event, audit record and webhook events in the caller's transaction.
import { cancelEvent, changeEvent, scheduleEvent } from '../calendar/schedule.ts'
import { findStoredEvent } from '../calendar/linked.ts'
import { recordChange, coveredBy, emit, type Transaction } from '../database/transaction.ts'
import { moveJob } from '../jobs/changes.ts'
import { payCurrencyOf, touchJob, withJob } from '../jobs/references.ts'
import { isoOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { isUnchanged, refuseFuture, invalidInput, type Deleted } from '../kernel/schema.ts'
import { newId } from '../kernel/id.ts'
import { must } from '../kernel/narrow.ts'
import { nextVersion, type Origin, requireVersion, type Versions } from '../kernel/version.ts'
import { completeTerms, wholeTerms } from './complete.ts'
import {
  MAX_ROUNDS,
  type Offer,
  type OfferChange,
  type OfferIn,
  type Round,
  type RoundIn,
  OPEN_OFFER_STATUSES,
  type OfferStatus,
  type Terms,
  type TermsIn,
} from './fields.ts'
import { offerOf, rowOf, storedOfferOf } from './record.ts'
import * as store from './store.ts'
import type { OfferRow } from './store.ts'

const MAX_TITLE = 200

/** Makes, moves or cancels the deadline's event; returns its id. If the user moved or deleted the event, only a new deadline changes that. */
async function updateDeadlineEvent(
  offerTx: Transaction,
  before: Pick<OfferRow, 'deadline' | 'deadlineEventId'>,
  offer: OfferRow,
  job: { company: string; role: string },
): Promise<string | null> {
  const tx = coveredBy(offerTx, 'offers')
  const event = before.deadlineEventId
    ? await findStoredEvent(tx.sql, tx.principal.userId, before.deadlineEventId)
    : undefined
  const isOpen = OPEN_OFFER_STATUSES.includes(offer.status)
  if (offer.deadline === null || !isOpen) {
    if (event) await cancelEvent(tx, event.id)
    return null
  }
  if (before.deadlineEventId && before.deadline === offer.deadline) return before.deadlineEventId
  if (event) return (await changeEvent(tx, event.id, { startsAt: offer.deadline })).id
  const input = {
    title: `Offer expires: ${job.company} — ${job.role}`.slice(0, MAX_TITLE),
    type: 'deadline' as const,
    startsAt: offer.deadline,
    jobId: offer.jobId,
  }
  return (await scheduleEvent(tx, input)).id
}

export type JobName = NonNullable<Awaited<ReturnType<typeof touchJob>>>

export async function touchedJobOf(tx: Transaction, id: string): Promise<JobName> {
  return (await touchJob(tx, id, isoOf(tx.clock.now()))) ?? fail('job_not_found', { id })
}

export const offersOf = async (tx: Transaction, jobId: string): Promise<Offer[]> =>
  (await store.listOffersOfJob(tx.sql, tx.principal.userId, jobId)).map(offerOf)

/** Adds an offer to a job. Throws `job_not_found`, or `invalid_input` if terms are missing or contradict each other. */
export async function createOffer(tx: Transaction, { jobId, status, ...given }: OfferIn): Promise<Offer> {
  const job = await touchedJobOf(tx, jobId)
  const terms = await initialTermsOf(tx, jobId, given)
  const offer = await insertOffer(tx, job, { ...terms, status: status ?? 'received', rounds: [] })
  if (offer.status === 'accepted') await acceptJobOf(tx, offer)
  return offer
}

export async function initialTermsOf(tx: Transaction, jobId: string, terms: TermsIn): Promise<Terms> {
  const { base, ...fields } = completeTerms(terms, { jobCurrency: await payCurrencyOf(tx, jobId) })
  return wholeTerms({ base: must(base), ...fields })
}

type NewOffer = Omit<Offer, 'id' | 'jobId' | 'createdAt' | 'updatedAt'> & Pick<Origin, 'createdAt'>

export async function insertOffer(tx: Transaction, job: JobName, { createdAt, ...fields }: NewOffer) {
  const now = isoOf(tx.clock.now())
  const row = rowOf({
    ...{ id: newId(), jobId: job.id, ...fields },
    ...{ createdAt: createdAt ?? now, updatedAt: now, deadlineEventId: null },
  })
  row.deadlineEventId = await updateDeadlineEvent(tx, { deadline: null, deadlineEventId: null }, row, job)
  await store.insertOffer(tx.sql, tx.principal.userId, row)
  const offer = offerOf(row)
  recordChange(tx, 'offer', row.id, null, storedOfferOf(row))
  emit(tx, 'offer.created', withJob(offer, job))
  return offer
}

/** Moves the offer's job to `accepted`. A job has at most one accepted offer, so an earlier one is declined. */
async function acceptJobOf(tx: Transaction, { id, jobId }: Pick<Offer, 'id' | 'jobId'>): Promise<void> {
  for (const earlier of await store.listOffersOfJob(tx.sql, tx.principal.userId, jobId)) {
    if (earlier.id === id || earlier.status !== 'accepted') continue
    const row = await store.lockOffer(tx, earlier.id)
    await writeOffer(tx, row, { ...offerOf(row), status: 'declined' })
  }
  await moveJob(tx, jobId, { status: 'accepted' })
}

/** Applies `change`; null clears a field. Accepting also moves the job and declines the offer accepted before. */
export async function changeOffer(
  tx: Transaction,
  id: string,
  { status, ...given }: OfferChange,
  expected?: Versions,
): Promise<Offer> {
  const row = await store.lockOffer(tx, id)
  const before = offerOf(row)
  requireVersion('offer', before, expected)
  const fields = completeTerms(given, { terms: before, jobCurrency: null })
  return writeOffer(tx, row, { ...before, ...fields, status: status ?? before.status })
}

export async function addRound(tx: Transaction, id: string, { by, at, terms }: RoundIn, expected?: Versions) {
  const row = await store.lockOffer(tx, id)
  const before = offerOf(row)
  requireVersion('offer', before, expected)
  const now = tx.clock.now()
  const moment = at ?? isoOf(now)
  refuseFuture('at', moment, now)
  if (row.rounds.length >= MAX_ROUNDS)
    throw invalidInput([{ path: 'terms', message: `an offer has at most ${MAX_ROUNDS} rounds` }])
  return writeOffer(tx, row, withRound(before, roundOf({ by, at: moment, terms }, before)))
}

export const byTime = (one: Round, other: Round): number =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : 0

/** Applies a round. A round of the employer changes the terms; a round of the user records a counter-offer. */
function withRound(offer: Offer, round: Round): Offer {
  const rounds = [...offer.rounds, round].sort(byTime)
  const { note: _, ...changed } = round.terms
  const isLatest = rounds.at(-1) === round
  return {
    ...offer,
    ...(round.by === 'them' && termsNotNamedLater(changed, rounds.slice(rounds.indexOf(round) + 1))),
    rounds,
    status: isLatest && Object.keys(changed).length ? statusAfter(offer.status, round.by) : offer.status,
  }
}

function termsNotNamedLater(changed: Round['terms'], later: readonly Round[]): Partial<Terms> {
  const changedLater = later.filter(({ by }) => by === 'them').flatMap(({ terms }) => Object.keys(terms))
  return Object.fromEntries(Object.entries(changed).filter(([name]) => !changedLater.includes(name)))
}

/** An open offer is `countered` while the employer has to answer. A decided offer keeps its status. */
function statusAfter(status: OfferStatus, by: Round['by']): OfferStatus {
  if (status !== 'received' && status !== 'countered') return status
  return by === 'me' ? 'countered' : 'received'
}

export function roundOf({ by, at, terms }: RoundIn & { at: string }, known: Terms): Round {
  const { note, ...named } = terms
  const fields = completeTerms(named, { terms: known, jobCurrency: null })
  const noted = { ...fields, ...(note?.trim() && { note: note.trim() }) }
  if (!Object.keys(noted).length)
    throw invalidInput([{ path: 'terms', message: 'names no part of the offer, and no note' }])
  return { at, by, terms: noted }
}

async function writeOffer(tx: Transaction, row: store.OfferRow, wanted: Offer): Promise<Offer> {
  const before = offerOf(row)
  if (isUnchanged(before, wanted)) return before
  const job = await touchedJobOf(tx, row.jobId)
  const { deadlineEventId } = row
  const after = rowOf({ ...wanted, deadlineEventId, updatedAt: nextVersion(tx, row) })
  after.deadlineEventId = await updateDeadlineEvent(tx, row, after, job)
  await store.updateOffer(tx.sql, tx.principal.userId, after)
  const offer = offerOf(after)
  recordChange(tx, 'offer', row.id, storedOfferOf(row), storedOfferOf(after))
  emit(tx, 'offer.updated', withJob(offer, job))
  if (after.status === 'accepted' && row.status !== 'accepted') await acceptJobOf(tx, after)
  return offer
}

export async function deleteOffer(tx: Transaction, id: string, expected?: Versions): Promise<Deleted> {
  const row = await store.lockOffer(tx, id)
  requireVersion('offer', offerOf(row), expected)
  const event =
    row.deadlineEventId && (await findStoredEvent(tx.sql, tx.principal.userId, row.deadlineEventId))
  if (event) await cancelEvent(coveredBy(tx, 'offers'), event.id)
  await store.removeOffer(tx.sql, tx.principal.userId, row.id)
  recordChange(tx, 'offer', row.id, storedOfferOf(row), null)
  return { deleted: true, id: row.id }
}
