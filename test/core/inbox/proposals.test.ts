// Proposals: reading changes nothing, acceptance is one dated change that can be undone, nothing is proposed twice.
import { expect, test } from 'vitest'
import { undoChange } from '../../../core/audit/operations.ts'
import { listEvents } from '../../../core/calendar/operations.ts'
import { listContacts } from '../../../core/contacts/operations.ts'
import {
  acceptMany,
  acceptProposal,
  forgetInbox,
  rejectProposal,
  scanMessages,
  seenPlaces,
} from '../../../core/inbox/operations.ts'
import { listProposals } from '../../../core/inbox/queries.ts'
import { addJob, mergeJob } from '../../../core/jobs/operations.ts'
import { listOffers } from '../../../core/offers/operations.ts'
import { getJob, listJobs } from '../../../core/jobs/queries.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { as, aUser, call, useCore } from '../../harness.ts'
import { rowsOf } from '../../derived/world.ts'
import { letter } from './letter.ts'

const core = useCore()

const invitation = (method: string, sequence: number, start: string): string =>
  [
    'BEGIN:VCALENDAR',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    'UID:panel@globex.example',
    `SEQUENCE:${sequence}`,
    `DTSTART:${start}`,
    'DURATION:PT1H',
    'SUMMARY:Interview',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')

const INVITED = letter({
  id: 'i1',
  subject: 'Interview: Cook',
  text: 'Hi,\r\n\r\nYour interview for the Cook position is confirmed.\r\n\r\nDana Fox',
  calendar: invitation('REQUEST', 0, '20260910T150000Z'),
})
const MOVED = letter({
  id: 'i2',
  subject: 'Updated: Interview: Cook',
  text: 'I have moved your interview.',
  date: 'Wed, 02 Sep 2026 10:00:00 -0400',
  answers: 'i1',
  calendar: invitation('REQUEST', 1, '20260911T150000Z'),
})
const CANCELLED = letter({
  id: 'i3',
  subject: 'Cancelled: Interview: Cook',
  text: 'Your interview has been cancelled.',
  date: 'Thu, 03 Sep 2026 10:00:00 -0400',
  answers: 'i1',
  calendar: invitation('CANCEL', 2, '20260911T150000Z'),
})
const REFUSED = letter({
  id: 'r1',
  subject: 'Cook at Globex',
  text: 'We have decided to move forward with other candidates.',
  date: 'Fri, 04 Sep 2026 10:00:00 -0400',
  answers: 'i1',
})
const FROZEN = letter({
  id: 'c1',
  subject: 'Cook at Globex',
  text: 'The position has been put on hold because of a hiring freeze.',
  date: 'Fri, 04 Sep 2026 10:00:00 -0400',
})

const read = (ctx: Context, ...sources: string[]) =>
  call(scanMessages, ctx, { messages: sources.map((source, at) => ({ path: `${at}.eml`, source })) })

async function aSearch() {
  const me = as(core(), await aUser(core()))
  const job = await call(addJob, me, { company: 'Globex', role: 'Cook', status: 'applied' })
  return { me, job }
}

/** Everything the user has, but for what the inbox keeps for itself. */
async function pipelineOf({ principal }: Context) {
  const { inbox_messages: _, inbox_seen: __, ...rest } = await rowsOf(core(), principal.userId)
  return rest
}

const every = { from: '2020-01-01' }

test('reading proposes and changes nothing else', async () => {
  const { me, job } = await aSearch()
  const before = await pipelineOf(me)
  const report = await read(me, INVITED, REFUSED)
  expect(report).toMatchObject({ read: 2, skipped: 0, failed: 0 })
  expect(report.messages.map(({ status, jobId }) => [status, jobId])).toEqual([
    ['interview', job.id],
    ['rejected', job.id],
  ])
  expect(await pipelineOf(me)).toEqual(before)
  const { proposals, total } = await call(listProposals, me, {})
  expect(total).toBe(2)
  expect(proposals[0]).toMatchObject({
    status: 'interview',
    event: { startsAt: '2026-09-10T15:00:00.000Z' },
    contact: { name: 'Dana Fox', email: 'dana@globex.example' },
  })
})

test('a message is proposed once, however often and from wherever it is read', async () => {
  const { me } = await aSearch()
  await Promise.all([
    read(me, INVITED),
    read(me, INVITED),
    read(me, `Received: from elsewhere\r\n${INVITED}`),
  ])
  expect((await call(listProposals, me, {})).total).toBe(1)
  const again = await read(me, INVITED)
  expect(again).toMatchObject({ messages: [], read: 0, skipped: 1 })
  await call(forgetInbox, me, {})
  expect((await read(me, INVITED)).read).toBe(1)
})

test('a place that was read is known without its message', async () => {
  const { me } = await aSearch()
  await call(scanMessages, me, { messages: [{ source: REFUSED, place: 'maildir\n1.a' }] })
  expect(await call(seenPlaces, me, { places: ['maildir\n2.b', 'maildir\n1.a'] })).toEqual({ seen: [1] })
})

test('an accepted invitation moves the job at the time of the mail, adds event and person, and is undone as one', async () => {
  const { me, job } = await aSearch()
  const before = await pipelineOf(me)
  await read(me, INVITED)
  const [proposal] = (await call(listProposals, me, {})).proposals
  await call(acceptProposal, me, { id: proposal!.id })
  const { status, history } = await call(getJob, me, { id: job.id })
  expect(status).toBe('interviewing')
  expect(history.map((line) => [line.status, line.at])).toContainEqual([
    'interviewing',
    '2026-09-01T14:00:00.000Z',
  ])
  expect((await call(listEvents, me, every)).events).toMatchObject([
    {
      jobId: job.id,
      type: 'interview',
      startsAt: '2026-09-10T15:00:00.000Z',
      endsAt: '2026-09-10T16:00:00.000Z',
    },
  ])
  expect((await call(listContacts, me, {})).contacts).toMatchObject([
    { name: 'Dana Fox', email: 'dana@globex.example', jobIds: [job.id] },
  ])
  const { rows } = await call(undoChange, me, {})
  // A noun stands before each name, so a name does not say it again.
  expect(rows.map(({ noun, name }) => `${noun} ${name}`).filter((said) => /^(\w+) \1/.test(said))).toEqual([])
  const { audit_log: _, outbox_events: __, ...after } = await pipelineOf(me)
  expect(
    Object.keys(after)
      .filter((table) => /calendar_events|contacts|history/.test(table))
      .map((table) => after[table]!.length),
  ).toEqual(
    Object.keys(after)
      .filter((table) => /calendar_events|contacts|history/.test(table))
      .map((table) => before[table]!.length),
  )
  expect((await call(listProposals, me, {})).proposals).toMatchObject([
    { id: proposal!.id, state: 'pending' },
  ])
})

test('a moved invitation moves the event, and a cancelled one removes it', async () => {
  const { me } = await aSearch()
  for (const [source, starts] of [
    [INVITED, '2026-09-10T15:00:00.000Z'],
    [MOVED, '2026-09-11T15:00:00.000Z'],
  ] as const) {
    await read(me, source)
    await call(acceptMany, me, { all: true })
    expect((await call(listEvents, me, every)).events.map(({ startsAt }) => startsAt)).toEqual([starts])
  }
  await read(me, CANCELLED)
  expect((await call(listProposals, me, {})).proposals).toMatchObject([{ status: null, cancelsEvent: true }])
  await call(acceptMany, me, { all: true })
  expect((await call(listEvents, me, every)).events).toEqual([])
})

test.each(['in one scan', 'in two'])(
  'an interview for a job that is not tracked yet is moved by a later message, %s',
  async (when) => {
    const me = as(core(), await aUser(core()))
    const invited = letter({
      id: 'u1',
      subject: 'Interview for the Cook position at Globex',
      text: 'We would like to invite you to an interview for the Cook position on Tuesday, September 8, 2026 at 2:00 PM Eastern time.',
    })
    const moved = letter({
      id: 'u2',
      subject: 'Re: Interview for the Cook position at Globex',
      text: 'Unfortunately we must move our call: Wednesday, September 9, 2026 at 3:00 PM Eastern time instead.',
      date: 'Wed, 02 Sep 2026 10:00:00 -0400',
    })
    if (when === 'in one scan') await read(me, invited, moved)
    else for (const one of [invited, moved]) await read(me, one)
    const { proposals } = await call(listProposals, me, {})
    expect(proposals).toMatchObject([
      { jobId: null, company: 'Globex', role: 'Cook', event: { startsAt: '2026-09-09T19:00:00.000Z' } },
    ])
    await call(acceptMany, me, { ids: proposals.map(({ id }) => id) })
    expect((await call(listJobs, me, {})).jobs).toMatchObject([{ company: 'Globex', status: 'interviewing' }])
    const { events } = await call(listEvents, me, every)
    expect(events.map(({ startsAt }) => startsAt)).toEqual(['2026-09-09T19:00:00.000Z'])
  },
)

test('a later invitation supersedes an earlier proposal', async () => {
  const { me } = await aSearch()
  await read(me, INVITED, MOVED)
  const { proposals } = await call(listProposals, me, {})
  expect(proposals.map(({ event }) => event?.startsAt)).toEqual(['2026-09-11T15:00:00.000Z'])
  expect((await call(listProposals, me, { state: ['superseded'] })).total).toBe(1)
})

test('several accepted at once are one change and one undo', async () => {
  const { me, job } = await aSearch()
  await read(me, INVITED, REFUSED)
  const { proposals } = await call(acceptMany, me, { all: true })
  expect(proposals).toHaveLength(2)
  await call(undoChange, me, {})
  expect((await call(getJob, me, { id: job.id })).history).toHaveLength(1)
  expect((await call(listProposals, me, {})).total).toBe(2)
})

test('a position that is closed rejects the job, with the reason', async () => {
  const { me, job } = await aSearch()
  await read(me, FROZEN)
  await call(acceptMany, me, { all: true })
  const { history } = await call(getJob, me, { id: job.id })
  expect(history.find(({ status }) => status === 'rejected')?.note).toContain('hiring freeze')
})

test('an application that is not tracked is added once for all its messages', async () => {
  const me = as(core(), await aUser(core()))
  const from = 'Initech Careers <careers@initech.example>'
  await read(
    me,
    letter({
      id: 'n1',
      from,
      subject: 'Application received',
      text: 'We have received your application for the Baker position.',
    }),
    letter({
      id: 'n2',
      from,
      subject: 'Your application for the Baker position',
      text: 'We have decided to move forward with other candidates.',
      date: 'Mon, 07 Sep 2026 10:00:00 -0400',
    }),
  )
  await call(acceptMany, me, { all: true })
  expect((await call(listJobs, me, {})).jobs).toMatchObject([
    { company: 'Initech', role: 'Baker', status: 'rejected', appliedAt: '2026-09-01T14:00:00.000Z' },
  ])
})

test('a merge keeps both applications and both names, by which later mail is read', async () => {
  const ctx = as(core(), await aUser(core()))
  const [first, again, last] = await Promise.all(
    [
      ['Globex', 'Cook', '2026-03-01'],
      ['Initech Kitchens', 'Kitchen Chef', '2026-04-05'],
      ['Hooli', 'Cook', '2026-04-05'],
    ].map(([company, role, at]) =>
      call(addJob, ctx, { company: company!, role: role!, status: 'applied', at: `${at}T12:00:00.000Z` }),
    ),
  )
  await call(mergeJob, ctx, { id: again!.id, from: last!.id })
  await call(mergeJob, ctx, { id: first!.id, from: again!.id })
  const job = await call(getJob, ctx, { id: first!.id })
  expect(job.history.map(({ status, at }) => [status, at?.slice(0, 10)])).toEqual([
    ['applied', '2026-03-01'],
    ['applied', '2026-04-05'],
  ])
  expect(job.notes).toMatch(/company: Initech Kitchens\nrole: Kitchen Chef/)
  expect(job.notes).toContain('company: Hooli')
  for (const name of ['Initech Kitchens', 'Hooli']) {
    const source = letter({
      id: name,
      from: `${name} <jobs@mail.example>`,
      subject: 'Your application',
      text: 'Unfortunately we have decided to move forward with other candidates.',
    })
    const { messages } = await call(scanMessages, ctx, { messages: [{ source }] })
    expect(messages.flatMap(({ proposals }) => proposals)).toHaveLength(1)
  }
  const { proposals } = await call(listProposals, ctx, {})
  expect(proposals.map(({ jobId }) => jobId)).toEqual([first!.id, first!.id])
})

test('of two roles at one company a message that names neither asks which', async () => {
  const { me } = await aSearch()
  const other = await call(addJob, me, { company: 'Globex', role: 'Waiter', status: 'applied' })
  await read(
    me,
    letter({
      id: 'q1',
      subject: 'Your application',
      text: 'We have decided to move forward with other candidates.',
    }),
  )
  const [proposal] = (await call(listProposals, me, {})).proposals
  await expect(call(acceptProposal, me, { id: proposal!.id })).rejects.toMatchObject({
    code: 'proposal_incomplete',
  })
  expect((await call(acceptMany, me, { all: true })).left).toHaveLength(1)
  await call(acceptProposal, me, { id: proposal!.id, jobId: other.id })
  expect((await call(getJob, me, { id: other.id })).history.at(-1)).toBeDefined()
})

test('a rejected proposal stays away, and an accepted one is not rejected', async () => {
  const { me } = await aSearch()
  await read(me, REFUSED, INVITED)
  const [first, second] = (await call(listProposals, me, {})).proposals
  await call(rejectProposal, me, { id: first!.id })
  await call(acceptProposal, me, { id: second!.id })
  await expect(call(rejectProposal, me, { id: second!.id })).rejects.toMatchObject({
    code: 'proposal_decided',
  })
  expect((await call(listProposals, me, {})).total).toBe(0)
})

test('only what is about the search is kept, and nothing of the letter but its deciding sentences', async () => {
  const { me } = await aSearch()
  const secret = 'My grandmother’s recipe is hidden in the oven.'
  await read(
    me,
    letter({ id: 'p1', from: 'Aunt <aunt@family.example>', subject: 'Sunday', text: secret }),
    letter({
      id: 'p2',
      subject: 'Cook at Globex',
      text: `We have decided to move forward with other candidates.\r\n\r\n${secret}`,
    }),
  )
  const rows = await rowsOf(core(), me.principal.userId)
  expect(rows['inbox_messages']).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('grandmother')
  expect(JSON.stringify(rows)).not.toContain('aunt@family.example')
})

test('an offer by mail makes an offer with its terms, and undo takes it back', async () => {
  const { me, job } = await aSearch()
  const text =
    'We are delighted to offer you the position of Cook. The base salary is $62,000 per year with a 5% bonus. Please let us know by September 11, 2026.'
  await read(me, letter({ id: 'o1', subject: 'Your offer', text }))
  const { proposals } = await call(acceptMany, me, { all: true })
  expect(proposals[0]?.changes).toContain('add the offer: 62,000 USD')
  const { offers } = await call(listOffers, me, { jobId: job.id })
  expect(offers).toMatchObject([{ base: { amount: 62_000, currency: 'USD' }, bonus: { percent: 5 } }])
  expect(offers[0]?.deadline).toBe('2026-09-11T23:59:59.999Z')
})

test('a copy of an older invitation, forwarded late, proposes nothing', async () => {
  const { me } = await aSearch()
  await read(me, INVITED, MOVED)
  await call(acceptMany, me, { all: true })
  const copy = INVITED.replace('<i1@', '<i9@').replace('Tue, 01 Sep', 'Sat, 05 Sep')
  const { messages } = await read(me, copy)
  expect(messages).toMatchObject([{ proposals: [] }])
  expect(messages[0]?.evidence.at(-1)?.why).toMatch(/older copy/)
})

test('mail that came after a merge was undone goes to the kept job when the merge is redone', async () => {
  const me = as(core(), await aUser(core()))
  const [job, kept] = [
    await call(addJob, me, { company: 'Globex', role: 'Cook', status: 'interviewing' }),
    await call(addJob, me, { company: 'Globex Corp', role: 'Line cook' }),
  ]
  await call(mergeJob, me, { id: kept.id, from: job.id })
  const { undo } = await call(undoChange, me, {})
  await call(scanMessages, me, { messages: [{ path: 'a.eml', source: INVITED }] })
  expect((await call(listProposals, me, {})).proposals[0]!.jobId).toBe(job.id)
  await call(undoChange, me, { id: undo! })
  expect((await call(listProposals, me, {})).proposals[0]!.jobId).toBe(kept.id)
})
