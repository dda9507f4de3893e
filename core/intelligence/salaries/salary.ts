// Pay of a role: in one city, or nationwide with every city.
import { operation } from '../../kernel/operation.ts'
import { type Parsed, objectSchema } from '../../kernel/schema.ts'
import { byExperience, hasOwnSeries, type Estimate } from '../estimates/estimate.ts'
import type { LookupResult } from '../question.ts'
import { trendIn } from '../history/history.ts'
import { marketOf } from '../market/market.ts'
import { find, payOf, cachedPayResponse, RoleCityAndBand } from './question.ts'
import {
  reasonsThatApply,
  reasonForAll,
  NO_REMOTE,
  NO_REMOTE_SHARE,
  reasonsOfSponsors,
  reasonsOfTotal,
} from './reasons.ts'
import * as out from './records.ts'
import {
  answerOf,
  cityView,
  estimateView,
  figuresOf,
  qualityView,
  remoteView,
  sizeView,
  subjectOf,
  totalView,
} from './view.ts'

const CityEstimate = objectSchema(() => ({ ...out.CityOut().shape, estimate: out.EstimateOut().nullable() }))

const Salary = objectSchema((z) => ({
  ...out.subjectOut(),
  typical: out.TypicalOut().nullable(),
  estimate: out.EstimateOut().nullable().describe('What everyone in the occupation earns, from surveys.'),
  offers: out.OffersOut().nullable(),
  offers_reason: out.OffersReasonOut(),
  distribution: out.DistributionOut().nullable(),
  quality: out.QualityOut().nullable(),
  by_experience: out.BandsOut().nullable(),
  total_compensation: out.TotalOut().nullable(),
  trend: out.TrendOut().nullable(),
  employers: z.array(out.EmployerOut()).describe('Visa sponsors with at least five filings, largest first.'),
  employers_scope: out.ScopeOut(),
  company_size: z.array(out.EmployerSizeOut()).nullable(),
  remote: out.RemoteOut().nullable(),
  reasons: out.ReasonsOut(),
  cities: z.array(CityEstimate()).optional().describe('Every city’s estimate, if no city was given.'),
}))
type Salary = Parsed<typeof Salary>

const Question = objectSchema((z) => ({
  ...RoleCityAndBand().shape,
  cities: z
    .enum(['all', 'none'])
    .optional()
    .describe('Without a city: whether every city’s estimate is part of the answer. Default: all.'),
}))

const MAX_EMPLOYERS = 20

export const getSalary = operation({
  name: 'salaries.get',
  summary: 'Show what a role earns in a city, or nationwide with every city’s estimate.',
  http: 'GET /api/v1/intelligence/salaries',
  access: 'intelligence:read',
  input: Question,
  output: Salary,
  async run(ctx, { cities = 'all', ...asked }) {
    const found = await find(ctx, asked)
    const isWhole = cities === 'all' && !found.city
    return cachedPayResponse(ctx, found, isWhole ? 'salary' : 'salary alone', () => salaryOf(found, isWhole))
  },
})

function salaryOf(found: LookupResult, isWhole: boolean): Salary {
  const answer = answerOf(found)
  const { survey, typical } = answer
  const figures = figuresOf(answer)
  const fields = 'reason' in survey ? withoutEstimate(survey.reason) : withEstimate(found, survey)
  const everywhere = isWhole ? everyCity(found) : null
  return {
    ...subjectOf(found),
    ...figures,
    ...fields,
    reasons: reasonsThatApply({
      typical: 'reason' in typical && typical.reason,
      ...fields.reasons,
      offers: figures.offers_reason,
      'cities.estimate': everywhere?.reason,
    }),
    ...(everywhere && { cities: everywhere.cities }),
  }
}

const withoutEstimate = (reason: string) => ({
  ...NO_ESTIMATE,
  reasons: reasonForAll(Object.keys(NO_ESTIMATE), reason),
})

const NO_ESTIMATE = {
  estimate: null,
  distribution: null,
  quality: null,
  by_experience: null,
  total_compensation: null,
  trend: null,
  employers: [],
  employers_scope: null,
  company_size: null,
  remote: null,
}

function withEstimate(found: LookupResult, pay: Estimate) {
  const { catalog, references, role, city } = found
  const { sizes, remote, employers_scope, ...market } = marketOf(references, role, city)
  const total = totalView(catalog, references, pay)
  const trend = trendIn(catalog, role.soc)
  const employers = market.employers.slice(0, MAX_EMPLOYERS)
  return {
    estimate: estimateView(catalog, pay),
    distribution: { ...pay.percentiles, mean: pay.mean },
    quality: qualityView(pay),
    by_experience: byExperience(catalog, role.slug, city?.slug ?? null),
    total_compensation: total,
    ...{ trend, employers, employers_scope },
    company_size: sizes.length ? sizes.map((band) => sizeView(band, pay.median)) : null,
    remote: remote && { ...remoteView(remote), share_as_of: null, note: REMOTE_NOTE },
    reasons: {
      ...reasonsOfTotal(total),
      ...{ estimate: sharedSurvey(pay), company_size: !sizes.length && NO_SIZES },
      trend: !trend && 'The sources publish no history of this occupation.',
      'trend.change_1y_pct': trend?.change_1y_pct === null && NO_COMPARISON,
      'trend.change_5y_pct': trend?.change_5y_pct === null && NO_COMPARISON,
      ...reasonsOfSponsors('employers', employers),
      employers_scope: !employers_scope && NO_EMPLOYERS,
      'remote.share_pct': remote && NO_REMOTE_SHARE,
      remote: !remote && NO_REMOTE,
    },
  }
}

const NO_COMPARISON = 'The series of the occupation starts later, or was broken since.'
const NO_EMPLOYERS = 'No employer filed five offers or more in this occupation.'
const NO_SIZES = 'This major group of occupations has too few offers from employers of some sizes.'
const REMOTE_NOTE = 'The 2024 rows come mostly from adverts, so the source mix moves this figure.'

function sharedSurvey({ role, occupation }: Estimate): string | null {
  if (hasOwnSeries(role)) return null
  const others = occupation.roles - 1
  return `The survey has no figure for this title alone: this is that of ${occupation.title}, shared with ${others} other ${others === 1 ? 'title' : 'titles'}.`
}

function everyCity(found: LookupResult) {
  const { catalog } = found
  const cities = catalog.cities().map((city) => {
    const pay = payOf({ ...found, city })
    return { ...cityView(city), estimate: 'reason' in pay ? null : estimateView(catalog, pay) }
  })
  const without = cities.filter(({ estimate }) => !estimate).length
  const { title, soc } = found.role
  const reason = `The sources release no annual pay for ${title} in ${without} of ${cities.length} cities (occupation ${soc}).`
  return { cities, reason: without > 0 && reason }
}
