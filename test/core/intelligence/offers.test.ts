/** Filed offers: groups large enough to show, the narrowest place that answers, and the level as written. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCatalog } from '../../../core/intelligence/file/catalog.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { weightedQuantiles } from '../../../core/intelligence/offers/groups.ts'
import { rungOf } from '../../../core/intelligence/offers/levels.ts'
import { ENOUGH, filedOffers } from '../../../core/intelligence/offers/offers.ts'

const file = openShipped()
const catalog = openCatalog(file)
const groups = Array.from(file.rows('offers'), ([role = '', level = '', place = '']) =>
  catalog.offers(role, level, place)!,
)
const at = (slug: string, level: string | null = null, city: string | null = null) =>
  filedOffers({ catalog, role: { slug } }, rungOf(level, null), city === null ? null : catalog.city(city))

describe('filed offers', () => {
  it('are shown of five offers and three employers or more, with rising percentiles', () => {
    expect(groups.length).toBeGreaterThan(4500)
    for (const { offers, employers, percentiles, from, to } of groups) {
      expect(offers).toBeGreaterThanOrEqual(5)
      expect(employers).toBeGreaterThanOrEqual(3)
      expect([...percentiles].sort((a, b) => a - b)).toEqual(percentiles)
      expect(from <= to && /^20\d\d-Q[1-4]$/.test(from)).toBe(true)
    }
  })

  it('are of the city where it has ten, else of the state, else of the nation, and say which', () => {
    expect(at('data-engineer', null, 'dallas-tx')?.scope).toBe('city')
    expect(at('mechanical-engineer', null, 'detroit-mi')?.scope).toBe('state')
    expect(at('data-engineer', 'principal', 'boise-id')?.scope).toBe('national')
    expect(at('data-engineer')?.scope).toBe('national')
    for (const place of catalog.cities().map(({ slug }) => slug)) {
      const found = at('data-scientist', null, place)
      expect(found?.group.offers, place).toBeGreaterThanOrEqual(ENOUGH)
    }
  })

  it('are of the level as written, and rise with it', () => {
    expect(at('data-engineer', 'Senior')?.level).toBe('senior')
    expect(at('software-engineer', 'II')?.level).toBe('mid')
    expect(at('software-engineer', 'level 3')?.level).toBe('senior')
    expect(at('software-engineer')?.level).toBe('')
    const medians = [null, 'senior', 'staff'].map(
      (level) => at('software-engineer', level)!.group.percentiles[2]!,
    )
    expect([...medians].sort((a, b) => a - b)).toEqual(medians)
  })

  it('are none where too few are held', () => {
    expect(at('electrician', null, 'dallas-tx')).toBeNull()
  })

  it('have percentiles that one employer’s thousand filings do not make', () => {
    const many = Array.from({ length: 1000 }, () => ({ pay: 200_000, employer: 'one' }))
    const others = Array.from({ length: 40 }, (_, i) => ({ pay: 100_000, employer: `other ${i}` }))
    expect(weightedQuantiles([...many, ...others])[2]).toBe(100_000)
    fc.assert(
      fc.property(
        fc.array(fc.record({ pay: fc.integer({ min: 1, max: 9 }), employer: fc.constantFrom('a', 'b') }), {
          minLength: 1,
        }),
        (offers) => {
          const shares = weightedQuantiles(offers)
          expect([...shares].sort((a, b) => a - b)).toEqual(shares)
        },
      ),
    )
  })
})
