// Comparisons against an oracle written apart from the engine, and what every figure and assumption promises.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compare, type PlacedOffer } from '../../../core/offers/comparison/compare.ts'
import type { AssumptionsIn } from '../../../core/offers/comparison/assumptions.ts'
import type { Offer } from '../../../core/offers/fields.ts'
import { oracleYears, type OracleAssumptions } from './oracle.ts'

const money = (most: number) => fc.integer({ min: 0, max: most * 100 }).map((cents) => cents / 100)
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })
const CODES = ['USD', 'EUR', 'GBP', 'CHF']
const code = fc.constantFrom(...CODES)

/** Percent per year with two decimals, summing to exactly 100. */
const schedule = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 0, maxLength: 5 }).map((cuts) => {
  const edges = [0, ...cuts.toSorted((a, b) => a - b), 10_000]
  return edges.slice(1).map((edge, at) => (edge - edges[at]!) / 100)
})

const equity = fc
  .record({
    kind: fc.constantFrom('rsu' as const, 'options' as const, 'percent' as const),
    value: maybe(money(2_000_000)),
    currency: code,
    years: maybe(fc.integer({ min: 1, max: 6 })),
    cliffMonths: maybe(fc.constantFrom(0, 3, 6, 12, 18, 24)),
    schedule: maybe(schedule),
  })
  .map(({ schedule, ...rest }) => (schedule ? { ...rest, years: schedule.length, schedule } : rest))

const bonus = fc.oneof(
  fc.record({ percent: money(200), kind: fc.constantFrom('target' as const, 'guaranteed' as const) }),
  fc.record({ amount: money(90_000), kind: fc.constantFrom('target' as const, 'guaranteed' as const) }),
)

const base = fc
  .record({
    period: fc.constantFrom('year', 'month', 'week', 'day', 'hour'),
    currency: code,
    share: money(1_000),
  })
  .map(({ period, currency, share }) => {
    const scale = { year: 400, month: 40, week: 10, day: 2, hour: 0.3 }[period]!
    return { amount: Math.max(1, Math.round(share * scale * 100) / 100), currency, period }
  })

const anOffer = fc
  .record({
    base,
    bonus: maybe(bonus),
    equity: maybe(equity),
    signing: maybe(money(100_000)),
    relocation: maybe(money(30_000)),
    retirementMatchPercent: maybe(money(15)),
    hoursPerWeek: maybe(fc.constantFrom(20, 32, 37.5, 40, 42.25)),
    benefits: fc.array(fc.record({ name: fc.constant('x'), value: money(9_000) }), { maxLength: 3 }),
    signingClawbackMonths: maybe(fc.constantFrom(12, 24)),
    ptoDays: maybe(fc.integer({ min: 0, max: 40 })),
  })
  .map((terms, at = 0) => offerOf({ ...(terms as Partial<Offer>), id: `o${at}` }))

const offerOf = (terms: Partial<Offer>): Offer => ({
  ...{ id: 'o', jobId: 'j', status: 'received', base: { amount: 100_000, currency: 'USD', period: 'year' } },
  ...{ bonus: null, equity: null, signing: null, signingClawbackMonths: null, relocation: null },
  ...{
    retirementMatchPercent: null,
    hoursPerWeek: null,
    ptoDays: null,
    benefits: [],
    location: null,
    remote: null,
  },
  ...{ startDate: null, deadline: null, level: null, notes: null, rounds: [], createdAt: '', updatedAt: '' },
  ...terms,
})

const decimal = (min: number, max: number, digits: number) =>
  fc.integer({ min: min * 10 ** digits, max: max * 10 ** digits }).map((value) => value / 10 ** digits)
const someAssumptions = fc
  .record({
    hoursPerYear: maybe(decimal(1_000, 2_200, 2)),
    daysPerYear: maybe(decimal(200, 366, 1)),
    weeksPerYear: maybe(decimal(40, 53, 1)),
    monthsPerYear: maybe(decimal(12, 14, 1)),
    bonusPayout: maybe(decimal(0, 2, 3)),
    equityGrowth: maybe(decimal(-0.5, 1, 4)),
    retirementMatch: maybe(decimal(0, 1, 2)),
    rates: fc.record(Object.fromEntries(CODES.slice(1).map((name) => [name, decimal(0.01, 3, 6)]))),
  })
  .map(
    (given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as AssumptionsIn,
  )

const unplaced = (offer: Offer): PlacedOffer => ({ offer, place: null, prices: null })
const PARTS = ['base', 'bonus', 'equity', 'signing', 'other', 'total'] as const

describe('a comparison', () => {
  test('agrees with the oracle to the cent, over 1,000 of two to four random offers', () => {
    let offersCompared = 0
    fc.assert(
      fc.property(
        fc.array(anOffer, { minLength: 2, maxLength: 4 }),
        someAssumptions,
        fc.integer({ min: 1, max: 8 }),
        (offers, given, years) => {
          const asked = { ...given, currency: 'USD' }
          const { offers: rows, currency } = compare(offers.map(unplaced), years, asked)
          rows.forEach((row, at) => {
            const expected = oracleYears(offers[at]!, years, asked as OracleAssumptions, currency)
            const found = row.years.map((year) =>
              Object.fromEntries(PARTS.map((part) => [part, Math.round(year[part].amount * 100)])),
            )
            if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found).toEqual(expected)
            expect(Math.round(row.total.amount * 100)).toBe(
              expected.reduce((all, { total }) => all + total, 0),
            )
            offersCompared += 1
          })
          const totals = rows.map(({ total }) => total.amount)
          rows.forEach((row) =>
            expect(row.rank).toBe(1 + totals.filter((other) => other > row.total.amount).length),
          )
        },
      ),
      { numRuns: 1_000, seed: 28 },
    )
    expect(offersCompared).toBeGreaterThan(2_000)
  })

  test('of a grant pays all of it over its years, to the cent, whatever the schedule and the cliff', () => {
    fc.assert(
      fc.property(equity, (grant) => {
        const offer = offerOf({ equity: { ...grant, currency: 'USD' } as Offer['equity'] })
        const { offers } = compare([unplaced(offer)], 6, {})
        const paid = offers[0]!.years.reduce(
          (all, { equity: { amount } }) => all + Math.round(amount * 100),
          0,
        )
        const isKnown = grant.value !== null && grant.years !== null
        expect(paid).toBe(isKnown ? Math.round(grant.value! * 100) : 0)
      }),
      { numRuns: 500 },
    )
  })

  test('names for every figure fields of the offer or assumptions it lists', () => {
    fc.assert(
      fc.property(fc.array(anOffer, { minLength: 1, maxLength: 3 }), someAssumptions, (offers, given) => {
        const placed = offers.map((offer, at) => ({
          offer,
          place: `City ${at}`,
          prices: { place: `City ${at}, XX`, level: 1 + at / 10, source: 'A test.' },
        }))
        const { offers: rows, assumptions } = compare(placed, 3, { ...given, currency: 'USD' })
        const known = new Set([...Object.keys(offers[0]!), ...assumptions.map(({ name }) => name)])
        const figures = rows.flatMap((row) => [
          ...row.years.flatMap((year) => PARTS.map((part) => year[part])),
          row.total,
          ...(row.adjusted ? [row.adjusted] : []),
        ])
        for (const { from } of figures) for (const name of from.split(' + ')) expect(known).toContain(name)
      }),
      { numRuns: 200 },
    )
  })
})

describe('an assumption', () => {
  const FULL = offerOf({
    base: { amount: 80, currency: 'EUR', period: 'hour' },
    bonus: { percent: 10, kind: 'target' },
    equity: { kind: 'rsu', value: 100_000, currency: 'EUR', years: 4, cliffMonths: 12 },
    retirementMatchPercent: 5,
  })
  const totalsWith = (given: AssumptionsIn, offer = FULL) => {
    const { offers, assumptions } = compare([unplaced(offer)], 4, {
      rates: { EUR: 1.1 },
      currency: 'USD',
      ...given,
    })
    const [{ years }] = offers as [(typeof offers)[number]]
    return { year: years[1]!, listed: assumptions.map(({ name }) => name) }
  }

  test.each([
    ['hoursPerYear', { hoursPerYear: 1_800 }, ['base', 'bonus', 'other', 'total']],
    ['bonusPayout', { bonusPayout: 0.5 }, ['bonus', 'total']],
    ['equityGrowth', { equityGrowth: 0.1 }, ['equity', 'total']],
    ['retirementMatch', { retirementMatch: 0.5 }, ['other', 'total']],
    ['rates.EUR', { rates: { EUR: 1.2 } }, ['base', 'bonus', 'equity', 'other', 'total']],
  ])('%s is listed, and changes what it should and nothing else', (name, given, changes) => {
    const [standard, other] = [totalsWith({}), totalsWith(given)]
    expect(standard.listed).toContain(name)
    expect(PARTS.filter((part) => standard.year[part].amount !== other.year[part].amount)).toEqual(changes)
  })

  test.each([
    ['day', 'daysPerYear'],
    ['week', 'weeksPerYear'],
    ['month', 'monthsPerYear'],
  ] as const)('about pay by the %s is %s', (period, name) => {
    const offer = offerOf({ base: { amount: 1_000, currency: 'USD', period } })
    expect(totalsWith({ [name]: 13 }, offer).year.base.amount).toBe(13_000)
    expect(totalsWith({}, offer).listed).toEqual([name])
  })

  test('that was not needed is not listed', () => {
    expect(compare([unplaced(offerOf({}))], 4, {}).assumptions).toEqual([])
  })
})

describe('what is not known', () => {
  test('needs a rate for another currency, by name, and is never converted without', () => {
    const offers = [offerOf({}), offerOf({ base: { amount: 90_000, currency: 'EUR', period: 'year' } })]
    expect(() => compare(offers.map(unplaced), 4, {})).toThrow('assumptions.rates.EUR')
    const { currency, offers: rows } = compare(offers.map(unplaced), 1, { rates: { EUR: 1.08 } })
    expect([currency, rows[1]!.total.amount]).toEqual(['USD', 97_200])
    expect(compare(offers.map(unplaced), 1, { rates: { USD: 0.9 } }).currency).toBe('EUR')
  })

  test('offers without a rate are named, and the others compared in the currency of most', () => {
    const inCode = (currency: string, id: string) => ({
      ...unplaced(offerOf({ base: { amount: 90_000, currency, period: 'year' } })),
      ...{ offer: { ...offerOf({ base: { amount: 90_000, currency, period: 'year' } }), id } },
    })
    const all = [inCode('GBP', 'a'), inCode('EUR', 'b'), inCode('EUR', 'c'), inCode('CHF', 'd')]
    const { currency, offers, left } = compare(all, 1, { rates: { CHF: 1.05 } })
    expect([currency, offers.map(({ id, rank }) => [id, rank])]).toEqual(['EUR', [['b', 2], ['c', 2], ['d', 1]]]) // prettier-ignore
    expect(left).toEqual([{ id: 'a', why: 'no rate for GBP in EUR was given' }])
    expect(() => compare([inCode('GBP', 'a'), inCode('EUR', 'b')], 1, {})).toThrow('is missing')
    expect(compare([inCode('GBP', 'a')], 1, {}).left).toEqual([])
  })

  test('is listed with its field, and adds no money', () => {
    const offer = offerOf({
      equity: { kind: 'options', value: null, currency: 'USD', years: 4, cliffMonths: 12 },
      ...{ signing: 10_000, signingClawbackMonths: 12, ptoDays: 25, benefits: [{ name: 'gym' }] },
    })
    const [row] = compare([unplaced(offer)], 4, {}).offers
    expect(row!.total).toEqual({ amount: 410_000, from: 'base + signing' })
    const fields = row!.missing.map((line) => line.split(':')[0])
    expect(fields).toEqual([
      ...['bonus', 'relocation', 'retirementMatchPercent', 'equity.value', 'ptoDays'],
      ...['signingClawbackMonths', 'benefits'],
    ])
  })

  test('of prices leaves the total as it is; the same place needs no adjustment', () => {
    const at = (place: string, level: number | null): PlacedOffer => ({
      offer: offerOf({ id: place }),
      place,
      prices: level === null ? null : { place, level, source: 'A test.' },
    })
    const adjusted = (...placed: PlacedOffer[]) =>
      compare(placed, 1, {}).offers.map((row) => row.adjusted?.amount ?? null)
    expect(adjusted(at('A', 1.25), at('B', 0.8))).toEqual([80_000, 125_000])
    expect(adjusted(at('A', 1.25), at('A', 1.25))).toEqual([null, null])
    expect(adjusted(at('A', 1.25), at('B', null))).toEqual([80_000, null])
    const told = compare([at('A', 1.25), at('B', null)], 1, { costOfLiving: { B: 0.5, A: 1 } })
    expect(told.offers.map((row) => [row.rank, row.adjusted?.amount])).toEqual([
      [2, 100_000],
      [1, 200_000],
    ])
    const named = compare([at('Austin, TX', 1.25), at('A', 1)], 1, {
      costOfLiving: { Aus: 2, austin: 0.9, 'Austin, TX': 0.5 },
    })
    expect(named.offers.map((row) => row.adjusted?.amount)).toEqual([200_000, 100_000])
  })
})
