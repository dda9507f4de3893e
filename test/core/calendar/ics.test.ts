// The iCalendar text: folding, escaping and stable UIDs.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeIcs } from '../../../core/calendar/ics.ts'
import type { CalendarEvent } from '../../../core/calendar/fields.ts'

const event: CalendarEvent = {
  id: '018f0000-0000-7000-8000-000000000001',
  jobId: null,
  contactId: null,
  type: 'interview',
  title: 'Onsite',
  startsAt: '2026-03-29T08:00:00.000Z',
  endsAt: '2026-03-29T09:30:00.000Z',
  timeZone: 'Europe/Berlin',
  location: null,
  notes: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
}
const options = { now: '2026-03-01T00:00:00.000Z', name: 'Job search' }
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

test('an event is written in UTC with a stable UID', () => {
  expect(unfold(writeIcs([{ ...event, sequence: 3 }], options)).slice(5, -2)).toEqual([
    'BEGIN:VEVENT',
    'UID:018f0000-0000-7000-8000-000000000001@crm',
    'DTSTAMP:20260301T000000Z',
    'SEQUENCE:3',
    'DTSTART:20260329T080000Z',
    'DTEND:20260329T093000Z',
    'SUMMARY:Onsite',
    'CATEGORIES:INTERVIEW',
    'STATUS:CONFIRMED',
    'END:VEVENT',
  ])
})

test('any text round-trips, and no line exceeds 75 bytes or splits a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const text = writeIcs([{ ...event, title: `x${title}` }], options)
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      const summary = unfold(text).find((line) => line.startsWith('SUMMARY:'))!
      const back = summary.slice(8).replace(/\\([\\;,n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
      const kept = `x${title}`.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      expect(back).toBe(kept)
    }),
  )
})

test('no text can end its line and inject a property', () => {
  const text = writeIcs(
    [{ ...event, title: 'a\r\nATTACH:file:///etc/passwd', location: 'b\nEND:VEVENT' }],
    options,
  )
  expect(unfold(text).filter((line) => /^(?:ATTACH|END:VEVENT)/.test(line))).toEqual(['END:VEVENT'])
})
