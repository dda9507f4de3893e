// Weeks, spans of days and “since” as the two ends of a list.
import { expect, test } from 'vitest'
import { readInstant } from '../../../core/reading/moments.ts'

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
  expect(bounds('seit letztem Freitag')).toEqual([undefined, undefined])
  expect(bounds('week of banana')).toEqual([undefined, undefined])
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
