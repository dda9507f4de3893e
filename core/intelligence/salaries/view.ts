// Converts estimates to API records.
import { METHODOLOGY_VERSION } from '../attribution.ts'
import {
  benchmarkOf,
  findOccupation,
  lastDayOf,
  type Catalog,
  type City,
  type Role,
} from '../catalog/catalog.ts'
import type { References, Sponsor } from '../catalog/references.ts'
import type { Estimate } from '../estimates/estimate.ts'
import { bandOf } from '../estimates/experience.ts'
import { changeOver, historyOf } from '../history/history.ts'
import { dataPointId, metricOf, type DataPoint, type Metric } from '../lineage/data-point.ts'
import { totalPay } from '../paymix/paymix.ts'
import type { CityOut, EstimateOut, RoleOut, TotalOut, TrendOut } from './records.ts'

/** The role with its official classification. */
export function roleView(catalog: Catalog, role: Role): RoleOut {
  return {
    id: `role:${role.slug}`,
    slug: role.slug,
    title: role.title,
    specialized: role.specialized,
    classification: {
      soc_code: role.soc,
      soc_title: findOccupation(catalog, role.soc)?.title ?? '',
      onet_code: role.onet || null,
      confidence: role.confidence,
    },
  }
}

export const cityView = ({ slug, name, state, rpp }: City): CityOut => ({
  id: `city:${slug}`,
  slug,
  name,
  state,
  cost_of_living_multiplier: Math.round(rpp * 10) / 1000,
})

/** The data point id of a figure for this role and place. */
export const pointOf = (
  catalog: Catalog,
  { role, city }: Pick<Estimate, 'role' | 'city'>,
  metric: Metric | Pick<DataPoint, 'metric' | 'title'>,
  quarter = benchmarkOf(catalog, role.soc),
): string => {
  const of = typeof metric === 'string' ? { metric } : metric
  return dataPointId({ role: role.slug, city: city?.slug ?? null, ...of, quarter })
}

/** The estimate as an API record. */
export const estimateView = (catalog: Catalog, pay: Estimate): EstimateOut => ({
  low: pay.low,
  median: pay.median,
  high: pay.high,
  currency: 'USD',
  period: 'annual',
  sample_size: pay.sampleSize,
  confidence_level: pay.confidence.level,
  confidence_lower: pay.confidence.lower,
  confidence_upper: pay.confidence.upper,
  methodology_version: METHODOLOGY_VERSION,
  source_breakdown: pay.sourceBreakdown,
  disagreement_flag: pay.disagreement,
  data_point_id: pointOf(catalog, pay, metricOf(pay.seniority)),
  as_of: lastDayOf(pay.benchmark),
})

export const qualityView = (pay: Estimate) => ({
  kind: pay.kind,
  confidence: pay.confidence.words,
  own_area: pay.ownArea,
  top_coded: pay.topCoded,
  employment_represented: pay.employmentRepresented,
  relative_standard_error_pct: pay.relativeStandardError,
  wage_multiplier: pay.wageMultiplier,
})

export const employerView = ({ employer: name, filings, offers, median }: Sponsor) => ({
  ...{ name, filings, offers, median },
})

export const distributionView = ({ percentiles, mean }: Estimate) => ({ ...percentiles, mean })

/** Base pay with the modelled bonus and equity added. */
export function totalView(catalog: Catalog, references: References, pay: Estimate): TotalOut {
  const total = totalPay(references, pay.role, pay.median, bandOf(pay.seniority))
  return { ...total, data_point_id: pointOf(catalog, pay, metricOf(pay.seniority, true)) }
}

/** Yearly changes smaller than this are reported as flat. */
const FLAT_PCT = 1

/** The change in pay over one and five years; null when there is no history. */
export function trendOf(catalog: Catalog, references: References, pay: Estimate): TrendOut | null {
  const history = historyOf(catalog, references, pay.role.soc, pay.median)
  const latest = history.at(-1)
  if (!latest) return null
  const year = changeOver(history, 4)
  return {
    direction: year === null || Math.abs(year) < FLAT_PCT ? 'flat' : year > 0 ? 'up' : 'down',
    change_1y_pct: year,
    change_5y_pct: changeOver(history, 20),
    latest_quarter: latest.quarter,
    kind: latest.kind,
  }
}
