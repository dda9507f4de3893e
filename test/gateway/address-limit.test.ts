// The limit per IP address: exact in every minute, and fair to who asks steadily.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAddressLimit } from '../../gateway/http/address-limit.ts'
import { mostInAnyWindow } from '../core/limits/world.ts'

const MINUTE_MS = 60_000

/** The times among these at which a call from one address is allowed. */
function allowedAt(times: readonly number[]): number[] {
  let now = 0
  const limit = createAddressLimit({ now: () => now })
  return times.filter((ms) => {
    now = ms
    try {
      limit.spend('203.0.113.7')
      return true
    } catch {
      return false
    }
  })
}

test('no sixty seconds have more than sixty calls, whatever the pauses', () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 100, maxLength: 400 })
  fc.assert(
    fc.property(pauses, (all) => {
      let ms = 1_000_000
      const allowed = allowedAt(all.map((pause) => (ms += pause)))
      expect(mostInAnyWindow(allowed, MINUTE_MS + 1)).toBeLessThanOrEqual(60)
    }),
  )
})

test('who asks once a second gets at least 57 in every minute', () => {
  const allowed = allowedAt(Array.from({ length: 600 }, (_, second) => second * 1_000))
  for (let minute = 0; minute < 9; minute += 1) {
    const within = allowed.filter((ms) => ms >= minute * MINUTE_MS && ms < (minute + 1) * MINUTE_MS)
    expect(within.length).toBeGreaterThanOrEqual(57)
  }
})
