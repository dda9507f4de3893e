// Typical pay that a person who knows the market believes: orders of work, levels and places.
import { describe, expect, it } from 'vitest'
import { EXPERIENCES } from '../../../core/intelligence/words/experience.ts'
import { openDataset } from '../../../core/intelligence/file/dataset.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { adjacentTo } from '../../../core/intelligence/adjacent/operations.ts'
import type { Rung } from '../../../core/intelligence/offers/levels.ts'
import { openReferences } from '../../../core/intelligence/file/references.ts'
import { marketAround, typicalOf, type Typical } from '../../../core/intelligence/typical/typical.ts'
import { sensePage } from '../../validation/sense.ts'

const { catalog } = openDataset(openShipped())

function typicalAt(slug: string, place: string | null, level: Rung = ''): Typical {
  const role = catalog.role(slug)!
  const city = place === null ? null : catalog.city(place)
  const found = typicalOf(catalog, { role, city, level, words: '' })
  if ('reason' in found) throw new Error(found.reason)
  return found
}

describe('typical pay', () => {
  it('has nothing beyond belief on the page of sense', () => {
    expect(sensePage(catalog).unbelievable).toEqual([])
  })

  it.each([null, 'san-francisco-ca', 'el-paso-tx'])(
    'pays no chief less than the manager of the occupation (%s), and says so',
    (place) => {
      const [manager, chief] = [
        typicalAt('engineering-manager', place),
        typicalAt('chief-technology-officer', place),
      ]
      expect(chief.median).toBeGreaterThanOrEqual(manager.median)
      if (chief.adjustments.some(({ name }) => name === 'order'))
        expect(chief.why).toContain('a chief earns no less')
    },
  )

  const TITLES = ['data-analyst', 'software-engineer', 'registered-nurse', 'nurse-practitioner', 'lawyer', 'teacher-assistant',
    'chief-technology-officer', 'engineering-manager', 'truck-driver', 'athletic-trainer', 'accountant', 'professor', 'electrician',
    'product-manager', 'marketing-manager', 'restaurant-manager', 'postdoctoral-researcher'] // prettier-ignore
  const PLACES = [
    null,
    'san-francisco-ca',
    'new-york-ny',
    'el-paso-tx',
    'boston-ma',
    'austin-tx',
    'washington-dc',
  ]

  it.each(TITLES)('lies in its range, and rises with the level, in every place: %s', (slug) => {
    for (const place of PLACES) {
      const all = typicalAt(slug, place)
      const { entry, senior } = all.byExperience
      const levels = EXPERIENCES.map((band) => all.byExperience[band])
      expect(levels, `${place}`).toEqual([...levels].sort((a, b) => a - b))
      expect([entry, all.median, senior], `${place}`).toEqual(
        [entry, all.median, senior].sort((a, b) => a - b),
      )
      for (const band of ['', ...EXPERIENCES] as const) {
        const { low, median, high, byExperience } = typicalAt(slug, place, band)
        expect([low, median, high]).toEqual([low, median, high].sort((a, b) => a - b))
        expect([slug, place, byExperience]).toEqual([slug, place, all.byExperience])
        if (band) expect([slug, place, band, median]).toEqual([slug, place, band, all.byExperience[band]])
      }
    }
  })

  it.each(TITLES)('claims a share of the figure only for offers of the place asked about: %s', (slug) => {
    for (const place of PLACES) {
      const { why } = typicalAt(slug, place)
      const city = place === null ? null : catalog.city(place)!
      if (city)
        expect(why).toMatch(
          new RegExp(
            `in ${city.name}, ${city.state} make \\d+ %|^Too few .*of ${city.name}|^There are no offers of this title`,
          ),
        )
      expect(why).not.toContain('100 %')
    }
  })

  it.each(['professor', 'civil-engineer', 'registered-nurse', 'financial-analyst'])(
    'keeps a title between the survey and all its offers: %s',
    (slug) => {
      const { median, offers, survey } = typicalAt(slug, null)
      const [low = 0, high = 0] = [survey.median, offers!.group.percentiles[2]!].sort((a, b) => a - b)
      expect(median).toBeGreaterThanOrEqual(low * 0.97)
      expect(median).toBeLessThanOrEqual(high * 1.03)
    },
  )

  it('says that the survey has commissions where pay has them, and nowhere else', () => {
    for (const slug of ['sales-representative', 'account-executive', 'real-estate-agent'])
      expect(typicalAt(slug, null).why).toContain('pay includes commissions')
    for (const slug of ['cashier', 'software-engineer'])
      expect(typicalAt(slug, null).why).not.toContain('commissions')
  })

  it('says that a figure is kept between the survey and the offers only where it is', () => {
    const claimed = catalog.roles().flatMap((role) => {
      const found = typicalOf(catalog, { role, city: null, level: '', words: '' })
      return 'reason' in found || !found.why.includes('kept between them') ? [] : [found]
    })
    const outside = claimed.filter(({ median, offers, survey }) => {
      const [low = 0, high = 0] = [survey.median, offers!.group.percentiles[2]!].sort((a, b) => a - b)
      return median < low - 50 || median > high + 50
    })
    expect(outside.map(({ asked }) => asked.role.slug)).toEqual([])
    expect(claimed.length).toBeGreaterThan(100)
    expect(typicalAt('hardware-engineer', null).why).toContain(
      'kept close to them, as pay rises with the level',
    )
  })

  it.each(['human-resources-manager', 'actuary', 'mechanical-engineer', 'devops-engineer'])(
    'does not hold a place to the offers of the nation as they are: %s',
    (slug) => {
      const nation = typicalAt(slug, null)
      const ratios = ['san-francisco-ca', 'el-paso-tx'].map(
        (place) => typicalAt(slug, place).median / nation.median,
      )
      expect(ratios[0]).toBeGreaterThan(1.07)
      expect(ratios[1]).toBeLessThan(0.92)
    },
  )

  it.each([null, 'el-paso-tx', 'austin-tx'])(
    'leans on the survey where few employers of millions of people file offers, and says so (%s)',
    (place) => {
      const { median, survey, why } = typicalAt('registered-nurse', place)
      expect(Math.abs(median / survey.median - 1)).toBeLessThan(0.1)
      expect(why).toContain('so the survey counts more')
    },
  )

  it.each(['registered-nurse', 'elementary-school-teacher'])(
    'is the middle of the market for an offer, even where only offers of the nation are held: %s',
    (slug) => {
      const typical = typicalAt(slug, 'san-francisco-ca')
      expect(typical.offers?.scope).toBe('national')
      const market = marketAround(typical)
      expect(market.of).toContain('in United States, moved to typical pay')
      expect(market.p25).toBeGreaterThan(0.75 * typical.median)
      expect(market.p90).toBeLessThanOrEqual(typical.ceiling.amount)
      expect(typical.why).toMatch(/^(?!.*disagree)|offers in the whole nation have a median/)
    },
  )
})

describe('related roles', () => {
  const near = (slug: string) =>
    adjacentTo({
      catalog,
      references: openReferences(openShipped()),
      role: catalog.role(slug)!,
      city: null,
    }).map(({ role }) => role.slug)

  it('leave no licensed practice for other work, and make no chief executive of one who never managed', () => {
    expect(near('lawyer')).not.toContain('chief-executive-officer')
    expect(near('registered-nurse')).not.toContain('systems-analyst')
    expect(near('registered-nurse')).toContain('nurse-practitioner')
  })
})
