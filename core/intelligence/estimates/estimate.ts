/** Estimates a role's base pay in a place: percentiles, interval, sources, and the calculation steps. */
import {
  ALL_OCCUPATIONS, benchmarkOf, findCity, findOccupation, findRole, nationalYear, newestYear, type Catalog, type City, type NationalYear, type Occupation, type Role,
} from '../catalog/catalog.ts' // prettier-ignore
import { isNamesake, shiftOf, shiftWithin, statesLevel, type Shift } from './blend.ts'
import { confidenceOf, sourcesDisagree, type Confidence, type Doubts } from './confidence.ts'
import type { Seniority } from './effects.ts'
import { calibratedPercentiles, percentileOf, PERCENTILES, rising, trainingBasis } from './percentiles.ts'
import { offersOfTitle } from './title-offers.ts'

export type EstimateInput = {
  role: string
  /** City slug; null = the nation. */
  city: string | null
  /** A band, a title with more information than the role's own, or null for pay across all levels. */
  seniority?: Seniority
}

export type Percentiles = { p10: number; p25: number; p50: number; p75: number; p90: number }

export type Estimate = {
  role: Role; city: City | null; occupation: Occupation
  /** The requested seniority: a band, a title, or all levels. */
  seniority: Seniority
  /** 25th percentile, median, 75th percentile of base pay; dollars a year at the benchmark. */
  low: number; median: number; high: number; percentiles: Percentiles; mean: number | null
  /** The survey's median for the occupation and place, before offers and seniority are applied. */
  surveyMedian: number
  confidence: Confidence; disagreement: boolean
  /** Offers on record for exactly this role and place; may be 0. */
  sampleSize: number; sourceBreakdown: Record<string, number>
  employmentRepresented: number | null; relativeStandardError: number | null
  kind: 'published' | 'derived' | 'modelled'; ownArea: boolean; topCoded: boolean
  /** Pay here relative to the nation, on the same basis (a wage ratio; the price index is `rpp`). */
  wageMultiplier: number
  /** The quarter the estimate represents. */
  benchmark: string
  /** How far pay in training lies nearer to the nation's than the survey's median of the city, in ln points; else 0. */
  ofScale: number
  /** What moved the survey's median; `explain` describes it as text. */
  shift: Shift; survey: Survey
} // prettier-ignore

/** Why there is no figure. */
type NoEstimate = { missing: 'role' | 'city' | 'pay'; reason: string }

/** The surveyed distribution of an occupation in a place, at the benchmark. */
type Survey = {
  percentiles: number[]
  sigma: number
  mean: number | null
  sharing: number
  derived: boolean
  /** Published figures of the nation or of the city's area; null for a city with wage levels only. */
  published: NationalYear | null
  /** Factor that moved figures from an older May to the benchmark; 1 when none was needed. */
  growth: number
}

/** Base pay of a role in a city or the nation; the reason instead when the sources have no figure. */
export function estimate(catalog: Catalog, input: EstimateInput): Estimate | NoEstimate {
  const role = findRole(catalog, input.role)
  if (!role) return { missing: 'role', reason: `There is no role "${input.role}".` }
  const city = input.city === null ? null : findCity(catalog, input.city)
  if (input.city !== null && !city) return { missing: 'city', reason: `There is no city "${input.city}".` }
  const occupation = findOccupation(catalog, role.soc)
  const survey = occupation && surveyOf(catalog, occupation, city)
  if (!occupation || !survey) return { missing: 'pay', reason: noPayReason(role, city) }
  return assemble(catalog, role, city, occupation, survey, input)
}

/** The occupation's surveyed percentiles: as published if available, else derived from the wage cell. */
function surveyOf(catalog: Catalog, occupation: Occupation, city: City | null): Survey | null {
  const now = newestYear(catalog, occupation.soc)
  if (!now?.mean) return null
  if (city === null) return nationalSurvey(occupation, now)
  const metro = catalog.metro(occupation.soc, city.slug)
  return (
    (metro && metroSurvey(catalog, occupation.soc, now, metro)) ?? cellSurvey(catalog, occupation, city, now)
  )
}

/** Percentiles derived from the wage levels of the city's area. */
function cellSurvey(catalog: Catalog, occupation: Occupation, city: City, now: NationalYear): Survey | null {
  const cell = catalog.cell(occupation.soc, city.slug)
  if (!cell || !occupation.calibration) return null
  const { mean, sigma, sharing } = cell
  const before = nationalYear(catalog, occupation.soc, catalog.cellsYear)?.mean
  const percentiles = calibratedPercentiles(
    { mu: Math.log(mean) - (sigma * sigma) / 2, sigma },
    occupation.calibration,
  )
  return {
    percentiles,
    sigma,
    mean: before && now.mean ? mean * (now.mean / before) : mean,
    sharing,
    derived: true,
    published: null,
    growth: 1,
  }
}

/**
 * Published figures of the city's area. Those of an older May are
 * moved to the benchmark by national growth, and labelled derived.
 */
function metroSurvey(catalog: Catalog, soc: string, now: NationalYear, metro: NationalYear): Survey | null {
  const survey = publishedSurvey(metro)
  const growth = growthSince(catalog, soc, now, metro.year)
  if (!survey || growth === 1) return survey
  return {
    ...survey,
    percentiles: survey.percentiles.map((value) => value * growth),
    mean: survey.mean === null ? null : survey.mean * growth,
    derived: true,
    growth,
  }
}

/**
 * Growth of mean pay from a May to the benchmark; that of all
 * occupations when this one has no figure for that May.
 */
function growthSince(catalog: Catalog, soc: string, now: NationalYear, year: number): number {
  if (year === now.year) return 1
  const meanIn = (code: string, of: number) => nationalYear(catalog, code, of)?.mean
  const [before, after] = meanIn(soc, year) ? [meanIn(soc, year), now.mean] : [meanIn(ALL_OCCUPATIONS, year), meanIn(ALL_OCCUPATIONS, now.year)]
  return before && after ? after / before : 1
} // prettier-ignore

/** Occupations that OEWS publishes by the hour only: actors, dancers, musicians, disc jockeys, other entertainers. */
export const HOURLY_ONLY: ReadonlySet<string> = new Set([
  '27-2011',
  '27-2031',
  '27-2042',
  '27-2091',
  '27-2099',
])

function nationalSurvey(occupation: Occupation, now: NationalYear): Survey | null {
  if (now.percentiles.includes(null) && !occupation.calibration) return null
  const survey = publishedSurvey(now)
  return survey && { ...survey, derived: survey.derived || HOURLY_ONLY.has(occupation.soc) }
}

/** As published. Percentiles above the top code are null in OEWS and need `partialSurvey`. */
function publishedSurvey(row: NationalYear): Survey | null {
  const known = row.percentiles.filter((value): value is number => value !== null)
  if (known.length < PERCENTILES.length) return partialSurvey(row)
  const [p10 = 0, p25 = 0, , p75 = 0, p90 = 0] = known
  const sigma = p25 > 0 && p75 > 0 ? Math.log(p75 / p25) / 1.349 : Math.log(p90 / p10) / 2.563
  return { percentiles: known, sigma, mean: row.mean, sharing: 1, derived: false, published: row, growth: 1 }
}

/** Fills percentiles withheld by the top code from a lognormal, and labels the result derived. */
function partialSurvey(row: NationalYear): Survey | null {
  const [p10, p25, median] = row.percentiles
  if (!row.mean || !median) return null
  const lower = p25 ? Math.log(median / p25) / 0.6745 : p10 ? Math.log(median / p10) / 1.2816 : null
  if (!lower) return null
  const curve = { mu: Math.log(median), sigma: lower }
  const filled = PERCENTILES.map((p) => percentileOf(curve, p))
  return {
    percentiles: rising(filled.map((value, at) => row.percentiles[at] ?? value)),
    sigma: lower,
    mean: row.mean,
    sharing: 1,
    derived: true,
    published: row,
    growth: 1,
  }
}

function noPayReason(role: Role, city: City | null): string {
  const place = city ? ` in ${city.name}, ${city.state}` : ''
  return `The sources release no annual pay for ${role.title}${place} (occupation ${role.soc}).`
}

function assemble(
  catalog: Catalog,
  role: Role,
  city: City | null,
  occupation: Occupation,
  survey: Survey,
  input: EstimateInput,
): Estimate {
  const seniority = input.seniority ?? null
  const full = shiftOf(catalog, occupation, { role, city }, seniority, survey.sigma)
  const isLevelled = statesLevel(seniority)
  const isOfEveryone = survey.published !== null
  const shift = isOfEveryone ? shiftWithin(full, isNamesake(occupation, role) && !full.isWorded) : full
  const centre = survey.percentiles[2] ?? 0
  const published = nationalMedian(catalog, role.soc)
  const ofScale =
    shift.isTraining && published
      ? trainingBasis(Math.log(centre), Math.log(published)) - Math.log(centre)
      : 0
  const factor = Math.exp(ofScale + shift.market + shift.seniority)
  const narrow = shift.isTraining ? TRAINING_SPREAD : isLevelled ? BAND_SPREAD : 1
  const [p10 = 0, p25 = 0, p50 = 0, p75 = 0, p90 = 0] = survey.percentiles.map((value) =>
    Math.round(centre * factor * (value / centre) ** narrow),
  )
  const counted = survey.published ?? newestYear(catalog, role.soc)
  const held = catalog.offers(role.slug, city?.slug ?? '')
  const doubts: Doubts = {
    meanRse: counted?.meanRse ?? null, derived: survey.derived, sharing: survey.sharing, mapping: role.confidence,
    market: shift.market, unseen: city || isNamesake(occupation, role) ? 0 : distanceToOffers(catalog, role, p50 / Math.exp(shift.seniority)),
    titled: isOfEveryone && shift.market !== 0, banded: isLevelled,
  } // prettier-ignore
  return {
    role, city, occupation, seniority, low: p25, median: p50, high: p75, percentiles: { p10, p25, p50, p75, p90 },
    mean: survey.mean === null ? null : Math.round(survey.mean * factor), surveyMedian: Math.round(centre), confidence: confidenceOf(p50, doubts),
    disagreement: sourcesDisagree(full.market, full.trust, doubts), sampleSize: held?.offers ?? 0,
    sourceBreakdown: breakdownOf(city, survey, held?.offers ?? 0, isOfEveryone && shift.market === 0 ? 0 : full.offers), employmentRepresented: counted?.employment ?? null,
    relativeStandardError: counted?.meanRse ?? null,
    kind: shift.market !== 0 || shift.seniority !== 0 ? 'modelled' : survey.derived ? 'derived' : 'published',
    ownArea: survey.sharing === 1, topCoded: counted?.topCoded ?? false,
    wageMultiplier: published ? Math.round((1000 * centre) / published) / 1000 : 1,
    benchmark: benchmarkOf(catalog, role.soc), ofScale, shift, survey,
  } // prettier-ignore
}

/**
 * Pay spreads less within one seniority band than across all; this
 * share of the ln spread is a judgement, not a measurement.
 */
const BAND_SPREAD = 0.6

/**
 * The same for training after a degree, which institutions pay by a scale: offers of postdocs and residents (LCA
 * FY2024 Q1) have 0.27 and 0.18 of the ln spread between the 10th and 90th percentiles of their occupations.
 */
const TRAINING_SPREAD = 0.25

/** In ln points, from a figure of all levels. */
function distanceToOffers(catalog: Catalog, role: Role, median: number): number {
  const held = offersOfTitle(catalog, role)
  return held ? Math.abs(Math.log(held.median / median)) : 0
}

function nationalMedian(catalog: Catalog, soc: string): number | null {
  return newestYear(catalog, soc)?.percentiles[2] ?? null
}

/** Records per source: one published cell for each table the survey uses, and the offers behind the shift. */
function breakdownOf(
  city: City | null,
  { published, growth }: Survey,
  held: number,
  offers: number,
): Record<string, number> {
  const isMetro = city !== null && published !== null
  return {
    ...(isMetro && { bls_oews_metro: 1 }),
    ...((!isMetro || growth !== 1) && { bls_oews: 1 }),
    ...(city && !isMetro && { oflc_wages: 1 }),
    ...(offers > 0 ? { dol_lca: Math.max(held, offers) } : held > 0 ? { dol_lca: held } : {}),
  }
}
