// Data point ids. The id of a figure contains everything that is needed to compute the figure again.

import { quarterOf, type City, type Role } from '../file/catalog.ts'
import type { FullDataset } from '../file/dataset.ts'
import type { Step } from '../estimates/explain.ts'
import { EXPERIENCES, type Experience } from '../words/experience.ts'
import { rungOf, type Rung } from '../offers/levels.ts'
import type { Lexicon } from '../words/lexicon.ts'
import { readTitle } from '../words/title.ts'

export const METRICS = [
  'base',
  'total',
  'total-entry',
  'total-mid',
  'total-senior',
  'total-staff',
  ...EXPERIENCES,
  'total-principal',
  'offers',
  'typical',
  'title',
  'total-title',
  'history',
  'projection',
  'skills',
  'market',
  'reported',
] as const
/** Metrics that need no pay estimate. They exist even if no pay is published. */
export const COUNTED = ['skills', 'market', 'reported'] as const
export type Metric = (typeof METRICS)[number]
/** A figure with an id. `title`: the words of a job title; for `offers` the level; for `typical` "<level or any>[ of <words>]". */
export type DataPoint = {
  role: string
  city: string | null
  metric: Metric
  title?: string | undefined
  quarter: string
}

const PATTERN =
  /^comp:([a-z0-9]+(?:-[a-z0-9]+)*):([a-z0-9]+(?:-[a-z0-9]+)*):([a-z]+(?:-[a-z0-9]+)*):(\d{4}-Q[1-4])$/
const OF_TITLE = /^(title|total-title|offers|typical)-(.+)$/

/** `comp:<role>:<city|national>:<metric>:<YYYY-Qn>`; the words of a title are appended to its metric. */
export function dataPointId({ role, city, metric, title, quarter }: DataPoint): string {
  const words = title === undefined ? '' : `-${title.replaceAll(' ', '-')}`
  return `comp:${role}:${city ?? 'national'}:${metric}${words}:${quarter}`
}

export const metricOf = (experience: Experience | null, isTotal = false): Metric =>
  experience ? (isTotal ? `total-${experience}` : experience) : isTotal ? 'total' : 'base'

export const metricOfTypical = (level: Rung, words: string): Pick<DataPoint, 'metric' | 'title'> => ({
  metric: 'typical',
  ...(level || words ? { title: `${level || 'any'}${words && ` of ${words}`}` } : {}),
})

export function typicalIn({ title = 'any' }: Pick<DataPoint, 'title'>): { level: Rung; words: string } {
  const [, level = '', words = ''] = /^([a-z]+)(?:-of-(.+))?$/.exec(title) ?? []
  return { level: rungOf(level, null), words: words.replaceAll('-', ' ') }
}

/** The level of a metric, or null for all levels. Older ids contain the words of a title, which may state a level. */
export function experienceIn(lexicon: Lexicon, { metric, title }: DataPoint): Experience | null {
  if (title !== undefined) return readTitle(lexicon, title).experience
  return EXPERIENCES.find((known) => metric === known || metric === `total-${known}`) ?? null
}

export function parseDataPointId(id: string): DataPoint | null {
  const [, role = '', place = '', name = '', quarter = ''] = PATTERN.exec(id) ?? []
  if (name === '') return null
  const city = place === 'national' ? null : place
  const [, kind, words] = OF_TITLE.exec(name) ?? []
  const metric = METRICS.find((known) => known === (kind ?? name))
  if (!metric || (words === undefined && isOfTitle(metric))) return null
  return {
    role,
    city,
    metric,
    ...(words !== undefined && { title: isOfTitle(metric) ? words.replaceAll('-', ' ') : words }),
    quarter,
  }
}

/** A figure without a role: the published national median of an occupation, or the premium of a skill. */
export type RolelessPoint = { of: string; metric: (typeof ROLELESS)[number]; quarter: string }
export const ROLELESS = ['median', 'premium'] as const

const ROLELESS_PATTERNS = [
  ['median', /^occupation:(\d\d-\d{4}):national:median:(\d{4}-Q2)$/],
  ['premium', /^skill:([a-z0-9]+(?:-[a-z0-9]+)*):national:premium:(\d{4}-Q[1-4])$/],
] as const

export const occupationPointId = (soc: string, year: number): string =>
  `occupation:${soc}:national:median:${quarterOf(year)}`

export const premiumPointId = (skill: string, quarter: string): string =>
  `skill:${skill}:national:premium:${quarter}`

/** Parses the id of a figure without a role; null for other ids. */
export function parseRolelessId(id: string): RolelessPoint | null {
  for (const [metric, pattern] of ROLELESS_PATTERNS) {
    const [, of, quarter] = pattern.exec(id) ?? []
    if (of !== undefined && quarter !== undefined) return { of, metric, quarter }
  }
  return null
}

const isOfTitle = (metric: Metric): boolean => metric === 'title' || metric === 'total-title'

/** How a figure was derived: its value, steps and inputs. */
export interface Derivation {
  /** Null unless the figure is an amount in dollars a year. */
  value: number | null
  kind: Step['kind']
  inputs: Record<string, number | string | null>
  steps: Step[]
  note: string | null
  occupation?: { soc_code: string; soc_title: string }
  skill?: string
  /** Names of sources to list before those of the steps. */
  sources?: readonly string[]
}

export interface LocatedPoint {
  whole: Pick<FullDataset, 'catalog' | 'references' | 'words'>
  point: DataPoint
  role: Role
  city: City | null
}
