/** Estimates from the shipped data: monotonic, honest about their basis, and stable. */
import fc from 'fast-check'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { FORMER_ROLES, presentRole } from '../../../core/intelligence/catalog/former-roles.ts'
import { openCatalog } from '../../../core/intelligence/catalog/open.ts'
import { BANDS } from '../../../core/intelligence/estimates/effects.ts'
import { estimate, type Estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { byExperience } from '../../../core/intelligence/estimates/experience.ts'
import { explain } from '../../../core/intelligence/estimates/explain.ts'
import { seniorityOf } from '../../../core/intelligence/estimates/blend.ts'
import { titleNote } from '../../../core/intelligence/estimates/title-note.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { dataPointId, METRICS, parseDataPointId } from '../../../core/intelligence/lineage/data-point.ts'
import { readManifest } from '../../../core/intelligence/catalog/csv.ts'
import { lineageOf } from '../../../core/intelligence/lineage/lineage.ts'

const folder = fileURLToPath(new URL('../../../sql/data/', import.meta.url))
const catalog = openCatalog(openShipped())
const role = fc.constantFrom(...catalog.roles.map((entry) => entry.slug))
const city = fc.constantFrom(null, ...catalog.cities.map((entry) => entry.slug))
const seniority = fc.constantFrom(null, ...BANDS.map((band) => ({ band })))

function found(input: Parameters<typeof estimate>[1]): Estimate {
  const result = estimate(catalog, input)
  if ('missing' in result) throw new Error(result.reason)
  return result
}

describe('an estimate', () => {
  it('has rising percentiles and an interval around the median, for any role, place and band', () => {
    fc.assert(
      fc.property(role, city, seniority, (slug, place, known) => {
        const result = estimate(catalog, { role: slug, city: place, seniority: known })
        if ('missing' in result) {
          expect(result.missing).toBe('pay')
          return
        }
        const { p10, p25, p50, p75, p90 } = result.percentiles
        expect([p10, p25, p50, p75, p90]).toEqual([p10, p25, p50, p75, p90].sort((a, b) => a - b))
        expect(result.confidence.lower).toBeLessThan(result.median)
        expect(result.confidence.upper).toBeGreaterThan(result.median)
        expect(p10).toBeGreaterThan(10_000)
      }),
      { numRuns: 3000 },
    )
  })

  it('equals the published figure for an occupation in the nation', () => {
    const nurse = found({ role: 'registered-nurse', city: null })
    expect(nurse.percentiles).toEqual({ p10: 68_940, p25: 80_330, p50: 97_550, p75: 112_350, p90: 137_470 })
    expect(nurse.kind).toBe('published')
    expect(found({ role: 'electrician', city: null }).median).toBe(63_190)
  })

  it('is derived where the statistics publish pay by the hour only', () => {
    const musician = found({ role: 'musician', city: null })
    expect([musician.kind, musician.median]).toEqual(['derived', Math.round(47.8 * 2080)])
    expect(explain(catalog, musician)[1]).toMatchObject({ formula: 'published by the hour × 2,080 hours' })
  })

  it('never falls with experience, in any occupation and place', { timeout: 120_000 }, () => {
    const roles = new Map(catalog.roles.map(({ slug, soc }) => [soc, slug]))
    const falls = [...roles.values()].flatMap((slug) =>
      [null, ...catalog.cities.map((entry) => entry.slug)].filter((place) => {
        const bands = byExperience(catalog, slug, place)
        const pay = BANDS.map((band) => bands?.[band].median ?? 0)
        return pay.some((median, at) => median < (pay[at - 1] ?? 0))
      }),
    )
    expect(falls).toEqual([])
  })

  it('of a title in the nation differs from its occupation as its offers do, and as it differs in every city', () => {
    const pay = (slug: string, place: string | null = null) => found({ role: slug, city: place }).median
    // The occupation by name keeps the published figure, and so does the title of the middle of its offers.
    expect([pay('software-developer'), pay('software-engineer')]).toEqual([135_980, 135_980])
    expect(pay('python-developer')).toBeLessThan(0.95 * 135_980)
    expect(pay('machine-learning-engineer')).toBeGreaterThan(1.05 * 135_980)
    expect(found({ role: 'python-developer', city: null }).kind).toBe('modelled')
    // A title in words that state no level is moved from the same published figure.
    const worded = found({ role: 'data-engineer', city: null, seniority: { title: 'data engineer etl' } })
    expect(worded.shift.titleOfAll).toBe(found({ role: 'data-engineer', city: null }).shift.titleOfAll)
    for (const [one, other] of [
      ['machine-learning-engineer', 'python-developer'],
      ['financial-analyst', 'investment-analyst'],
    ] as const)
      for (const place of ['san-francisco-ca', 'austin-tx'])
        expect(pay(one, place) / pay(other, place)).toBeCloseTo(pay(one) / pay(other), 3)
  })

  it('of a title that the survey counts in a remainder is what its own offers say, in the nation and in cities', () => {
    for (const slug of ['quantitative-analyst', 'professor']) {
      for (const place of [null, 'new-york-ny']) {
        const pay = found({ role: slug, city: place })
        expect(pay.occupation.title).toMatch(/all other/i)
        expect(pay.shift.trust).toBe(1)
        const { place: ofPlace, title } = pay.shift
        expect(pay.median / pay.surveyMedian).toBeCloseTo(Math.exp(ofPlace + title), 3)
      }
    }
  })

  it('of a remainder as a whole is as published', () => {
    const whole = catalog.roles.filter(
      ({ reason, title }) => reason === 'occupation' && /all other/i.test(title),
    )
    expect(whole.length).toBeGreaterThan(50)
    for (const { slug } of whole) {
      const pay = estimate(catalog, { role: slug, city: null })
      if (!('missing' in pay)) expect(pay.median).toBe(pay.surveyMedian)
    }
  })

  it('of a title in another number than its role’s is that of the role', () => {
    const operations = catalog.role('operations-manager')!
    expect(seniorityOf(catalog, operations, 'operation manager', null)).toBeNull()
  })

  it('of a title that is hardly filed is that of its occupation', () => {
    const rare = catalog.roles.filter(
      ({ filings, reason, onet }) => filings < 30 && reason !== 'occupation' && onet.endsWith('.00'),
    )
    expect(rare.length).toBeGreaterThan(1000)
    for (const { slug } of rare) {
      const pay = estimate(catalog, { role: slug, city: null })
      if (!('missing' in pay)) expect([slug, pay.shift.market]).toEqual([slug, 0])
    }
  })

  it('in the nation lies between the experience bands, and a senior earns more than everybody', () => {
    const outside = catalog.roles.filter(({ slug }) => {
      const pay = estimate(catalog, { role: slug, city: null })
      const bands = byExperience(catalog, slug, null)
      return (
        !('missing' in pay) && bands && (pay.median < bands.entry.median || pay.median > bands.staff.median)
      )
    })
    expect(outside.length).toBeLessThan(10)
    for (const slug of ['software-engineer', 'product-manager', 'data-scientist']) {
      const of = (title: string | null) =>
        found({ role: slug, city: null, seniority: title === null ? null : { title } }).median
      const title = slug.replaceAll('-', ' ')
      expect(of(`senior ${title}`), slug).toBeGreaterThan(of(null))
      expect(of(`staff ${title}`), slug).toBeGreaterThan(of(`senior ${title}`))
    }
  })

  it('is one figure for an occupation under its official and its common name', () => {
    const pay = (slug: string, place: string | null) => found({ role: slug, city: place }).median
    for (const place of [null, 'austin-tx', 'chicago-il'])
      expect(pay('attorney', place)).toBe(pay('lawyer', place))
  })

  it('of a finer occupation differs from the whole as its offers do', () => {
    const pay = (slug: string) => found({ role: slug, city: null }).median
    // Natural sciences managers earn 167,220; offers of clinical research coordinators have a median below 70,000.
    expect(pay('natural-sciences-manager')).toBe(167_220)
    expect(pay('clinical-research-coordinator')).toBeLessThan(95_000)
    expect(pay('clinical-program-coordinator')).toBeLessThan(0.85 * 167_220)
  })

  it('of training follows its city little', () => {
    const everywhere = [null, ...catalog.cities.map(({ slug }) => slug)].flatMap((place) => {
      const pay = estimate(catalog, { role: 'postdoctoral-researcher', city: place })
      return 'missing' in pay ? [] : [pay.median]
    })
    expect(everywhere.length).toBeGreaterThan(70)
    expect(Math.min(...everywhere)).toBeGreaterThan(50_000)
    expect(Math.max(...everywhere)).toBeLessThan(95_000)
    const steps = explain(catalog, found({ role: 'postdoctoral-researcher', city: 'el-paso-tx' }))
    expect(steps.map(({ step }) => step)).toContain('training scale')
  })

  it('counts offers of a title as its own only where they name it', () => {
    // "Senior associate" is filed for accountants more than for any other work, and yet for others more.
    const { median, offers } = catalog.offers('accountant', '')!
    expect(offers).toBeGreaterThan(100)
    expect(median).toBeLessThan(95_000)
    expect(median).toBeGreaterThan(60_000)
  })

  it('says of a title that the survey does not count apart what the figure is, and what far offers ask for', () => {
    const noteOf = (slug: string, place: string | null = null) =>
      titleNote(catalog, found({ role: slug, city: place }))
    expect(noteOf('software-engineer')).toBe(
      'The figure is that of Software Developers as a whole: the survey has none for this title alone.',
    )
    expect(noteOf('account-executive')).toMatch(
      / above the \$69,990 of .* as a whole, .*\. The 27 visa offers of this title that are held have a median of \$140,000;/,
    )
    expect(noteOf('quantitative-analyst')).toMatch(
      / above the \$81,100 of Financial Specialists, All Other as a whole, as visa offers of the title differ from it\. The 331/,
    )
    expect(noteOf('python-developer')).toMatch(
      /this one is [\d.]+ % below the \$135,980 of Software Developers as a whole, .* The 54 visa offers .* a median of \$92,500;/,
    )
    for (const whole of ['registered-nurse', 'software-developer', 'natural-sciences-manager'])
      expect(noteOf(whole)).toBeNull()
    expect(noteOf('python-developer', 'austin-tx')).toBeNull()
  })

  it('of a title whose offers ask for something else is not called certain in the nation', () => {
    const confidenceOfRole = (slug: string) => found({ role: slug, city: null }).confidence
    for (const slug of ['quantitative-analyst', 'account-executive'])
      expect([slug, confidenceOfRole(slug).words]).toEqual([slug, 'low'])
    // Offers that agree, and occupations that the survey counts themselves, take nothing away.
    for (const slug of ['software-engineer', 'registered-nurse', 'electrician'])
      expect([slug, confidenceOfRole(slug).words]).toEqual([slug, 'high'])
  })

  it('moves with the city, and says whether the city’s figures are its own', () => {
    const [dear, cheap] = [
      found({ role: 'registered-nurse', city: 'san-francisco-ca' }),
      found({ role: 'registered-nurse', city: 'birmingham-al' }),
    ]
    expect(dear.median).toBeGreaterThan(cheap.median * 1.5)
    expect(dear.ownArea).toBe(true)
    expect(dear.kind).not.toBe('published')
  })

  it('uses offers only where filings cover the occupation', () => {
    expect(found({ role: 'software-engineer', city: 'dallas-tx' }).shift.trust).toBeGreaterThan(0.5)
    expect(found({ role: 'registered-nurse', city: 'dallas-tx' }).shift.trust).toBeLessThan(0.2)
    expect(found({ role: 'electrician', city: 'dallas-tx' }).shift.market).toBe(0)
  })

  it('refuses with a reason instead of inventing a figure', () => {
    expect(estimate(catalog, { role: 'nobody', city: null })).toMatchObject({ missing: 'role' })
    expect(estimate(catalog, { role: 'electrician', city: 'atlantis' })).toMatchObject({ missing: 'city' })
    expect(estimate(catalog, { role: 'chief-executive-officer', city: 'san-francisco-ca' })).toMatchObject({
      missing: 'pay',
    })
  })

  it('reports the actual number of offers', () => {
    expect(found({ role: 'data-scientist', city: 'new-york-ny' }).sampleSize).toBeGreaterThan(100)
    expect(found({ role: 'electrician', city: 'dallas-tx' }).sampleSize).toBe(0)
  })

  it('is deterministic', () => {
    expect(found({ role: 'accountant', city: 'boston-ma' })).toEqual(
      found({ role: 'accountant', city: 'boston-ma' }),
    )
  })
})

describe('experience', () => {
  it('pays more in every further band', () => {
    fc.assert(
      fc.property(role, city, (slug, place) => {
        const bands = byExperience(catalog, slug, place)
        if (!bands) return
        const medians = BANDS.map((band) => bands[band].median)
        expect([...medians].sort((a, b) => a - b)).toEqual(medians)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('lineage', () => {
  it('resolves the id of any served figure to steps and licensed sources', () => {
    const manifest = readManifest(folder)
    for (const place of ['dallas-tx', null]) {
      const lineage = lineageOf(
        catalog,
        manifest,
        dataPointId({ role: 'data-engineer', city: place, metric: 'base', quarter: catalog.benchmark }),
      )
      expect(lineage?.steps.length).toBeGreaterThanOrEqual(3)
      expect(lineage?.sources.every((source) => source.licence !== '')).toBe(true)
      expect(lineage && explain(catalog, lineage.estimate)).toEqual(lineage?.steps)
    }
    expect(lineageOf(catalog, manifest, 'comp:nobody:national:base:2025-Q2')).toBeNull()
  })

  it('resolves ids of roles that have become another spelling of the same job', () => {
    const manifest = readManifest(folder)
    for (const slug of FORMER_ROLES) {
      expect(catalog.role(slug), slug).toBeUndefined()
      const found = lineageOf(catalog, manifest, `comp:${slug}:austin-tx:senior:2025-Q2`)
      expect(found?.estimate.role.slug, slug).toBe(presentRole(slug))
    }
  })

  it('parses every id it generates', () => {
    fc.assert(
      fc.property(
        role,
        city,
        fc.constantFrom(...METRICS),
        fc.integer({ min: 2013, max: 2030 }),
        fc.integer({ min: 1, max: 4 }),
        (slug, place, metric, year, quarter) => {
          const title = metric.endsWith('title') ? { title: 'senior engineer 2' } : {}
          const point = { role: slug, city: place, metric, ...title, quarter: `${year}-Q${quarter}` }
          expect(parseDataPointId(dataPointId(point))).toEqual(point)
        },
      ),
    )
  })
})
