// Typical pay that a person who knows the market believes: orders of work, levels and places.
import { describe, expect, it } from 'vitest'
import { findCity, findRole } from '../../../core/intelligence/file/catalog.ts'
import { openDataset } from '../../../core/intelligence/file/dataset.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { adjacentTo } from '../../../core/intelligence/adjacent/adjacent.ts'
import { openReferences } from '../../../core/intelligence/file/references.ts'
import { typicalOf, type Typical } from '../../../core/intelligence/typical/typical.ts'
import { sensePage } from '../../../sql/build/validate/sense.ts'

const { catalog } = openDataset(openShipped())

function typicalAt(slug: string, place: string | null): Typical {
  const role = findRole(catalog, slug)!
  const city = place === null ? null : findCity(catalog, place)
  const found = typicalOf(catalog, { role, city, level: '', words: '' })
  if ('reason' in found) throw new Error(found.reason)
  return found
}

describe('typical pay', () => {
  it('has nothing beyond belief on the page of sense', () => {
    expect(sensePage(catalog).unbelievable).toEqual([])
  }, 60_000)

  it.each([null, 'san-francisco-ca', 'el-paso-tx'])(
    'pays no chief less than the manager of the occupation (%s), and says so',
    (place) => {
      const [manager, chief] = [
        typicalAt('engineering-manager', place),
        typicalAt('chief-technology-officer', place),
      ]
      expect(chief.median).toBeGreaterThanOrEqual(manager.median)
      if (chief.median === manager.median) expect(chief.why).toContain('a chief earns no less')
    },
  )

  it('keeps a title within a quarter of the survey and all its offers, and says so', () => {
    const { median, offers, survey, why } = typicalAt('professor', null)
    const most = Math.max(survey.median, offers!.group.percentiles[2]!)
    expect(median).toBeLessThanOrEqual(most * 1.25 + 100)
    expect(why).toContain('within a quarter')
  })
})

describe('related roles', () => {
  const near = (slug: string) =>
    adjacentTo(catalog, openReferences(openShipped()), findRole(catalog, slug)!, null).map(
      ({ role }) => role.slug,
    )

  it('leave no licensed practice for other work, and make no chief executive of one who never managed', () => {
    expect(near('lawyer')).not.toContain('chief-executive-officer')
    expect(near('registered-nurse')).not.toContain('systems-analyst')
    expect(near('registered-nurse')).toContain('nurse-practitioner')
  })
})
