// Plain offers of the analysis against the oracle of kept offers: one engine, in whole dollars.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fourYears } from '../../../core/counsel/analysis.ts'
import { oracleYears } from '../offers/oracle.ts'

const money = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((cents) => cents / 100)
const plain = fc.record(
  {
    base: money(900_000),
    bonus: money(90_000),
    equity: money(2_000_000),
    vesting_years: fc.integer({ min: 1, max: 10 }),
    cliff_months: fc.constantFrom(0, 6, 12, 18, 24),
    signing: money(100_000),
  },
  { requiredKeys: ['base'] },
)
const level = fc.integer({ min: 700, max: 1_300 }).map((thousandths) => thousandths / 1_000)

test('plain offers come to what the oracle says, in whole dollars, over 1,000 of one to four', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ offer: plain, prices: level }), { minLength: 1, maxLength: 4 }),
      (offers) => {
        fourYears(offers).forEach(({ years, four_year_total: total, four_year_adjusted: adjusted }, at) => {
          const { offer, prices } = offers[at]!
          const { equity = null, vesting_years: span = 4, cliff_months: cliffMonths = 12 } = offer
          const expected = oracleYears(
            {
              base: { amount: offer.base, currency: 'USD', period: 'year' },
              bonus: offer.bonus === undefined ? null : { amount: offer.bonus, kind: 'guaranteed' },
              equity: { value: equity, currency: 'USD', years: span, cliffMonths },
              ...{ signing: offer.signing ?? null, relocation: null, retirementMatchPercent: null },
              ...{ hoursPerWeek: null, benefits: [] },
            },
            4,
            {},
            'USD',
          )
          let vested = 0
          expected.forEach(({ base, bonus, signing, equity: vests }, year) => {
            expect(years[year]!.cash).toBe(Math.round((base + bonus + signing) / 100))
            const before = Math.round(vested / 100)
            vested += vests
            expect(years[year]!.equity).toBe(Math.round(vested / 100) - before)
            expect(Math.abs(years[year]!.adjusted - years[year]!.total / prices)).toBeLessThanOrEqual(0.51)
          })
          expect(total).toBe(years.reduce((all, year) => all + year.total, 0))
          expect(adjusted).toBe(years.reduce((all, year) => all + year.adjusted, 0))
        })
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a grant over two and a half years has vested whole in the third', () => {
  const [value] = fourYears([{ offer: { base: 0, equity: 100_000, vesting_years: 2.5 }, prices: 1 }])
  expect(value!.years.map(({ equity }) => equity)).toEqual([40_000, 40_000, 20_000, 0])
})

test('amounts too small to write plainly are refused nothing, and count as none', () => {
  const [value] = fourYears([{ offer: { base: 1e-9, equity: 1e-7 }, prices: 1 }])
  expect(value!.four_year_total).toBe(0)
})
