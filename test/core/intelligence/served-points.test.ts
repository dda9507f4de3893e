/** Every id that is served resolves at lineage and computes to the figure it came with: a sample of five hundred. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDataset } from '../../../core/intelligence/file/dataset.ts'
import { estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { BANDS } from '../../../core/intelligence/estimates/experience.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { parseDataPointId } from '../../../core/intelligence/lineage/data-point.ts'
import { figureOf } from '../../../core/intelligence/lineage/figure.ts'
import { filedOffersOf, typicalFigureOf } from '../../../core/intelligence/lineage/filed-offers.ts'
import { lineageOf } from '../../../core/intelligence/lineage/lineage.ts'
import { estimateView, offersView, totalView, typicalView } from '../../../core/intelligence/salaries/view.ts'

const file = openShipped()
const dataset = openDataset(file)
const { catalog, references } = dataset

/** What lineage computes for an id. */
function recomputed(id: string): number | null | undefined {
  const point = parseDataPointId(id)
  if (point?.metric === 'offers') return filedOffersOf(dataset, point)?.value
  if (point?.metric === 'typical') return typicalFigureOf(dataset, point)?.value
  const found = lineageOf(dataset, id)
  return found && figureOf(dataset, found)?.value
}

test('a sample of five hundred served figures is computed again from their ids', { timeout: 120_000 }, () => {
  let served = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...catalog.roles.map(({ slug }) => slug)),
      fc.constantFrom(null, ...catalog.cities.map(({ slug }) => slug)),
      fc.constantFrom(null, ...BANDS),
      (role, city, experience) => {
        const pay = estimate(catalog, { role, city, experience })
        if ('missing' in pay) return
        const [median, total] = [estimateView(catalog, pay), totalView(catalog, references, pay)]
        const { offers } = offersView({ ...pay, catalog, level: null, words: '' })
        const { typical } = typicalView({ ...pay, catalog, level: null, words: '' })
        const figures: [string, number][] = [
          [median.data_point_id, median.median],
          [total.data_point_id, total.total],
          ...(typical ? ([[typical.data_point_id, typical.median]] as [string, number][]) : []),
          ...(offers ? ([[offers.data_point_id, offers.median]] as [string, number][]) : []),
        ]
        for (const [id, value] of figures) expect([id, recomputed(id)]).toEqual([id, value])
        served += figures.length
      },
    ),
    { numRuns: 400 },
  )
  expect(served).toBeGreaterThanOrEqual(500)
})
