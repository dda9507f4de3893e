/**
 * The engines other than pay: history, projections, pay mix, skills, market, levels, negotiation, adjacency.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adjacentTo } from '../../../core/intelligence/adjacent/adjacent.ts'
import { findRole, type Role } from '../../../core/intelligence/catalog/catalog.ts'
import { openCatalog } from '../../../core/intelligence/catalog/open.ts'
import { openReferences } from '../../../core/intelligence/catalog/references.ts'
import { estimate, type Estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { historyOf } from '../../../core/intelligence/history/history.ts'
import { companies, equivalents, ladderOf } from '../../../core/intelligence/levels/levels.ts'
import { marketOf, postingSector } from '../../../core/intelligence/market/market.ts'
import { compareOffers, valueOf, vestedBy } from '../../../core/intelligence/negotiation/offers.ts'
import { negotiate } from '../../../core/intelligence/negotiation/script.ts'
import { totalPay } from '../../../core/intelligence/paymix/paymix.ts'
import { project } from '../../../core/intelligence/projections/projections.ts'
import { findPremium, skillsOf } from '../../../core/intelligence/skills/skills.ts'

const file = openShipped()
const catalog = openCatalog(file)
const references = openReferences(file)

function roleOf(slug: string): Role {
  const role = findRole(catalog, slug)
  if (!role) throw new Error(`No role ${slug}.`)
  return role
}

function payOf(role: string, city: string | null): Estimate {
  const found = estimate(catalog, { role, city })
  if ('missing' in found) throw new Error(found.reason)
  return found
}

describe('history', () => {
  const series = historyOf(catalog, references, '29-1141', 97_550)

  it('has a benchmark every May, exactly as published, and interpolated quarters', () => {
    expect(series.find((point) => point.quarter === '2025-Q2')).toMatchObject({
      median: 97_550,
      kind: 'benchmark',
    })
    expect(series.find((point) => point.quarter === '2024-Q2')).toMatchObject({
      median: 93_600,
      kind: 'benchmark',
    })
    expect(series.find((point) => point.quarter === '2024-Q3')?.kind).toBe('interpolated')
    expect(series[series.length - 1]?.kind).toBe('extrapolated')
  })

  it('marks the breaks of the classification and shows no change across them', () => {
    const broken = series.filter((point) => point.break !== null)
    expect(broken.map((point) => point.quarter)).toEqual(['2019-Q2', '2021-Q2'])
    expect(broken.every((point) => point.changePct === null)).toBe(true)
  })

  it('runs in order without repeating a quarter', () => {
    const quarters = series.map((point) => point.quarter)
    expect(quarters).toEqual([...new Set(quarters)].sort())
  })
})

describe('projections', () => {
  it('run through 2030 with bands that widen', () => {
    const years = project(catalog, 100_000, 2025)
    expect(years.map((row) => row.year)).toEqual([2025, 2026, 2027, 2028, 2029, 2030])
    expect(years[0]).toMatchObject({ median: 100_000, low: 100_000, high: 100_000, kind: 'benchmark' })
    for (let at = 1; at < years.length; at++) {
      const [before, now] = [years[at - 1], years[at]]
      expect((now?.high ?? 0) / (now?.low ?? 1)).toBeGreaterThan((before?.high ?? 0) / (before?.low ?? 1))
    }
  })
})

describe('total pay', () => {
  it('adds up, never below base, and never states a signing bonus', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalog.roles),
        fc.integer({ min: 20_000, max: 500_000 }),
        (role, base) => {
          const pay = totalPay(references, role, base, null)
          expect(pay.total).toBe(base + (pay.bonus ?? 0) + (pay.equity ?? 0))
          expect(pay.signing).toBeNull()
          expect(pay.total).toBeGreaterThanOrEqual(base)
        },
      ),
    )
  })

  it.each([
    ['recruiter', 'Recruiter'],
    ['solutions-architect', 'Solution Architect'],
    ['director-of-product', 'Product Manager'],
    ['chief-technology-officer', 'Software Engineering Manager'],
    ['data-analyst', 'Business Analyst'],
    ['data-scientist', 'Data Scientist'],
    ['security-engineer', 'Software Engineer'],
  ])('of %s follows the reports of its own family: %s', (slug, family) => {
    expect(totalPay(references, roleOf(slug), 100_000, null).basis).toMatch(new RegExp(`^${family}, `))
  })

  it.each([
    ['civil-engineering-manager', 'Engineering or Manufacturing'],
    ['human-resources-specialist', 'Recruitment or HR'],
    ['scrum-master', 'Computing or Tech'],
    ['statistician', 'Computing or Tech'],
    ['actuary', 'Insurance'],
    ['school-principal', 'Education'],
    ['nurse-manager', 'Health care'],
  ])('of %s, which no family reports, has the extra pay of %s and no equity', (slug, industry) => {
    const pay = totalPay(references, roleOf(slug), 100_000, null)
    expect(pay.basis).toContain(industry)
    expect(pay.equity).toBeNull()
  })

  it('includes equity where self-reports show it, and none elsewhere', () => {
    expect(totalPay(references, roleOf('software-engineer'), 100_000, null)).toMatchObject({
      equity: 21_400,
      kind: 'modelled',
    })
    expect(totalPay(references, roleOf('electrician'), 60_000, null).equity).toBeNull()
  })
})

describe('skills', () => {
  it('are priced only with support from offers, with an interval around the premium', () => {
    for (const premium of references.premiums) {
      expect(premium.offers).toBeGreaterThanOrEqual(50)
      expect(premium.low).toBeLessThanOrEqual(premium.premium)
      expect(premium.high).toBeGreaterThanOrEqual(premium.premium)
    }
    expect(findPremium(references, 'Machine Learning')?.premium).toBeGreaterThan(0)
    expect(skillsOf(references, roleOf('electrician')).premiums).toEqual([])
    expect(skillsOf(references, roleOf('software-engineer')).technologies[0]?.inDemand).toBe(true)
  })
})

describe('the market', () => {
  it('includes an outlook, and sponsors with five or more filings', () => {
    const market = marketOf(references, roleOf('software-engineer'))
    expect(market.outlook?.openings).toBeGreaterThan(10)
    expect(market.sponsors.length).toBeGreaterThan(5)
    expect(market.sponsors.every((sponsor) => sponsor.filings >= 5)).toBe(true)
    expect(postingSector('29-1141')).toBe('Nursing')
  })

  it('shows no sponsor sizes where sponsors report no pay', () => {
    expect(marketOf(references, roleOf('electrician')).sponsorSizes).toBeNull()
  })
})

describe('levels', () => {
  it('match a level of one company to the nearest of another, with no more confidence than the evidence supports', () => {
    const google = ladderOf(references, 'google')?.tracks[0]?.levels.find((level) => level.code === 'L5')
    if (!google) throw new Error('Google has no L5.')
    const [match] = equivalents(references, google, 'meta').concat(
      equivalents(references, google, 'facebook'),
    )
    expect(match?.level.genericLevel).toBe(google.genericLevel)
    expect(match?.confidence).not.toBe('high')
    expect(companies(references).every((entry) => entry.levels > 0)).toBe(true)
  })
})

describe('comparing offers', () => {
  const money = fc.integer({ min: 0, max: 1_000_000 })

  it('vests nothing before the cliff and never more than the grant', () => {
    fc.assert(
      fc.property(money, fc.integer({ min: 0, max: 120 }), (equity, month) => {
        const offer = { label: 'a', base: 1, equity }
        expect(vestedBy(offer, month)).toBeLessThanOrEqual(equity)
        if (month < 12) expect(vestedBy(offer, month)).toBe(0)
        expect(vestedBy(offer, 48)).toBe(equity)
      }),
    )
  })

  it('counts the signing bonus once, and adjusts by the price index', () => {
    const value = valueOf({ label: 'a', base: 100_000, signing: 10_000, priceIndex: 125 })
    expect(value.fourYearTotal).toBe(410_000)
    expect(value.fourYearAdjusted).toBe(328_000)
  })

  it('ranks the best first, whatever the input order', () => {
    const offers = [{ label: 'a', base: 100_000 }, { label: 'b', base: 120_000, priceIndex: 150 }, { label: 'c', base: 90_000, equity: 200_000 }] // prettier-ignore
    expect(compareOffers(offers).map((entry) => entry.label)).toEqual(
      compareOffers([...offers].reverse()).map((entry) => entry.label),
    )
    expect(compareOffers(offers)[0]).toMatchObject({ label: 'c', behindBest: 0 })
  })
})

describe('negotiation', () => {
  const market = payOf('software-engineer', 'dallas-tx')

  it('requests more when the offer is low, within a sixth of it, and never less than the offer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40_000, max: 400_000 }), (offered) => {
        const { ask, stance } = negotiate(offered, market)
        if (!ask) {
          expect(stance).toBe('above_market')
          return
        }
        expect(ask.open).toBeGreaterThanOrEqual(offered)
        expect(ask.target).toBeGreaterThanOrEqual(offered - 500)
        expect(ask.open).toBeLessThanOrEqual(offered * 1.17 + 1000)
        expect(ask.floor).toBe(offered)
      }),
    )
  })

  it('names the place of the offer in English: 21st, 22nd, 23rd, 24th', () => {
    const offers = Array.from({ length: 60 }, (_, at) => market.percentiles.p10 * (1 + at / 100))
    for (const offered of offers)
      expect(negotiate(offered, market).reasons[1]).toMatch(
        / (\d?1[123]th|\d?(?<!1)1st|\d?(?<!1)2nd|\d?(?<!1)3rd|\d?[04-9]th) percentile/,
      )
  })

  it('builds its script from the figures', () => {
    const { script, reasons } = negotiate(market.low, market, 'Acme')
    expect(script.join(' ')).toContain('Acme')
    expect(reasons.join(' ')).toContain('Dallas, TX')
  })
})

describe('adjacent work', () => {
  it('is different work with pay in the same place', () => {
    const list = adjacentTo(catalog, references, roleOf('registered-nurse'), 'dallas-tx')
    expect(list.length).toBeGreaterThan(3)
    expect(
      list.every((entry) => entry.role.soc !== '29-1141' && entry.median > 0 && entry.closeness > 0),
    ).toBe(true)
  })
})
