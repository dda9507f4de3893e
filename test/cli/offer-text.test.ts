// An offer's parts as the terminal says them.
import { expect, test, vi } from 'vitest'
import { termsText } from '../../cli/ui/offer.ts'
import { comparisonPage } from '../../cli/ui/offer-page.ts'
import { termsOf } from '../../cli/commands/offers-fields.ts'
import { runWith } from './fake-client.ts'

test('amounts whose currency is not known stand alone', () => {
  const equity = { kind: 'rsu', value: 160_000, currency: undefined, years: 4, cliffMonths: 12 } as never
  expect(termsText({ equity, signing: 20_000 }, '')).toBe(
    'equity 160,000 in rsu, over 4 years, cliff of 12 months, signing 20,000',
  )
  expect(termsText({ signing: 20_000.5 }, 'EUR')).toBe('signing 20,000.50 EUR')
})

test('what has to be answered by when is said before it is saved', () => {
  expect(termsText({ signing: 5_000, deadline: '2099-12-11T23:59:59.999Z' }, 'EUR')).toBe(
    'signing 5,000 EUR, answer by 11 Dec 2099',
  )
})

test('a printed comparison has the day of the person, not the day of Greenwich', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  const none = { currency: 'USD', offers: [], left: [], assumptions: [] }
  expect(comparisonPage(none, new Map(), new Date('2026-12-05T03:00:00Z'))).toContain('<p>2026-12-04, in USD')
  vi.unstubAllEnvs()
})

test.each([
  ['15 %', undefined, { percent: 15 }],
  ['20k', undefined, { amount: 20_000 }],
  ['20k', true, { amount: 20_000, kind: 'guaranteed' }],
  ['15% target', undefined, { percent: 15, kind: 'target' }],
  ['20k Target', undefined, { amount: 20_000, kind: 'target' }],
])('a bonus of %s with --guaranteed %s says no more of it', async (text, guaranteed, bonus) => {
  const { run } = runWith({}, { options: { bonus: text, guaranteed } })
  expect(await termsOf(run)).toEqual({ bonus })
})

test('a bonus that is a target is not guaranteed', async () => {
  const { run } = runWith({}, { options: { bonus: '15% target', guaranteed: true } })
  await expect(termsOf(run)).rejects.toThrow('not both')
})
