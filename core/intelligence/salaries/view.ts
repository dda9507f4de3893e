// Computes the answer to a question about pay, for a role, level and place. All interfaces show the same answer, and
// lineage reads its steps.
import { METHODOLOGY_VERSION } from '../attribution.ts'
import { benchmarkOf, lastDayOf, type Catalog, type City, type Role } from '../file/catalog.ts'
import type { References, SizeBand } from '../file/references.ts'
import { hasOwnSeries, Z90, type Estimate } from '../estimates/estimate.ts'
import { dataPointId, metricOf, metricOfTypical, type DataPoint, type Metric } from '../lineage/data-point.ts'
import type { Market } from '../market/market.ts'
import { rungOf } from '../offers/levels.ts'
import { ENOUGH, filedOffers, noOffers, placeName } from '../offers/offers.ts'
import { CONFIDENCE_LEVEL, typicalOf, wordsWithOffers } from '../typical/typical.ts'
import { totalPay } from '../paymix/paymix.ts'
import { percentOf } from '../percent.ts'
import type { LookupResult } from '../question.ts'
import type { CityOut, EstimateOut, RoleOut } from './records.ts'

type Answer = ReturnType<typeof answerOf>

export function answerOf(found: LookupResult) {
  const { catalog, role, city, words } = found
  const rung = rungOf(found.level, found.experience)
  const typical = typicalOf(catalog, { role, city, words, level: rung })
  if (!('reason' in typical)) return { found, rung, typical, survey: typical.survey, offers: typical.offers }
  return { found, rung, typical, survey: typical, offers: filedOffers({ catalog, role }, rung, city) }
}

export const subjectOf = ({ catalog, role, city, understood }: LookupResult) => ({
  ...{ understood, role: roleView(catalog, role), city: city && cityView(city) },
})

export const figuresOf = (answer: Answer) => ({ typical: typicalView(answer), ...offersView(answer) })

export function roleView(catalog: Catalog, role: Role): RoleOut {
  const { slug, title, specialized, confidence } = role
  const occupation = catalog.occupation(role.soc)
  const survey = { soc_code: role.soc, soc_title: occupation?.title ?? '' }
  return {
    ...{ id: `role:${slug}`, slug, title, specialized },
    classification: { ...survey, onet_code: role.onet || null, confidence },
    priced_as: { ...survey, own_series: hasOwnSeries(role), roles_sharing: occupation?.roles ?? 1 },
  }
}

export const cityView = ({ slug, name, state, rpp }: City): CityOut => ({
  ...{ id: `city:${slug}`, slug, name, state, cost_of_living_multiplier: Math.round(rpp * 10) / 1000 },
})

export const pointIdOf = (
  catalog: Catalog,
  { role, city }: Pick<Estimate, 'role' | 'city'>,
  metric: Metric | Pick<DataPoint, 'metric' | 'title'>,
  quarter = benchmarkOf(catalog, role.soc),
): string => {
  const point = typeof metric === 'string' ? { metric } : metric
  return dataPointId({ role: role.slug, city: city?.slug ?? null, ...point, quarter })
}

export const estimateView = (catalog: Catalog, pay: Estimate): EstimateOut => ({
  ...{ low: pay.low, median: pay.median, high: pay.high, currency: 'USD', period: 'annual' },
  sample_size: pay.cellCount,
  confidence_level: pay.confidence.probability,
  confidence_lower: pay.confidence.lower,
  confidence_upper: pay.confidence.upper,
  methodology_version: METHODOLOGY_VERSION,
  source_breakdown: pay.sourceBreakdown,
  disagreement_flag: disagreesWithOffers(catalog, pay),
  data_point_id: pointIdOf(catalog, pay, metricOf(pay.experience)),
  as_of: lastDayOf(pay.benchmark),
})

export const qualityView = (pay: Estimate) => ({
  ...{ kind: pay.kind, confidence: pay.confidence.rating, own_area: pay.ownArea, top_coded: pay.topCoded },
  employment_represented: pay.employmentRepresented,
  relative_standard_error_pct: pay.relativeStandardError,
  wage_multiplier: pay.wageMultiplier,
})

export const totalView = (catalog: Catalog, references: References, pay: Estimate) => ({
  ...totalPay(references, pay, pay.median),
  data_point_id: pointIdOf(catalog, pay, metricOf(pay.experience, true)),
})

function offersView({ found, rung, offers: filed }: Answer) {
  const { catalog, role, city } = found
  if (!filed) return { offers: null, offers_reason: noOffers(role.title, rung) }
  const { group, scope } = filed
  const [p10 = 0, p25 = 0, median = 0, p75 = 0, p90 = 0] = group.percentiles
  const tenths = group.offers >= ENOUGH ? { p10, p90 } : { p10: null, p90: null }
  const offers = {
    ...{ median, ...tenths, p25, p75, count: group.offers, employers: group.employers },
    ...{ title: role.title, level: filed.level || null, scope, place: placeName(scope, city) },
    ...{ from: group.from, to: group.to, source: 'dol_lca' },
    data_point_id: pointIdOf(catalog, { role, city }, { metric: 'offers', ...(rung && { title: rung }) }),
  }
  return { offers, offers_reason: null }
}

function typicalView({ found: { catalog, role, city }, typical }: Answer) {
  if ('reason' in typical) return null
  const { low, median, high, byExperience, basis, weight, why, sample, survey, benchmark, asked } = typical
  const words = wordsWithOffers(catalog, asked)
  const metric = metricOfTypical(asked.level, words === role.words ? '' : words)
  return {
    ...{ low, median, high, by_experience: byExperience },
    ...{ basis, weight: Math.round(100 * weight) / 100, why },
    ...{ confidence_level: CONFIDENCE_LEVEL, as_of: lastDayOf(benchmark) },
    sample: { ...sample, survey_cells: survey.cellCount },
    data_point_id: pointIdOf(catalog, { role, city }, metric),
  }
}

/** Offers within this distance (ln points) of the survey agree with it, however narrow its interval is. */
const MIN_DISAGREEMENT = 0.1

/** Whether ten or more offers from the same place lie outside the survey's interval. */
export function disagreesWithOffers(catalog: Catalog, pay: Estimate): boolean {
  const { role, city, experience, median, confidence } = pay
  const localOffers = catalog.offers(role.slug, experience ?? '', city?.slug ?? '')
  const found =
    localOffers && localOffers.offers >= ENOUGH && filedOffers({ catalog, role }, experience ?? '', city)
  if (!found) return false
  const distance = Math.abs(Math.log((found.group.percentiles[2] ?? median) / median))
  return distance > Math.max(MIN_DISAGREEMENT, Z90 * confidence.relativeError)
}

export const sizeView = (
  { filings, effect, margin, offers, employers, major }: SizeBand,
  median: number,
) => ({
  ...{ sponsor_filings: filings, offers, employers },
  ...{ difference_pct: percentOf(effect), margin_pct: percentOf(margin) },
  median: Math.round(median * (1 + effect)),
  basis: `Occupations ${major}-0000, ${offers} filed offers of ${employers} employers, 2023 to 2025`,
})

export const remoteView = ({ difference_pct, year, offers }: NonNullable<Market['remote']>) => ({
  share_pct: null,
  difference_pct,
  basis: `Data and AI roles, ${offers} remote offers of ${year} at aijobs.net, against the same title, level and year on site`,
})
