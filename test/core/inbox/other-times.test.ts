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

async function read(text: string, calendar?: string) {
  const date = 'Thu, 26 Nov 2026 09:00:00 -0500'
  const source = letter({ id: 'a', subject: 'Interview', text, date, ...(calendar && { calendar }) })
  const known = { jobs: prepare([GLOBEX]), ownAddresses: new Set<string>(), endedJobIds: new Set<string>() }
  const found = await understand(await decodeMail(Buffer.from(source)), {
    ...{ ...known, jobOf: () => undefined, now: date },
  })
  const said = found.evidence.filter(({ why }) => /another time|several times/.test(why))
  return { startsAt: found.appointment?.startsAt ?? null, said: said.map(({ quote }) => quote) }
}

test('several times to choose from', async () => {
  const slots = ['Tuesday, December 1 at 10:00 AM ET', 'Wednesday, December 2 at 2:00 PM ET']
  const listed = `We would like to interview you for the Buyer role. Which works best?\n- ${slots.join('\n- ')}`
  const { startsAt, said } = await read(listed)
  expect(startsAt).toBeNull()
  for (const slot of slots) expect(said.join('\n')).toContain(slot)
  const inOne = `We would like to interview you on ${slots.join(' or ')}.`
  expect(await read(inOne)).toEqual({ startsAt: null, said: [inOne] })
})

test('one time, and nothing more is said', async () => {
  expect(await read('Your interview is on Tuesday, December 1 at 10:00 AM ET.')).toEqual({
    startsAt: '2026-12-01T15:00:00.000Z',
    said: [],
  })
})

const session = (uid: string, hour: number) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:Onsite ${uid}\r\nDTSTART:20261208T${hour}0000Z\r\nDTEND:20261208T${hour}4500Z\r\nEND:VEVENT\r\n`

test('an onsite of several sessions: the earliest is proposed, and the others are said', async () => {
  const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\n${session('panel', 17)}${session('design', 15)}END:VCALENDAR`
  expect(await read('Please find your onsite interview at Globex attached.', calendar)).toEqual({
    startsAt: '2026-12-08T15:00:00.000Z',
    said: ['Onsite panel: 2026-12-08T17:00:00.000Z'],
  })
})
