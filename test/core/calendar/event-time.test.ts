import { describe, expect, test } from 'vitest'
import { timeZoneNamed } from '../../../core/kernel/clock.ts'
import { timesOf, readEventTime } from '../../../core/calendar/schedule.ts'
import { eventTable } from '../../../core/calendar/import/columns.ts'
import { eventRows, toEvent } from '../../../core/calendar/import/rows.ts'
import { readCsv } from '../../../core/sheets/csv.ts'
import { notesOnDates } from '../../../core/sheets/rows.ts'

describe('timestamps', () => {
  test.each([
    ['2027-01-15T10:00', 'Europe/Berlin', '2027-01-15T09:00:00.000Z'],
    ['2027-07-15T10:00:30', 'Europe/Berlin', '2027-07-15T08:00:30.000Z'],
    ['2027-07-15 10:00', 'America/New_York', '2027-07-15T14:00:00.000Z'],
    ['2027-07-15', 'America/New_York', '2027-07-15T04:00:00.000Z'],
    // The clock jumps from 2:00 to 3:00: a skipped time moves forward. In autumn 2:30 occurs twice: the first
    // is meant.
    ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
    ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
    ['2027-01-15T10:00+05:30', 'Europe/Berlin', '2027-01-15T04:30:00.000Z'],
    ['2027-01-15T10:00Z', null, '2027-01-15T10:00:00.000Z'],
    ['2027-01-15', null, '2027-01-15T00:00:00.000Z'],
  ])('%s in %s is %s', (text, zone, at) => {
    expect(readEventTime(text, zone)).toEqual({ at })
  })

  test.each(['2027-02-30T10:00', '2027-13-01T10:00', '2027-01-01T25:00', 'tomorrow', '', '9999-01-01T00:00'])(
    '%s is not a valid time',
    (text) => {
      expect(readEventTime(text, 'Europe/Berlin')).toHaveProperty('problem')
      expect(readEventTime(text, null)).toHaveProperty('problem')
    },
  )

  test('a local time without a time zone is refused', () => {
    expect(readEventTime('2027-01-15T10:00', null)).toEqual({ problem: expect.stringContaining('timeZone') })
  })

  test('a time zone is matched in any case; offsets and unknown names are refused', () => {
    expect(timeZoneNamed('europe/berlin')).toBe('Europe/Berlin')
    expect(timeZoneNamed('UTC')).toBe('UTC')
    for (const name of ['+02:00', 'Mars/Olympus', 'CEST+1 ', '']) expect(timeZoneNamed(name)).toBeUndefined()
  })

  test('an event cannot end before it begins, even when the two use different time zones', () => {
    const times = { startsAt: '2027-01-15T10:00', endsAt: '2027-01-15T09:30:00Z', timeZone: 'Europe/Berlin' }
    expect(timesOf(times)).toEqual({
      startsAt: '2027-01-15T09:00:00.000Z',
      endsAt: '2027-01-15T09:30:00.000Z',
      timeZone: 'Europe/Berlin',
    })
    expect(() => timesOf({ ...times, endsAt: '2027-01-15T08:59:59Z' })).toThrow('is before startsAt')
  })
})

describe('a row of a table', () => {
  const read = (cells: Record<string, string>) =>
    toEvent(
      { line: 1, cells: Object.entries({ Title: 'Talk', ...cells }), problem: null },
      { table: eventTable, timeZone: 'Europe/Berlin', dateOrder: 'month-first' },
    )

  test.each([
    ['2026-07-02 15:00', 'GMT+2', '2026-07-02T13:00:00.000Z'],
    ['2026-07-02 15:00', 'UTC+05:30', '2026-07-02T09:30:00.000Z'],
    ['2026-07-02 15:00', 'America/New_York', '2026-07-02T19:00:00.000Z'],
    ['2026-07-02T15:00:00Z', 'GMT+2', '2026-07-02T15:00:00.000Z'],
  ])('with the start %s in the zone %s is at %s', (start, zone, startsAt) =>
    expect(read({ Start: start, Timezone: zone })).toMatchObject({ startsAt }),
  )

  test.each([
    ['other', '2026-07-01T22:00:00.000Z'],
    ['Deadline', '2026-07-02T21:59:00.000Z'],
  ])('of the type %s has no invented hour where the start is a day', (type, startsAt) =>
    expect(read({ Start: '2026-07-02', Type: type, End: '2026-07-03' })).toMatchObject({
      ...{ startsAt, endsAt: '2026-07-03T21:59:00.000Z' },
    }),
  )

  test.each([
    [{ 'Start Date': '7/2/2026', 'Start Time': '10:00 AM', 'End Date': '7/3/2026', 'End Time': '1:00 PM' }],
    [{ Date: '2026-07-02', Time: '10:00', End: '2026-07-03 13:00' }],
    [{ 'Start time': '2026-07-02T10:00', 'End date': '2026-07-03', 'End time': '13:00:00' }],
  ])('has its day and its time from two columns: %j', (cells) =>
    expect(read(cells)).toMatchObject({
      ...{ startsAt: '2026-07-02T08:00:00.000Z', endsAt: '2026-07-03T11:00:00.000Z', notes: null, left: [] },
    }),
  )

  test('lasts the day that it names, also beside a time that cannot be read', () => {
    for (const cells of [{ Date: '2026-07-02' }, { Time: 'after lunch', Date: '2026-07-02' }])
      expect(read(cells)).toMatchObject({
        ...{ startsAt: '2026-07-01T22:00:00.000Z', endsAt: '2026-07-02T21:59:00.000Z' },
        notes: 'Time' in cells ? 'Time: after lunch' : null,
      })
    expect(read({ Date: '2026-07-02', Type: 'Deadline' })).toMatchObject({ endsAt: null })
    expect(read({ Time: '2 pm', Date: '2026-07-02' })).toMatchObject({ startsAt: '2026-07-02T12:00:00.000Z' })
  })

  test('has a time of its own that an agent is not told as a date', () => {
    const cells = Object.entries({ Date: '2026-07-02', Time: '10:00' })
    const rows = [{ line: 1, cells, problem: null }]
    const reading = { table: eventTable, timeZone: 'UTC', dateOrder: null, isFromAgent: true }
    expect(notesOnDates(rows, reading, eventRows)).toEqual([])
  })

  test('has an end without a day on the day of its start', () => {
    const row = read({ Start: '2026-07-02 10:00', 'End time': '11:30' })
    expect(row).toMatchObject({ endsAt: '2026-07-02T09:30:00.000Z', notes: null })
  })

  test('keeps what stands beside a date', () => {
    const row = read({ Start: '2026-07-02 (by phone)', End: '2026-07-03 (or later)' })
    expect(row).toMatchObject({
      startsAt: '2026-07-01T22:00:00.000Z',
      notes: 'Start: 2026-07-02 (by phone)\nEnd: 2026-07-03 (or later)',
      left: [{ field: 'startsAt' }, { field: 'endsAt' }],
    })
  })

  test('with an unknown zone is refused, unless its time has an offset', () => {
    expect(read({ Start: '2026-07-02 15:00', Timezone: 'Mars' })).toEqual({
      problem: expect.stringContaining('The time zone “Mars” is not known'),
    })
    expect(read({ Start: '2026-07-02T15:00:00Z', Timezone: 'Mars' })).toMatchObject({
      startsAt: '2026-07-02T15:00:00.000Z',
    })
  })
})

test.each([
  ['Subject,Start Date,Start Time,End Date,End Time', 'Panel,2026-11-05,2:00:00 PM,2026-11-05,3:30:00 PM'],
  ['Betreff;Beginnt am;Beginnt um;Endet am;Endet um', 'Panel;5.11.2026;14:00:00;5.11.2026;15:30:00'],
  ['Time,Date,Event,End time', '2 PM,2026-11-05,Panel,15:30'],
  ['Title,Start,End time', 'Panel,2026-11-05 14:00,15:30'],
])('days and hours in columns of their own: %s', (headers, cells) => {
  const { rows } = readCsv(`${headers}\n${cells}\n`, eventTable)
  const reading = { table: eventTable, timeZone: 'UTC', dateOrder: null }
  expect(toEvent(rows[0]!, reading)).toMatchObject({
    ...{ title: 'Panel', startsAt: '2026-11-05T14:00:00.000Z', endsAt: '2026-11-05T15:30:00.000Z' },
    ...{ notes: null, left: [] },
  })
  expect(notesOnDates(rows, reading, eventRows)).toEqual([])
})
