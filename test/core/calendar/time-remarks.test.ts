import { expect, test } from 'vitest'
import { timeRemarks } from '../../../core/calendar/overlaps.ts'

const event = (id: string, startsAt: string, type: 'call' | 'deadline' = 'call') => ({
  ...{ id, type, title: `Call ${id}`, startsAt, endsAt: null },
})

test('a call on a weekend of the person’s zone, or beside another, is remarked on', () => {
  // Saturday 00:30 in Berlin is Friday in New York.
  const late = event('a', '2026-12-04T23:30:00.000Z')
  expect(timeRemarks(late, [], 'Europe/Berlin')).toBe('It is on a weekend.')
  expect(timeRemarks(late, [], 'America/New_York')).toBe('')
  expect(timeRemarks(late, [event('b', '2026-12-04T23:40:00.000Z')], 'America/New_York')).toBe(
    'It overlaps with “Call b”.',
  )
  expect(timeRemarks(event('c', '2026-12-05T12:00:00.000Z', 'deadline'), [late], 'Europe/Berlin')).toBe('')
})
