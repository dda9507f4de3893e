// What an acceptance does to the calendar and to offers, and what it says of it: nothing is added twice or left out in silence.
import { expect, test } from 'vitest'
import { setTimeZone } from '../../../core/identity/user.ts'
import { listEvents, addEvent } from '../../../core/calendar/operations.ts'
import { transaction } from '../../../core/database/transaction.ts'
import { acceptMany, acceptProposal, getProposal, scanMessages } from '../../../core/inbox/operations.ts'
import { addContact, listContacts } from '../../../core/contacts/operations.ts'
import { listProposals } from '../../../core/inbox/queries.ts'
import { listAudit, undoChange } from '../../../core/audit/operations.ts'
import { addJob, mergeJob, removeJob } from '../../../core/jobs/operations.ts'
import { listJobs } from '../../../core/jobs/queries.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { addOffer, listOffers } from '../../../core/offers/operations.ts'
import { as, aUser, call, useCore } from '../../harness.ts'
import { letter } from './letter.ts'

const core = useCore()
const every = { from: '2020-01-01' }

async function aSearch() {
  const me = as(core(), await aUser(core()))
  await transaction(me, (tx) => setTimeZone(tx, 'America/Los_Angeles'))
  return { me, job: await call(addJob, me, { company: 'Globex', role: 'Cook', status: 'interviewing' }) }
}

let sent = 0
/** Reads a letter and accepts what it proposes; what was done, in words. */
async function take(me: Context, text: string, { subject = 'Cook at Globex', day = 1, calendar = '' } = {}) {
  sent += 1
  const date = `Tue, ${String(day).padStart(2, '0')} Sep 2026 10:00:00 -0400`
  const source = letter({ id: `t${sent}`, subject, text, date, ...(calendar && { calendar }) })
  await call(scanMessages, me, { messages: [{ path: 'a.eml', source }] })
  const { proposals } = await call(acceptMany, me, { all: true })
  return proposals.flatMap(({ changes }) => changes).join('; ')
}

const eventsOf = async (me: Context) =>
  (await call(listEvents, me, every)).events.map(({ type, startsAt }) => `${type} ${startsAt.slice(0, 16)}`)

const invited = (start: string) =>
  `BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nBEGIN:VEVENT\r\nUID:x@globex.example\r\nSEQUENCE:0\r\nDTSTART:${start}\r\nDURATION:PT45M\r\nSUMMARY:Interview\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

const INVITES =
  'Your interview for the Cook position is confirmed for Thursday, September 10, 2026 at 3:00 PM Eastern.'

test('a deadline has the time and the zone that the letter names; a day ends in the person’s zone', async () => {
  const { me } = await aSearch()
  await take(me, 'Please complete the coding test for the Cook role by September 8 at 5pm ET.')
  expect(await eventsOf(me)).toEqual(['deadline 2026-09-08T21:00'])
  const other = await aSearch()
  await take(other.me, 'Please complete the coding test for the Cook role by September 8.')
  expect(await eventsOf(other.me)).toEqual(['deadline 2026-09-09T06:59'])
})

test('an offer waits for its answer until the hour that is named', async () => {
  const { me } = await aSearch()
  await take(
    me,
    'We are delighted to offer you the position of Cook. The base salary is $62,000 per year. Please respond by Dec 4 at 5pm ET.',
  )
  expect((await call(listOffers, me, {})).offers.map(({ deadline }) => deadline)).toEqual([
    '2026-12-04T22:00:00.000Z',
  ])
})

test('each part of an offer that is written as a list is kept', async () => {
  const { me } = await aSearch()
  await take(
    me,
    [
      'We are delighted to offer you the position of Cook. The terms:',
      '',
      'Base salary: $62,000',
      'Sign-on bonus: $5,000',
      'Relocation: $4,000',
      'Equity: $40,000 in RSUs over 4 years',
      'Hours: 40 per week',
      'Target bonus: 10%',
      'Vacation: 21 days',
      'Start date: January 11, 2027',
      'Location: Portland, OR',
    ].join('\r\n'),
  )
  const { offers } = await call(listOffers, me, {})
  expect(offers).toMatchObject([
    {
      base: { amount: 62_000, currency: 'USD', period: 'year' },
      ...{
        signing: 5_000,
        relocation: 4_000,
        equity: { value: 40_000, years: 4 },
        bonus: { percent: 10 },
        ptoDays: 21,
        hoursPerWeek: 40,
        startDate: '2027-01-11',
      },
    },
  ])
})

test('a reminder of what is due moves the entry that is there', async () => {
  const { me } = await aSearch()
  await take(me, 'Please complete the coding test for the Cook role by September 8.')
  await take(
    me,
    'A reminder: please complete the coding test for the Cook role by September 11, noon Pacific time.',
    { day: 2 },
  )
  expect(await eventsOf(me)).toEqual(['deadline 2026-09-11T19:00'])
})

test('a second letter about an interview, and its invitation, add no second event and say so', async () => {
  const { me } = await aSearch()
  expect(await take(me, INVITES)).toContain('add the interview')
  expect(await take(me, `A reminder: ${INVITES}`, { day: 8 })).toMatch(
    /update the interview of .*which is in the calendar/,
  )
  expect(
    await take(me, 'Here is the invitation.', { day: 9, calendar: invited('20260910T190000Z') }),
  ).toContain('update the interview')
  expect(await eventsOf(me)).toEqual(['interview 2026-09-10T19:00'])
})

test('an interview at a time that is taken says what it overlaps', async () => {
  const { me } = await aSearch()
  await call(addEvent, me, { type: 'call', title: 'Bank', startsAt: '2026-09-10T19:00:00Z' })
  expect(await take(me, INVITES)).toContain('add the interview; it overlaps with “Bank”')
  expect(await take(me, `A reminder: ${INVITES}`, { day: 8 })).not.toContain('overlaps')
})

test('a reminder without a zone is the interview at that hour of another zone', async () => {
  const { me, job } = await aSearch()
  const at = { startsAt: '2026-09-10T15:00', timeZone: 'Europe/Berlin' }
  await call(addEvent, me, { type: 'interview', title: 'Panel', jobId: job.id, ...at })
  await take(me, 'Your interview for the Cook position is on Thursday, September 10 at 3:00 PM.')
  expect(await eventsOf(me)).toEqual(['interview 2026-09-10T13:00'])
})

test('a cancellation takes the next interview of its job, and says when it finds none', async () => {
  const { me } = await aSearch()
  const none = await take(me, 'We need to cancel your interview. We will be in touch.')
  expect(none).toMatch(/^cancelled no interview: the calendar has none of this job after /)
  await take(me, INVITES, { day: 2 })
  expect(
    await take(me, 'Unfortunately we have to cancel the interview on September 17.', { day: 3 }),
  ).toMatch(/none of this job near Thu 17 Sep 2026/)
  expect(await eventsOf(me)).toHaveLength(1)
  expect(await take(me, 'Unfortunately we need to cancel your interview.', { day: 4 })).toMatch(
    /^cancel the interview of Thu 10 Sep 2026 12:00/,
  )
  expect(await eventsOf(me)).toEqual([])
})

test('a move names where from, and says when there was nothing to move', async () => {
  const { me } = await aSearch()
  await take(me, INVITES)
  expect(
    await take(
      me,
      'We moved your interview from Thursday, September 10 to Friday, September 11 at 1:00 PM Eastern.',
      { day: 2 },
    ),
  ).toMatch(/move the interview from Thu 10 Sep 2026/)
  expect(await eventsOf(me)).toEqual(['interview 2026-09-11T17:00'])
  const other = await aSearch()
  const said = await take(
    other.me,
    'We moved your interview from Thursday, September 10 at 3 PM to Friday, September 11 at 1:00 PM Eastern.',
  )
  expect(said).toMatch(/add the interview; moved none: the calendar has none of this job near Thu 10 Sep/)
})

test('a letter that asks for another time moves nothing until the answer', async () => {
  const { me } = await aSearch()
  await take(me, INVITES)
  const asks = 'Something came up on our side — could we do Friday, September 11 at 1pm Eastern instead?'
  expect(await take(me, asks, { day: 2 })).toContain('the interview is not moved')
  expect(await eventsOf(me)).toEqual(['interview 2026-09-10T19:00'])
  await take(me, 'Perfect, your interview is confirmed for Friday, September 11 at 1pm Eastern.', { day: 3 })
  expect(await eventsOf(me)).toEqual(['interview 2026-09-11T17:00'])
})

test('a position on hold takes the interview with it that its letter cancels', async () => {
  const { me } = await aSearch()
  await take(me, INVITES)
  await take(me, 'The Cook position has been put on hold, so we need to cancel your interview.', { day: 2 })
  expect(await eventsOf(me)).toEqual([])
})

test('the words of an offer that are no part of it are its notes', async () => {
  const { me } = await aSearch()
  const pay = 'The base salary is $62,000 per year, with 280 RSUs vesting over four years.'
  await take(me, `We are delighted to offer you the position of Cook. ${pay}`)
  expect((await call(listOffers, me, {})).offers).toMatchObject([
    { base: { amount: 62_000 }, equity: { value: null, years: 4 }, notes: pay },
  ])
})

test('an offer that is said again is one offer, and better terms are a round of it', async () => {
  const { me } = await aSearch()
  const OFFER = 'We are delighted to offer you the position of Cook. The base salary is $62,000 per year.'
  await take(me, OFFER)
  expect(await take(me, `A reminder: ${OFFER} Please respond by September 14.`, { day: 2 })).toContain(
    'update the offer that is there',
  )
  expect(await take(me, OFFER.replace('62,000', '66,000'), { day: 3 })).toContain(
    'a new round of the offer that is there: 66,000 USD',
  )
  const { offers } = await call(listOffers, me, {})
  expect(offers).toMatchObject([
    { base: { amount: 66_000 }, deadline: '2026-09-15T06:59:59.999Z', rounds: [{ by: 'them' }] },
  ])
  expect((await call(listProposals, me, {})).total).toBe(0)
})

test('the same amount in another currency is a round, and of several open offers none changes', async () => {
  const { me, job } = await aSearch()
  const OFFER = 'We are delighted to offer you the position of Cook. The base salary is $62,000 per year.'
  await take(me, OFFER)
  expect(await take(me, OFFER.replace('$62,000', '62,000 EUR'), { day: 2 })).toContain('a new round')
  await call(addOffer, me, { jobId: job.id, base: { amount: 70_000, currency: 'EUR', period: 'year' } })
  const other = `${OFFER.replace('62,000', '80,000')} Please respond by September 14.`
  expect(await take(me, other, { day: 3 })).toContain('changed no offer: the job has several that are open')
  expect(await eventsOf(me), 'What it says of the deadline is true.').toEqual(['deadline 2026-09-15T06:59'])
  const { offers } = await call(listOffers, me, {})
  expect(offers.map(({ base }) => base.amount).sort()).toEqual([62_000, 70_000])
})

test('a base without a period is left out beside pay by the month, and the rest of its letter is kept', async () => {
  const { me, job } = await aSearch()
  const base = { amount: 20_000, currency: 'PLN', period: 'month' } as const
  await call(addOffer, me, { jobId: job.id, base })
  const text = 'We are delighted to offer you the position of Cook. The base salary is 240,000 PLN.'
  expect(await take(me, `${text} Please respond by September 14.`)).toContain(
    'without its base, which names no period: 240,000 PLN',
  )
  const { offers } = await call(listOffers, me, {})
  expect(offers).toMatchObject([{ base, rounds: [], deadline: '2026-09-15T06:59:59.999Z' }])
})

test('a status that its reader sets overrules what the letter seemed to cancel', async () => {
  const { me } = await aSearch()
  await take(me, INVITES)
  const text = 'Unfortunately we need to cancel your interview.'
  const source = letter({
    id: 'set',
    subject: 'Cook at Globex',
    text,
    date: 'Wed, 02 Sep 2026 10:00:00 -0400',
  })
  await call(scanMessages, me, { messages: [{ path: 'a.eml', source }] })
  const pending = (await call(listProposals, me, {})).proposals[0]!
  const { id } = pending
  await call(acceptProposal, me, { id, status: 'rejected' })
  expect(await eventsOf(me)).toHaveLength(1)
  const corrected = { state: 'accepted', status: 'rejected', cancelsEvent: false }
  expect(await call(getProposal, me, { id })).toMatchObject(corrected)
  await call(undoChange, me, {})
  expect(await call(getProposal, me, { id })).toEqual({ ...pending, updatedAt: expect.any(String) })
})

test('a move that comes before anybody accepted keeps length and place, and cancels only what it means', async () => {
  const { me } = await aSearch()
  const sources = [
    `${INVITES} It takes 45 minutes, at 12 Mill Lane, Cambridge.`,
    'We moved your interview from Thursday, September 10 at 3:00 PM to Friday, September 11 at 1:00 PM Eastern.',
    'Unfortunately we have to cancel the onsite on September 24.',
  ].map((text, at) =>
    letter({
      id: `m${at}`,
      subject: 'Cook at Globex',
      text,
      date: `Wed, 0${at + 2} Sep 2026 10:00:00 -0400`,
    }),
  )
  await call(scanMessages, me, { messages: sources.map((source) => ({ path: 'a.eml', source })) })
  const { proposals } = await call(acceptMany, me, { all: true })
  expect(proposals.map(({ changes }) => changes.join('; '))).toEqual([
    expect.stringMatching(/add the interview; contact/),
    expect.stringMatching(/^cancelled no interview: the calendar has none of this job near Thu 24 Sep/),
  ])
  expect((await call(listEvents, me, every)).events).toMatchObject([
    {
      startsAt: '2026-09-11T17:00:00.000Z',
      endsAt: '2026-09-11T17:45:00.000Z',
      location: '12 Mill Lane, Cambridge',
    },
  ])
})

test('a cancellation that is accepted late leaves what a later message set', async () => {
  const { me } = await aSearch()
  const off = 'Unfortunately we have to cancel your interview for the Cook position.'
  const date = 'Tue, 01 Sep 2026 10:00:00 -0400'
  const source = letter({ id: 'late', subject: 'Cook at Globex', text: off, date })
  await call(scanMessages, me, { messages: [{ path: 'a.eml', source }] })
  const [cancelled] = (await call(listProposals, me, {})).proposals
  const set = letter({ id: 'set2', subject: 'Cook at Globex', text: INVITES, date: date.replace('01', '03') })
  await call(scanMessages, me, { messages: [{ path: 'b.eml', source: set }] })
  const { proposals } = await call(listProposals, me, {})
  await call(acceptProposal, me, { id: proposals.find(({ id }) => id !== cancelled!.id)!.id })
  const { changes } = await call(acceptProposal, me, { id: cancelled!.id })
  expect(changes.join()).toContain('cancelled no interview')
  expect(await eventsOf(me)).toEqual(['interview 2026-09-10T19:00'])
})

test('a cancellation is accepted for a job of one’s own only', async () => {
  const { me } = await aSearch()
  const text = 'Unfortunately we have to cancel the interview on September 24.'
  const from = 'Globex Careers <careers@globex.example>'
  const source = letter({ id: 'off', subject: 'Cook at Globex', text, from })
  await call(scanMessages, me, { messages: [{ path: 'a.eml', source }] })
  const { id } = (await call(listProposals, me, {})).proposals[0]!
  const { job: other } = await aSearch()
  await expect(call(acceptProposal, me, { id, jobId: other.id })).rejects.toMatchObject({
    code: 'job_not_found',
  })
})

test('a person who writes from another address is the one that is known at the company', async () => {
  const { me } = await aSearch()
  await call(addContact, me, { name: 'Leslie Knope', company: 'Globex', email: 'leslie@private.example' })
  sent += 1
  const source = letter({
    ...{ id: `t${sent}`, subject: 'Cook at Globex', text: `Hi,\n\n${INVITES}\n\nLeslie Knope` },
    ...{ date: 'Tue, 01 Sep 2026 10:00:00 -0400', from: 'Leslie Knope <l.knope@globex.example>' },
  })
  await call(scanMessages, me, { messages: [{ path: 'a.eml', source }] })
  await call(acceptMany, me, { all: true })
  const { contacts } = await call(listContacts, me, {})
  expect(contacts.map(({ name, jobIds }) => [name, jobIds.length])).toEqual([['Leslie Knope', 1]])
})

test('a proposal belongs to its job again once the deletion is undone, and to the job it was merged into', async () => {
  const { me, job } = await aSearch()
  const text = 'We have decided not to move forward with your application for the Cook position.'
  const date = 'Tue, 01 Sep 2026 10:00:00 -0400'
  const source = letter({ id: 'gone', subject: 'Cook at Globex', text, date })
  await call(scanMessages, me, { messages: [{ path: 'a.eml', source }] })
  await call(removeJob, me, { id: job.id })
  await call(undoChange, me, {})
  const { proposals } = await call(listProposals, me, {})
  expect(proposals.map(({ jobId }) => jobId)).toEqual([job.id])
  const kept = await call(addJob, me, { company: 'Globex Corp', role: 'Line cook' })
  await call(mergeJob, me, { id: kept.id, from: job.id })
  await call(undoChange, me, {})
  expect((await call(listProposals, me, {})).proposals[0]!.jobId, 'separated again').toBe(job.id)
  for (const [why, jobId] of [
    ['merged again', kept.id],
    ['separated again', job.id],
  ] as const) {
    const { entries } = await call(listAudit, me, {})
    await call(undoChange, me, { id: entries[0]!.id })
    expect((await call(listProposals, me, {})).proposals[0]!.jobId, why).toBe(jobId)
  }
  await call(mergeJob, me, { id: kept.id, from: job.id })
  await call(acceptMany, me, { all: true })
  const { jobs } = await call(listJobs, me, {})
  expect(jobs.map(({ id, status }) => [id, status])).toEqual([[kept.id, 'rejected']])
})

test('of all proposals, one that is older than the application is left with the reason', async () => {
  const { me } = await aSearch()
  await call(addJob, me, { company: 'Initech', role: 'Buyer', status: 'applied', at: '2026-09-10' })
  const text = 'We have decided not to move forward with your application for the Buyer position.'
  const from = 'Initech Careers <careers@initech.example>'
  const old = letter({ id: 'old', subject: 'Buyer at Initech', text, from })
  await call(scanMessages, me, { messages: [{ path: 'a.eml', source: old }] })
  expect(await take(me, INVITES)).toContain('add the interview')
  const { proposals, left } = await call(acceptMany, me, { all: true })
  expect(proposals).toEqual([])
  expect(left).toMatchObject([{ reason: expect.stringContaining('is before 2026-09-10') }])
})

test('a message about a job whose role was corrected is about the corrected job', async () => {
  const me = as(core(), await aUser(core()))
  const text = 'We have received your application for the Line Cook position.'
  const [first, second] = [
    letter({ id: 'c1', subject: 'Line Cook at Globex', text }),
    letter({ id: 'c2', subject: 'Line Cook at Globex', text: INVITES.replace('Cook', 'Line Cook') }),
  ]
  for (const source of [first, second])
    await call(scanMessages, me, { messages: [{ path: 'a.eml', source }] })
  const { proposals } = await call(listProposals, me, {})
  const [one] = proposals
  expect(proposals.map(({ role, jobId }) => [role, jobId])).toEqual([
    ['Line Cook', null],
    ['Line Cook', null],
  ])
  const { jobId } = await call(acceptProposal, me, { id: one!.id, role: 'Sous Chef' })
  expect((await call(acceptMany, me, { all: true })).proposals).toMatchObject([{ jobId }])
  expect((await call(listJobs, me, {})).jobs.map(({ role }) => role)).toEqual(['Sous Chef'])
})
