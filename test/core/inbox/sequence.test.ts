// One search over eight weeks: two hundred letters in order, with invitations, moves, cancellations, copies and noise. What
// stands in the calendar at the end is what the employers last said.
import { listEvents } from '../../../core/calendar/operations.ts'
import { acceptMany, scanMessages } from '../../../core/inbox/operations.ts'
import { addJob } from '../../../core/jobs/operations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { as, aUser, call, openTestCore, unlimited, type TestCore } from '../../harness.ts'

let core: TestCore
beforeAll(async () => {
  core = await openTestCore({}, unlimited)
})
afterAll(() => core.close())

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FIRST = Date.UTC(2026, 8, 7, 13)
const LETTERS = 200

/** Numbers that are the same in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

interface Words {
  readonly zone: string
  /** The zone beside a time; empty where the language says it. */
  readonly said: string
  readonly invite: readonly string[]
  readonly move: readonly string[]
  readonly cancel: readonly string[]
  when(at: number): string
  day(at: number): string
}

const parts = (locale: string, timeZone: string, at: number, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at)
const DATE = { weekday: 'long', month: 'long', day: 'numeric' } as const
const CLOCK = { hour: 'numeric', minute: '2-digit' } as const

const words = (locale: string, zone: string, said: string, at: string, texts: Pick<Words, 'invite' | 'move' | 'cancel'>): Words => ({
  ...{ zone, said, ...texts },
  day: (time) => parts(locale, zone, time, DATE),
  when: (time) => `${parts(locale, zone, time, DATE)} ${at} ${parts(locale, zone, time, CLOCK)}${said}`.replace(/[\u202f\u00a0]/g, ' '),
}) // prettier-ignore

const LANGUAGES: readonly Words[] = [
  words('en-US', 'America/New_York', ' ET', 'at', {
    invite: [
      'We would like to invite you to an interview on {new}.',
      'Your interview is confirmed for {new}.',
      'I would like to schedule a call with you on {new}.',
    ],
    move: [
      'Originally scheduled for {old}, your interview has been moved to {new}.',
      'We need to move your interview from {old} to {new}. Sorry for the trouble!',
      'Your interview has been rescheduled to {new}.',
      'Something came up, so I pushed our call to {new}.',
    ],
    cancel: [
      'We have to cancel the interview on {oldDay}.',
      'Unfortunately we need to cancel your interview. We will be in touch about next steps.',
      'The interview scheduled for {old} has been cancelled.',
    ],
  }),
  words('de-DE', 'Europe/Berlin', ' Uhr', 'um', {
    invite: ['Gerne laden wir Sie zu einem Vorstellungsgespräch am {new} ein.'],
    move: [
      'Leider müssen wir unser Gespräch vom {old} auf {new} verschieben.',
      'Unser Gespräch wurde verschoben. Neuer Termin: {new}.',
    ],
    cancel: ['Leider müssen wir unser Gespräch am {oldDay} absagen.'],
  }),
  words('fr-FR', 'Europe/Paris', '', 'à', {
    invite: ['Nous vous invitons à un entretien le {new}.'],
    move: ['Notre entretien prévu le {old} est reporté au {new}.'],
    cancel: ['Nous devons malheureusement annuler l’entretien du {oldDay}.'],
  }),
  words('es-ES', 'Europe/Madrid', '', 'a las', {
    invite: ['Nos gustaría invitarte a una entrevista el {new}.'],
    move: ['Tenemos que mover la entrevista del {old} al {new}.'],
    cancel: ['Lamentablemente tenemos que cancelar la entrevista del {oldDay}.'],
  }),
]

interface Employer {
  readonly company: string
  readonly words: Words
  at: number | null
  uid: string | null
  sequence: number
  /** The invitations that were sent, with their letters. */
  sent: string[]
}

const stamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

function calendarPart(method: string, { uid, sequence, company }: Employer, at: number, sentAt: number): string {
  const lines = [`METHOD:${method}`, 'BEGIN:VEVENT', `UID:${uid}`, `SEQUENCE:${sequence}`, `DTSTAMP:${stamp(sentAt)}`]
  const times = [`DTSTART:${stamp(at)}`, `DTEND:${stamp(at + HOUR)}`, `SUMMARY:Interview with ${company}`]
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, ...times, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n')
} // prettier-ignore

/** `Mon, 07 Sep 2026 09:00:00 -0400`, in the employer's zone. */
function dateLine(at: number, zone: string): string {
  const name = parts('en-US', zone, at, { timeZoneName: 'longOffset' })
  const offset = (/GMT([+-]\d\d:\d\d)/.exec(name)?.[1] ?? '+00:00').replace(':', '')
  const local = new Date(at + Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * HOUR))
  return `${local.toUTCString().replace(/ GMT$/, '')} ${offset}`
}

function letter({ company, words: { zone } }: Employer, at: number, id: number, subject: string, text: string, calendar?: string): string {
  const name = company.toLowerCase()
  const head = [
    'Delivered-To: me@mailbox.example',
    `From: Dana Fox <dana@${name}.example>`,
    'To: Noa Lind <me@mailbox.example>',
    `Subject: ${subject}`,
    `Date: ${dateLine(at, zone)}`,
    `Message-ID: <${id}@${name}.example>`,
    'MIME-Version: 1.0',
  ]
  const coded = Buffer.from(text).toString('base64')
  const body = [
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    coded,
    '',
  ]
  if (!calendar) return [...head, ...body].join('\r\n')
  const part = ['--cut', 'Content-Type: text/calendar; charset=utf-8', '', calendar, '--cut--', '']
  return [...head, 'Content-Type: multipart/mixed; boundary=cut', '', '--cut', ...body, ...part].join('\r\n')
} // prettier-ignore

const NAMES =
  'Alderway Birchline Corvane Dunmore Eastvale Fernhill Galdera Hartwood Ivorra Jasperon Kestrel Lunaris'.split(
    ' ',
  )

/** The letters in order, and when the interviews are in the end. */
function aSeason(seed: number): { letters: string[]; truth: string[] } {
  const roll = dice(seed)
  const pick = <Of>(all: readonly Of[]): Of => all[roll(all.length)]!
  const employers = NAMES.map((company, at): Employer => ({ company, words: LANGUAGES[at % 5 === 4 ? 0 : at % 4]!, at: null, uid: null, sequence: 0, sent: [] })) // prettier-ignore
  const truth = new Set<string>()
  const letters: string[] = []
  for (let id = 0; letters.length < LETTERS; id += 1) {
    const now = FIRST + Math.floor(letters.length / 5) * 1.4 * DAY + (letters.length % 5) * HOUR
    const one = pick(employers)
    const say = (text: string, next: number, calendar?: string) => {
      const old = one.at ?? next
      const said = text
        .replace('{new}', one.words.when(next))
        .replace('{old}', one.words.when(old))
        .replace('{oldDay}', one.words.day(old))
      letters.push(letter(one, now, id, 'Your interview', `Hi Noa,\r\n\r\n${said}\r\n\r\nDana Fox`, calendar))
      if (calendar) one.sent.push(calendar)
    }
    const key = (at: number) => `${one.company} ${new Date(at).toISOString()}`
    const next =
      Math.floor(now / DAY) * DAY + (3 + roll(6)) * DAY + (14 + roll(4)) * HOUR + roll(2) * (HOUR / 2)
    const set = (at: number | null) => {
      if (one.at !== null) truth.delete(key(one.at))
      if (at !== null) truth.add(key(at))
      one.at = at
    }
    if (one.at === null || one.at < now + DAY) {
      one.at = null
      one.uid = roll(2) ? `${id}@${one.company}` : null
      one.sequence = 0
      one.sent = []
      say(
        pick(one.words.invite),
        next,
        one.uid === null ? undefined : calendarPart('REQUEST', one, next, now),
      )
      set(next)
      continue
    }
    const action = roll(10)
    if (action < 4) {
      if (one.uid !== null) one.sequence += 1
      const calendar = one.uid === null ? undefined : calendarPart('REQUEST', one, next, now)
      say(pick(one.words.move), next, calendar)
      set(next)
    } else if (action < 6) {
      if (one.uid !== null) one.sequence += 1
      say(
        pick(one.words.cancel),
        one.at,
        one.uid === null ? undefined : calendarPart('CANCEL', one, one.at, now),
      )
      set(null)
    } else if (action < 7 && one.sent.length > 1) {
      letters.push(letter(one, now, id, 'Fwd: Your interview', 'Hi Noa,\r\n\r\nhere is the invitation once more.\r\n\r\nDana Fox', one.sent[0])) // prettier-ignore
    } else if (action < 8) letters.push(letters.at(-1)!)
    else
      letters.push(
        letter(one, now, id, `News from ${one.company}`, 'Our newsletter: read how our team grew this year.'),
      )
  }
  return { letters, truth: [...truth] }
}

test.each([1, 2])('the calendar after eight weeks of mail is what was last said (%i)', async (seed) => {
  const { letters, truth } = aSeason(seed)
  const me = as(core, await aUser(core))
  for (const company of NAMES) await call(addJob, me, { company, role: 'Buyer', status: 'applied' })
  const companies = new Map<string, string>()
  for (let from = 0; from < letters.length; from += 5) {
    const messages = letters.slice(from, from + 5).map((source, at) => ({ path: `${from + at}.eml`, source }))
    await call(scanMessages, me, { messages })
    const { proposals } = await call(acceptMany, me, { all: true })
    for (const { jobId, company } of proposals) if (jobId) companies.set(jobId, company ?? '')
  }
  const { events } = await call(listEvents, me, {
    ...{ type: ['interview'], limit: 100, from: '2026-09-01T00:00:00Z', to: '2026-12-31T00:00:00Z' },
  })
  const found = events.map(({ jobId, startsAt }) => `${companies.get(jobId ?? '')} ${startsAt}`)
  const missing = truth.filter((each) => !found.includes(each))
  const invented = found.filter((each) => !truth.includes(each))
  const right = truth.length - missing.length
  console.log(
    `${right} of ${truth.length} right; missing ${missing.join(', ')}; invented ${invented.join(', ')}`,
  )
  expect(right / Math.max(truth.length, found.length)).toBeGreaterThanOrEqual(0.95)
})
