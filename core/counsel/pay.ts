// Looks up published pay for an offer: survey estimates and filed offers. Offers read pay only through this file.
import type { City } from '../intelligence/file/catalog.ts'
import type { Percentiles } from '../intelligence/estimates/estimate.ts'
import type { LookupResult } from '../intelligence/question.ts'
import { marketOf, type Employer } from '../intelligence/market/market.ts'
import type { OffersOut, TypicalOut } from '../intelligence/salaries/records.ts'
import { isEquityUsual } from '../intelligence/negotiation/script.ts'
import { disagreement, marketAround, type Typical } from '../intelligence/typical/typical.ts'
import {
  answerOf as figuresFor,
  cityView,
  estimateView,
  figuresOf,
  pointOf,
  totalView,
} from '../intelligence/salaries/view.ts'
import type { Context } from '../kernel/context.ts'
import { resolvePlace } from '../intelligence/words/places.ts'
import type { Book } from '../intelligence/words/book.ts'
import { UNDERSTOOD } from '../intelligence/words/certainty.ts'
import { readPlace, titleAndPlace } from '../intelligence/words/question.ts'
import { rivalsIn } from '../intelligence/refusals.ts'
import { type CrmError, isCrmError } from '../kernel/errors.ts'

/** Published pay for a role and place. Figures that do not exist are null. */
export interface PayAnswer {
  role: string
  /** The city with its price level relative to the nation (1), or null for the nation. */
  city: { name: string; state: string; prices: number } | null
  estimate: { percentiles: Percentiles; from: string; sample: number | null; confidence: string } | null
  estimateReason: string | null
  /** `ceiling` is the highest base to ask for. */
  typical: (TypicalOut & { around: Percentiles; ceiling: number }) | null
  usual: { equity: boolean; remote: boolean }
  total: { amount: number; from: string } | null
  offers: OffersOut | null
  offersReason: string | null
  employers: { filed: readonly Employer[]; from: string }
}

/** The published pay, or why there is none. If the place is unknown, looks it up without a place. */
export async function marketPay(
  ctx: Context,
  { role, place }: { role: string; place: string | null },
): Promise<{ answer: PayAnswer; reason: string | null } | { answer: null; reason: string }> {
  try {
    const city = place?.slice(0, 200).trim()
    const found = await ctx.intelligence.find({ role: role.slice(0, 200), ...(city && { city }) })
    const { score = 1, candidates = [] } = found.understood?.role ?? {}
    if (score >= UNDERSTOOD) return { answer: answerOf(found), reason: null }
    return { answer: null, reason: `“${role}” may be one of several roles: ${candidates.join(', ')}.` }
  } catch (error) {
    if (!isCrmError(error) || error.kind !== 'not_found') throw error
    if (error.code !== 'city_not_found') return { answer: null, reason: reasonWithoutPay(role, error) }
    const { words } = await ctx.intelligence.fullDataset()
    const named = place ?? titleAndPlace(words, role.slice(0, 200))?.place ?? ''
    const abroad = countryOf(words, named)
    if (abroad)
      return {
        answer: null,
        reason: `Published pay covers only the United States; ${named} is in ${abroad}.`,
      }
    // The place is a part of the title, so there is no lookup without it.
    if (place === null) return { answer: null, reason: reasonWithoutPay(role, error) }
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

/** The foreign country of a place, or null if the place is unknown or in the United States. */
function countryOf(words: Book, place: string): string | null {
  const found = resolvePlace(words, place.slice(0, 200))
  return 'elsewhere' in found ? (found.elsewhere?.country ?? null) : null
}

function reasonWithoutPay(role: string, { message, hint }: CrmError): string {
  const rivals = rivalsIn(hint)?.candidates ?? []
  return rivals.length ? `“${role}” could be any of ${rivals.join(', ')}.` : message
}

function answerOf(found: LookupResult): PayAnswer {
  const { catalog, references, role, city } = found
  const answer = figuresFor(found)
  const { survey: pay, typical: whole } = answer
  const { typical, offers, offers_reason: offersReason } = figuresOf(answer)
  const known = 'reason' in pay ? null : pay
  const total = known && totalView(catalog, references, known)
  return {
    ...{ role: role.title, city: city && pricedCity(city), offers, offersReason },
    estimate: known && {
      percentiles: known.percentiles,
      from: estimateView(catalog, known).data_point_id,
      ...{ sample: known.cellCount, confidence: known.confidence.rating },
    },
    estimateReason: 'reason' in pay ? pay.reason : null,
    typical:
      typical && !('reason' in whole)
        ? { ...typical, around: marketAround(whole), ceiling: ceilingOf(whole) }
        : null,
    usual: usualIn(role.soc),
    total: total && { amount: total.total, from: total.data_point_id },
    employers: {
      filed: marketOf(references, role, city).employers,
      from: pointOf(catalog, { role, city }, 'market'),
    },
  }
}

/** The larger 90th percentile if both sources agree; else that of the title's own offers. */
const ceilingOf = (typical: Typical): number =>
  disagreement(typical)
    ? typical.ceiling.amount
    : Math.max(typical.survey.percentiles.p90, typical.offers?.group.percentiles[4] ?? 0)

/** Major groups of occupations whose work is on site, with patients, pupils or machines. */
const ON_SITE_GROUPS = /^(?:25|29|3[1-79]|4[579]|5[13])/

const usualIn = (soc: string): PayAnswer['usual'] => ({
  equity: isEquityUsual(soc),
  remote: !ON_SITE_GROUPS.test(soc),
})

function pricedCity(city: City): PayAnswer['city'] {
  const { name, state, cost_of_living_multiplier: prices } = cityView(city)
  return { name, state, prices }
}
