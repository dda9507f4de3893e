// The pay that briefs and paid items quote is of the place of the job.
import { expect, test } from 'vitest'
import { amountsIn, payFiguresOf, removeUnsourced } from '../../../core/assistants/pay-figures.ts'
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

test('amounts are read as they are written, and their words are no units', () => {
  expect(amountsIn('$165,000 median, €180.000, $150-165k and 210000 in 2026, for 40 hours')).toEqual([
    ...[165_000, 165_000, 180_000, 180_000],
    ...[150_000, 165_000, 210_000, 210_000],
  ])
})

test('a sentence about the market stays only with figures that are known, and other text stays as it is', () => {
  const said = 'The market pays $165,000 median.\nAsk for $180k.'
  expect(removeUnsourced(said, [165_000])).toBe(said)
  expect(removeUnsourced(said, [120_000])).toBe('Ask for $180k.')
  expect(removeUnsourced('The median is 210000. You fit.', [165_000])).toBe('You fit.')
})
