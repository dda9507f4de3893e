import { expect, test } from 'vitest'
import { readRange } from '../../cli/time-ranges.ts'

test.each([
  ['saturday 10 to 11:30', 'saturday at 10', '11:30'],
  ['saturday at 10 to 11', 'saturday at 10', 'at 11'],
  ['tomorrow 2-3pm', 'tomorrow 2pm', '3pm'],
  ['tomorrow 10-1pm', 'tomorrow 10am', '1pm'],
  ['from 9:30 until 11:00', '9:30', '11:00'],
  ['mar 3 10am – 12pm', 'mar 3 10am', '12pm'],
])('“%s” starts “%s” and ends “%s”', (text, start, end) => expect(readRange(text)).toEqual({ start, end }))

test.each(['2026-03-01', 'tomorrow 3pm', 'next week', '-7d', 'mar 3', '2026-03-01T10:00-05:00', ''])(
  '“%s” is no range',
  (text) => expect(readRange(text)).toBeNull(),
)
