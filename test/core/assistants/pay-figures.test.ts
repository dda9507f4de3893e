// The pay that briefs and paid items quote is of the place of the job.
import { expect, test } from 'vitest'
import { payFiguresOf } from '../../../core/assistants/pay-figures.ts'
import { as, aUser, useCore } from '../../harness.ts'

const core = useCore()

test.each([
  ['San Francisco, CA', 'San Francisco, CA'],
  ['San Francisco, CA (hybrid)', 'San Francisco, CA'],
  ['Remote', 'United States'],
  ['the third floor', 'United States'],
  ['', 'United States'],
])('in %j it is that of %s', async (place, expected) => {
  const ctx = as(core(), await aUser(core(), { tier: 'pro' }))
  expect((await payFiguresOf(ctx, 'software engineer', place))?.place).toBe(expected)
})

test('there is none of a place abroad', async () => {
  const ctx = as(core(), await aUser(core(), { tier: 'pro' }))
  expect(await payFiguresOf(ctx, 'software engineer', 'Berlin, Germany')).toBeNull()
})
