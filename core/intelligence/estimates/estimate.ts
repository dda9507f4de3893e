/** Estimates base pay of a role in a place from surveys of its occupation. */
import { must, recordBy } from '../../kernel/narrow.ts'
import {
  benchmarkOf,
  newestYear,
  type Catalog,
  type City,
  type Occupation,
  type Role,
} from '../file/catalog.ts'
import { percentilesAt } from './percentiles.ts'
import { EXPERIENCES, type Experience } from '../words/experience.ts'
import { surveyOf, type Survey } from './survey.ts'

const CONFIDENCE_LEVEL = 0.9
export const Z90 = 1.645

/** Parts of the error in ln points, chosen so that the intervals cover the measured errors (docs/methodology.md). */
const DERIVED_ERROR = 0.07
const POOLED_ERROR = 0.07
const BAND_ERROR = 0.06
/** Measured: with this error, the interval covers nine in ten titles of held-out offers (docs/methodology.md). */
const TITLE_ERROR = 0.07
const MAPPING_ERROR = { high: 0.02, medium: 0.05, low: 0.1 }
/** Relative standard error of the mean in percent, if OEWS publishes none. */
const USUAL_RSE = 5

function errorOf({ role, survey, experience }: EstimateParts, meanRse: number | null): number {
  const parts = [
    (meanRse ?? USUAL_RSE) / 100,
    survey.derived ? DERIVED_ERROR : 0,
    survey.areaCount > 1 ? POOLED_ERROR : 0,
    MAPPING_ERROR[role.confidence],
    survey.noise,
    hasOwnSeries(role) ? 0 : TITLE_ERROR,
    experience === null ? 0 : BAND_ERROR,
  ]
  return Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0))
}

/** The interval that contains the median of the group (not of one person) with `probability`, and a rating of its width. */
function confidenceOf(median: number, error: number) {
  const rating: 'high' | 'medium' | 'low' = error < 0.05 ? 'high' : error < 0.1 ? 'medium' : 'low'
  const margin = Math.exp(Z90 * error)
  return {
    probability: CONFIDENCE_LEVEL,
    lower: Math.round(median / margin),
    upper: Math.round(median * margin),
    rating,
    relativeError: error,
  }
}

type EstimateInput = {
  role: string
  /** City slug; null = the nation. */
  city: string | null
  /** A level, or null for pay across all of them. */
  experience?: Experience | null
}

export type Percentiles = { p10: number; p25: number; p50: number; p75: number; p90: number }

export type Estimate = ReturnType<typeof assemble>

/** Base pay of a role in a city or the nation, or the reason why there is no figure. */
export function estimate(catalog: Catalog, input: EstimateInput): Estimate | { reason: string } {
  const role = catalog.role(input.role)
  if (!role) return { reason: `There is no role "${input.role}".` }
  const city = input.city === null ? null : catalog.city(input.city)
  if (input.city !== null && !city) return { reason: `There is no city "${input.city}".` }
  const occupation = catalog.occupation(role.soc)
  const survey = occupation && surveyOf(catalog, occupation, city)
  if (!occupation || !survey) return { reason: noPayReason(role, city) }
  return assemble(catalog, { role, city, occupation, survey, experience: input.experience ?? null })
}

/** Whether the title is itself an occupation of the survey. Other titles share the figures of an occupation. */
export const hasOwnSeries = ({ reason }: Pick<Role, 'reason'>): boolean => reason === 'occupation'

function noPayReason(role: Role, city: City | null): string {
  const place = city ? ` in ${city.name}, ${city.state}` : ''
  return `The sources release no annual pay for ${role.title}${place} (occupation ${role.soc}).`
}

interface EstimateParts {
  role: Role
  city: City | null
  occupation: Occupation
  survey: Survey
  experience: Experience | null
}

function assemble(catalog: Catalog, parts: EstimateParts) {
  const { role, city, survey, experience } = parts
  const allLevels = survey.percentiles
  const [surveyMedian = 0, nationalMedian] = [allLevels[2], newestYear(catalog, role.soc)?.percentiles[2]]
  const atLevel = experience ? percentilesAt(allLevels, experience) : allLevels
  const [p10 = 0, p25 = 0, p50 = 0, p75 = 0, p90 = 0] = atLevel.map(Math.round)
  const publishedYear = survey.published ?? newestYear(catalog, role.soc)
  const sourceBreakdown = breakdownOf(city, survey)
  const surveyKind: 'published' | 'derived' = survey.derived ? 'derived' : 'published'
  return {
    ...parts,
    /** 25th percentile, median, 75th percentile of base pay; dollars a year in the quarter `benchmark`. */
    ...{ low: p25, median: p50, high: p75, percentiles: { p10, p25, p50, p75, p90 } },
    mean: survey.mean === null ? null : Math.round((survey.mean * (atLevel[2] ?? 0)) / surveyMedian),
    /** The survey's median for the occupation and place, across all levels. */
    surveyMedian: Math.round(surveyMedian),
    confidence: confidenceOf(p50, errorOf(parts, publishedYear?.meanRse ?? null)),
    ...{ sourceBreakdown, cellCount: Object.values(sourceBreakdown).reduce((sum, cells) => sum + cells, 0) },
    employmentRepresented: publishedYear?.employment ?? null,
    relativeStandardError: publishedYear?.meanRse ?? null,
    kind: experience ? ('modelled' as const) : surveyKind,
    ...{ ownArea: survey.areaCount === 1, topCoded: publishedYear?.topCoded ?? false },
    /** Pay in the city divided by pay in the nation. It compares wages; the city's `rpp` compares prices. */
    wageMultiplier: nationalMedian ? Math.round((1000 * surveyMedian) / nationalMedian) / 1000 : 1,
    benchmark: benchmarkOf(catalog, role.soc),
  }
}

/** Published cells per source: one for each table the survey uses. */
function breakdownOf(city: City | null, { published, growth }: Survey): Record<string, number> {
  const isMetro = city !== null && published !== null
  return {
    ...(isMetro && { bls_oews_metro: 1 }),
    ...((!isMetro || growth !== 1) && { bls_oews: 1 }),
    ...(city && !isMetro && { oflc_wages: 1 }),
  }
}

/** Median and quartiles of every level, dollars a year; null when the role has no figure. Modelled. */
export function byExperience(catalog: Catalog, role: string, city: string | null) {
  const bands = EXPERIENCES.flatMap((experience) => {
    const found = estimate(catalog, { role, city, experience })
    return 'reason' in found ? [] : [{ median: found.median, p25: found.low, p75: found.high }]
  })
  // Whether there is a figure depends on role and place only, so either all levels have one or no level has.
  return bands.length === 0 ? null : recordBy(EXPERIENCES, (_, at) => must(bands[at]))
}
