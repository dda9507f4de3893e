/**
 * The engines other than pay: history, projections, pay mix, skills, market, levels, negotiation, adjacency.
 */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { adjacentTo } from '../../../core/intelligence/adjacent/operations.ts'
import type { Role } from '../../../core/intelligence/file/catalog.ts'
import { openCatalog } from '../../../core/intelligence/file/catalog.ts'
import { must } from '../../../core/kernel/narrow.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { openReferences } from '../../../core/intelligence/file/references.ts'
import { estimate, type Estimate } from '../../../core/intelligence/estimates/estimate.ts'
import {
  driftOf,
  historyOf,
  ownDriftOf,
  project,
  trendIn,
  type Snapshot,
} from '../../../core/intelligence/history/history.ts'
import { companies, equivalents, ladderOf } from '../../../core/intelligence/levels/companies.ts'
import { marketOf, postingSector } from '../../../core/intelligence/market/market.ts'
import { slipOf } from '../../../core/intelligence/negotiation/position.ts'
import { marketOfTypical, negotiate } from '../../../core/intelligence/negotiation/script.ts'
import { typicalOf } from '../../../core/intelligence/typical/typical.ts'
import { totalPay } from '../../../core/intelligence/paymix/paymix.ts'
import { findPremium, leftOutReason, skillsOf } from '../../../core/intelligence/skills/operations.ts'

const file = openShipped()
const catalog = openCatalog(file)
const references = openReferences(file)

function roleOf(slug: string): Role {
  const role = catalog.role(slug)
  if (!role) throw new Error(`No role ${slug}.`)
  return role
}

function payOf(role: string, city: string | null): Estimate {
  const found = estimate(catalog, { role, city })
  if ('reason' in found) throw new Error(found.reason)
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
    const may: Snapshot = {
      ...{ quarter: '2025-Q2', median: 100_000, ln: Math.log(100_000) },
      ...{ kind: 'benchmark', changePct: null, break: null },
    }
    const years = project(catalog, '29-1141', [may], 2025)
    expect(years.map((row) => row.year)).toEqual([2025, 2026, 2027, 2028, 2029, 2030])
    expect(years[0]).toMatchObject({ median: 100_000, low: 100_000, high: 100_000, kind: 'benchmark' })
    for (let at = 1; at < years.length; at++) {
      const [before, now] = [years[at - 1], years[at]]
      expect((now?.high ?? 0) / (now?.low ?? 1)).toBeGreaterThan((before?.high ?? 0) / (before?.low ?? 1))
    }
  })
})

test('a projection starts from the latest quarter of the history, and a May of it is as there', () => {
  for (const slug of ['registered-nurse', 'software-engineer', 'accountant']) {
    const pay = payOf(slug, 'austin-tx')
    const series = historyOf(catalog, references, pay.role.soc, pay.median)
    const latest = series.at(-1)!
    expect(latest.quarter).toBe('2026-Q2')
    const [now, next] = project(catalog, pay.role.soc, series, 2026)
    expect(now?.median).toBe(latest.median)
    expect(now!.low < now!.median && now!.median < now!.high).toBe(true)
    expect(next!.median / latest.median).toBeCloseTo(Math.exp(ownDriftOf(catalog, pay.role.soc)), 3)
  }
})

test('projections and trends are of the occupation, drawn to the nation by the length of its series', () => {
  const drifts = catalog.occupations().map(({ soc }) => ownDriftOf(catalog, soc))
  expect(new Set(drifts.map((drift) => drift.toFixed(4))).size).toBeGreaterThan(50)
  for (const drift of drifts) expect(Math.abs(drift - driftOf(catalog))).toBeLessThan(0.025)
  const trends = catalog.occupations().flatMap(({ soc }) => trendIn(catalog, soc) ?? [])
  const known = trends.filter((trend) => trend.change_5y_pct !== null)
  expect(known.length / trends.length).toBeGreaterThan(0.9)
  // The classification broke in 2021: that year is not the occupation’s own.
  expect(trends.every(({ basis }) => /of five years compare/.test(basis))).toBe(true)
})

describe('total pay', () => {
  it('adds up, never below base, and never states a signing bonus', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalog.roles()),
        fc.integer({ min: 20_000, max: 500_000 }),
        (role, base) => {
          const pay = totalPay(references, { role, experience: null, wageMultiplier: 1 }, base)
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
    expect(
      totalPay(references, { role: roleOf(slug), experience: null, wageMultiplier: 1 }, 100_000).basis,
    ).toMatch(new RegExp(`^${family}, `))
  })

  it.each(['civil-engineering-manager', 'scrum-master', 'statistician', 'nurse-manager', 'electrician', 'registered-nurse'])(
    'of %s, whose family no report covers, has neither bonus nor equity',
    (slug) => {
      const pay = totalPay(references, { role: roleOf(slug), experience: null, wageMultiplier: 1 }, 100_000)
      expect(pay).toMatchObject({ bonus: null, equity: null, total: 100_000 })
    },
  ) // prettier-ignore

  it('adds no equity where the work is paid over a tenth less than in the nation', () => {
    const at = (wageMultiplier: number) =>
      totalPay(references, { role: roleOf('engineering-manager'), experience: null, wageMultiplier }, 136_600)
    expect(at(1).equity).toBeGreaterThan(0)
    expect(at(0.78).equity).toBeNull()
    expect(at(0.78).basis).toContain('no equity')
  })

  it('includes equity where self-reports show it, and none elsewhere', () => {
    expect(
      totalPay(
        references,
        { role: roleOf('software-engineer'), experience: null, wageMultiplier: 1 },
        100_000,
      ),
    ).toMatchObject({
      equity: 21_400,
      kind: 'modelled',
    })
    expect(
      totalPay(references, { role: roleOf('electrician'), experience: null, wageMultiplier: 1 }, 60_000)
        .equity,
    ).toBeNull()
  })
})

describe('skills', () => {
  it('are listed as premiums where offers that name them pay more, and the others are named as left out', () => {
    const { premiums } = skillsOf(references, roleOf('software-engineer'))
    expect(premiums.length).toBeGreaterThan(10)
    for (const { skill, premium_pct } of premiums) expect(premium_pct, skill).toBeGreaterThan(0)
    expect(leftOutReason(references)).toContain('python')
  })

  it('are priced only with support from offers, with an interval around the premium', () => {
    for (const premium of references.premiums()) {
      expect(premium.offers).toBeGreaterThanOrEqual(50)
      expect(premium.low).toBeLessThanOrEqual(premium.premium)
      expect(premium.high).toBeGreaterThanOrEqual(premium.premium)
    }
    expect(findPremium(references, 'Machine Learning')?.premium).toBeGreaterThan(0)
    expect(skillsOf(references, roleOf('electrician')).premiums).toEqual([])
    expect(skillsOf(references, roleOf('software-engineer')).technologies[0]?.in_demand).toBe(true)
  })
})

describe('the market', () => {
  it('includes an outlook, and sponsors with five or more filings', () => {
    const market = marketOf(references, roleOf('software-engineer'))
    expect(market.outlook?.openings_thousands_a_year).toBeGreaterThan(10)
    expect(market.employers.length).toBeGreaterThan(5)
    expect(market.employers.every((sponsor) => sponsor.filings >= 5)).toBe(true)
    expect(postingSector('29-1141')).toBe('Nursing')
  })

  it('lists the employers of the city asked for, or says whose they are', () => {
    const scopeIn = (slug: string, city: string | null) => {
      const { employers, employers_scope } = marketOf(references, roleOf(slug), city === null ? null : catalog.city(city))
      const rows = references.sponsors(roleOf(slug).soc)
      const placesOf = ({ name, filings }: (typeof employers)[number]) => rows.filter((row) => row.name === name && row.filings === filings).map(({ place }) => place)
      const common = employers.map(placesOf).reduce((both, places) => both.filter((place) => places.includes(place)))
      return [employers_scope, common]
    }
    expect(scopeIn('data-scientist', 'seattle-wa')).toEqual(['city', ['seattle-wa']])
    expect(scopeIn('software-engineer', 'seattle-wa')).toEqual(['state', ['WA']])
    expect(scopeIn('software-engineer', null)).toEqual(['national', ['']])
    // Employers whose names have an “&” are joined to their offers.
    const joined = catalog.occupations().flatMap(({ soc }) => references.sponsors(soc)).filter(({ name, offers }) => name.includes('&') && offers >= 5)
    expect(joined.length).toBeGreaterThan(3)
  }) // prettier-ignore

  it('shows no sponsor sizes where sponsors report no pay', () => {
    expect(marketOf(references, roleOf('electrician')).sizes).toEqual([])
  })
})

describe('levels', () => {
  it('match a level of one company to the nearest of another, with no more confidence than the evidence supports', () => {
    const google = ladderOf(references, 'google')?.tracks[0]?.levels.find((level) => level.code === 'L5')
    if (!google) throw new Error('Google has no L5.')
    const meta = ladderOf(references, 'meta') ?? ladderOf(references, 'facebook')
    const [match] = equivalents(google, must(meta))
    expect(match?.level.generic_level).toBe(google.generic_level)
    expect(match?.confidence).not.toBe('high')
    expect(companies(references).every((entry) => entry.levels > 0)).toBe(true)
  })
})

describe('negotiation', () => {
  const typicalAt = (slug: string, city: string | null) =>
    typicalOf(catalog, {
      role: roleOf(slug),
      city: city === null ? null : catalog.city(city),
      level: '',
      words: '',
    })
  const marketAt = (slug: string, city: string | null) => {
    const found = typicalAt(slug, city)
    return 'reason' in found ? null : marketOfTypical(found)
  }
  const market = must(marketAt('software-engineer', 'dallas-tx'))
  const { p10, p25, p50, p90 } = market.percentiles

  it('aims between the market’s 25th and 90th percentile, whatever is offered', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...catalog.roles().slice(0, 800)),
        fc.double({ min: 0.25, max: 4, noNaN: true }),
        ({ slug }, times) => {
          const there = marketAt(slug, null)
          if (!there) return
          const offered = Math.round(there.percentiles.p50 * times)
          const { ask, position } = negotiate(offered, there)
          if (!ask) return void expect(offered * 1.03 * 1.03).toBeGreaterThanOrEqual(there.percentiles.p90)
          expect(ask.target).toBeGreaterThanOrEqual(there.percentiles.p25)
          expect(ask.target).toBeLessThanOrEqual(there.percentiles.p90)
          expect(ask.target).toBeGreaterThanOrEqual(offered)
          expect(ask.open).toBeGreaterThanOrEqual(ask.target)
          expect(ask.floor).toBeLessThanOrEqual(ask.target)
          expect(position === 'low').toBe(offered < there.percentiles.p25)
        },
      ),
    )
  }) // prettier-ignore

  it('calls an offer under the 25th percentile low, with the figure, and asks for the market', () => {
    const { reasons, ask } = negotiate(p10 - 5000, market)
    expect(reasons[1]).toContain(`is low: under the 25th percentile of $${p25.toLocaleString('en-US')}`)
    expect(ask?.target).toBe(Math.round(p50 / 1000) * 1000)
    expect(ask?.floor).toBeGreaterThanOrEqual(p25)
    expect(negotiate(p90, market).ask).toBeNull()
  })

  it('takes what cannot be a year’s pay for the slip it likely is', () => {
    expect(slipOf(100_000, 48)).toMatch(/less than a quarter of .* hourly rate/)
    expect(slipOf(100_000, 8_300)).toMatch(/a month’s pay/)
    expect(slipOf(120_000, 12_000)).toMatch(/missing zero|month/)
    expect(slipOf(100_000, 950_000)).toMatch(/more than 4 times .* a zero too many/)
    for (const fine of [25_000, 100_000, 400_000]) expect(slipOf(100_000, fine)).toBeNull()
  })

  it('names the place of the offer in English: 21st, 22nd, 23rd, 24th', () => {
    const offers = Array.from({ length: 60 }, (_, at) => Math.round(p25 * (1 + at / 150)))
    for (const offered of offers.filter((base) => negotiate(base, market).position === 'fair'))
      expect(negotiate(offered, market).reasons[1]).toMatch(
        / (\d?1[123]th|\d?(?<!1)1st|\d?(?<!1)2nd|\d?(?<!1)3rd|\d?[04-9]th) percentile/,
      )
  })

  it('never quotes the employer a figure below the offer', () => {
    for (const offered of [p10, p25, p50 + 500, Math.round((p50 + p90) / 2)]) {
      const { script } = negotiate(offered, market, 'Acme')
      expect(script[0]).toContain('Acme')
      const said = [...script.join(' ').matchAll(/\$([\d,]+)/g)].map(([, digits = '']) => Number(digits.replaceAll(',', '')))
      for (const amount of said) expect(amount).toBeGreaterThanOrEqual(offered)
    }
  }) // prettier-ignore

  it('speaks of what the trade has beside base: no equity for a nurse, a driver or a lawyer', () => {
    const said = ['registered-nurse', 'truck-driver', 'lawyer'].map((slug) => {
      const there = must(marketAt(slug, null))
      return negotiate(there.percentiles.p50, there).script.join(' ')
    })
    expect(
      said.map((script) => /shift differential|more time at home|bar and licence/.exec(script)?.[0]),
    ).toEqual(['shift differential', 'more time at home', 'bar and licence'])
    for (const script of said) expect(script).not.toContain('equity')
  })

  it('asks no more than the title’s own offers reach: a research coordinator, a resident, a postdoc', () => {
    const cases = [
      ['clinical-research-coordinator', 'boston-ma', 70_000],
      ['resident-physician', null, 75_000],
      ['postdoctoral-researcher', null, 62_000],
    ] as const
    for (const [slug, city, base] of cases) {
      const typical = typicalAt(slug, city)
      if ('reason' in typical) throw new Error(typical.reason)
      const { ask } = negotiate(base, marketOfTypical(typical))
      expect(ask?.open ?? 0, slug).toBeLessThanOrEqual(must(typical.offers?.group.percentiles[4]))
    }
  })
})

describe('adjacent work', () => {
  const step = (slug: string, soc: string) => adjacentTo({ catalog, references, role: roleOf(slug), city: null }, 50).find(({ role }) => role.soc === soc) // prettier-ignore

  it('asks for no higher degree and no other licence: a nurse is not sent to be an anesthesiologist', () => {
    const socs = (slug: string) => adjacentTo({ catalog, references, role: roleOf(slug), city: null }, 50).map(({ role }) => role.soc)
    expect(socs('registered-nurse').filter((soc) => soc.startsWith('29-12'))).toEqual([])
    expect(socs('paralegal')).not.toContain('23-1011')
    expect(socs('software-engineer').length).toBeGreaterThan(3)
  }) // prettier-ignore

  it('keeps the next step of a profession, and says what it asks for', () => {
    expect(step('registered-nurse', '29-1171')?.requires).toBe('Master\'s degree, and a licence of its own')
    expect(step('licensed-practical-nurse', '29-1141')?.requires).toMatch(/^Bachelor/)
    expect(step('registered-nurse', '11-9111')?.requires).toBe('Bachelor\'s degree')
    expect(step('nurse-practitioner', '11-9111')).toBeDefined()
    expect(step('elementary-school-teacher', '11-9032')?.requires).toBe('Master\'s degree')
  }) // prettier-ignore

  it('is no step back: no nurse is sent to be a practical nurse, no lawyer leaves the law', () => {
    expect(step('registered-nurse', '29-2061')).toBeUndefined()
    expect(step('registered-nurse', '29-2043')).toBeUndefined()
    expect(adjacentTo({ catalog, references, role: roleOf('lawyer'), city: null })[0]?.role.soc).toBe('23-1023')
  }) // prettier-ignore

  it('compares typical pay: a coordinator of trials is not priced as a science manager', () => {
    const list = adjacentTo({ catalog, references, role: roleOf('data-scientist'), city: catalog.city('boston-ma') }, 50)
    const there = list.find(({ role }) => role.slug === 'clinical-research-coordinator')
    expect(there?.median).toBeLessThan(110_000)
    expect(there?.payChange).toBeLessThan(0)
  }) // prettier-ignore

  it('is different work with pay in the same place', () => {
    const city = catalog.city('dallas-tx')
    const list = adjacentTo({ catalog, references, role: roleOf('registered-nurse'), city })
    expect(list.length).toBeGreaterThan(0)
    expect(
      list.every((entry) => entry.role.soc !== '29-1141' && entry.median > 0 && entry.closeness > 0),
    ).toBe(true)
  })
})
