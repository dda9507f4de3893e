// Accepts and rejects proposals: every acceptance is one undoable change, dated as its message.
import { cancelEvent, changeEvent, scheduleEvent } from '../calendar/schedule.ts'
import { findStoredEventOfUid, listStoredEventsOfJob, noteInvitation } from '../calendar/linked.ts'
import type { CalendarEvent } from '../calendar/fields.ts'
import { changeContact, createContact } from '../contacts/changes.ts'
import { contactKnownAs } from '../contacts/references.ts'
import { changed, type Transaction } from '../database/transaction.ts'
import { createJob, moveJob } from '../jobs/changes.ts'
import { isoOf, msOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { isId } from '../kernel/id.ts'
import { createOffer, offersOf } from '../offers/changes.ts'
import { enteredDeadline, offeredTerms, proposalOf, STATUS_OF } from './changes.ts'
import type { Verdict } from './verdicts.ts'
import type { Proposal, State } from './proposal.ts'
import { storedOf } from './restore.ts'
import * as store from './store.ts'

/** What the reader corrects before accepting. */
export interface Edit {
  jobId?: string | undefined
  company?: string | undefined
  role?: string | undefined
  status?: Verdict | undefined
}

type Row = store.MessageRow

async function lockProposal(tx: Transaction, id: string): Promise<Row> {
  const row = isId(id) ? await store.findMessageForUpdate(tx.sql, tx.principal.userId, id) : undefined
  return row && row.state !== 'noted' ? row : fail('proposal_not_found', { id })
}

/** Accepts one proposal; an accepted one stays as it is. */
export async function accept(tx: Transaction, id: string, edit: Edit = {}): Promise<Proposal> {
  const row = await acceptRow(tx, id, edit)
  return proposalOf(row, row.contactName !== null && row.jobId !== null && !mayAddContacts(tx))
}

const mayAddContacts = ({ principal }: Transaction): boolean => principal.scopes.has('contacts:write')

async function acceptRow(tx: Transaction, id: string, edit: Edit): Promise<Row> {
  const row = await lockProposal(tx, id)
  if (row.state === 'accepted') return row
  const wanted: Row = {
    ...row,
    status: edit.status ?? row.status,
    jobId: edit.jobId ?? row.jobId,
    company: edit.company ?? row.company,
    role: edit.role ?? row.role,
    ambiguous: row.ambiguous && edit.jobId === undefined,
  }
  const jobId = await settleJob(tx, wanted)
  const contactId = await keepContact(tx, wanted, jobId)
  const eventId = jobId === null ? null : await settleEvent(tx, wanted, jobId, contactId)
  const isOffered = jobId !== null && (await keepOffer(tx, wanted, jobId))
  if (!isOffered) await enterDeadline(tx, wanted, jobId)
  return decide(tx, row, { ...wanted, jobId, eventId, state: 'accepted' })
}

/** Rejects one proposal; one that was accepted is undone, not rejected. */
export async function reject(tx: Transaction, id: string): Promise<Proposal> {
  const row = await lockProposal(tx, id)
  if (row.state === 'rejected') return proposalOf(row)
  if (row.state === 'accepted') return fail('proposal_decided', { id })
  return proposalOf(await decide(tx, row, { ...row, state: 'rejected' }))
}

async function decide(tx: Transaction, before: Row, wanted: Row & { state: State }): Promise<Row> {
  const now = isoOf(tx.clock.now())
  const after: Row = { ...wanted, decidedAt: now, updatedAt: now }
  await store.updateMessage(tx.sql, tx.principal.userId, before.id, after)
  changed(tx, 'proposal', before.id, storedOf(before), storedOf(after))
  return after
}

/** When the message was sent; a date ahead of the clock counts as now. */
const sentBefore = (tx: Transaction, { sentAt }: Row): string => {
  const now = isoOf(tx.clock.now())
  return sentAt < now ? sentAt : now
}

/** Moves the job, or adds the one that is not tracked yet; its id. */
async function settleJob(tx: Transaction, row: Row): Promise<string | null> {
  const { status, jobId, company, role, ambiguous } = row
  if (ambiguous) return fail('proposal_incomplete', { missing: 'job, because it could be one of several' })
  const at = sentBefore(tx, row)
  if (jobId === null) {
    if (status === null) return null
    if (!company || !role)
      return fail('proposal_incomplete', { missing: company ? 'role' : 'company and role' })
    const job = await createJob(tx, { company, role, source: 'mail' }, [{ status: STATUS_OF[status], at }])
    await store.assignJob(tx.sql, tx.principal.userId, { jobId: job.id, company, role })
    return job.id
  }
  if (status !== null)
    await moveJob(tx, jobId, {
      status: STATUS_OF[status],
      at,
      ...((status === 'closed' || status === 'rejected') && { note: reasonOf(row) }),
    })
  return jobId
}

/** What the history keeps of the mail that ended it. */
const reasonOf = ({ status, evidence }: Row): string =>
  `${status === 'closed' ? 'Closed' : 'Rejected'} by the employer: ${evidence[0]?.quote ?? ''}`.slice(
    0,
    1_000,
  )

/** Adds the named person, or links them to the job; leaves them out for a caller who may not. */
async function keepContact(
  tx: Transaction,
  { contactName, contactEmail, company }: Row,
  jobId: string | null,
): Promise<string | null> {
  if (contactName === null || jobId === null || !mayAddContacts(tx)) return null
  const known = await contactKnownAs(tx, { name: contactName, email: contactEmail, jobId })
  if (!known) {
    const fields = {
      name: contactName,
      email: contactEmail,
      company,
      jobIds: [jobId],
      type: 'recruiter' as const,
    }
    return (await createContact(tx, fields)).id
  }
  const email = known.email ?? contactEmail
  const jobIds = [...new Set([...known.jobIds, jobId])]
  await changeContact(tx, known.id, { email, jobIds })
  return known.id
}

/** Adds, moves or cancels the interview; the id of its event. */
async function settleEvent(
  tx: Transaction,
  row: Row,
  jobId: string,
  contactId: string | null,
): Promise<string | null> {
  const isOff = row.status === null && row.cancels
  if (row.startsAt === null && !isOff) return null
  const earlier = await eventBefore(tx, row, jobId)
  if (isOff) {
    if (earlier) await cancelEvent(tx, earlier.id)
    if (earlier) await noteEvent(tx, row, earlier.id)
    return null
  }
  if (row.status !== 'interview' || row.startsAt === null) return null
  const times = {
    startsAt: row.startsAt,
    timeZone: row.timeZone,
    ...(row.endsAt !== null && { endsAt: row.endsAt }),
  }
  const location = row.location === null ? {} : { location: row.location }
  if (earlier) {
    // An event of an imported calendar file learns here which job it is about.
    const links = { jobId: earlier.jobId ?? jobId, contactId: earlier.contactId ?? contactId }
    await changeEvent(tx, earlier.id, { ...times, ...location, ...links })
    return noteEvent(tx, row, earlier.id)
  }
  const title = `Interview: ${[row.company, row.role].filter(Boolean).join(', ')}`.slice(0, 200)
  const event = await scheduleEvent(tx, { type: 'interview', title, jobId, contactId, ...times, ...location })
  return noteEvent(tx, row, event.id)
}

/** Keeps whose invitation made an event, so that a file with the same UID finds it. */
async function noteEvent(
  tx: Transaction,
  { eventUid, eventSequence, sentAt }: Row,
  eventId: string,
): Promise<string> {
  if (eventUid !== null)
    await noteInvitation(tx.sql, tx.principal.userId, {
      ...{ uid: eventUid, eventId, at: sentAt, sequence: eventSequence },
    })
  return eventId
}

const HALF_DAY = 13 * 3_600_000
const apart = (one: string, other: string): number => Math.abs(msOf(one) - msOf(other))

/** The event that a message changes: of the same invitation, at the same time, at the time it names, or the job’s next one. */
async function eventBefore(tx: Transaction, row: Row, jobId: string): Promise<CalendarEvent | undefined> {
  const userId = tx.principal.userId
  const invited = row.eventUid === null ? undefined : await findStoredEventOfUid(tx.sql, userId, row.eventUid)
  if (invited) return invited
  const [events, made] = await Promise.all([
    listStoredEventsOfJob(tx.sql, userId, jobId),
    store.listEventsMade(tx.sql, userId, jobId),
  ])
  const interviews = events.filter(({ type }) => type === 'interview' || type === 'call')
  const sameUid = made.find(({ eventUid }) => eventUid !== null && eventUid === row.eventUid)
  const byUid = interviews.find(({ id }) => id === sameUid?.eventId)
  const atSameTime = interviews.find(({ startsAt }) => startsAt === row.startsAt)
  if (byUid ?? atSameTime ?? !row.cancels) return byUid ?? atSameTime
  const { replaces } = row
  if (replaces !== null)
    return interviews
      .filter(({ startsAt }) => apart(startsAt, replaces) < HALF_DAY)
      .toSorted((one, other) => apart(one.startsAt, replaces) - apart(other.startsAt, replaces))[0]
  return interviews.find(({ startsAt }) => startsAt >= row.sentAt)
}

/** Adds the offer that a letter makes, where it names the base and its currency. */
async function keepOffer(tx: Transaction, row: Row, jobId: string): Promise<boolean> {
  const terms = offeredTerms(row)
  if (!terms || !tx.principal.scopes.has('offers:write')) return false
  const offers = await offersOf(tx, jobId)
  if (offers.some(({ base }) => base.amount === terms.base.amount)) return false
  const deadline = row.deadline === null ? {} : { deadline: `${row.deadline}T23:59:59.999Z` }
  await createOffer(tx, { jobId, ...terms, ...deadline })
  return true
}

/** Deadlines are entered at the end of their day. */
async function enterDeadline(tx: Transaction, row: Row, jobId: string | null): Promise<void> {
  const day = enteredDeadline(row)
  if (day === null || jobId === null) return
  const title = `${row.status === 'offer' ? 'Answer the offer' : row.status === 'assessment' ? 'Hand in the test' : 'Answer'}: ${row.company ?? ''}`
  const timeZone = row.timeZone ?? 'UTC'
  await scheduleEvent(tx, {
    type: 'deadline',
    title: title.slice(0, 200),
    jobId,
    startsAt: `${day}T23:59:00`,
    timeZone,
  })
}
