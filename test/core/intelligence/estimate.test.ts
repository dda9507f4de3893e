/** Estimates from the shipped data: of surveys alone, monotonic, honest about their basis, and stable. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import former from '../../../sql/data/pay/former_roles.json' with { type: 'json' }
import { openDataset } from '../../../core/intelligence/file/dataset.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import {
  byExperience,
  estimate,
  hasOwnSeries,
  type Estimate,
} from '../../../core/intelligence/estimates/estimate.ts'
import { EXPERIENCES } from '../../../core/intelligence/words/experience.ts'
import { explain } from '../../../core/intelligence/estimates/explain.ts'
import { dataPointId, METRICS, parseDataPointId } from '../../../core/intelligence/lineage/data-point.ts'
import { lineageOf } from '../../../core/intelligence/lineage/operations.ts'

const whole = openDataset(openShipped())
const { catalog } = whole
const role = fc.constantFrom(...catalog.roles().map((entry) => entry.slug))
const city = fc.constantFrom(null, ...catalog.cities().map((entry) => entry.slug))
const experience = fc.constantFrom(null, ...EXPERIENCES)

function found(input: Parameters<typeof estimate>[1]): Estimate {
  const result = estimate(catalog, input)
  if ('reason' in result) throw new Error(result.reason)
  return result
}

describe('an estimate', () => {
  it('has rising percentiles and an interval around the median, for any role, place and level', () => {
    fc.assert(
      fc.property(role, city, experience, (slug, place, known) => {
        const result = estimate(catalog, { role: slug, city: place, experience: known })
        if ('reason' in result) {
          expect(result.reason).toMatch(/^The sources release no annual pay/)
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

  it('equals the published figure for an occupation in the nation, and for every title of it', () => {
    const nurse = found({ role: 'registered-nurse', city: null })
    expect(nurse.percentiles).toEqual({ p10: 68_940, p25: 80_330, p50: 97_550, p75: 112_350, p90: 137_470 })
    expect([nurse.kind, hasOwnSeries(nurse.role)]).toEqual(['published', true])
    expect(found({ role: 'electrician', city: null }).median).toBe(63_190)
    for (const slug of ['software-developer', 'software-engineer', 'python-developer'])
      expect(found({ role: slug, city: null }).median, slug).toBe(135_980)
    expect(hasOwnSeries(found({ role: 'python-developer', city: null }).role)).toBe(false)
  })

  it('does not move with filed offers, in the nation or a city', () => {
    const without = Object.create(catalog, { offers: { value: new Map() } }) as typeof catalog
    fc.assert(
      fc.property(role, city, experience, (slug, place, known) => {
        const asked = { role: slug, city: place, experience: known }
        expect(estimate(without, asked)).toEqual(estimate(catalog, asked))
      }),
    )
  })

  it('has the same method for the nation and a city: every title of an occupation has its figure there', () => {
    for (const place of [null, 'austin-tx', 'chicago-il']) {
      const medians = catalog
        .roles()
        .filter(({ soc }) => soc === '15-1252')
        .map(({ slug }) => found({ role: slug, city: place }).median)
      expect(new Set(medians).size, place ?? 'nation').toBe(1)
    }
  })

  it('is derived where the statistics publish pay by the hour only', () => {
    const musician = found({ role: 'musician', city: null })
    expect([musician.kind, musician.median]).toEqual(['derived', Math.round(47.8 * 2080)])
    expect(explain(catalog, musician)[1]).toMatchObject({ formula: 'published by the hour × 2,080 hours' })
  })

  it('never falls with experience, in any occupation and place', () => {
    const roles = new Map(catalog.roles().map(({ slug, soc }) => [soc, slug]))
    // Every place for some occupations, and some places for all: data:validate does all of both.
    const places = catalog.cities().map((entry) => entry.slug)
    const falls = [...roles.values()].flatMap((slug, nth) =>
      [null, ...places.filter((_, at) => at % 12 === nth % 12)].filter((place) => {
        const bands = byExperience(catalog, slug, place)
        const all = estimate(catalog, { role: slug, city: place })
        const pay = EXPERIENCES.map((band) => bands?.[band].median ?? 0)
        const isOutside = !('reason' in all) && bands && Math.abs(bands.mid.median - all.median) > 1
        return isOutside || pay.some((median, at) => median < (pay[at - 1] ?? 0))
      }),
    )
    expect(falls).toEqual([])
  })

  it('moves with the city, and says whether the city’s figures are its own', () => {
    const [dear, cheap] = [
      found({ role: 'registered-nurse', city: 'san-francisco-ca' }),
      found({ role: 'registered-nurse', city: 'birmingham-al' }),
    ]
    expect(dear.median).toBeGreaterThan(cheap.median * 1.5)
    expect(dear.ownArea).toBe(true)
    expect(dear.kind).toBe('derived')
    expect(dear.sourceBreakdown).toEqual({ bls_oews: 1, oflc_wages: 1 })
  })

  it('is not called surer than its cell is: family physicians in Little Rock at a third of the nation', () => {
    const odd = found({ role: 'family-physician', city: 'little-rock-ar' })
    expect(odd.median).toBeLessThan(0.5 * found({ role: 'family-physician', city: null }).median)
    expect(odd.confidence.rating).toBe('low')
    expect(odd.confidence.upper).toBeGreaterThan(2 * odd.median)
    expect(found({ role: 'registered-nurse', city: 'dallas-tx' }).confidence.rating).toBe('medium')
    for (const slug of ['registered-nurse', 'electrician'])
      expect(found({ role: slug, city: null }).confidence.rating, slug).toBe('high')
  })

  it('refuses with a reason instead of inventing a figure', () => {
    expect(estimate(catalog, { role: 'nobody', city: null })).toEqual({
      reason: 'There is no role "nobody".',
    })
    expect(estimate(catalog, { role: 'electrician', city: 'atlantis' })).toEqual({
      reason: 'There is no city "atlantis".',
    })
    expect(estimate(catalog, { role: 'chief-executive-officer', city: 'san-francisco-ca' })).toEqual({
      reason: expect.stringContaining('release no annual pay') as string,
    })
  })
})

const NOW = '2026-Q4'

describe('lineage', () => {
  it('resolves the id of any served figure to steps and licensed sources', () => {
    for (const place of ['dallas-tx', null]) {
      const lineage = lineageOf(
        whole,
        dataPointId({ role: 'data-engineer', city: place, metric: 'senior', quarter: catalog.benchmark }),
        NOW,
      )
      expect(lineage?.steps.length).toBeGreaterThanOrEqual(3)
      expect(lineage?.steps.every(({ source }) => whole.manifest.sources[source]?.licence)).toBe(true)
      const pay = estimate(catalog, { role: 'data-engineer', city: place, experience: 'senior' })
      if ('reason' in pay) throw new Error(pay.reason)
      expect(lineage?.steps).toEqual(explain(catalog, pay))
    }
    expect(lineageOf(whole, 'comp:nobody:national:base:2025-Q2', NOW)).toBeNull()
  })

  it('names the May of an occupation that an import left out', () => {
    const newer = { ...whole, catalog: { ...catalog, benchmark: '2026-Q2' } }
    const id = dataPointId({ role: 'data-engineer', city: null, metric: 'offers', quarter: '2025-Q2' })
    const moved = lineageOf(newer, id, NOW)?.steps.find(({ step }) => step === 'to the benchmark')
    expect(moved?.value).toBe('May 2025')
  })

  it.each(['offers', 'typical'] as const)('leads an old id of %s to its quarter in the series', (metric) => {
    const at = (quarter: string) =>
      lineageOf(whole, dataPointId({ role: 'data-engineer', city: null, metric, quarter }), NOW)
    const [now, before] = [at(catalog.benchmark), at('2023-Q2')]
    expect(before?.value).toBeLessThan(now?.value ?? 0)
    expect(before?.steps.at(-1)).toMatchObject({ step: 'quarter', value: `${before?.value}, 2023-Q2` })
    expect(before?.note).toMatch(/^Recomputed/)
    expect(at('1999-Q1')).toBeNull()
  })

  it('resolves ids of roles that have become another spelling of the same job', () => {
    const roleOf = (slug: string) => lineageOf(whole, `comp:${slug}:national:senior:2025-Q2`, NOW)?.role?.slug
    for (const [slug, now] of Object.entries(former)) {
      expect(catalog.role(slug), slug).toBeNull()
      expect(roleOf(slug), slug).toBeTruthy()
      expect(roleOf(slug), slug).toBe(roleOf(now))
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
          const words = metric === 'offers' ? 'senior-ii' : 'senior engineer 2'
          const title = metric.endsWith('title') || metric === 'offers' ? { title: words } : {}
          const point = { role: slug, city: place, metric, ...title, quarter: `${year}-Q${quarter}` }
          expect(parseDataPointId(dataPointId(point))).toEqual(point)
        },
      ),
    )
  })
})
