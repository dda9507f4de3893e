// Data point ids: every served figure has one, and it contains everything needed to recompute it.

import { BANDS, type Band } from '../estimates/effects.ts'

export const METRICS = [
  'base',
  'total',
  'total-entry',
  'total-mid',
  'total-senior',
  'total-staff',
  'entry',
  'mid',
  'senior',
  'staff',
  'history',
  'projection',
  'skills',
  'market',
  'reported',
] as const
export type Metric = (typeof METRICS)[number]
export type DataPoint = { role: string; city: string | null; metric: Metric; quarter: string }

const PATTERN =
  /^comp:([a-z0-9]+(?:-[a-z0-9]+)*):([a-z0-9]+(?:-[a-z0-9]+)*):([a-z]+(?:-[a-z]+)?):(\d{4}-Q[1-4])$/

/** `comp:<role>:<city|national>:<metric>:<YYYY-Qn>`. */
export function dataPointId({ role, city, metric, quarter }: DataPoint): string {
  return `comp:${role}:${city ?? 'national'}:${metric}:${quarter}`
}

/** The band of experience that a metric is of; null for all levels together. */
export const bandOf = (metric: Metric): Band | null =>
  BANDS.find((band) => metric === band || metric === `total-${band}`) ?? null

/** Reads an id back; null when it is not one. */
export function parseDataPointId(id: string): DataPoint | null {
  const match = PATTERN.exec(id)
  const [, role = '', city = '', name = '', quarter = ''] = match ?? []
  const metric = METRICS.find((known) => known === name)
  return match && metric ? { role, city: city === 'national' ? null : city, metric, quarter } : null
}
