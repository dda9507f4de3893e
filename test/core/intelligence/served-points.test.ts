/** Every id that is served resolves at lineage and computes to the figure it came with: a sample of five hundred. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openDataset } from '../../../core/intelligence/file/dataset.ts'
import { estimate } from '../../../core/intelligence/estimates/estimate.ts'
import { EXPERIENCES } from '../../../core/intelligence/words/experience.ts'
import { openShipped } from '../../../core/intelligence/file/shipped.ts'
import { lineageOf } from '../../../core/intelligence/lineage/operations.ts'
import { answerOf, estimateView, figuresOf, totalView } from '../../../core/intelligence/salaries/view.ts'

const file = openShipped()
const dataset = openDataset(file)
const { catalog, references } = dataset

/** What lineage computes for an id. */
const recomputed = (id: string) => lineageOf(dataset, id, '2026-Q4')?.value

test('a sample of five hundred served figures is computed again from their ids', () => {
  let served = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...catalog.roles().map(({ slug }) => slug)),
      fc.constantFrom(null, ...catalog.cities().map(({ slug }) => slug)),
      fc.constantFrom(null, ...EXPERIENCES),
      (role, city, experience) => {
        const pay = estimate(catalog, { role, city, experience })
        if ('reason' in pay) return
        const [median, total] = [estimateView(catalog, pay), totalView(catalog, references, pay)]
        const found = { ...pay, catalog, references, level: null, words: '', understood: null }
        const { offers, typical } = figuresOf(answerOf(found))
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
