// A change needs the scope of every record that it touches; without one it is refused whole, naming all that are missing.
import { describe, expect, test } from 'vitest'
import { addActivity, listActivities } from '../../../core/activities/operations.ts'
import { addEvent, listEvents } from '../../../core/calendar/operations.ts'
import { addContact, removeContact, getContact, listContacts } from '../../../core/contacts/operations.ts'
import { acceptProposal, scanMessages } from '../../../core/inbox/operations.ts'
import { addJob, mergeJob, removeJob } from '../../../core/jobs/operations.ts'
import { listJobs } from '../../../core/jobs/queries.ts'
import { addOffer, listOffers, updateOffer } from '../../../core/offers/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import type { Scope } from '../../../core/kernel/scope.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

/** A user with a job, and the same user with only these scopes. */
async function withOnly(...scopes: Scope[]): Promise<{ me: Context; agent: Context; jobId: string }> {
  const user = await aUser(core())
  const me = as(core(), user)
  const { id: jobId } = await call(addJob, me, { company: 'Globex', role: 'Data Engineer' })
  return { me, agent: as(core(), { ...user, scopes: new Set(scopes) }), jobId }
}

const refusedFor = (missing: string[]) =>
  expect.objectContaining({ code: 'scope_missing', details: { missing } })

const INVITATION = [
  'From: Dana Fox <dana@globex.example>',
  'To: Me <me@mailbox.example>',
  'Subject: Interview for Data Engineer at Globex',
  'Date: Tue, 01 Sep 2026 10:00:00 -0400',
  'Message-ID: <one@globex.example>',
  '',
  'Hi, we would like to invite you to an interview for the Data Engineer role at Globex on September 10, 2026 at 2:00 PM EDT.',
  '',
  'Dana Fox',
  'Recruiter, Globex',
].join('\r\n')

const proposed = async (me: Context, source = INVITATION): Promise<string> => {
  const { messages } = await call(scanMessages, me, { messages: [{ path: 'one.eml', source }] })
  return messages[0]!.proposals[0]!
}

describe('accepting mail', () => {
  test('is refused whole without the scopes of the job and the calendar', async () => {
    const { me, agent } = await withOnly('inbox:write', 'contacts:write')
    const id = await proposed(me)
    await expect(call(acceptProposal, agent, { id })).rejects.toEqual(
      refusedFor(['calendar:write', 'jobs:write']),
    )
    expect((await call(listJobs, me, {})).jobs[0]!.status).toBe('saved')
    expect((await call(listEvents, me, { from: '2026-01-01' })).events).toEqual([])
  })

  test('of an offer is refused whole without the scope of offers', async () => {
    const { me, agent } = await withOnly('inbox:write', 'jobs:write', 'calendar:write', 'contacts:write')
    const words =
      'We are delighted to offer you the position of Data Engineer. The base salary is $62,000 per year.'
    const id = await proposed(me, INVITATION.replace(/Hi, .*/, words).replace('Interview for', 'Your offer:'))
    await expect(call(acceptProposal, agent, { id })).rejects.toEqual(refusedFor(['offers:write']))
    expect((await call(listJobs, me, {})).jobs[0]!.status).toBe('saved')
    expect((await call(listOffers, me, {})).total).toBe(0)
  })

  test('leaves the contact out, and says so, where only contacts may not be changed', async () => {
    const { me, agent } = await withOnly('inbox:write', 'jobs:write', 'calendar:write')
    const { changes } = await call(acceptProposal, agent, { id: await proposed(me) })
    expect(changes.at(-1)).toBe('left out the contact: contacts:write is missing')
    expect((await call(listContacts, me, {})).total).toBe(0)
    expect((await call(listEvents, me, { from: '2026-01-01' })).total).toBe(1)
  })
})

describe('offers', () => {
  const offer = { base: { amount: 100_000, currency: 'USD' }, deadline: '2027-01-01T17:00:00.000Z' }

  test('keep their own deadline in the calendar with their scope alone', async () => {
    const { me, agent, jobId } = await withOnly('offers:write')
    const { id } = await call(addOffer, agent, { jobId, ...offer })
    expect((await call(listEvents, me, { from: '2026-01-01' })).total).toBe(1)
    await call(updateOffer, agent, { id, status: 'declined' })
    expect((await call(listEvents, me, { from: '2026-01-01' })).total).toBe(0)
  })

  test('are not accepted without the scope of jobs', async () => {
    const { me, agent, jobId } = await withOnly('offers:write')
    const { id } = await call(addOffer, agent, { jobId, ...offer })
    await expect(call(updateOffer, agent, { id, status: 'accepted' })).rejects.toEqual(
      refusedFor(['jobs:write']),
    )
    expect((await call(listOffers, me, {})).offers[0]!.status).toBe('received')
    expect((await call(listEvents, me, { from: '2026-01-01' })).total).toBe(1)
  })
})

describe('deleting and merging', () => {
  test('a job is not deleted with activities and events that may not be', async () => {
    const { me, agent, jobId } = await withOnly('jobs:write', 'jobs:delete')
    await call(addActivity, me, { jobId, type: 'note', title: 'Talked' })
    await call(addEvent, me, { jobId, type: 'call', title: 'Call', startsAt: '2027-01-01T10:00:00Z' })
    await expect(call(removeJob, agent, { id: jobId })).rejects.toEqual(
      refusedFor(['activities:delete', 'calendar:delete']),
    )
    expect((await call(listActivities, me, {})).total).toBe(1)
  })

  test('a job without either is deleted', async () => {
    const { me, agent, jobId } = await withOnly('jobs:delete')
    await call(removeJob, agent, { id: jobId })
    expect((await call(listJobs, me, {})).total).toBe(0)
  })

  test('jobs are not merged when activities would move that may not', async () => {
    const { me, agent, jobId } = await withOnly('jobs:write', 'jobs:delete')
    const { id: from } = await call(addJob, me, { company: 'Globex', role: 'Engineer' })
    await call(addActivity, me, { jobId: from, type: 'note', title: 'Talked' })
    await expect(call(mergeJob, agent, { id: jobId, from })).rejects.toEqual(refusedFor(['activities:write']))
    expect((await call(listJobs, me, {})).total).toBe(2)
  })

  test('a contact is not deleted when an activity would lose them that may not change', async () => {
    const { me, agent } = await withOnly('contacts:delete')
    const { id } = await call(addContact, me, { name: 'Dana Fox' })
    await call(addActivity, me, { contactId: id, type: 'call', title: 'Talked' })
    await expect(call(removeContact, agent, { id })).rejects.toEqual(refusedFor(['activities:write']))
  })
})

test('logging a call says when a contact was last in touch, with the scope of activities', async () => {
  const { me, agent } = await withOnly('activities:write')
  const { id } = await call(addContact, me, { name: 'Dana Fox' })
  await call(addActivity, agent, { contactId: id, type: 'call', title: 'Talked' })
  expect((await call(getContact, me, { id })).lastContactedAt).not.toBeNull()
})
