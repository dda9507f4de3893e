// Lineage of filed offers: which filings a figure is of, and how it is made of them.
import { findCity, findRole, yearOf } from '../file/catalog.ts'
import { explain, type Step } from '../estimates/explain.ts'
import type { Dataset } from '../file/dataset.ts'
import { rungOf } from '../offers/levels.ts'
import { filedOffers } from '../offers/offers.ts'
import { placeName } from '../salaries/view.ts'
import { typicalIn, type DataPoint } from './data-point.ts'
import { typicalOf, typicalSteps } from '../typical/typical.ts'

/** The figure of an offers id, looked up again; null for other ids, and where no group answers. */
export function filedOffersOf({ catalog }: Dataset, point: DataPoint) {
  const role = findRole(catalog, point.role)
  const city = point.city === null ? null : findCity(catalog, point.city)
  if (point.metric !== 'offers' || !role || (point.city !== null && !city)) return null
  const found = filedOffers({ catalog, role }, rungOf(point.title ?? null, null), city)
  if (!found) return null
  const { group, scope, level, drawn } = found
  const [p10 = null, p25 = null, median = null, p75 = null, p90 = null] = group.percentiles
  const place = placeName(scope, city)
  const step = (name: string, formula: string, value: string, kind: Step['kind'] = 'derived'): Step => ({
    ...{ step: name, kind, source: 'dol_lca', formula, value },
  })
  return {
    point,
    value: median,
    kind: 'derived' as const,
    inputs: {
      ...{ p10, p25, p75, p90 },
      count: group.offers,
      employers: group.employers,
      scope,
      place,
      level: level || null,
    },
    steps: [
      step(
        'filed offers',
        'full-time labor condition applications whose title is the role’s at this level, in the narrowest place with ten',
        `${group.offers} offers of ${group.employers} employers, ${place}, ${level || 'no level stated'}, ${group.from} to ${group.to}`,
        'published',
      ),
      step(
        'to the benchmark',
        'wage × growth of the occupation’s national mean pay between the filing and the benchmark',
        `May ${yearOf(catalog.benchmark)}`,
      ),
      ...(drawn === 1
        ? []
        : [step('ladder', 'levels that would fall are pooled by their employers', `× ${drawn.toFixed(3)}`)]),
      step('median', 'each employer weighs with the square root of its offers', String(median)),
    ],
    note: 'Lower ends of what employers offered to visa workers; no survey of everybody at work.',
  }
}

/** The figure of a `typical` id, computed again; null for other ids, and where there is none. */
export function typicalFigureOf({ catalog }: Dataset, point: DataPoint) {
  const role = findRole(catalog, point.role)
  const city = point.city === null ? null : findCity(catalog, point.city)
  if (point.metric !== 'typical' || !role || (point.city !== null && !city)) return null
  const typical = typicalOf(catalog, { role, city, ...typicalIn(point) })
  if ('reason' in typical || point.quarter !== typical.benchmark) return null
  const { low, median, high, weight, sample, spread } = typical
  return {
    point,
    value: median,
    kind: 'modelled' as const,
    inputs: { low, high, weight, spread, ...sample, survey_median: typical.survey.median },
    steps: [...explain(catalog, typical.survey), ...typicalSteps(typical)],
    note: typical.why,
  }
}
