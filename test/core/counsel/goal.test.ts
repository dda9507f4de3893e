// What a user wants from a counter, in words.
import { expect, test } from 'vitest'
import { readGoal } from '../../../core/counsel/goal.ts'

test.each([
  ['5k more', 105_000],
  ['$5,000 more', 105_000],
  ['another 10k', 110_000],
  ['+10k', 110_000],
  ['increase base by 8k', 108_000],
  ['a raise of 8k', 108_000],
  ['1,000 more a month', 112_000],
  ['increase base by 8%', 108_000],
  ['+5%', 105_000],
  ['10 % more', 110_000],
  ['110k', 110_000],
  ['110k or more', 110_000],
  ['95k or more', 95_000],
  ['more than 95k', 95_000],
])('%s than 100,000 is %s', (goal, base) =>
  expect(readGoal(goal, 100_000, 'USD')).toMatchObject({ base, unread: null }),
)

test('a base with other wishes keeps its amount', () => {
  expect(readGoal('110k with 25 days off', 100_000, 'USD')).toMatchObject({
    ...{ base: 110_000, wishes: ['ptoDays'], unread: null },
  })
  expect(readGoal('5.000 € mehr mit mehr Urlaub', 100_000, 'EUR')).toMatchObject({
    ...{ base: 105_000, wishes: ['ptoDays'], unread: null },
  })
})
