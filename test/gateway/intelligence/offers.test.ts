// Comparing offers, and advice for a negotiation.
import { describe, expect, test } from 'vitest'
import { useGateway, type Answer } from '../harness.ts'
import { codeOf, useKeyHolders, type KeyHolder } from './key-holder.ts'

const gateway = useGateway()
const { free, pro, ultra } = useKeyHolders(gateway)

describe('analysis', () => {
  test('of offers ranks them by their price-adjusted value over four years', async () => {
    const { status, body } = await pro.post('/analysis/offers', {
      offers: [
        {
          label: 'A',
          base: 200_000,
          equity: 100_000,
          signing: 20_000,
          city: 'sf',
          role: 'software-engineer',
        },
        { label: 'A', base: 190_000, bonus: 10_000, city: 'austin-tx' },
      ],
    })
    expect(status).toBe(200)
    const [best, other] = body.data.offers
    expect([best.rank, best.behind_best, other.rank]).toEqual([1, 0, 2])
    expect(best.four_year_adjusted).toBeGreaterThan(other.four_year_adjusted)
    const sf = body.data.offers.find(({ market }: { market: unknown }) => market)
    expect(sf.years[0]).toMatchObject({ year: 1, cash: 220_000, equity: 25_000, total: 245_000 })
    expect(sf.market.percentile).toBeGreaterThan(5)
    expect(codeOf(await pro.post('/analysis/offers', { offers: [] }))).toEqual([400, 'invalid_parameter'])
    expect(codeOf(await pro.post('/analysis/offers', {}))[0]).toBe(400)
  })

  test('of offers adds up in whole dollars: the years make the whole grant', async () => {
    const offers = [
      { base: 120_000.55, bonus: 10_000.1, equity: 100_001 },
      { base: 90_000, equity: 100_000, vesting_years: 3 },
      { base: 80_000, equity: 7 },
    ]
    const { data } = (await pro.post('/analysis/offers', { offers })).body
    const sums = data.offers.map(({ years, four_year_total }: Answer['body']) => {
      const sum = (part: string) =>
        years.reduce((total: number, year: Answer['body']) => total + year[part], 0)
      return [sum('equity'), sum('cash'), sum('total') === four_year_total]
    })
    expect(sums).toEqual([
      [100_001, 520_004, true],
      [100_000, 360_000, true],
      [7, 320_000, true],
    ])
  })

  test('of offers places the level of each at its company on the common scale', async () => {
    const [google, meta, plain] = [
      { company: 'Google', level: 'l5', base: 180_000 },
      { label: 'the other', company: 'meta', level: 'Staff Software Engineer', base: 200_000 },
      { base: 100_000 },
    ]
    const send = async (who: KeyHolder, offers: object[]) => who.post('/analysis/offers', { offers })
    const { data } = (await send(ultra, [google, meta, plain])).body
    expect(data.offers.map(({ label, level }: Answer['body']) => [label, level?.code, level?.generic_level])) //
      .toEqual([
        ['the other', 'E6', 4],
        ['Google', 'L5', 3],
        ['Offer 3', undefined, undefined],
      ])
    expect(data.assumptions.join(' ')).toContain('judgement')
    const strange = [
      { ...google, level: 'X9' },
      { ...google, company: 'A company without levels' },
    ]
    const unplaced = (await send(ultra, strange)).body.data.offers
    expect(unplaced.map(({ level, reasons }: Answer['body']) => [level, reasons.level])).toEqual([
      [null, expect.stringContaining('it has L3, L4, L5')],
      [null, expect.stringContaining('No levels are known for this company')],
    ])
    const [poorer] = (await send(free, [google])).body.data.offers
    expect([poorer.level, poorer.reasons.level]).toEqual([null, expect.stringContaining('ultra')])
    expect(codeOf(await send(ultra, [{ level: 'L5', base: 1 }]))).toEqual([400, 'missing_parameter'])
  })

  test('of a negotiation names the level its figures are of, and agrees with the other analyses', async () => {
    const offered = { role: 'staff swe', city: 'austin-tx', base: 60_000 }
    const { data } = (await pro.post('/analysis/negotiation', offered)).body
    expect(data.talking_points[0]).toContain('Software Engineer, staff level in Austin, TX')
    expect(data.script.join(' ')).toContain('Software Engineer, staff level in Austin, TX')
    const { base: offered_base, ...question } = offered
    const tool = await pro.post('/tools/analyze_compensation', { ...question, offered_base })
    const compared = await pro.post('/analysis/offers', { offers: [offered] })
    expect([
      tool.body.data.offer.percentile,
      compared.body.data.offers[0].market.percentile,
      data.percentile,
    ]).toEqual([5, 5, 5])
  })

  test('of a negotiation refuses what is no year’s pay, and aims within the market', async () => {
    const ask = (base: number) => pro.post('/analysis/negotiation', { role: 'accountant', base })
    const hourly = await ask(45)
    expect(codeOf(hourly)).toEqual([400, 'invalid_parameter'])
    expect(hourly.body.error.message).toMatch(/^base is less than a quarter of .*: is it an hourly rate/)
    const monthly = await ask(900_000)
    expect(monthly.body.error.message).toMatch(
      /^base is more than 4 times .*: is it an amount with a zero too many/,
    )
    const { data } = (
      await pro.post('/analysis/negotiation', { role: 'registered-nurse', city: 'san jose', base: 70_000 })
    ).body
    expect(data.position).toBe('low')
    expect(data.talking_points[1]).toContain(`$${data.market_range.p25.toLocaleString('en-US')}`)
    expect(data.ask.target).toBeGreaterThanOrEqual(data.market_range.p25)
    expect(data.ask.target).toBeLessThanOrEqual(data.market_range.p90)
  })

  test('of a negotiation builds a script from the figures', async () => {
    const { body } = await pro.post('/analysis/negotiation', {
      ...{ role: 'accountant', city: 'Berlin, CT', base: 55_000, company: 'Acme' },
    })
    expect(body.data).toMatchObject({ stance: 'below_market', city: { slug: 'hartford-ct' } })
    expect(body.data.ask.open).toBeGreaterThan(60_000)
    expect(body.data.script.join(' ')).toContain('Acme')
    const high = await pro.post('/analysis/negotiation', { role: 'accountant', base: 200_000 })
    expect(high.body.data.ask).toBeNull()
    expect(high.body.data.reasons.ask).toMatch(/\S/)
  })

  test('of a negotiation says of which figure an offer without an ask is near', async () => {
    // The 90th percentile of this title’s seven offers is higher, but so few are not the market.
    const offered = { role: 'biological-science-teacher-postsecondary', base: 175_000 }
    const { data } = (await pro.post('/analysis/negotiation', offered)).body
    const highest = `$${data.market_range.p90.toLocaleString('en-US')}`
    expect(data.ask).toBeNull()
    expect(data.reasons.ask).toBe(
      `The offer is near or above ${highest}, the market’s 90th percentile (the survey, moved to typical pay).`,
    )
  })
})
