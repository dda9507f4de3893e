// Weeks, spans of days and “since” as the two ends of a list.
import { expect, test } from 'vitest'
import { readInstant, readMoment } from '../../../core/reading/moments.ts'

test('a list can begin and end with a week, a span of days, or “since”', () => {
  const wednesday = new Date('2026-03-04T15:30:00Z')
  const bounds = (text: string) =>
    [false, true].map((atEnd) =>
      readInstant(text, wednesday, 'UTC', { order: 'month-first', atEnd, asPeriod: true })?.slice(5, 10),
    )
  expect(bounds('week of Mar 10')).toEqual(['03-09', '03-15'])
  expect(bounds('the week commencing 16 March')).toEqual(['03-16', '03-22'])
  expect(bounds('Woche vom 16.3.')).toEqual(['03-16', '03-22'])
  expect(bounds('2026-W12')).toEqual(['03-16', '03-22'])
  expect(bounds('KW 10')).toEqual(['03-02', '03-08'])
  expect(bounds('W09')).toEqual(['03-01', '03-07'])
  expect(bounds('w/c 16 March')).toEqual(['03-16', '03-22'])
  expect(bounds('Q1')).toEqual(['01-01', '03-31'])
  expect(bounds('Q2 2027')).toEqual(['04-01', '06-30'])
  expect(bounds('2026-Q4')).toEqual(['10-01', '12-31'])
  expect(bounds('this quarter')).toEqual(['01-01', '03-31'])
  expect(bounds('next quarter')).toEqual(['04-01', '06-30'])
  expect(bounds('Q5')).toEqual([undefined, undefined])
  expect(bounds('next 3 days')).toEqual(['03-04', '03-07'])
  expect(bounds('the last two weeks')).toEqual(['02-18', '03-04'])
  expect(bounds('les 7 derniers jours')).toEqual(['02-25', '03-04'])
  expect(bounds('since monday')).toEqual(['03-02', '03-02'])
  expect(bounds('seit letztem Freitag')).toEqual(['02-27', '02-27'])
  expect(bounds('the week after next')).toEqual(['03-16', '03-22'])
  expect(bounds('the week before last')).toEqual(['02-16', '02-22'])
  expect(bounds('week of banana')).toEqual([undefined, undefined])
  expect(bounds('2026-W53')).toEqual(['12-28', '01-03'])
  expect(bounds('2027-W53')).toEqual([undefined, undefined])
  expect(readInstant('week of Mar 10', wednesday, 'UTC')).toBeNull()
})

test('weeks begin on Monday: on a Sunday this week ends that day, and next week begins the day after', () => {
  const sunday = new Date('2026-03-15T16:00:00Z')
  const day = (text: string, atEnd: boolean) =>
    readInstant(text, sunday, 'UTC', { atEnd, asPeriod: true })?.slice(0, 10)
  expect([day('this week', false), day('this week', true)]).toEqual(['2026-03-09', '2026-03-15'])
  expect([day('next week', false), day('next week', true)]).toEqual(['2026-03-16', '2026-03-22'])
  // The Friday before is over, so the end of the week is the next one.
  expect(['eow', 'end of the week', 'end of next week'].map((text) => day(text, true))).toEqual(
    Array(3).fill('2026-03-20'),
  )
})

test('a quarter without its year is the one that has begun, else the next or the last one', () => {
  const november = new Date('2026-11-28T12:00:00Z')
  const start = (text: string, direction: 'ahead' | 'behind') =>
    readInstant(text, november, 'UTC', { direction, asPeriod: true })?.slice(0, 10)
  expect([start('Q4', 'ahead'), start('Q4', 'behind')]).toEqual(['2026-10-01', '2026-10-01'])
  expect([start('Q1', 'ahead'), start('Q1', 'behind')]).toEqual(['2027-01-01', '2026-01-01'])
  expect([start('last quarter', 'behind'), start('Q3 2025', 'ahead')]).toEqual(['2026-07-01', '2025-07-01'])
  expect(readInstant('Q1 2027', november, 'UTC')).toBeNull()
})

test('a deadline may be an end that words of many kinds name; what names no one day is asked for', () => {
  const thursday = new Date('2026-11-26T15:00:00Z')
  const due = (text: string) => {
    const { value, doubts } = readMoment(text, thursday, 'UTC', { atEnd: true })
    return value?.at.slice(0, 16) ?? doubts[0]
  }
  const ends = {
    'next 48 hours': '2026-11-28T15:00',
    'within the next 48 hours': '2026-11-28T15:00',
    'in the next 3 days': '2026-11-29T23:59',
    'no later than friday': '2026-11-27T23:59',
    'midnight friday': '2026-11-27T23:59',
    'end of the day friday': '2026-11-27T17:00',
    'close of play tomorrow': '2026-11-27T17:00',
    'last day of the month': '2026-11-30T23:59',
    'last day of December': '2026-12-31T23:59',
    'the 15th of next month': '2026-12-15T23:59',
    'Tuesday of next week': '2026-12-01T23:59',
    "in two weeks' time": '2026-12-10T23:59',
    "in a week's time": '2026-12-03T23:59',
    'a fortnight from now': '2026-12-10T23:59',
    'the 3rd': '2026-12-03T23:59',
    'a week from Friday': '2026-12-04T23:59',
    'the 31st of next month': '2026-12-31T23:59',
    'mid-December': '2026-12-15T23:59',
    'late January': '2027-01-25T23:59',
    'beginning of next month': '2026-12-01T23:59',
  }
  expect(Object.fromEntries(Object.keys(ends).map((text) => [text, due(text)]))).toEqual(ends)
  const vague = 'early next week, mid-summer, late, beginning of the week, in a few days, in a week or two'
  for (const text of vague.split(', ')) expect(due(text), text).toBe('names no one day: say the date')
  const bounds = (text: string) =>
    [false, true].map((atEnd) => readInstant(text, thursday, 'UTC', { atEnd, asPeriod: true })?.slice(5, 16))
  expect(bounds('next 48 hours')).toEqual(['11-26T15:00', '11-28T15:00'])
  expect(bounds('last 2 hours')).toEqual(['11-26T13:00', '11-26T15:00'])
  expect(bounds('week beginning 7 December')).toEqual(['12-07T00:00', '12-13T23:59'])
})
