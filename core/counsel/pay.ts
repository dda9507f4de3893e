// Looks up published pay for a stored offer, and compares the offer with that pay.
import type { City } from '../intelligence/file/catalog.ts'
import type { LookupResult } from '../intelligence/question.ts'
import { marketOf } from '../intelligence/market/market.ts'
import { percentOf } from '../intelligence/percent.ts'
import type { OffersOut } from '../intelligence/salaries/records.ts'
import { isEquityUsual } from '../intelligence/negotiation/script.ts'
import { disagreement, marketAround, type Typical } from '../intelligence/typical/typical.ts'
import {
  answerOf as figuresFor,
  cityView,
  estimateView,
  figuresOf,
  pointIdOf,
  totalView,
} from '../intelligence/salaries/view.ts'
import type { Context } from '../kernel/context.ts'
import { resolvePlace } from '../intelligence/words/places.ts'
import { UNDERSTOOD } from '../intelligence/words/certainty.ts'
import { readPlace, titleAndPlace } from '../intelligence/words/question.ts'
import { candidatesIn } from '../intelligence/refusals.ts'
import { type CrmError, isCrmError } from '../kernel/errors.ts'
import { normalisedCompany } from '../jobs/names.ts'
import { figuresFrom, pointsOf, type Market } from './market.ts'

/** Published pay for a role and place. Figures that do not exist are null. */
export type PayAnswer = ReturnType<typeof answerOf>

/** The published pay, or why there is none. If the place is unknown, it is the pay in the whole country. */
export async function marketPay(
  ctx: Context,
  { role, place }: { role: string; place: string | null },
): Promise<{ answer: PayAnswer; reason: string | null } | { answer: null; reason: string }> {
  try {
    const city = place?.slice(0, 200).trim()
    const found = await ctx.intelligence.find({ role: role.slice(0, 200), ...(city && { city }) })
    const { score = 1, candidates = [] } = found.understood?.role ?? {}
    if (score >= UNDERSTOOD) return { answer: answerOf(found), reason: null }
    return without(`“${role}” may be one of several roles: ${candidates.join(', ')}.`)
  } catch (error) {
    if (!isCrmError(error) || error.kind !== 'not_found') throw error
    if (error.code !== 'city_not_found') return without(reasonWithoutPay(role, error))
    const { words } = await ctx.intelligence.fullDataset()
    const named = place ?? titleAndPlace(words, role.slice(0, 200))?.place ?? ''
    const meant = resolvePlace(words, named.slice(0, 200))
    const abroad = 'elsewhere' in meant && meant.elsewhere?.country
    if (abroad) return without(`Published pay covers only the United States; ${named} is in ${abroad}.`)
    // The unknown place came from the title of the role, so a second lookup would fail in the same way.
    if (place === null) return without(reasonWithoutPay(role, error))
    const nation = await marketPay(ctx, { role, place: null })
    return { ...nation, reason: nation.reason ?? `${error.message} The figures are of the whole country.` }
  }
}

/** The city that contains a place or is nearest to it, with its price level, or null. Needs no role. */
export async function cityOf({ intelligence }: Context, place: string): Promise<PayAnswer['city']> {
  const { catalog, words } = await intelligence.fullDataset()
  try {
    const { slug } = readPlace(words, place.slice(0, 200))
    const city = slug === null ? null : catalog.city(slug)
    return city && pricedCity(city)
  } catch (error) {
    if (isCrmError(error) && error.code === 'city_not_found') return null
    throw error
  }
}

const without = (reason: string) => ({ answer: null, reason })

function reasonWithoutPay(role: string, { message, hint }: CrmError): string {
  const rivals = candidatesIn(hint)?.candidates ?? []
  return rivals.length ? `“${role}” could be any of ${rivals.join(', ')}.` : message
}

function answerOf(found: LookupResult) {
  const { catalog, references, role, city } = found
  const answer = figuresFor(found)
  const { survey: pay, typical: whole } = answer
  const { typical, offers, offers_reason: offersReason } = figuresOf(answer)
  const known = 'reason' in pay ? null : pay
  const total = known && totalView(catalog, references, known)
  return {
    ...{ role: role.title, offers, offersReason },
    /** Null for the nation. */
    city: city && pricedCity(city),
    estimate: known && {
      ...pointsOf(known.percentiles, estimateView(catalog, known).data_point_id),
      ...{ sample: known.cellCount, confidence: known.confidence.rating },
    },
    estimateReason: 'reason' in pay ? pay.reason : null,
    typical:
      typical && !('reason' in whole)
        ? { ...typical, around: marketAround(whole), ceiling: ceilingOf(whole) }
        : null,
    usual: { equity: isEquityUsual(role.soc), remote: !ON_SITE_GROUPS.test(role.soc) },
    total: total && { amount: total.total, from: total.data_point_id },
    employers: {
      filed: marketOf(references, role, city).employers,
      from: pointIdOf(catalog, { role, city }, 'market'),
    },
  }
}

/** The highest base to ask for. If survey and filed offers disagree: the ceiling of typical.ts. If not: the larger 90th percentile. */
const ceilingOf = (typical: Typical): number =>
  disagreement(typical)
    ? typical.ceiling.amount
    : Math.max(typical.survey.percentiles.p90, typical.offers?.group.percentiles[4] ?? 0)

/** Major groups of occupations whose work is on site, with patients, pupils or machines. */
const ON_SITE_GROUPS = /^(?:25|29|3[1-79]|4[579]|5[13])/

/** A city with its price level relative to the nation (1). */
function pricedCity(city: City) {
  const { name, state, cost_of_living_multiplier: prices } = cityView(city)
  return { name, state, prices }
}

/** The parts of an offer that are compared with the market, in US dollars. Null if the exchange rate is missing. */
interface DollarAmounts {
  company: string
  base: number | null
  averageYear: number | null
}

export function comparedWith(answer: PayAnswer, own: DollarAmounts, note: string | null): Market {
  const { company, base, averageYear } = own
  const { role, city, typical, estimate, total } = answer
  const offers = answer.offers && filedOf(answer.offers)
  const percents = (amount: number, survey: number | undefined) => ({
    estimate: percentOver(amount, survey),
    offers: percentOver(amount, offers?.median.amount),
  })
  return {
    role,
    place: city ? `${city.name}, ${city.state}` : 'United States',
    currency: 'USD',
    typical: typical && typicalOf(typical),
    ...{ estimate, total, offers },
    employer: employerOf(answer, company),
    base:
      base === null
        ? null
        : { typical: percentOver(base, typical?.median), ...percents(base, estimate?.median.amount) },
    whole: averageYear === null ? null : percents(averageYear, total?.amount),
    reasons: [note, answer.estimateReason, answer.offersReason].filter((reason) => reason !== null),
  }
}

/** How far an amount is above the median, in percent with one decimal: 8.3 is 8.3 %. */
const percentOver = (amount: number, median: number | undefined): number | null =>
  median ? percentOf(amount / median - 1) : null

function typicalOf({ around, data_point_id: from, why, ...pay }: NonNullable<PayAnswer['typical']>) {
  const figure = figuresFrom(from)
  const [median, low, high] = [figure(pay.median), figure(pay.low), figure(pay.high)]
  return { ...pointsOf(around, from), median, low, high, why }
}

function filedOf({ median, p10, p25, p75, p90, count, employers, place, ...offers }: OffersOut) {
  const figure = figuresFrom(offers.data_point_id)
  return {
    ...{ median: figure(median), p25: figure(p25), p75: figure(p75) },
    ...{ p10: p10 === null ? null : figure(p10), p90: p90 === null ? null : figure(p90) },
    ...{ sample: count, employers, place },
  }
}

/** The offers that this employer filed for the occupation; null if there are fewer than five. */
function employerOf({ employers: { filed, from } }: PayAnswer, company: string): Market['employer'] {
  const own = filed.find(({ name }) => normalisedCompany(name) === normalisedCompany(company))
  return own?.median ? { name: own.name, median: { amount: own.median, from }, sample: own.offers } : null
}
