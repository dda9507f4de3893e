/** Resolves a data point id to its figure, the steps behind it, and the sources with their licences. */
import type { Catalog } from '../catalog/catalog.ts'
import type { Manifest, Source } from '../catalog/csv.ts'
import { estimate, type Estimate } from '../estimates/estimate.ts'
import { explain, type Step } from '../estimates/explain.ts'
import { COUNTED, experienceIn, parseDataPointId, type DataPoint } from './data-point.ts'

export type Lineage = {
  point: DataPoint
  estimate: Estimate
  steps: Step[]
  sources: (Source & { name: string })[]
}

/** Null when the id is malformed, unknown or no estimate; the figure is recomputed from the same inputs. */
export function lineageOf(catalog: Catalog, manifest: Manifest, id: string): Lineage | null {
  const point = parseDataPointId(id)
  if (!point || point.metric === 'offers' || (COUNTED as readonly string[]).includes(point.metric))
    return null
  const found = estimate(catalog, { role: point.role, city: point.city, experience: experienceIn(point) })
  if ('missing' in found) return null
  const steps = explain(catalog, found)
  const names = new Set([...steps.map((step) => step.source), ...Object.keys(found.sourceBreakdown)])
  const sources = [...names].flatMap((name) => {
    const source = manifest.sources[name]
    return source ? [{ name, ...source }] : []
  })
  return { point, estimate: found, steps, sources }
}
