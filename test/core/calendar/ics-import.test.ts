// Calendar files of other programs: each event is at its hour, moved or cancelled by its UID, or refused with the reason.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readIcs } from '../../../core/calendar/import/read-ics.ts'
import { importEvents, listEvents, updateEvent } from '../../../core/calendar/operations.ts'
import { undoChange } from '../../../core/audit/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()
const me = async () => as(core(), await aUser(core()))
const ZONE = 'Pacific/Apia'

/** Imports a file as the terminal does: what cannot be read is reported and not sent. */
async function imported(ctx: Context, text: string, timeZone = ZONE) {
  const { rows, problem } = readIcs(text, timeZone)
  expect(problem).toBeNull()
  const sent = rows.map(({ line, cells, problem: unread }) => ({
    line,
    values: Object.fromEntries(cells),
    ...(unread !== null && { problem: unread }),
  }))
  return call(importEvents, ctx, { rows: sent, timeZone }).catch((error: Error) => ({
    rows: [{ outcome: 'failed', reason: error.message, title: null }],
    changeId: null,
  }))
}
const eventsOf = async (ctx: Context) => (await call(listEvents, ctx, { from: '2000-01-01' })).events

interface Right {
  absent?: true
  startsAt?: string
  endsAt?: string
  count?: number
  starts?: string[]
  saidRow?: string
  refused?: string
  said?: string
}
const files = new URL('files/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, files), 'utf8')

describe('a file of the cases', () => {
  test.each(readdirSync(files))('%s', async (name) => {
    const ctx = await me()
    const { input, right } = JSON.parse(read(`${name}/expected.json`)) as {
      input: string[]
      right: Record<string, Right | Right[]>
    }
    const reports: string[] = []
    for (const file of input) {
      const report = await imported(ctx, read(`${name}/${file}`))
      reports.push(...report.rows.map(({ reason }) => reason ?? ''))
    }
    const events = await eventsOf(ctx)
    for (const [key, answers] of Object.entries(right)) {
      const found = events.filter(({ title }) =>
        key.startsWith('re:') ? new RegExp(key.slice(3)).test(title) : title === key,
      )
      const isRight = [answers].flat().some((each) => fits(each, found, reports.join('\n')))
      expect(isRight, `${key}: ${JSON.stringify({ found, reports })}`).toBe(true)
    }
  })
})

function fits(right: Right, found: { startsAt: string; endsAt: string | null }[], said: string): boolean {
  const [first] = found
  if (right.absent) return !first
  const words = right.refused ?? right.said ?? right.saidRow
  if (words !== undefined && !new RegExp(words, 'i').test(said)) return false
  if (right.refused !== undefined) return !first
  const starts = right.starts?.every((each, at) => found[at]?.startsAt.startsWith(each))
  return (
    found.length === (right.count ?? right.starts?.length ?? 1) &&
    starts !== false &&
    (first?.startsAt.startsWith(right.startsAt ?? '') ?? false) &&
    (first?.endsAt ?? '').startsWith(right.endsAt ?? '')
  )
}

/** A file with these events; each is lines of properties. */
const calendar = (events: readonly string[], head = '') =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...(head ? [head] : []),
    ...events.flatMap((each) => ['BEGIN:VEVENT', each, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n')
const talk = (uid: string, start: string, more = '') =>
  `UID:${uid}\r\nSUMMARY:Talk ${uid}\r\nDTSTART${start}${more && `\r\n${more}`}`

test.each([
  [';TZID=Mitteleuropäische Zeit:20270715T140000', '12:00'],
  [
    ';TZID=(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna;VALUE=DATE-TIME:20270715T140000',
    '12:00',
  ],
  [';TZID="tzone://Microsoft/Utc":20270715T140000', '14:00'],
  [';TZID=/mozilla.org/20050126_1/America/New_York:20270715T140000', '18:00'],
  [';TZID=/softwarestudio.org/Olson_20011030_5/America/Argentina/Buenos_Aires:20270715T140000', '17:00'],
  [';TZID=UTC+05:30:20270715T140000', '08:30'],
  [';TZID=Tokyo Standard Time:20270715T140000', '05:00'],
  [';TZID=AUS Eastern Standard Time:20270715T140000', '04:00'],
  [';TZID="(GMT-08.00) Pacific Time (US & Canada)/Tijuana":20270715T140000', '21:00'],
  [';TZID="Mountain Time (US & Canada)":20270715T140000', '20:00'],
  [';TZID=America/New York:20270715T140000', '18:00'],
  [';TZID=US-Eastern:20270715T140000', '18:00'],
])('a time%s is %s UTC', async (start, hour) => {
  const ctx = await me()
  const report = await imported(ctx, calendar([talk('zone', start)]))
  const [event] = await eventsOf(ctx)
  expect(event?.startsAt, JSON.stringify(report)).toBe(`2027-07-15T${hour}:00.000Z`)
})

test('a start without a time is a whole day, though the file does not say so', async () => {
  const ctx = await me()
  await imported(ctx, calendar([talk('day', ':20270715')]), 'Europe/Berlin')
  expect(await eventsOf(ctx)).toMatchObject([{ title: 'Talk day' }])
})

test('a line that a program did not fold belongs to the text before it', async () => {
  const ctx = await me()
  const prose = 'DESCRIPTION:Bring the portfolio.\r\nAsk for Jana at the desk.\r\nLOCATION:Room 5'
  await imported(ctx, calendar([`${talk('cut', ':20270715T140000Z')}\r\n${prose}`]))
  expect(await eventsOf(ctx)).toMatchObject([
    { location: 'Room 5', notes: 'Bring the portfolio.\nAsk for Jana at the desk.' },
  ])
})

const zoneOf = (name: string, standard: string, daylight: string) => `BEGIN:VTIMEZONE
TZID:${name}
BEGIN:STANDARD
DTSTART:20071104T020000
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
TZOFFSETFROM:${daylight}
TZOFFSETTO:${standard}
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20070311T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
TZOFFSETFROM:${standard}
TZOFFSETTO:${daylight}
END:DAYLIGHT
END:VTIMEZONE`

test('the offsets that a file defines count before its name, and are said where the name says something else', async () => {
  const ctx = await me()
  const defined = calendar(
    [
      talk('summer', ';TZID=Europe/Berlin:20270715T140000'),
      talk('fall', ';TZID=Europe/Berlin:20271107T013000'),
    ],
    zoneOf('Europe/Berlin', '-0330', '-0230'),
  )
  const report = await imported(ctx, defined)
  expect(report.rows.map(({ reason }) => reason)).toEqual(
    Array(2).fill(expect.stringContaining('its own offset')),
  )
  // Half past one comes twice that night; the first counts.
  expect((await eventsOf(ctx)).map(({ startsAt }) => startsAt.slice(0, 16))).toEqual([
    '2027-07-15T16:30',
    '2027-11-07T04:00',
  ])
})

test('a zone of Lotus repeats the hour in its rule', async () => {
  const ctx = await me()
  const lotus = zoneOf('Our own', '-0500', '-0400').replaceAll(
    'FREQ=YEARLY',
    'FREQ=YEARLY;BYMINUTE=0;BYHOUR=2',
  )
  await imported(ctx, calendar([talk('own', ';TZID=Our own:20270715T140000')], lotus))
  expect((await eventsOf(ctx))[0]?.startsAt).toBe('2027-07-15T18:00:00.000Z')
})

test('a calendar of version 1.0 is read like one of 2.0', () => {
  const text = calendar([
    talk('old', ':20270715T140000Z', 'DESCRIPTION;ENCODING=QUOTED-PRINTABLE:Gespr=C3=A4ch=0D=0A=\r\nmit Ina'),
  ]).replace('VERSION:2.0', 'VERSION:1.0')
  const cells = Object.fromEntries(readIcs(text, ZONE).rows[0]?.cells ?? [])
  expect(cells).toMatchObject({ startsAt: '2027-07-15T14:00:00.000Z', notes: 'Gespräch\nmit Ina' })
})

test('tasks beside the events are said to be left out', () => {
  const task = 'BEGIN:VTODO\r\nUID:1\r\nSUMMARY:Send it\r\nEND:VTODO'
  expect(readIcs(calendar([talk('one', ':20270715T140000Z')], task), ZONE).notes).toEqual([
    'Tasks and journal entries are no events, and were left out: 1.',
  ])
})

test('a strange zone, a damaged event and an answer cost no other event', async () => {
  const ctx = await me()
  const report = await imported(
    ctx,
    calendar([
      talk('good', ':20270715T140000Z'),
      talk('strange', ';TZID=Ground Control:20270715T140000'),
      'UID:broken\r\nDTSTART:2027\r\nno property at all',
      talk('later', ':20270716T140000Z'),
    ]),
  )
  expect(report.rows.map(({ outcome }) => outcome)).toEqual(['created', 'failed', 'failed', 'created'])
  expect(report.rows[1]?.reason).toMatch(
    /“Ground Control”.*crm calendar add "Talk strange" --at "2027-07-15 14:00" --zone/,
  )
  const answer = await imported(ctx, calendar([talk('reply', ':20270715T140000Z')], 'METHOD:REPLY'))
  expect(answer.rows[0]).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('answer') })
})

test.each([
  ['CST', '2027-07-15T19:00:00.000Z', 'China and Cuba'],
  ['IST', '2027-07-15T08:30:00.000Z', 'Ireland and Israel'],
])('a name that several zones share is read, and that is said: %s', async (name, startsAt, others) => {
  const ctx = await me()
  const report = await imported(ctx, calendar([talk('shared', `;TZID=${name}:20270715T140000`)]))
  expect(report.rows).toMatchObject([
    { outcome: 'created', startsAt, reason: expect.stringContaining(others) },
  ])
})

test('a time for which the file names no zone is the reader’s, and that is said', async () => {
  const ctx = await me()
  const report = await imported(ctx, calendar([talk('float', ':20270715T140000')]), 'Asia/Tokyo')
  expect(report.rows[0]?.reason).toContain('Asia/Tokyo')
  expect((await eventsOf(ctx))[0]).toMatchObject({
    startsAt: '2027-07-15T05:00:00.000Z',
    timeZone: 'Asia/Tokyo',
  })
})

test('a cancellation can be undone, and an older version brings nothing back', async () => {
  const ctx = await me()
  const first = calendar([talk('one', ':20270715T140000Z', 'SEQUENCE:1')])
  await imported(ctx, first)
  const [event] = await eventsOf(ctx)
  await call(updateEvent, ctx, { id: event!.id, notes: 'Ask for Ana' })
  const cancelled = await imported(
    ctx,
    calendar([talk('one', ':20270715T140000Z', 'SEQUENCE:2')], 'METHOD:CANCEL'),
  )
  expect(await eventsOf(ctx)).toEqual([])
  expect((await imported(ctx, first)).rows[0]).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringContaining('cancelled'),
  })
  expect(await eventsOf(ctx)).toEqual([])
  await call(undoChange, ctx, { id: cancelled.changeId! })
  expect(await eventsOf(ctx)).toMatchObject([{ id: event!.id, notes: 'Ask for Ana' }])
})

describe('a series', () => {
  const weekly = (hour: string, rule: string, more = '') =>
    talk('series', `;TZID=Europe/Berlin:20270310T${hour}0000`, `RRULE:${rule}${more && `\r\n${more}`}`)
  const starts = async (ctx: Context) => (await eventsOf(ctx)).map(({ startsAt }) => startsAt.slice(5, 16))

  test('has its moved and cancelled dates, and moves and ends as a whole', async () => {
    const ctx = await me()
    const override = (day: string, more: string) =>
      `UID:series\r\nSUMMARY:Talk series\r\nRECURRENCE-ID;TZID=Europe/Berlin:202703${day}T090000\r\n${more}`
    await imported(
      ctx,
      calendar([
        weekly('09', 'FREQ=WEEKLY;UNTIL=20270331T235959Z'),
        override('17', 'DTSTART;TZID=Europe/Berlin:20270318T110000'),
        override('24', 'DTSTART;TZID=Europe/Berlin:20270324T090000\r\nSTATUS:CANCELLED'),
      ]),
    )
    expect(await starts(ctx)).toEqual(['03-10T08:00', '03-18T10:00', '03-31T07:00'])
    await imported(ctx, calendar([weekly('15', 'FREQ=WEEKLY;COUNT=2', 'SEQUENCE:1')]))
    expect(await starts(ctx)).toEqual(['03-10T14:00', '03-17T14:00'])
    await imported(ctx, calendar([talk('series', ':20270310T140000Z', 'SEQUENCE:2')], 'METHOD:CANCEL'))
    expect(await starts(ctx)).toEqual([])
  })

  test('that moves as a whole keeps the events of its dates, with what was added to them', async () => {
    const ctx = await me()
    const rule = 'FREQ=WEEKLY;COUNT=3'
    await imported(ctx, calendar([weekly('09', rule, 'SEQUENCE:0')]))
    const before = await eventsOf(ctx)
    await call(updateEvent, ctx, { id: before[1]!.id, notes: 'Ask for Ana' })
    const report = await imported(ctx, calendar([weekly('10', rule, 'SEQUENCE:1')]))
    expect(report.rows.map(({ outcome }) => outcome)).toEqual(before.map(() => 'updated'))
    expect(await starts(ctx)).toEqual(['03-10T09:00', '03-17T09:00', '03-24T09:00'])
    const after = await eventsOf(ctx)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after[1]).toMatchObject({ notes: 'Ask for Ana' })
    const older = await imported(ctx, calendar([weekly('09', rule, 'SEQUENCE:0')]))
    expect(older.rows.map(({ outcome }) => outcome)).toEqual(before.map(() => 'skipped'))
    expect(await eventsOf(ctx)).toEqual(after)
  })

  test.each([
    ['by half a day and more', '0310T080000', '0310T210000', 4],
    ['back by as much', '0310T210000', '0310T080000', 4],
    ['past midnight', '0310T230000', '0311T010000', 4],
    ['past midnight, though it was one event,', '0310T230000', '0311T010000', 4],
    ['by two hours, with an earlier first day', '0310T080000', '0308T100000', 6],
  ])('of every day that moves %s keeps what was added to each of its days', async (how, from, to, count) => {
    const ctx = await me()
    const once = (at: string, more: string) =>
      calendar([talk('series', `;TZID=America/Los_Angeles:2027${at}`, more)])
    const daily = (at: string, many: number, more: string) =>
      once(at, `RRULE:FREQ=DAILY;COUNT=${many}\r\n${more}`)
    if (how.includes('one event')) await imported(ctx, once(from, 'SEQUENCE:0'))
    await imported(ctx, daily(from, 4, 'SEQUENCE:1'))
    const before = await eventsOf(ctx)
    await imported(ctx, daily(to, count, 'SEQUENCE:2'))
    expect((await eventsOf(ctx)).slice(count - 4).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  test('keeps the event that it was before it repeated, and is again when it no longer repeats', async () => {
    const ctx = await me()
    const once = (more: string) => talk('series', ';TZID=Europe/Berlin:20270310T090000', more)
    await imported(ctx, calendar([once('SEQUENCE:0')]))
    const [event] = await eventsOf(ctx)
    await imported(ctx, calendar([weekly('09', 'FREQ=WEEKLY;COUNT=2', 'SEQUENCE:1')]))
    expect(await starts(ctx)).toEqual(['03-10T08:00', '03-17T08:00'])
    expect((await eventsOf(ctx))[0]?.id).toBe(event!.id)
    await imported(ctx, calendar([once('SEQUENCE:2')]))
    expect(await eventsOf(ctx)).toMatchObject([{ id: event!.id }])
  })

  test.each([
    ['FREQ=MONTHLY;BYDAY=2WE;COUNT=3', ['03-10T08:00', '04-14T07:00', '05-12T07:00']],
    ['FREQ=MONTHLY;BYDAY=WE;BYSETPOS=2;COUNT=2', ['03-10T08:00', '04-14T07:00']],
    ['FREQ=DAILY;INTERVAL=2;COUNT=3', ['03-10T08:00', '03-12T08:00', '03-14T08:00']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=3', ['03-10T08:00', '03-22T08:00', '03-24T08:00']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=2', ['03-10T08:00', '03-31T07:00']],
  ])('%s has its dates', async (rule, dates) => {
    const ctx = await me()
    await imported(ctx, calendar([weekly('09', rule)]))
    expect(await starts(ctx)).toEqual(dates)
  })

  test.each([
    ['a time without a zone', ':20270310T090000', ':20270310T093000', ['03-10T08:30', '03-31T07:30']],
    ['whole days', ';VALUE=DATE:20270310', ';VALUE=DATE:20270312', ['03-11T23:00', '04-01T22:00']],
  ])('of %s keeps the length of each date', async (_, start, end, ends) => {
    const ctx = await me()
    const text = calendar([talk('long', start, `DTEND${end}\r\nRRULE:FREQ=WEEKLY;INTERVAL=3;COUNT=2`)])
    await imported(ctx, text, 'Europe/Berlin')
    expect((await eventsOf(ctx)).map(({ endsAt }) => endsAt?.slice(5, 16))).toEqual(ends)
  })

  test.each(['FREQ=WEEKLY', 'FREQ=HOURLY;COUNT=5', 'FREQ=YEARLY;BYWEEKNO=20'])(
    'of %s says what was taken',
    async (rule) => {
      const ctx = await me()
      const report = await imported(ctx, calendar([weekly('09', rule)]))
      expect(report.rows[0]?.reason).toMatch(/repeats .*(?:first date|first 60 dates) w/)
      expect(report.rows.length).toBeLessThanOrEqual(60)
    },
  )
})

test('an event at the time of another is said, unless it is over', async () => {
  const ctx = await me()
  await imported(ctx, calendar([talk('there', ':20990715T140000Z'), talk('over', ':20200715T140000Z')]))
  const report = await imported(
    ctx,
    calendar([talk('same', ':20990715T140500Z'), talk('past', ':20200715T140500Z')]),
  )
  expect(report.rows.map(({ reason }) => reason)).toEqual(['It overlaps with “Talk there”.', null])
})

test('an end before its start and a change of all later dates are said', async () => {
  const at = (lines: string[]) => ['BEGIN:VEVENT', 'UID:s', ...lines, 'END:VEVENT']
  const text = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
    ...at(['SUMMARY:Daily', 'DTSTART:20261201T090000Z', 'RRULE:FREQ=DAILY;COUNT=3']),
    ...at([
      ...['SUMMARY:Daily', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T090000Z'],
      ...['DTSTART:20261202T150000Z', 'DTEND:20261202T140000Z'],
    ]),
    'END:VCALENDAR',
  ].join('\r\n')
  const reasons = (await imported(await me(), text)).rows.map(({ reason }) => reason).join(' ')
  expect(reasons).toContain('the end was left out')
  expect(reasons).toContain('only this date was changed')
})

test('a day or an hour that does not exist is no time, and an offset is kept', async () => {
  const event = (start: string) => `BEGIN:VEVENT\r\nDTSTART:${start}\r\nSUMMARY:${start}\r\nEND:VEVENT\r\n`
  const starts = ['20261303T130000Z', '20261203T250000Z', '20260231T100000Z', '20261203T130000+0100']
  const { rows } = readIcs(
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${starts.map(event).join('')}END:VCALENDAR\r\n`,
    ZONE,
  )
  const startOf = (cells: (typeof rows)[number]['cells']) => Object.fromEntries(cells)['startsAt']
  expect(rows.map(({ cells }) => startOf(cells))).toEqual([
    undefined,
    undefined,
    undefined,
    '2026-12-03T12:00:00.000Z',
  ])
})
