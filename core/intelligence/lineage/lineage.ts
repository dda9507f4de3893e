/** Resolves a data point id to its figure, the steps behind it, and the sources with their licences. */
import { isOneOf } from '../../kernel/narrow.ts'
import type { Source } from '../file/csv.ts'
import type { FullDataset } from '../file/dataset.ts'
import { estimate, type Estimate } from '../estimates/estimate.ts'
import { explain, type Step } from '../estimates/explain.ts'
import type { Book } from '../words/book.ts'
import { presentRole } from '../words/question.ts'
import { COUNTED, experienceIn, parseDataPointId, type DataPoint } from './data-point.ts'

export type Lineage = {
  point: DataPoint
  estimate: Estimate
  steps: Step[]
  sources: (Source & { name: string })[]
}

type Published = Pick<FullDataset, 'catalog' | 'manifest' | 'words'>

/** The point of an id, of the role as it is named today; null when the id is malformed. */
export function pointOf(words: Book, id: string): DataPoint | null {
  const point = parseDataPointId(id)
  return point && { ...point, role: presentRole(words, point.role) }
}

/** Null when the id is malformed, unknown or no estimate; the figure is recomputed from the same inputs. */
export function lineageOf({ catalog, manifest, words }: Published, id: string): Lineage | null {
  const point = pointOf(words, id)
  if (!point || point.metric === 'offers' || point.metric === 'typical' || isOneOf(COUNTED, point.metric))
    return null
  const found = estimate(catalog, {
    role: point.role,
    city: point.city,
    experience: experienceIn(words.lexicon(), point),
  })
  if ('missing' in found) return null
  const steps = explain(catalog, found)
  const names = new Set([...steps.map((step) => step.source), ...Object.keys(found.sourceBreakdown)])
  const sources = [...names].flatMap((name) => {
    const source = manifest.sources[name]
    return source ? [{ name, ...source }] : []
  })
  return { point, estimate: found, steps, sources }
}
