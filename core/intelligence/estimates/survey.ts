/** The surveyed pay of an occupation in a place: as published, or else computed from the wage cell. */
import judgements from '../../../sql/data/pay/judgements.json' with { type: 'json' }
import {
  ALL_OCCUPATIONS,
  nationalYear,
  newestYear,
  type Catalog,
  type City,
  type SurveyedYear,
  type Occupation,
} from '../file/catalog.ts'
import { calibratedPercentiles, percentileOf, PERCENTILES, nonDecreasing } from './percentiles.ts'

/** The surveyed pay distribution of an occupation in a place, at the benchmark. */
export type Survey = {
  /** 10, 25, 50, 75, 90; dollars a year. */
  percentiles: number[]
  sigma: number
  mean: number | null
  /** How many areas share the figures; 1 if they are the area's own. */
  areaCount: number
  /** The part of the cell's difference from other cells that is probably noise, in ln points. */
  noise: number
  derived: boolean
  /** Published figures for the nation or the city's area. Null for a city that has only wage levels. */
  published: SurveyedYear | null
  /** The factor by which figures of an older May were moved to the benchmark. 1 for figures of the benchmark. */
  growth: number
}

export function surveyOf(catalog: Catalog, occupation: Occupation, city: City | null): Survey | null {
  const newest = newestYear(catalog, occupation.soc)
  if (!newest?.mean) return null
  if (city === null) return nationalSurvey(occupation, newest)
  const metro = catalog.metro(occupation.soc, city.slug)
  return (
    (metro && metroSurvey(catalog, occupation.soc, newest, metro)) ??
    cellSurvey(catalog, occupation, city, newest)
  )
}

function cellSurvey(catalog: Catalog, occupation: Occupation, city: City, now: SurveyedYear): Survey | null {
  const cell = catalog.cell(occupation.soc, city.slug)
  if (!cell || !occupation.calibration) return null
  const { mean, sigma, areaCount, noise } = cell
  const before = nationalYear(catalog, occupation.soc, catalog.cellsYear)?.mean
  const curve = { mu: Math.log(mean) - (sigma * sigma) / 2, sigma }
  return {
    percentiles: calibratedPercentiles(curve, occupation.calibration),
    ...{ sigma, areaCount, noise, derived: true, published: null, growth: 1 },
    mean: before && now.mean ? mean * (now.mean / before) : mean,
  }
}

/** The published figures of the city's area. Figures of an older May are moved to the benchmark, and count as derived. */
function metroSurvey(catalog: Catalog, soc: string, now: SurveyedYear, metro: SurveyedYear): Survey | null {
  const survey = publishedSurvey(metro)
  const growth = growthSince(catalog, soc, now, metro.year)
  if (!survey || growth === 1) return survey
  const percentiles = survey.percentiles.map((value) => value * growth)
  return { ...survey, percentiles, mean: survey.mean && survey.mean * growth, derived: true, growth }
}

/** Growth factor of national mean pay from a May to the benchmark: the occupation's, or that of all work if it has no figure. */
function growthSince(catalog: Catalog, soc: string, now: SurveyedYear, year: number): number {
  if (year === now.year) return 1
  const meanIn = (code: string, of: number) => nationalYear(catalog, code, of)?.mean
  const ofOccupation = [meanIn(soc, year), now.mean] as const
  const ofAllWork = [meanIn(ALL_OCCUPATIONS, year), meanIn(ALL_OCCUPATIONS, now.year)] as const
  const [before, after] = ofOccupation[0] ? ofOccupation : ofAllWork
  return before && after ? after / before : 1
}

/** Occupations that OEWS publishes by the hour only, such as actors and musicians. */
export const HOURLY_ONLY: ReadonlySet<string> = new Set(judgements.published_by_the_hour)

function nationalSurvey(occupation: Occupation, now: SurveyedYear): Survey | null {
  if (now.percentiles.includes(null) && !occupation.calibration) return null
  const survey = publishedSurvey(now)
  return survey && { ...survey, derived: survey.derived || HOURLY_ONLY.has(occupation.soc) }
}

const PUBLISHED = { areaCount: 1, noise: 0, growth: 1 }

/** The percentiles as published. `partialSurvey` fills in those above the top code, which OEWS withholds. */
function publishedSurvey(row: SurveyedYear): Survey | null {
  const known = row.percentiles.filter((value): value is number => value !== null)
  if (known.length < PERCENTILES.length) return partialSurvey(row)
  const [p10 = 0, p25 = 0, , p75 = 0, p90 = 0] = known
  const sigma = p25 > 0 && p75 > 0 ? Math.log(p75 / p25) / 1.349 : Math.log(p90 / p10) / 2.563
  return { percentiles: known, sigma, mean: row.mean, derived: false, published: row, ...PUBLISHED }
}

/** Fills in percentiles that the top code hides, by a lognormal. They count as derived. */
function partialSurvey(row: SurveyedYear): Survey | null {
  const [p10, p25, median] = row.percentiles
  if (!row.mean || !median) return null
  const sigma = p25 ? Math.log(median / p25) / 0.6745 : p10 ? Math.log(median / p10) / 1.2816 : null
  if (!sigma) return null
  const filled = PERCENTILES.map((p) => percentileOf({ mu: Math.log(median), sigma }, p))
  const percentiles = nonDecreasing(filled.map((value, at) => row.percentiles[at] ?? value))
  return { percentiles, sigma, mean: row.mean, derived: true, published: row, ...PUBLISHED }
}
