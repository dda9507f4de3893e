import { expect, test } from 'vitest'
import { readRetryAfter } from '../../../core/kernel/retry-after.ts'

const NOW = Date.UTC(2026, 10, 23, 4, 0, 0)

test.each([
  ['17', 17_000],
  [' 2.5 ', 2_500],
  ['0', 0],
  ['Mon, 23 Nov 2026 04:00:30 GMT', 30_000],
  ['Mon, 23 Nov 2026 03:00:00 GMT', 0],
  ['soon', null],
  ['-5', null],
  ['2026-11-23T04:00:30Z', null],
  ['Mon, 32 Nov 2026 04:00:30 GMT', null],
  ['Mon, 23 Foo 2026 04:00:30 GMT', null],
  ['99999999999', null],
  ['', null],
  [null, null],
  [undefined, null],
])('Retry-After: %s asks to wait %s ms', (text, ms) => {
  expect(readRetryAfter(text, NOW)).toBe(ms)
})
