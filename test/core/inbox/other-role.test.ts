// A message about another role than that of the company's only tracked job says so.
import { expect, test } from 'vitest'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { understand } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import { letter } from './letter.ts'

const ENCOM = {
  ...{
    id: 'Encom',
    company: 'Encom',
    role: 'Platform Engineer',
    status: 'applied',
    url: null,
    location: null,
  },
  ...{ aliases: [], contacts: [] },
}

async function read(text: string, jobs = [ENCOM]) {
  const date = 'Thu, 26 Nov 2026 09:00:00 -0500'
  const source = letter({ id: 'a', subject: 'Your application to Encom', text, date })
  const known = { jobs: prepare(jobs), ownAddresses: new Set<string>(), endedJobIds: new Set<string>() }
  return understand(await decodeMail(Buffer.from(source)), { ...known, jobOf: () => undefined, now: date })
}

const rejection = (role: string) =>
  `Thank you for applying for the ${role} position at Encom. Unfortunately we will not be moving forward with your application.`

test('a role that shares only a common word with the job', async () => {
  const [same, other] = [await read(rejection('Platform Engineer')), await read(rejection('Staff Engineer'))]
  expect(same.evidence.map(({ why }) => why).join()).not.toContain('this role')
  expect(other.job?.id).toBe('Encom')
  expect(other.confidence).toBeLessThan(same.confidence - 0.2)
  expect(other.evidence).toContainEqual({
    quote: 'Staff Engineer',
    why: 'It names this role, and the job is “Platform Engineer”.',
  })
})

test('several jobs that a message may be about are named', async () => {
  const jobs = ['Cook', 'Driver'].map((role) => ({ ...ENCOM, id: role, role }))
  const { job, evidence } = await read(
    'Unfortunately we will not be moving forward with your application.',
    jobs,
  )
  expect(job).toBeNull()
  expect(evidence.map(({ why }) => why)).toContain(
    'It could be about several jobs: “Cook” at Encom, “Driver” at Encom.',
  )
})

test('a letter that was pasted below another is said', async () => {
  const first = `Dear Sam,\n\n${rejection('Platform Engineer')}\n\nThe Encom team\n\n`
  const other = 'Dear Sam,\n\nWe are delighted to offer you the job at Initech.'
  const said = async (text: string) =>
    (await read(text)).evidence
      .filter(({ why }) => why.startsWith('Another letter'))
      .map(({ quote }) => quote)
  expect(await said(first)).toEqual([])
  expect(await said(first + other)).toEqual(['Dear Sam, We are delighted to offer you the job at Initech.'])
})

test('a position that is on hold for now is not closed, and one that is cancelled is', async () => {
  const held = await read(
    'The Platform Engineer role at Encom is on hold for now while we sort out our budget.',
  )
  expect(held).toMatchObject({ status: null, job: { id: 'Encom' } })
  expect(held.evidence[0]?.why).toContain('on hold for now')
  const ended = await read(
    'The Platform Engineer role at Encom was on hold for now. Unfortunately the role has now been cancelled.',
  )
  expect(ended.status).toBe('closed')
})

test.each([
  ['The role you applied for at Acme Works (Ops Analyst) has been filled.', 'Ops Analyst'],
  ['The role you applied for at Acme Works (Berlin) has been filled.', null],
  ['The position you applied for with Coca-Cola - Warehouse Lead - has been filled.', 'Warehouse Lead'],
])('%s', async (text, role) => {
  expect(await read(text, [])).toMatchObject({ status: 'closed', role })
})

test('a scheduling program’s notice of a new event with the employer is an interview', async () => {
  const text =
    'A new event has been scheduled.\n\nEvent Type:\n30 Minute Meeting\n\nInvitee Email:\nbo@encom.example\n\nEvent Date/Time:\n02:00pm - Thursday, December 3, 2026 (Eastern Time - US & Canada)'
  expect(await read(`${text}\n\nQuestions:\nWhich company? Encom`)).toMatchObject({
    status: 'interview',
    appointment: { startsAt: '2026-12-03T19:00:00.000Z' },
  })
})

test('an abbreviation without a space behind its dot is the same role', async () => {
  const jobs = [{ ...ENCOM, role: 'Senior Platform Engineer' }]
  const said = await read(rejection('Sr.Platform Engineer'), jobs)
  expect(said.job?.id).toBe('Encom')
  expect(said.evidence.map(({ why }) => why).join()).not.toContain('this role')
})
