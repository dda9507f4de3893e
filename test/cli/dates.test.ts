// Natural-language dates mean what the user's clock says, across every daylight-saving change.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readInstant, showInstant } from '../../core/kernel/natural-dates.ts'

const newYork = 'America/New_York'
// Wednesday 4 March 2026, 10:30 in New York; clocks go forward on Sunday 8 March.
const now = new Date('2026-03-04T15:30:00Z')
const read = (text: string) => readInstant(text, now, newYork)

describe('a typed date', () => {
  test.each([
    ['now', '2026-03-04T15:30:00.000Z'],
    ['today', '2026-03-04T05:00:00.000Z'],
    ['yesterday', '2026-03-03T05:00:00.000Z'],
    ['tomorrow 3pm', '2026-03-05T20:00:00.000Z'],
    ['3pm tomorrow', '2026-03-05T20:00:00.000Z'],
    ['Tomorrow at 3:30 PM', '2026-03-05T20:30:00.000Z'],
    ['tomorrow, noon', '2026-03-05T17:00:00.000Z'],
    ['noon', '2026-03-04T17:00:00.000Z'],
    ['9am', '2026-03-04T14:00:00.000Z'],
    ['14:00', '2026-03-04T19:00:00.000Z'],
    ['12am tomorrow', '2026-03-05T05:00:00.000Z'],
    ['-7d', '2026-02-25T15:30:00.000Z'],
    ['+2w', '2026-03-18T14:30:00.000Z'],
    ['+1mo', '2026-04-04T14:30:00.000Z'],
    ['-1y', '2025-03-04T15:30:00.000Z'],
    ['in 2 hours', '2026-03-04T17:30:00.000Z'],
    ['in an hour', '2026-03-04T16:30:00.000Z'],
    ['3 days ago', '2026-03-01T15:30:00.000Z'],
    ['a week from now', '2026-03-11T14:30:00.000Z'],
    ['90 minutes ago', '2026-03-04T14:00:00.000Z'],
    ['fri 14:00', '2026-03-06T19:00:00.000Z'],
    ['14:00 on friday', '2026-03-06T19:00:00.000Z'],
    ['next fri', '2026-03-06T05:00:00.000Z'],
    ['next wed', '2026-03-11T04:00:00.000Z'],
    ['wed', '2026-03-04T05:00:00.000Z'],
    ['wed 9am', '2026-03-11T13:00:00.000Z'],
    ['wed 11am', '2026-03-04T16:00:00.000Z'],
    ['last wed', '2026-02-25T05:00:00.000Z'],
    ['last fri', '2026-02-27T05:00:00.000Z'],
    ['this thurs', '2026-03-05T05:00:00.000Z'],
    ['2026-03-01', '2026-03-01T05:00:00.000Z'],
    ['2026-03-01 3pm', '2026-03-01T20:00:00.000Z'],
    ['2026-03-01T10:00', '2026-03-01T15:00:00.000Z'],
    ['2026-03-01 10:00:05', '2026-03-01T15:00:05.000Z'],
    ['2026-03-01T10:00:00.123+09:00', '2026-03-01T01:00:00.123Z'],
    ['2026-03-01T10:00Z', '2026-03-01T10:00:00.000Z'],
    ['Mar 3 9am', '2027-03-03T14:00:00.000Z'],
    ['mar 4', '2026-03-04T05:00:00.000Z'],
    ['mar 3', '2027-03-03T05:00:00.000Z'],
    ['9am mar 9', '2026-03-09T13:00:00.000Z'],
    ['3 March 2026', '2026-03-03T05:00:00.000Z'],
    ['March 3rd, 2026 at 9 am', '2026-03-03T14:00:00.000Z'],
    ['feb 29', '2028-02-29T05:00:00.000Z'],
  ])('%s is %s', (text, instant) => expect(read(text)).toBe(instant))

  test.each(['', ' ', 'banana', 'maybe', '03/04/2026', '3.4.2026', '5', '5m', '-5m', '2026-02-30', '2026-13-01', '25:00', '13pm', '0am',
    'feb 30', 'next week', 'soon', 'fri sat', '3pm 4pm', 'tomorrow banana', 'tomorrow 3', '7d', 'in -2 days', '+7d ago', '+99999d',
    'march', 'm', 'constructor', '2026-03-01T10:00+99:00', 'x'.repeat(1000)])('%j is no one instant', (text) => {
    expect(read(text)).toBeNull()
  }) // prettier-ignore

  test.each([
    ['fri', '2026-02-27T05:00:00.000Z'],
    ['wed', '2026-03-04T05:00:00.000Z'],
    ['wed 9am', '2026-03-04T14:00:00.000Z'],
    ['wed 11am', '2026-02-25T16:00:00.000Z'],
    ['mar 3', '2026-03-03T05:00:00.000Z'],
    ['mar 5', '2025-03-05T05:00:00.000Z'],
    ['next fri', '2026-03-06T05:00:00.000Z'],
  ])('in past-looking commands, %s is %s', (text, instant) =>
    expect(readInstant(text, now, newYork, 'behind')).toBe(instant),
  )
})

describe('when daylight saving changes', () => {
  test('a skipped hour moves forward', () => {
    expect(read('2026-03-08 02:30')).toBe('2026-03-08T07:30:00.000Z')
    expect(readInstant('2026-03-29 02:30', now, 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
    expect(readInstant('2026-10-04 02:15', now, 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00.000Z')
  })

  test('a repeated hour means its first occurrence', () => {
    expect(read('2026-11-01 01:30')).toBe('2026-11-01T05:30:00.000Z')
    expect(readInstant('2026-10-25 02:30', now, 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  })

  test('a day that starts with a skipped hour starts after the gap', () => {
    expect(readInstant('2024-04-26', now, 'Africa/Cairo')).toBe('2024-04-25T22:00:00.000Z')
  })

  test('days keep the time of day, hours are exact', () => {
    const saturday = new Date('2026-03-07T17:00:00Z')
    expect(readInstant('+1d', saturday, newYork)).toBe('2026-03-08T16:00:00.000Z')
    expect(readInstant('in 24 hours', saturday, newYork)).toBe('2026-03-08T17:00:00.000Z')
  })

  test('today is the day in the time zone, not in UTC', () => {
    const lateEvening = new Date('2026-03-05T03:00:00Z')
    expect(readInstant('today', lateEvening, newYork)).toBe('2026-03-04T05:00:00.000Z')
    expect(readInstant('today', lateEvening, 'Asia/Tokyo')).toBe('2026-03-04T15:00:00.000Z')
    expect(readInstant('tomorrow', lateEvening, 'Pacific/Kiritimati')).toBe('2026-03-05T10:00:00.000Z')
  })
})

test('an unknown time zone is an error and not guessed', () => {
  expect(() => readInstant('today', now, 'Mars/Olympus')).toThrow(RangeError)
})

const zones = fc.constantFrom(newYork, 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu', 'America/St_Johns', 'UTC') // prettier-ignore
const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })

test('dates in the same zone agree with Intl', () => {
  fc.assert(
    fc.property(instants, zones, fc.integer({ min: 0, max: 23 }), (at, timeZone, hour) => {
      const iso = readInstant(`tomorrow ${hour}:00`, at, timeZone)
      const show = (date: Date) =>
        new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(date)
      const today = new Date(`${show(at).slice(0, 10)}T00:00:00Z`)
      const tomorrow = new Date(today.getTime() + 86_400_000).toISOString().slice(0, 10)
      const shown = show(new Date(String(iso)))
      const expected = `${tomorrow} ${String(hour).padStart(2, '0')}:00`
      // Apia skipped 30 December 2011; elsewhere at most one hour is skipped.
      if (shown !== expected) expect([tomorrow, shown.slice(14)].join()).toMatch(/2011-12-30|,00$|,30$/)
      else expect(shown).toBe(expected)
    }),
    { numRuns: 500 },
  )
})

test('a full ISO instant is returned unchanged, and any text gives an instant or null', () => {
  fc.assert(
    fc.property(instants, zones, (at, timeZone) => {
      expect(readInstant(at.toISOString(), now, timeZone)).toBe(at.toISOString())
    }),
  )
  const word = fc.constantFrom(
    'mar',
    '3',
    '3pm',
    'next',
    'fri',
    'at',
    '-',
    '+',
    '7',
    'd',
    '2026-03-01',
    'in',
    'ago',
    ':',
    'days',
    ',',
  )
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.array(word, { maxLength: 5 }).map((each) => each.join(' '))) // prettier-ignore
  fc.assert(
    fc.property(text, instants, zones, (said, at, timeZone) => {
      const iso = readInstant(said, at, timeZone)
      expect(iso === null || new Date(iso).toISOString() === iso).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

describe('formatting', () => {
  test.each([
    ['2026-03-04T20:00:00Z', 'today 15:00'],
    ['2026-03-04T05:00:00Z', 'today'],
    ['2026-03-05T14:00:00Z', 'tomorrow 09:00'],
    ['2026-03-03T14:00:00Z', 'yesterday 09:00'],
    ['2026-03-06T19:00:00Z', 'Fri 14:00'],
    ['2026-03-10T18:00:00Z', 'Tue 14:00'],
    ['2026-03-11T18:00:00Z', '11 Mar'],
    ['2026-03-02T18:00:00Z', '2 Mar'],
    ['2027-03-12T18:00:00Z', '12 Mar 2027'],
    ['nonsense', 'nonsense'],
  ])('%s is %s', (iso, shown) => expect(showInstant(iso, now, newYork, 'short')).toBe(shown))

  test('as a date, and in full', () => {
    expect(showInstant('2026-03-06T19:00:00Z', now, newYork, 'date')).toBe('Fri')
    expect(showInstant('2026-03-12T18:00:00Z', now, 'Europe/Berlin', 'long')).toBe(
      'Thu 12 Mar 2026 19:00 CET',
    )
  })
})
