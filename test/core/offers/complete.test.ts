// A change of an offer completes what it names with what the offer already says.
import { expect, test } from 'vitest'
import { completeTerms } from '../../../core/offers/complete.ts'
import { readOffer } from '../../../core/offers/reading/read.ts'
import type { Terms } from '../../../core/offers/fields.ts'

const equity = {
  ...{ kind: 'rsu', value: 160_000, currency: 'USD', years: 4, cliffMonths: 12, schedule: [10, 20, 30, 40] },
} as const
const terms = {
  base: { amount: 185_000, currency: 'EUR', period: 'year' },
  bonus: { percent: 15, kind: 'guaranteed' },
  equity,
} as unknown as Terms

test.each([
  [{ value: 200_000 }, { ...equity, value: 200_000 }],
  [{ value: null }, { ...equity, value: null }],
  [
    { kind: 'rsu', cliffMonths: null },
    { ...equity, cliffMonths: null },
  ],
  [{ years: 3 }, { ...equity, years: 3, schedule: undefined }],
  [{ years: 4 }, equity],
  [{ years: null }, { ...equity, years: null, schedule: undefined }],
  [{ schedule: [50, 50] }, { ...equity, years: 2, schedule: [50, 50] }],
  [
    { kind: 'options', value: 10 },
    { kind: 'options', value: 10, currency: 'EUR', years: null, cliffMonths: null },
  ],
] as const)('a grant that changes to %j keeps the rest of it', (change, after) => {
  const given = { equity: structuredClone(change) as never }
  expect(completeTerms(given, { terms, jobCurrency: null }).equity).toEqual(after)
})

test.each([
  [90_000, 'year', 90, null],
  [90_000, 'year', 95_000, 'year'],
  [45, 'hour', 50, 'hour'],
  [45, 'hour', 3_000, null],
  [60, 'hour', 150_000, 'year'],
  [24_000, 'month', 26_000, null],
  [26_000, 'month', 26_000, 'month'],
] as const)('a base of %i by the %s that becomes %i is by the %s', (was, period, amount, after) => {
  const held = { ...terms, base: { amount: was, currency: 'USD', period } }
  const complete = () => completeTerms({ base: { amount } }, { terms: held, jobCurrency: null }).base
  if (after) expect(complete()).toEqual({ amount, currency: 'USD', period: after })
  else expect(complete).toThrow('must be stated')
})

test('a grant in the currency of the base follows a new base', () => {
  const own = { ...terms, equity: { ...terms.equity!, currency: 'EUR' } }
  const given = { base: { amount: 200_000, currency: 'CHF' }, equity: { value: 200_000 } }
  expect(completeTerms(given, { terms: own, jobCurrency: null }).equity).toMatchObject({ currency: 'CHF' })
})

test.each([
  ['a bonus of 20k', 'guaranteed'],
  ['a target bonus of 20k', 'target'],
  ['a guaranteed bonus of 20k', 'guaranteed'],
  ['20k bonus; the bonus is not guaranteed', 'target'],
  ['a discretionary bonus of 20k', 'target'],
])('the words “%s” change only what they say of a bonus', (text, kind) => {
  const { bonus } = readOffer(text, { now: 0, timeZone: 'UTC' }).terms
  const after = completeTerms({ bonus }, { terms, jobCurrency: null }).bonus
  expect(after).toEqual({ amount: 20_000, kind })
})

test.each([
  'bonus target 15%',
  '15% bonus at target',
  'bonus 15% at target',
  'variable pay 15%',
  'Zielbonus 15%',
])('the words “%s” name the kind of a bonus', (text) => {
  const { bonus } = readOffer(text, { now: 0, timeZone: 'UTC' }).terms
  expect(bonus).toEqual({ percent: 15, kind: 'target' })
})

test('a second bonus, which is left, says nothing of the first', () => {
  const { terms: read, unread } = readOffer('bonus 10k; guaranteed bonus 20k', { now: 0, timeZone: 'UTC' })
  expect([read.bonus, unread.map(({ words }) => words)]).toEqual([
    { amount: 10_000 },
    ['guaranteed bonus 20k'],
  ])
})

test.each([
  ['100k RSUs over 4 years', [10, 20, 30, 40]],
  ['100k RSUs vesting evenly over 4 years', [25, 25, 25, 25]],
  ['100k RSUs vesting in 2 equal yearly instalments', [50, 50]],
])('of “%s” only equal parts replace a schedule', (text, schedule) => {
  const { equity: read } = readOffer(text, { now: 0, timeZone: 'UTC' }).terms
  expect(completeTerms({ equity: read }, { terms, jobCurrency: null }).equity).toMatchObject({ schedule })
})

test.each([
  [{ amount: 20_000 }, terms, 'guaranteed'],
  [{ amount: 20_000, kind: 'target' as const }, terms, 'target'],
  [{ amount: 20_000 }, undefined, 'target'],
])('a bonus that changes to %j is as sure as it was', (bonus, had, kind) => {
  expect(completeTerms({ bonus }, { terms: had, jobCurrency: null }).bonus).toEqual({ amount: 20_000, kind })
})
