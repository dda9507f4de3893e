// Pay of a role: in one city, or nationwide with every city.
import { operation } from '../../kernel/operation.ts'
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import type { Estimate } from '../estimates/estimate.ts'
import type { Band } from '../estimates/effects.ts'
import { byExperience, type BandPay } from '../estimates/experience.ts'
import type { LookupResult } from '../intelligence.ts'
import { titleNote } from '../estimates/title-note.ts'
import { marketOf } from '../market/market.ts'
import { percentOf } from '../percent.ts'
import { find, payOf, cachedPayResponse, RoleCityAndBand } from './question.ts'
import { missing, NO_REMOTE_PRICE, reasonsOfSponsors, reasonsOfTotal } from './reasons.ts'
import * as out from './records.ts'
import {
  cityView,
  distributionView,
  employerView,
  estimateView,
  qualityView,
  roleView,
  totalView,
  trendOf,
} from './view.ts'

const CityEstimate = lazySchema((z) =>
  z.strictObject({ ...out.CityOut().shape, estimate: out.EstimateOut().nullable() }),
)

const Salary = lazySchema((z) =>
  z.strictObject({
    understood: out.UnderstoodOut(),
    role: out.RoleOut(),
    city: out.CityOut().nullable(),
    estimate: out.EstimateOut().nullable(),
    distribution: out.DistributionOut().nullable(),
    quality: out.QualityOut().nullable(),
    by_experience: out.BandsOut().nullable(),
    total_compensation: out.TotalOut().nullable(),
    trend: out.TrendOut().nullable(),
    employers: z
      .array(out.EmployerOut())
      .describe('Visa sponsors with at least five filings, largest first.'),
    company_size: z.array(out.SizeOut()).nullable(),
    remote: out.RemoteOut().nullable(),
    reasons: out.ReasonsOut(),
    cities: z.array(CityEstimate()).optional().describe('Every city’s estimate, if no city was given.'),
  }),
)
type Salary = Parsed<typeof Salary>

const MAX_EMPLOYERS = 20

export const getSalary = operation({
  name: 'salaries.get',
  summary: 'Show what a role earns in a city, or nationwide with every city’s estimate.',
  http: 'GET /api/v1/intelligence/salaries',
  access: 'intelligence:read',
  effect: 'read',
  input: RoleCityAndBand,
  output: Salary,
  async run(ctx, input) {
    const found = await find(ctx, input)
    return cachedPayResponse(ctx, found, 'salary', () => salaryOf(found))
  },
})

/** The full response for a resolved request. */
function salaryOf(found: LookupResult): Salary {
  const { catalog, role, city, understood } = found
  const pay = payOf(found)
  const head = { understood, role: roleView(catalog, role), city: city && cityView(city) }
  const answer = { ...head, ...('reason' in pay ? nothing(pay.reason) : known(found, pay)) }
  if (city) return answer
  const { cities, reasons } = everyCity(found)
  return { ...answer, reasons: { ...answer.reasons, ...reasons }, cities }
}

const nothing = (reason: string) => ({
  estimate: null,
  distribution: null,
  quality: null,
  by_experience: null,
  total_compensation: null,
  trend: null,
  employers: [],
  company_size: null,
  remote: null,
  reasons: missing('estimate', COMPUTED, reason),
})

/** What is null where there is no estimate. */
const COMPUTED = [
  'distribution',
  'quality',
  'by_experience',
  'total_compensation',
  'trend',
  'employers',
  'company_size',
  'remote',
]

function known(found: LookupResult, pay: Estimate) {
  const { catalog, references, role, city } = found
  const market = marketOf(references, role)
  const total = totalView(catalog, references, pay)
  const trend = trendOf(catalog, references, pay)
  const bands = byExperience(catalog, role.slug, city?.slug ?? null)
  const employers = market.sponsors.slice(0, MAX_EMPLOYERS).map(employerView)
  const note = titleNote(catalog, pay)
  const beyond = bands && pay.seniority === null ? beyondBands(pay.median, bands) : null
  return {
    estimate: estimateView(catalog, pay),
    distribution: distributionView(pay),
    quality: qualityView(pay),
    by_experience: bands,
    total_compensation: total,
    trend,
    employers,
    company_size: market.sponsorSizes?.map((band) => sizeOf(band, pay.median)) ?? null,
    remote: remoteOf(market),
    reasons: {
      ...reasonsOfTotal(total),
      ...(beyond && { by_experience: beyond }),
      ...(note && { estimate: note }),
      ...(!market.sponsorSizes && {
        company_size: 'Sponsor size is measured for professional occupations only.',
      }),
      ...reasonsOfTrend(trend),
      ...reasonsOfSponsors('employers', employers),
      ...(!market.remotePay && { 'remote.difference_pct': NO_REMOTE_PRICE }),
    },
  }
}

/** Why the median of everybody lies outside the medians of all levels; null where it lies within them. */
function beyondBands(median: number, { entry, staff }: Record<Band, BandPay>): string | null {
  const side = median > staff.median ? 'above' : median < entry.median ? 'below' : null
  return (
    side &&
    `The median of everybody rests on the survey and lies ${side} the medians of all levels, which follow what employers offer.`
  )
}

const sizeOf = (
  {
    filings,
    effect,
    margin,
    offers,
    employers,
  }: { filings: string; effect: number; margin: number; offers: number; employers: number },
  median: number,
) => ({
  sponsor_filings: filings,
  difference_pct: percentOf(Math.exp(effect) - 1),
  margin_pct: percentOf(margin),
  median: Math.round(median * Math.exp(effect)),
  offers,
  employers,
})

function remoteOf({ remoteShare, remotePay }: ReturnType<typeof marketOf>) {
  return {
    share_pct: remoteShare?.value ?? null,
    share_as_of: remoteShare?.month ?? null,
    difference_pct: remotePay && percentOf(remotePay.differential),
    note: remotePay
      ? `${remotePay.year}: ${remotePay.note}`
      : `The share is of all postings. ${NO_REMOTE_PRICE}`,
  }
}

/** The estimates of every city, and why some have none. */
function everyCity(found: LookupResult) {
  const { catalog } = found
  const cities = catalog.cities.map((city) => {
    const pay = payOf({ ...found, city })
    return { ...cityView(city), estimate: 'reason' in pay ? null : estimateView(catalog, pay) }
  })
  const without = cities.filter(({ estimate }) => !estimate).length
  const { title, soc } = found.role
  const said = `The sources release no annual pay for ${title} in ${without} of ${cities.length} cities (occupation ${soc}).`
  return { cities, reasons: without > 0 ? { 'cities.estimate': said } : {} }
}

const NO_COMPARISON = 'The series of the occupation starts later, or was broken since.'

function reasonsOfTrend(trend: ReturnType<typeof trendOf>): Record<string, string> {
  if (!trend) return { trend: 'The sources publish no history of this occupation.' }
  return {
    ...(trend.change_1y_pct === null && { 'trend.change_1y_pct': NO_COMPARISON }),
    ...(trend.change_5y_pct === null && { 'trend.change_5y_pct': NO_COMPARISON }),
  }
}
