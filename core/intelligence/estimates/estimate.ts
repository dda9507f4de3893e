/** The estimate of a role's base pay in a place: percentiles, interval, sources, and the steps that led there. */
import {
  benchmarkOf, findCity, findOccupation, findRole, nationalYear, newestYear, type Catalog, type City, type NationalYear, type Occupation, type Role,
} from '../catalog/catalog.ts' // prettier-ignore
import { shiftOf, type Shift } from './blend.ts'
import { confidenceOf, sourcesDisagree, type Confidence } from './confidence.ts'
import { readForEffects, sumOf, titleKeys, type Seniority } from './effects.ts'
import { calibratedPercentiles, percentileOf, PERCENTILES } from './percentiles.ts'

export type EstimateInput = {
  role: string
  /** City slug; null = the nation. */
  city: string | null
  /** A band, the level a title's words gave, or null for pay across all levels. */
  seniority?: Seniority
  /** The title as the person wrote it, when it says more than the role's own. */
  title?: string
}

export type Percentiles = { p10: number; p25: number; p50: number; p75: number; p90: number }

export type Estimate = {
  role: Role; city: City | null; occupation: Occupation
  /** 25th percentile, median, 75th percentile of base pay; dollars a year at the benchmark. */
  low: number; median: number; high: number; percentiles: Percentiles; mean: number | null
  /** The survey's own median for the occupation and place, before offers and seniority. */
  surveyMedian: number
  confidence: Confidence; disagreement: boolean
  /** Offers really held for this role and place; may be 0. */
  sampleSize: number; sourceBreakdown: Record<string, number>
  employmentRepresented: number | null; relativeStandardError: number | null
  kind: 'published' | 'derived' | 'modelled'; ownArea: boolean; topCoded: boolean
  /** Pay here against the nation on the same basis (a wage ratio; the price index is the city's `rpp`). */
  wageMultiplier: number
  /** The quarter it represents. */
  benchmark: string
  /** What moved the survey's median; `explain` says it in words. */
  shift: Shift; survey: Survey
} // prettier-ignore

/** Why there is no figure. */
export type NoEstimate = { missing: 'role' | 'city' | 'pay'; reason: string }

/** The surveyed distribution of an occupation in a place. */
export type Survey = {
  percentiles: number[]
  sigma: number
  mean: number | null
  sharing: number
  derived: boolean
}

/** Base pay of a role in a city or the nation; a refusal with its reason when the sources have no figure. */
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

/** The occupation's own surveyed percentiles: published for the nation, derived from the cell for a city. */
export function surveyOf(catalog: Catalog, occupation: Occupation, city: City | null): Survey | null {
  const now = newestYear(catalog, occupation.soc)
  if (!now?.mean) return null
  if (city === null) return nationalSurvey(occupation, now)
  const at =
    (catalog.occupationAt.get(occupation.soc) ?? 0) * catalog.cities.length +
    (catalog.cityAt.get(city.slug) ?? 0)
  const mean = catalog.cells.mean[at] ?? Number.NaN
  const sigma = catalog.cells.sigma[at] ?? 0
  if (Number.isNaN(mean) || !occupation.calibration) return null
  const before = nationalYear(catalog, occupation.soc, catalog.cellsYear)?.mean
  const percentiles = calibratedPercentiles(
    { mu: Math.log(mean) - (sigma * sigma) / 2, sigma },
    occupation.calibration,
  )
  return {
    percentiles,
    sigma,
    mean: before ? mean * (now.mean / before) : mean,
    sharing: catalog.cells.sharing[at] ?? 1,
    derived: true,
  }
}

/** Published percentiles; one above the top code is null in OEWS and the shape stops there, so it refuses. */
function nationalSurvey(occupation: Occupation, now: NationalYear): Survey | null {
  const known = now.percentiles.filter((value): value is number => value !== null)
  if (known.length < PERCENTILES.length) return partialSurvey(occupation, now)
  const [p10 = 0, p25 = 0, , p75 = 0, p90 = 0] = known
  const sigma = p25 > 0 && p75 > 0 ? Math.log(p75 / p25) / 1.349 : Math.log(p90 / p10) / 2.563
  return { percentiles: known, sigma, mean: now.mean, sharing: 1, derived: false }
}

/** With some percentiles withheld (top code), the lognormal fills the gap and is labelled derived. */
function partialSurvey(occupation: Occupation, now: NationalYear): Survey | null {
  const [p10, p25, median] = now.percentiles
  if (!now.mean || !median || !occupation.calibration) return null
  const lower = p25 ? Math.log(median / p25) / 0.6745 : p10 ? Math.log(median / p10) / 1.2816 : null
  if (!lower) return null
  const curve = { mu: Math.log(median), sigma: lower }
  const filled = PERCENTILES.map((p) => percentileOf(curve, p))
  return {
    percentiles: filled.map((value, at) => now.percentiles[at] ?? value),
    sigma: lower,
    mean: now.mean,
    sharing: 1,
    derived: true,
  }
}

/** The effect of the title's words: the role's own, computed once at load, or that of the words given. */
function titleShift(catalog: Catalog, role: Role, title: string | undefined): number {
  if (title === undefined) return catalog.roleShift[catalog.roleAt.get(role.slug) ?? -1] ?? 0
  return sumOf(catalog.effects, titleKeys(role.soc, readForEffects(title)))
}

function noPayReason(role: Role, city: City | null): string {
  const place = city ? ` in ${city.name}, ${city.state}` : ''
  return `The sources release no annual pay for ${role.title}${place} (occupation ${role.soc}).`
}

/** Roles that are the occupation itself keep its published national figures; finer titles may move. */
function isOccupation(role: Role): boolean {
  return role.reason === 'occupation' || role.reason === 'common_title'
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
  const exact = city === null && seniority === null && isOccupation(role) && input.title === undefined
  const full = shiftOf(
    catalog,
    occupation,
    { soc: role.soc, city: city?.slug ?? null },
    titleShift(catalog, role, input.title),
    seniority,
    survey.sigma,
  )
  const shift = exact ? { ...full, market: 0 } : full
  const factor = Math.exp(shift.market + shift.seniority)
  const narrow = seniority === null ? 1 : BAND_SPREAD
  const centre = survey.percentiles[2] ?? 0
  const [p10 = 0, p25 = 0, p50 = 0, p75 = 0, p90 = 0] = survey.percentiles.map((value) =>
    Math.round(centre * factor * (value / centre) ** narrow),
  )
  const now = newestYear(catalog, role.soc)
  const held = catalog.offers.get(`${role.slug}|${city?.slug ?? ''}`)
  const confidence = confidenceOf(p50, {
    meanRse: now?.meanRse ?? null, derived: survey.derived, sharing: survey.sharing, mapping: role.confidence,
    market: shift.market, banded: seniority !== null,
  }) // prettier-ignore
  const published = nationalMedian(catalog, role.soc)
  return {
    role, city, occupation, low: p25, median: p50, high: p75, percentiles: { p10, p25, p50, p75, p90 },
    mean: survey.mean === null ? null : Math.round(survey.mean * factor), surveyMedian: Math.round(centre), confidence,
    disagreement: sourcesDisagree(full.market, full.trust, confidence.relativeError), sampleSize: held?.offers ?? 0,
    sourceBreakdown: breakdownOf(city, held?.offers ?? 0, exact ? 0 : full.offers), employmentRepresented: now?.employment ?? null,
    relativeStandardError: now?.meanRse ?? null,
    kind: shift.market !== 0 || shift.seniority !== 0 ? 'modelled' : survey.derived ? 'derived' : 'published',
    ownArea: survey.sharing === 1, topCoded: now?.topCoded ?? false,
    wageMultiplier: published ? Math.round((1000 * centre) / published) / 1000 : 1,
    benchmark: benchmarkOf(catalog, role.soc), shift, survey,
  } // prettier-ignore
}

/** Within one seniority band pay spreads less than across all; the ln spread kept is a judgement, not a measurement. */
const BAND_SPREAD = 0.6

function nationalMedian(catalog: Catalog, soc: string): number | null {
  return newestYear(catalog, soc)?.percentiles[2] ?? null
}

/** Records per source: one published cell each for OEWS and OFLC, and the offers behind the shift. */
function breakdownOf(city: City | null, held: number, offers: number): Record<string, number> {
  return {
    bls_oews: 1,
    ...(city ? { oflc_wages: 1 } : {}),
    ...(offers > 0 ? { dol_lca: Math.max(held, offers) } : held > 0 ? { dol_lca: held } : {}),
  }
}
