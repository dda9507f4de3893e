// A zone of the machine that does not exist is an error with what to do, never a time in another zone.
import { afterEach, expect, test } from 'vitest'
import { localZone } from '../../../core/kernel/clock.ts'

const { TZ } = process.env
afterEach(() => {
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
})

test.each([':', ':nowhere', 'Nowhere/City'])('TZ=%s names no zone', (zone) => {
  process.env['TZ'] = zone
  expect(localZone).toThrow(/TZ names none/)
})

test.each(['Europe/Berlin', 'UTC'])('TZ=%s', (zone) => {
  process.env['TZ'] = zone
  expect(localZone()).toBe(zone)
})
