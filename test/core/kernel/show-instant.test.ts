import { expect, test } from 'vitest'
import { showInstant } from '../../../core/kernel/show-instant.ts'

const now = new Date('2026-11-27T15:00:00.000Z')
const inTokyo = (iso: string, style: 'short' | 'long') => showInstant(iso, now, 'Asia/Tokyo', style)

test('a day has no time, and an instant in the first minute of a day has one', () => {
  expect(inTokyo('2026-12-04T15:00:00.000Z', 'long')).toBe('Sat 5 Dec 2026')
  expect(inTokyo('2026-12-04T15:00:07.250Z', 'long')).toBe('Sat 5 Dec 2026 00:00 GMT+9')
  expect(inTokyo('2026-11-28T15:00:00.001Z', 'short')).toBe('tomorrow 00:00')
})
