// Accepts and rejects proposals. Accepting is a single change, dated like the message, and undo reverts all of it.
import { changeEvent, scheduleEvent } from '../calendar/schedule.ts'
import { listStoredEventsOfJob, remarksOn } from '../calendar/linked.ts'
import { changeContact, createContact } from '../contacts/changes.ts'
import { findContactNamed } from '../contacts/references.ts'
import { recordChange, type Transaction } from '../database/transaction.ts'
import { zoneOf } from '../identity/user.ts'
import { createJob, moveJob } from '../jobs/changes.ts'
import { requireJobs } from '../jobs/references.ts'
import { isoOf, instantOf } from '../kernel/clock.ts'
import { fail } from '../kernel/errors.ts'
import { idIn, objectSchema, PathId, words, type Parsed } from '../kernel/schema.ts'
import { addRound, changeOffer, createOffer, offersOf } from '../offers/changes.ts'
import { OPEN_OFFER_STATUSES, type Offer, type TermsChange } from '../offers/fields.ts'
import { calendarDeadline, offeredTerms, offerWords, proposalOf, STATUS_OF, type Outcome } from './changes.ts'
import { applyInterview, NOT_IN_CALENDAR } from './interview.ts'
import { VERDICTS } from './verdicts.ts'
import type { Proposal, State } from './proposal.ts'
import { storedOf } from './restore.ts'
import * as store from './store.ts'

export const AcceptIn = objectSchema((z) => ({
  id: PathId(),
  jobId: idIn(z).optional().describe('The right job, if the proposal names another.'),
  company: words(z, 200).optional(),
  role: words(z, 200).optional(),
  status: z.enum(VERDICTS).optional().describe('The right status, if the proposal has another.'),
}))
type Edit = Omit<Parsed<typeof AcceptIn>, 'id'>

type Row = store.MessageRow

/** Accepts a proposal. If it is accepted already, nothing changes. */
export async function accept(tx: Transaction, id: string, edit: Edit = {}): Promise<Proposal> {
  const row = await store.lockProposal(tx, id)
  if (row.state === 'accepted') return proposalOf(row)
  const wanted: Row = {
    ...row,
    status: edit.status ?? row.status,
    jobId: edit.jobId ?? row.jobId,
    company: edit.company ?? row.company,
    role: edit.role ?? row.role,
    ambiguous: row.ambiguous && edit.jobId === undefined,
    // If the user corrects the status, the message no longer counts as a cancellation or question.
    ...(edit.status && edit.status !== row.status && { cancels: false, asks: false }),
  }
  const jobId = await moveOrAddJob(tx, wanted, row)
  const { eventId, outcome } = await applyRest(tx, wanted, jobId)
  return proposalOf(await decide(tx, row, { ...wanted, jobId, eventId, state: 'accepted' }), {
    ...outcome,
    ...(row.jobId === null && { added: true }),
  })
}

/** Applies the other changes of a message: contact, offer, interview and deadline. */
async function applyRest(
  tx: Transaction,
  row: Row,
  jobId: string | null,
): Promise<{ eventId: string | null; outcome: Outcome }> {
  if (jobId === null) return { eventId: null, outcome: row.cancels ? { interview: NOT_IN_CALENDAR } : {} }
  const zone = await zoneOf(tx)
  const contactId = await linkContact(tx, row, jobId)
  const { eventId, outcome: done } = await applyInterview(tx, row, jobId, contactId, zone)
  const remark =
    eventId !== null && /^(?:add|move)/.test(done ?? '') ? await remarksOn(tx, eventId, zone) : ''
  const outcome = remark ? `${done}; ${remark.replace(/^I/, 'i').replace(/\.$/, '')}` : done
  const offer = await saveOffer(tx, row, jobId, zone)
  if (offer === null) await enterDeadline(tx, row, jobId, zone)
  const isLeftOut = row.contactName !== null && !mayAddContacts(tx)
  const more = { ...(offer !== null && { offer }), ...(isLeftOut && { contact: LEFT_OUT }) }
  return { eventId, outcome: { interview: outcome, ...more } }
}

const LEFT_OUT = 'left out the contact: contacts:write is missing'

const mayAddContacts = ({ principal }: Transaction): boolean => principal.scopes.has('contacts:write')

/** Rejects a proposal. To reject an accepted one, undo it. */
export async function reject(tx: Transaction, id: string): Promise<Proposal> {
  const row = await store.lockProposal(tx, id)
  if (row.state === 'rejected') return proposalOf(row)
  if (row.state === 'accepted') return fail('proposal_decided', { id })
  return proposalOf(await decide(tx, row, { ...row, state: 'rejected' }))
}

async function decide(tx: Transaction, before: Row, wanted: Row & { state: State }): Promise<Row> {
  const now = isoOf(tx.clock.now())
  const after: Row = { ...wanted, decidedAt: now, updatedAt: now }
  await store.updateMessage(tx.sql, tx.principal.userId, before.id, after)
  recordChange(tx, 'proposal', before.id, storedOf(before), storedOf(after))
  return after
}

const sentAtOrNow = (tx: Transaction, { sentAt }: Row): string => {
  const now = isoOf(tx.clock.now())
  return sentAt < now ? sentAt : now
}

async function moveOrAddJob(tx: Transaction, row: Row, proposed: Row): Promise<string | null> {
  const { status, jobId, company, role, ambiguous } = row
  if (ambiguous) return fail('proposal_incomplete', { missing: 'job' })
  const at = sentAtOrNow(tx, row)
  if (jobId === null) {
    if (status === null) return null
    if (!company || !role)
      return fail('proposal_incomplete', { missing: company ? 'role' : 'company and role' })
    const job = await createJob(tx, { company, role, source: 'mail' }, [{ status: STATUS_OF[status], at }])
    for (const named of [proposed, row]) await store.assignJob(tx.sql, tx.principal.userId, job.id, named)
    return job.id
  }
  if (status === null) await requireJobs(tx, [jobId])
  else
    await moveJob(tx, jobId, {
      status: STATUS_OF[status],
      ...{ at, isReadFromMail: true },
      ...((status === 'closed' || status === 'rejected') && { note: endNote(row) }),
    })
  return jobId
}

const endNote = ({ status, evidence: [reason] }: Row): string =>
  `${status === 'closed' ? 'Closed' : 'Rejected'} by the employer: ${reason?.quote ?? ''}`.slice(0, 1_000)

/** Adds the named person or links them to the job. Skips this for a caller without the scope. */
async function linkContact(tx: Transaction, { contactName, contactEmail, company }: Row, jobId: string) {
  if (contactName === null || !mayAddContacts(tx)) return null
  const person = { name: contactName, email: contactEmail, company }
  const known = await findContactNamed(tx.sql, tx.principal.userId, { ...person, jobId })
  if (!known) return (await createContact(tx, { ...person, jobIds: [jobId], type: 'recruiter' })).id
  const email = known.email ?? contactEmail
  const jobIds = [...new Set([...known.jobIds, jobId])]
  await changeContact(tx, known.id, { email, jobIds })
  return known.id
}

/** Whether the message only moves the deadline of an offer. Its subject must mention the offer. */
const extendsOffer = ({ status, deadline, subject }: Row): boolean =>
  status === null && deadline !== null && /\boffer\b|\bangebot|\boffre\b|\boferta\b/i.test(subject)

/** Adds the offer of the message, or updates the job's open offer. Returns what it did, in words; null if nothing. */
async function saveOffer(tx: Transaction, row: Row, jobId: string, zone: string): Promise<string | null> {
  if (!(row.status === 'offer' || extendsOffer(row))) return null
  const due = dueAt(row, zone)
  const said = { ...(await offeredTerms(row)), ...(due !== null && { deadline: due }) }
  const offers = await offersOf(tx, jobId)
  const [open, another] = offers.filter(({ status }) => OPEN_OFFER_STATUSES.includes(status))
  if (another) {
    if (row.status !== 'offer') return null
    await enterDeadline(tx, row, jobId, zone)
    return 'changed no offer: the job has several that are open'
  }
  const { base } = said
  if (!open) {
    if (!base) return null
    await createOffer(tx, { jobId, ...said, base })
    return offerWords('add the offer', base)
  }
  // The notes of an existing offer belong to the user.
  delete said.notes
  const isNews = base !== undefined && !isSameBase(open.base, base)
  // Beside pay by the month, “240,000 PLN” may be for a month or for a year.
  const isUnclear = isNews && base.period === undefined && open.base.period !== 'year'
  if (isUnclear) delete said.base
  else if (!Object.keys(said).length) return null
  else if (isNews) {
    await addRound(tx, open.id, { by: 'them', at: sentAtOrNow(tx, row), terms: said })
    return offerWords('a new round of the offer that is there', base)
  }
  await changeOffer(tx, open.id, said)
  return isUnclear
    ? offerWords('update the offer that is there, without its base, which names no period', base)
    : 'update the offer that is there'
}

/** Whether the base pay is equal. A missing period is no difference. */
const isSameBase = (one: Offer['base'], other: NonNullable<TermsChange['base']>): boolean =>
  one.amount === other.amount &&
  one.currency === other.currency &&
  (other.period === undefined || one.period === other.period)

async function enterDeadline(tx: Transaction, row: Row, jobId: string, zone: string): Promise<void> {
  const startsAt = calendarDeadline(row) === null ? null : dueAt(row, zone)
  if (startsAt === null) return
  const title = `${row.status === 'offer' ? 'Answer the offer' : row.status === 'assessment' ? 'Hand in the test' : 'Answer'}: ${row.company ?? ''}`
  const event = { type: 'deadline' as const, title: title.slice(0, 200), startsAt, timeZone: zone }
  const known = (await listStoredEventsOfJob(tx.sql, tx.principal.userId, jobId)).find(
    (each) => each.type === 'deadline' && each.title === event.title && each.startsAt > row.sentAt,
  )
  if (known) await changeEvent(tx, known.id, { startsAt })
  else await scheduleEvent(tx, { ...event, jobId })
}

/** The instant of a deadline. A day without a time ends at midnight in the user's zone. */
function dueAt({ deadline, deadlineAt }: Row, zone: string): string | null {
  if (deadlineAt !== null || deadline === null) return deadlineAt
  const [year = 0, month = 1, day = 1] = deadline.split('-').map(Number)
  return isoOf(instantOf({ year, month, day, hour: 23, minute: 59, second: 59 }, zone) + 999)
}
