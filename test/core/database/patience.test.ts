// How long a command waits for the crm that is at the home: as long as something is seen of that one.
import { expect, test } from 'vitest'
import { ageMsOf, isOverdue } from '../../../core/database/embedded/lock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

test.each([
  ['a holder that was just seen, after five minutes', 5 * MINUTE, 2 * SECOND, false],
  ['a holder that was never seen, but for less than a minute', 59 * SECOND, 5 * MINUTE, false],
  ['a holder of whom nothing was seen for a minute', 61 * SECOND, 61 * SECOND, true],
  ['a holder that goes on for more than ten minutes', 10 * MINUTE + 1, SECOND, true],
])('%s', (_, waitedMs, unseenMs, overdue) => {
  expect(isOverdue(waitedMs, unseenMs)).toBe(overdue)
})

test('a lock that was released just before it is looked at was seen just now', () => {
  expect(isOverdue(5 * MINUTE, ageMsOf('/nowhere/start.lock'))).toBe(false)
})
