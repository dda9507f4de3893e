// Appointments that letters call off, move, or ask to move, in six languages: of two times the new one counts.
import { expect, test } from 'vitest'
import { prepare } from '../../../core/inbox/meaning/tracked.ts'
import { understand } from '../../../core/inbox/meaning/understand.ts'
import { decodeMail } from '../../../core/inbox/reading/decode.ts'
import { letter } from './letter.ts'

const GLOBEX = {
  ...{ id: 'Globex', company: 'Globex', role: 'Buyer', status: 'interviewing', url: null, location: null },
  ...{ aliases: [], contacts: [] },
}

const ME = 'Me <me@mailbox.example>'
const OWN = new Set(['me@mailbox.example'])

async function read(text: string, date: string, from = 'Ana Ruiz <ana@globex.example>') {
  const source = letter({ id: 'a', subject: 'Interview', text, date, from })
  const known = { jobs: prepare([GLOBEX]), ownAddresses: OWN, endedJobIds: new Set<string>() }
  return understand(await decodeMail(Buffer.from(source)), { ...known, jobOf: () => undefined, now: date })
}

const US = 'Thu, 26 Nov 2026 09:00:00 -0500'
const DE = 'Thu, 26 Nov 2026 09:00:00 +0100'
type Row = [does: string, date: string, text: string, startsAt: string]
const rows: Row[] = [
  ['move', US, 'Hi Noa, we moved your interview from Tuesday, December 1 at 10:00 AM to Thursday, December 3 at 2:00 PM ET.', '2026-12-03T19:00'],
  ['move', US, 'Noa, we have had to push the panel to Wednesday, December 2, 11am Eastern. Sorry for the shuffle!', '2026-12-02T16:00'],
  ['move', US, 'Quick update: your call is now on Friday, December 4 at 1:30 PM ET (it was Wednesday at 9).', '2026-12-04T18:30'],
  ['move', US, 'Due to a scheduling conflict the onsite shifts to Monday, December 7 at 10 AM ET; the original slot on December 3 is released.', '2026-12-07T15:00'],
  ['move', US, 'Your interview will take place on December 8 at 3pm ET instead of December 4 at 3pm.', '2026-12-08T20:00'],
  ['move', US, 'Change of plan: Friday 12/4, 4:00 PM ET rather than Thursday. See you then.', '2026-12-04T21:00'],
  ['move', US, 'New time for our conversation: December 9, 2026, 9:00 AM ET. Please disregard the earlier invitation for December 2.', '2026-12-09T14:00'],
  ['move', DE, 'leider müssen wir den Termin verschieben. Neuer Termin ist Dienstag, 8.12., 10 Uhr.', '2026-12-08T09:00'],
  ['move', DE, 'Wir haben Ihr Gespräch vom 1. Dezember, 9 Uhr auf den 3. Dezember, 15:30 Uhr verlegt.', '2026-12-03T14:30'],
  ['move', DE, 'Das Interview findet nun am Freitag, 4. Dezember um 11 Uhr statt (ursprünglich Mittwoch, 2. Dezember, 14 Uhr).', '2026-12-04T10:00'],
  ['move', DE, 'Statt am Montag um 9 Uhr treffen wir uns am Dienstag, 1. Dezember, um 16 Uhr.', '2026-12-01T15:00'],
  ['move', DE, 'Unser Termin wird auf Donnerstag, den 3.12.2026, 13.15 Uhr vorverlegt.', '2026-12-03T12:15'],
  ['move', DE, 'Der Gesprächstermin rutscht auf Mittwoch, 9. Dezember, 8:30 Uhr.', '2026-12-09T07:30'],
  ['move', DE, "Suite à un empêchement, nous devons décaler l'entretien au mercredi 2 décembre à 10h.", '2026-12-02T09:00'],
  ['move', DE, "Votre entretien du 1er décembre à 9h est déplacé au 4 décembre à 14h30.", '2026-12-04T13:30'],
  ['move', DE, "L'entretien initialement prévu mardi 1er décembre à 11h aura finalement lieu le jeudi 3 décembre à 15h.", '2026-12-03T14:00'],
  ['move', DE, "Nous avons reporté notre échange au lundi 7 décembre, 9h30, au lieu du vendredi 4.", '2026-12-07T08:30'],
  ['move', DE, 'Hemos tenido que cambiar la entrevista al miércoles 2 de diciembre a las 12:00 (antes martes 1 a las 10:00).', '2026-12-02T11:00'],
  ['move', DE, 'Tu entrevista se adelanta al lunes 30 de noviembre a las 9:00.', '2026-11-30T08:00'],
  ['move', DE, 'Movemos la llamada del viernes a las 11 al jueves 3 de diciembre a las 17:00.', '2026-12-03T16:00'],
  ['ask', US, 'something came up on our side — could we do Friday, December 4 at 3 instead?', '2026-12-04T20:00'],
  ['ask', US, 'So sorry, my afternoon exploded. Would Tuesday, December 1 at 11am work instead?', '2026-12-01T16:00'],
  ['ask', US, 'Any chance we could push our call to Wednesday, December 2 at 4 PM?', '2026-12-02T21:00'],
  ['ask', DE, 'bei uns ist etwas dazwischengekommen – ginge stattdessen auch Freitag, 4.12., um 15 Uhr?', '2026-12-04T14:00'],
  ['ask', DE, 'Könnten wir unser Gespräch auf Mittwoch, 2. Dezember, 10 Uhr verschieben?', '2026-12-02T09:00'],
  ['ask', DE, "Serait-il possible de décaler notre rendez-vous au jeudi 3 décembre à 16h ?", '2026-12-03T15:00'],
  ['ask', DE, "J'ai un contretemps : pourrions-nous plutôt nous voir vendredi 4 décembre à 10h ?", '2026-12-04T09:00'],
  ['ask', DE, '¿Podríamos dejarlo mejor para el viernes 4 de diciembre a las 10:00? Me ha surgido un imprevisto.', '2026-12-04T09:00'],
  ['cancel', US, 'I hope this finds you well. We have been reviewing our plans for the coming year.\n\nAs part of that we need to cancel your onsite on Thursday; the position has been put on hold. We will reach out if this changes.\n\nThank you for the time you invested.', '-'],
  ['cancel', US, "We won't be able to go ahead with Tuesday's interview.", '-'],
  ['cancel', US, 'Tomorrow is off, sorry. Will explain later.', '-'],
  ['cancel', US, 'Unfortunately I have to cancel our chat. I will send new times soon.', '-'],
  ['cancel', US, "We'll have to call off Monday's panel.", '-'],
  ['cancel', DE, 'leider müssen wir den Termin absagen.', '-'],
  ['cancel', DE, 'leider muss ich unser Gespräch am Dienstag kurzfristig absagen, ich bin krank.', '-'],
  ['cancel', DE, 'Das Vorstellungsgespräch am 1. Dezember kann leider nicht stattfinden. Wir melden uns mit einem neuen Vorschlag.', '-'],
  ['cancel', DE, 'Der Termin morgen fällt leider aus.', '-'],
  ['cancel', DE, "Nous sommes contraints d'annuler notre rendez-vous de mardi.", '-'],
  ['cancel', DE, "L'entretien de demain est annulé, nous vous recontacterons.", '-'],
  ['cancel', DE, "Je ne pourrai malheureusement pas assurer notre entretien de lundi.", '-'],
  ['cancel', DE, 'Tenemos que anular la entrevista del martes.', '-'],
  ['cancel', DE, 'La llamada de mañana queda cancelada.', '-'],
  ['cancel', DE, 'Helaas moeten we het gesprek van dinsdag annuleren.', '-'],
  ['move', DE, 'We moeten het gesprek verplaatsen naar woensdag 2 december om 10.00 uur.', '2026-12-02T09:00'],
  ['cancel', DE, 'Purtroppo dobbiamo annullare il colloquio di martedì.', '-'],
  ['move', DE, 'Dobbiamo spostare il colloquio a giovedì 3 dicembre alle 15:00.', '2026-12-03T14:00'],
  ['none', US, 'If you need to cancel or reschedule your interview, please let us know 24 hours in advance.', '-'],
] // prettier-ignore

test.each(rows)('%s: %s %s', async (does, date, text, startsAt) => {
  const { status, cancelled, appointment } = await read(`Hi Noa,\n\n${text}\n\nAna`, date)
  const isSet = status === 'interview' && appointment !== null
  const found = appointment?.asks ? 'ask' : cancelled ? (isSet ? 'move' : 'cancel') : 'none'
  expect([found, found === 'move' || found === 'ask' ? appointment?.startsAt.slice(0, 16) : '-']).toEqual([does, startsAt])
}) // prettier-ignore

test.each([
  ['we have to cancel the design call on December 3. The talk with the manager on December 4 at 2pm ET stays as planned.', '2026-12-03'],
  ['The panel on December 4 at 10:00 AM ET is still on. We need to cancel the call on December 2 at 9 AM ET.', '2026-12-02'],
  ['leider müssen wir das Gespräch am 2. Dezember um 10 Uhr absagen. Der Termin am 4. Dezember um 14 Uhr bleibt bestehen.', '2026-12-02'],
  ["L'entretien du 3 décembre à 10h est annulé. Celui du 4 décembre à 14h est maintenu.", '2026-12-03'],
])('of two talks the one that is called off is meant: %s', async (text, day) => {
  const { cancelled, appointment, replaces, status } = await read(`Hi Noa,\n\n${text}\n\nAna`, US)
  expect([cancelled, status, (appointment?.startsAt ?? replaces)?.slice(0, 10)]).toEqual([true, null, day])
}) // prettier-ignore

test('a letter can end the process and call the talk off', async () => {
  const text =
    'Hi Noa,\n\nThe Buyer position has been put on hold, so I am cancelling your interview on Thursday.\n\nAna'
  expect(await read(text, US)).toMatchObject({ status: 'closed', cancelled: true })
})

const PASSED_ON = (from: string, text: string, date = '') =>
  `see below.\n\n---------- Forwarded message ---------\nFrom: ${from}\n${date}Subject: Buyer\n\n${text}`
test.each([
  ['a colleague’s message', PASSED_ON('Bo <bo@globex.example>', 'Panel interview with Noa for Buyer is set for Wed Dec 2, 4pm ET.'), 'interview'],
  ['a friend’s message', PASSED_ON('Jo <jo@mail.example>', 'Dear Jo, we regret to inform you that we chose another candidate.'), null],
  ['a role on hold', 'The Buyer role is on hold while budgets are finalised. You are still in the running.', null],
  ['a role on hold for all', 'The Buyer role is on hold and we will not be progressing any applications.', 'closed'],
])('%s says what it says', async (_, text, status) => expect((await read(text, US)).status).toBe(status)) // prettier-ignore

test.each([
  ['', '2026-12-03T19:00'],
  ['Date: Mon, 16 Nov 2026 at 20:30\n', '2026-11-19T19:00'],
  ['Date: 16. November 2026 um 20:30\n', '2026-11-19T19:00'],
  ['Date: Tue, 1 Dec 2026 at 9:00 AM\n', '2026-12-03T19:00'],
])('the days of a message that you forward count from when it was written: %s', async (date, startsAt) => {
  const words = 'We would like to invite you to an interview for the Buyer position on Thursday at 2pm ET.'
  const { appointment } = await read(PASSED_ON('Bo <bo@globex.example>', words, date), US, ME)
  expect(appointment?.startsAt.slice(0, 16)).toBe(startsAt)
})

test('a message of your own that you forward says nothing', async () => {
  const words =
    'Thank you for the invitation. I look forward to the interview for Buyer on 3 December at 2pm ET.'
  expect(await read(PASSED_ON(ME, words), US, ME)).toMatchObject({ status: null, mine: true })
})

test('who writes from a private address invites too, but a friend who mentions the job says nothing', async () => {
  const of = async (text: string) => {
    const source = letter({ id: 'a', subject: 'Hello', text, date: US, from: 'Ana Ruiz <ana.ruiz@gmail.com>' })
    const known = { jobs: prepare([GLOBEX]), ownAddresses: new Set<string>(), endedJobIds: new Set<string>() }
    const read = { ...known, jobOf: () => undefined, now: US }
    return (await understand(await decodeMail(Buffer.from(source)), read)).status
  }
  expect([
    await of('Hi Noa,\n\nI would like to invite you to an interview for Buyer at Globex on Thursday, December 3 at 2pm ET.\n\nAna'),
    await of('Hi Noa,\n\ngood luck with your interview for Buyer at Globex on Thursday at 2pm! Let us have a drink after.\n\nAna'),
  ]).toEqual(['interview', null])
}) // prettier-ignore
