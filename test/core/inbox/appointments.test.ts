// Times that letters fix, in phrases made of dates and hours in four languages, and numbers that are no times.
import { describe, expect, test } from 'vitest'
import { appointmentIn } from '../../../core/inbox/meaning/appointment.ts'
import type { Setting } from '../../../core/inbox/meaning/setting.ts'
import { deadlineIn } from '../../../core/inbox/meaning/deadline.ts'
import { sentencesOf } from '../../../core/inbox/meaning/sentences.ts'
import type { Tongue } from '../../../core/reading/zones.ts'

const SENT = Date.UTC(2026, 8, 7, 8)
const DAYS = [8, 10, 15, 18, 23, 25, 29]
const HOURS = [
  [8, 0],
  [9, 30],
  [11, 15],
  [12, 0],
  [14, 45],
  [16, 30],
  [17, 0],
] as const

type Taught = 'en' | 'de' | 'es' | 'fr'
const WEEKDAYS: Record<Taught, readonly string[]> = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  de: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
  es: ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'],
  fr: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
}

const two = (number: number): string => String(number).padStart(2, '0')
const half = (hour: number, minute: number): string =>
  `${hour % 12 || 12}${minute ? `:${two(minute)}` : ''}${hour < 12 ? 'am' : 'pm'}`

/** Ways to say that something is on a day of September 2026, at an hour. */
type Phrase = (weekday: string, day: number, hour: number, minute: number) => string
const PHRASES: Record<Taught, readonly Phrase[]> = {
  en: [
    (weekday, day, hour, minute) =>
      `We would like to meet you on ${weekday}, September ${day} at ${half(hour, minute)}.`,
    (weekday, day, hour, minute) =>
      `Let's talk on ${weekday} ${day} September at ${hour}:${two(minute)}, half an hour, by phone.`,
    (_, day, hour, minute) => `Your interview is on ${day} Sept 2026, ${two(hour)}:${two(minute)}.`,
    (_, day, hour, minute) => `The panel will see you on 2026-09-${two(day)} at ${half(hour, minute)}.`,
    (weekday, day, hour, minute) =>
      `You are expected ${weekday} the ${day}th, ${hour}.${two(minute)} o'clock`.replace(
        " o'clock",
        half(hour, minute).slice(-2),
      ),
  ],
  de: [
    (weekday, day, hour, minute) =>
      `Wir laden Sie zum Gespräch ein: ${weekday}, ${day}. September, ${hour}:${two(minute)} Uhr.`,
    (weekday, day, hour, minute) =>
      `Das Gespräch ist am ${weekday}, den ${two(day)}.09.2026, um ${two(hour)}.${two(minute)} Uhr.`,
    (_, day, hour, minute) => `Passt Ihnen der ${day}.9. um ${hour}${minute ? `:${two(minute)}` : ''} Uhr?`,
  ],
  es: [
    (weekday, day, hour, minute) =>
      `La entrevista será el ${weekday} ${day} de septiembre a las ${hour}:${two(minute)} h.`,
    (_, day, hour, minute) => `Te esperamos el ${two(day)}/09/2026 a las ${two(hour)}:${two(minute)}.`,
  ],
  fr: [
    (weekday, day, hour, minute) =>
      `L'entretien aura lieu le ${weekday} ${day} septembre à ${hour}h${minute ? two(minute) : ''}.`,
    (weekday, day, hour, minute) =>
      `Vous êtes attendue le ${weekday} ${day} septembre 2026 à ${hour} h ${two(minute)}.`,
  ],
}

const settingOf = (tongue: Tongue): Setting => ({ sentMs: SENT, offsetMinutes: 120, tongue, place: null })

const CASES = Object.entries(PHRASES).flatMap(([tongue, phrases]) =>
  phrases.map((phrase, at) => ({ name: `${tongue} ${at + 1}`, tongue: tongue as Taught, phrase })),
)

describe.each(CASES)('phrase $name', ({ tongue, phrase }) => {
  test('fixes its day and its hour', () => {
    for (const day of DAYS)
      for (const [hour, minute] of HOURS) {
        const weekday = WEEKDAYS[tongue][new Date(Date.UTC(2026, 8, day)).getUTCDay()]!
        const text = phrase(weekday, day, hour, minute)
        const found = appointmentIn(sentencesOf(text), settingOf(tongue), false, [])
        expect(found?.startsAt, text).toBe(new Date(Date.UTC(2026, 8, day, hour - 2, minute)).toISOString())
      }
  })
})

test.each([
  'Your order 4711-2026 of 14/09 was shipped; parcel 00340434161094.',
  'Call us on +49 30 1815 0900 or 030 18:15.',
  'Our office hours are Monday to Friday, 9:00 to 17:00.',
  'Thank you for meeting us on Monday, September 14 at 10:00.',
  'On Mon, 7 Sep 2026 at 09:12 Mina Okoye wrote:',
  'Please reply by Friday, September 18, 17:00.',
  'Unsere Sprechzeiten: Montag, 14.9., 9 bis 12 Uhr.',
  'The reference is 2026/09/14-1030 and the pay 45:00 an hour.',
  'Die Stelle beginnt mit Eintritt am 15.09.2026, 8 Uhr.',
])('%s: no appointment', (text) => {
  expect(appointmentIn(sentencesOf(text), settingOf('en'), false, [])).toBeNull()
})

const LETTERS: readonly [string, Tongue, string, string | null][] = [
  [
    'the lines of an agenda',
    'en',
    'Your visit is on Thursday, September 17:\n10:00 a.m. Meet the team\n11:15 a.m. Whiteboard\n12:30 p.m. Lunch\n1:15 p.m. Tour',
    '10:00',
  ],
  [
    'two lines of an agenda',
    'en',
    'Your visit is on Thursday, September 17:\n10:00 - 10:45 Meet Ana\n11:00 - 11:30 Meet Luis',
    '10:00',
  ],
  [
    'an arrival before it',
    'en',
    'Your interview is on Thursday, September 17 at 10:00 am. Please arrive at 9:45 am at gate 2.',
    '10:00',
  ],
  [
    'an end in another sentence',
    'fr',
    'On se voit le jeudi 17 septembre à 10 h. Vous visiterez le service (fin vers 11 h 30).',
    '10:00',
  ],
  [
    'how it goes on',
    'de',
    'Termin ist Donnerstag, 17. September, 10.00 Uhr; gegessen wird um 12.30 Uhr.',
    '10:00',
  ],
  ['how long it takes', 'en', 'We see people at 20-minute intervals on Thursday, September 17.', null],
  ['two to choose from', 'en', 'Could you do Thursday, September 17 at 10:00 or at 14:00?', null],
  ['a range with a zone', 'en', 'Come on Thursday, September 17, 10:00 am till 12:15 pm.', '10:00'],
]

test.each(LETTERS)('%s: one beginning, or none', (_, tongue, text, hour) => {
  const found = appointmentIn(sentencesOf(text), settingOf(tongue), false, [])
  expect(found?.startsAt ?? null).toBe(
    hour && new Date(Date.UTC(2026, 8, 17, Number(hour.slice(0, 2)) - 2)).toISOString(),
  )
})

test.each([
  [
    'en',
    'Same time, two days later: Thursday, September 17.',
    'Your interview is on Tuesday, September 15 at 10:00 am.',
  ],
  [
    'de',
    'Wir müssen auf Donnerstag, 17.9., gleiche Uhrzeit, ausweichen.',
    'Das Gespräch ist am Dienstag, 15.9., um 10 Uhr.',
  ],
  [
    'es',
    '¿Lo dejamos para el jueves 17 de septiembre a la misma hora?',
    'La entrevista será el martes 15 de septiembre a las 10:00 h.',
  ],
  [
    'fr',
    'Je vous propose le jeudi 17 septembre à la même heure.',
    "L'entretien aura lieu le mardi 15 septembre à 10h.",
  ],
] as const)(
  'a new day at the same time is read, in %s, with the letter that is quoted',
  (tongue, text, quoted) => {
    const found = appointmentIn(sentencesOf(text), settingOf(tongue), true, sentencesOf(quoted))
    expect(found?.startsAt).toBe('2026-09-17T08:00:00.000Z')
  },
)

test.each([
  ['en', 'Your access ends on Sunday, September 20 at midnight.', '2026-09-20'],
  ['en', 'Push your branch by Monday the 28th.', '2026-09-28'],
  ['de', 'Wenn du mir den Link bis Sonntag, 20.9., schickst, schauen wir drauf.', '2026-09-20'],
  ['de', 'Nehmen Sie sich gerne Bedenkzeit bis Freitag, den 18. September.', '2026-09-18'],
  ['es', 'Tienes de plazo hasta el lunes 14 de septiembre a las 23:59.', '2026-09-14'],
  ['fr', 'Votre note est attendue pour le lundi 28 septembre à midi.', '2026-09-28'],
] as const)('a test or an offer that says, in %s, “%s” is due then', (tongue, text, day) => {
  expect(deadlineIn(sentencesOf(text), settingOf(tongue), true)?.day).toBe(day)
})

test('coming by on a day sets no deadline, and hearing back by one does', () => {
  const day = (text: string) => deadlineIn(sentencesOf(text), settingOf('en'), true)?.day
  expect(
    day('Can you come by the office on Thursday, September 17 and send me your license?'),
  ).toBeUndefined()
  expect(day("We'd like to hear back by Thursday, September 17.")).toBe('2026-09-17')
  expect(day('You will hear back by Thursday, September 17.')).toBeUndefined()
})

test('a colleague who is away until a day sets no deadline', () => {
  const sentences = sentencesOf('Raj is off until Monday, so please bear with us.')
  expect(deadlineIn(sentences, settingOf('en'), false)).toBeNull()
})

test.each([
  ['Your interview is on Thursday, September 17 at 3 pm XST.', 'XST'],
  ['We will meet on 17 September 2026, 10:00 (QQT), in Berlin.', 'QQT'],
  ['It begins at 02:00pm (Central Africa Time) on Thursday, September 17.', 'Central Africa Time'],
])('%s: the zone is not known, and that is said', (text, zone) => {
  const found = appointmentIn(sentencesOf(text), settingOf('en'), false, [])
  expect(found).toMatchObject({ timeZone: null, uncertain: expect.stringContaining(zone) as string })
})

test.each([
  ["Tomorrow's interview is at 10 in the morning.", '2026-09-08T08:00:00.000Z'],
  ['We would like to see you on September 17: 2:30 pm.', '2026-09-17T12:30:00.000Z'],
  ['Entretien mardi 15 septembre à midi.', '2026-09-15T10:00:00.000Z'],
  ['Gespräch am 15.9. um 9 Uhr abends.', '2026-09-15T19:00:00.000Z'],
  ['Come by on Thursday the 17th at twenty to four.', '2026-09-17T13:40:00.000Z'],
])('%s: read as it is said', (text, at) => {
  expect(appointmentIn(sentencesOf(text), settingOf('en'), false, [])?.startsAt).toBe(at)
})

test.each([
  ['Central European Time', 'Europe/Berlin'],
  ['Central European Summer Time', 'Europe/Berlin'],
  ['Eastern European Time', 'Europe/Athens'],
  ['Australian Eastern Time', 'Australia/Sydney'],
  ['India Standard Time', 'Asia/Kolkata'],
  ['Eastern Africa Time', 'Africa/Nairobi'],
  ['Central Time - US & Canada', 'America/Chicago'],
])('a scheduling program’s “%s” is that zone', (words, timeZone) => {
  const text = `It takes place at 02:00pm (${words}) on Thursday, September 17, 2026.`
  expect(appointmentIn(sentencesOf(text), settingOf('en'), false, [])).toMatchObject({ timeZone })
})
