// The last day to apply, in the words and data of postings. What is unclear is left out and said.
import { expect, test } from 'vitest'
import { closingOf, leftLines } from '../../../core/scout/closing-day.ts'

const now = Date.parse('2026-11-28T12:00:00Z')
const read = (text: string, validThrough?: unknown) => closingOf({ text, validThrough }, now, 'Europe/Berlin')
const END = 'T22:59:59.999Z'

test.each([
  ['Apply by 5 December', '2026-12-05'],
  ['Closing date: 12/12/2026', '2026-12-12'],
  ['Closing date: 31/12/2026', '2026-12-31'],
  ['Applications close on Sunday 13th December 2026 at midnight.', '2026-12-13'],
  ['The closing date for applications is midnight on Sunday 13 December 2026.', '2026-12-13'],
  ['Application window is expected to close on: 12/15/2026', '2026-12-15'],
  ['The role is open until 18 December.', '2026-12-18'],
  ['Last date to apply: 10-Dec-2026. Start date: 4 January 2027', '2026-12-10'],
  ['Bewerbungsschluss 15. Dezember 2026. Eintritt 01.02.2027', '2026-12-15'],
  ['Ihre Bewerbung senden Sie bitte bis spätestens 15.12. an die Schule', '2026-12-15'],
  ['Date limite de candidature : 15/12/2026', '2026-12-15'],
  ['Fecha límite: 15 de diciembre de 2026', '2026-12-15'],
  ['Candidaturas até 15/12/2026', '2026-12-15'],
  ['Candidati entro il 15 dicembre 2026', '2026-12-15'],
  ['Sluitingsdatum: 15-12-2026', '2026-12-15'],
  ['Sista ansökningsdag: 2026-12-15', '2026-12-15'],
  ['応募締切: 2026年12月10日', '2026-12-10'],
])('%s', (text, day) => {
  expect(read(text)).toEqual({ at: `${day}${END}`, left: [] })
})

test.each([
  'We work to tight deadlines. Founded on 1 January 1999.',
  'Die Stelle ist befristet bis zum 31.12.2027.',
  'Open until filled; first review on December 1, 2026',
  'Applications are reviewed on a rolling basis. Start date: January 4, 2027',
])('no last day to apply: %s', (text) => {
  expect(read(text)).toEqual({ at: null, left: [] })
})

test.each([
  ['Closing date: 05/12/2026', 'can be a day and a month in either order'],
  ['Please apply by Friday.', 'depends on the day on which it was written'],
  ['Closing date: 20 November 2026', 'The posting has expired.'],
  ['The posting closes December 20.\nApply by December 18.', 'names several last days to apply'],
])('is left out and said: %s', (text, why) => {
  const { at, left } = read(text)
  expect([at, left.map((each) => each.why)]).toEqual([null, [why]])
  expect(left[0]?.text).toContain(text.split('\n')[0])
})

test.each(['Applications must be received by 17:00 on 5 December 2026', 'Apply before 5 December'])(
  'an hour, or “before”, is said beside the day: %s',
  (text) => {
    expect(read(text)).toEqual({
      at: `2026-12-05${END}`,
      left: [{ field: 'deadline', text, why: 'means a time before the end of that day' }],
    })
  },
)

test.each([
  ['2026-12-31', `2026-12-31${END}`],
  ['2026-12-31T00:00', `2026-12-31${END}`],
  ['2026-12-31T00:00:00Z', '2026-12-31T00:00:00.000Z'],
  ['2026-12-31T23:59:59+05:30', '2026-12-31T18:29:59.000Z'],
  ['2026-12-31T18:00', '2026-12-31T17:00:00.000Z'],
  ['31.12.2026', `2026-12-31${END}`],
  ['12/31/2026', `2026-12-31${END}`],
  ['December 31, 2026', `2026-12-31${END}`],
  ['N/A', null],
])('validThrough %s', (given, at) => {
  expect(read('', given)).toEqual({ at, left: [] })
})

test('a day that nobody can read is said, and of two days the earlier one counts', () => {
  expect(read('', '05/12/2026').left).toMatchObject([
    { text: '05/12/2026', why: 'is no day that can be read' },
  ])
  expect(read('Apply by 5 December', '2027-01-31')).toEqual({
    at: `2026-12-05${END}`,
    left: [{ field: 'deadline', text: '2027-01-31', why: 'The posting names an earlier day, too.' }],
  })
})

test('an approximate day is read, and said', () => {
  expect(read('', 'mid-December 2026')).toEqual({
    at: `2026-12-15${END}`,
    left: [{ field: 'deadline', text: 'mid-December 2026', why: 'An approximate time was read as exact.' }],
  })
})

test('a year that stands for “never” is no last day', () => {
  const { at, left } = read('', '9999-12-31')
  expect([at, left[0]?.why]).toEqual([null, 'is too far away to be meant'])
})

test('what is left out makes a sentence of its own in the notes', () => {
  const { left } = read('Apply by 15 December 2026, 12:00 noon.')
  const expired = { field: 'deadline', text: '2026-01-02', why: 'The posting has expired.' }
  expect(leftLines([...left, expired])).toEqual([
    'Last day to apply: “Apply by 15 December 2026, 12:00 noon.” means a time before the end of that day.',
    'Last day to apply: “2026-01-02”. The posting has expired.',
  ])
})
