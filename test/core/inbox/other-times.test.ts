// A proposal has one time. What else a message names or offers is said.
import { expect, test } from 'vitest'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { understand } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import { letter } from './letter.ts'

const GLOBEX = {
  ...{ id: 'Globex', company: 'Globex', role: 'Buyer', status: 'applied', url: null, location: null },
  ...{ aliases: [], contacts: [] },
}

async function read(text: string, calendar?: string, location: string | null = null) {
  const date = 'Thu, 26 Nov 2026 09:00:00 -0500'
  const source = letter({ id: 'a', subject: 'Interview', text, date, ...(calendar && { calendar }) })
  const known = {
    jobs: prepare([{ ...GLOBEX, location }]),
    ownAddresses: new Set<string>(),
    endedJobIds: new Set<string>(),
  }
  const found = await understand(await decodeMail(Buffer.from(source)), {
    ...{ ...known, jobOf: () => undefined, now: date },
  })
  const said = found.evidence.filter(({ why }) => /another time|several times|repeats|invitation/.test(why))
  return { startsAt: found.appointment?.startsAt ?? null, said: said.map(({ quote }) => quote), found }
}

test('several times to choose from', async () => {
  const slots = ['Tuesday, December 1 at 10:00 AM ET', 'Wednesday, December 2 at 2:00 PM ET']
  const listed = `We would like to interview you for the Buyer role. Which works best?\n- ${slots.join('\n- ')}`
  const { startsAt, said } = await read(listed)
  expect(startsAt).toBeNull()
  for (const slot of slots) expect(said.join('\n')).toContain(slot)
  const inOne = `We would like to interview you on ${slots.join(' or ')}.`
  expect(await read(inOne)).toMatchObject({ startsAt: null, said: [inOne] })
})

test('one time, and nothing more is said', async () => {
  expect(await read('Your interview is on Tuesday, December 1 at 10:00 AM ET.')).toMatchObject({
    startsAt: '2026-12-01T15:00:00.000Z',
    said: [],
  })
})

const session = (uid: string, hour: number) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:Onsite ${uid}\r\nDTSTART:20261208T${hour}0000Z\r\nDTEND:20261208T${hour}4500Z\r\nEND:VEVENT\r\n`

test('an onsite of several sessions: the earliest is proposed, and the others are said', async () => {
  const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\n${session('panel', 17)}${session('design', 15)}END:VCALENDAR`
  expect(await read('Please find your onsite interview at Globex attached.', calendar)).toMatchObject({
    startsAt: '2026-12-08T15:00:00.000Z',
    said: ['Onsite panel: 2026-12-08T17:00:00.000Z'],
  })
})

const TEXT = 'Please find the invitation to your interview at Globex attached.'
const event = (lines: string, uid = 'talk') =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:Interview\r\n${lines}\r\nEND:VEVENT\r\n`
const calendarOf = (events: string, method = 'REQUEST') =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:${method}\r\n${events}END:VCALENDAR\r\n`

test('the other dates of an invitation that repeats are said', async () => {
  const daily = event('DTSTART:20261208T150000Z\r\nRRULE:FREQ=DAILY;COUNT=3')
  expect(await read(TEXT, calendarOf(daily))).toMatchObject({
    startsAt: '2026-12-08T15:00:00.000Z',
    said: ['2026-12-09 15:00 UTC, 2026-12-10 15:00 UTC'],
  })
  const odd = event('DTSTART:20261208T150000Z\r\nRRULE:FREQ=MONTHLY;BYSETPOS=-1;BYDAY=MO,TU')
  expect((await read(TEXT, calendarOf(odd))).said[0]).toContain('FREQ=MONTHLY')
})

test('one date of a series that moves is not the series', async () => {
  const one = event('RECURRENCE-ID:20261209T150000Z\r\nDTSTART:20261210T160000Z')
  const { found } = await read(TEXT, calendarOf(one))
  expect(found).toMatchObject({
    ...{ status: 'interview', cancelled: true, replaces: '2026-12-09T15:00:00.000Z' },
    appointment: { startsAt: '2026-12-10T16:00:00.000Z', uid: null },
  })
})

test('a message that cancels one appointment and sets another moves it', async () => {
  const both =
    calendarOf(event('DTSTART:20261208T150000Z', 'old'), 'CANCEL') +
    calendarOf(event('DTSTART:20261210T160000Z', 'new'))
  const { found } = await read(
    'The time has changed: see the new invitation to your interview at Globex.',
    both,
  )
  expect(found).toMatchObject({
    ...{ status: 'interview', cancelled: true, replaces: '2026-12-08T15:00:00.000Z' },
    appointment: { startsAt: '2026-12-10T16:00:00.000Z' },
  })
})

test('an invitation without a time, from the past, damaged, or against the text is said', async () => {
  const saidOf = async (lines: string, text = TEXT) => (await read(text, calendarOf(event(lines)))).said
  expect(await saidOf('DTSTART;VALUE=DATE:20261208')).toEqual(['Interview'])
  expect(await saidOf('DTSTART:20261101T150000Z')).toEqual(['DTSTART:20261101T150000Z'])
  expect(await saidOf('DTSTART:tomorrow')).toHaveLength(1)
  const other = 'Your interview is on Friday, December 4 at 10:00 AM ET.'
  expect(await saidOf('DTSTART:20261208T150000Z', other)).toEqual([other])
  expect(await saidOf('DTSTART:20261204T150000Z', other)).toEqual([])
})

test.each([
  ['Could you come for an interview on Tuesday or Wednesday at 4 pm?', null],
  ['Could you come for an interview on Tuesday 1 December or Wednesday 2 December at 4 pm?', null],
  ['For the interview, we have Wed 12/2 after 2 pm ET.', null],
  [
    'Your interview is on Tuesday the 1st at 3 pm, between lunch and dinner service.',
    '2026-12-01T20:00:00.000Z',
  ],
  ['For the interview, pick any time on Tuesday the 1st between 1 and 3 pm.', null],
  ['Come by for the interview Tuesday the 1st, 7am before the crews head out.', '2026-12-01T12:00:00.000Z'],
  ['Thank you. Please send the form before Friday at noon. Then we plan the interview.', null],
])('“%s”', async (text, startsAt) => {
  expect((await read(text)).startsAt).toBe(startsAt)
})

test.each([
  ['10:00 AEST', '2026-12-15T00:00:00.000Z'],
  ['10:00 AEDT', '2026-12-14T23:00:00.000Z'],
  ['10:00 Sydney time', '2026-12-14T23:00:00.000Z'],
])('for a job in Brisbane, %s is what it says', async (time, startsAt) => {
  const text = `Your interview is on Tuesday, December 15 at ${time}.`
  expect((await read(text, undefined, 'Brisbane, Australia')).startsAt).toBe(startsAt)
})

test.each([
  'Before the interview: we are open Monday to Friday from 9am to 5pm.',
  'Antes de la entrevista: nuestro horario es de lunes a viernes de 9 a 18 h.',
])('“%s” names no appointment', async (text) => {
  expect((await read(text)).startsAt).toBeNull()
})
