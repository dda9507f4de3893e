// Operations that compare offers with each other and with the market. They may use both the job search and pay data.
import { first, must } from '../kernel/narrow.ts'
import { fail } from '../kernel/errors.ts'
import { idIn, PathId, words, objectSchema } from '../kernel/schema.ts'
import { isId } from '../kernel/id.ts'
import { operation } from '../kernel/operation.ts'
import { dayIn, isoOf } from '../kernel/clock.ts'
import { zoneOf } from '../identity/user.ts'
import { assuming, AssumptionsIn } from '../offers/comparison/assumptions.ts'
import { compare, DEFAULT_YEARS, type ComparedOffer, type PlacedOffer } from '../offers/comparison/compare.ts'
import { roundToCents } from '../offers/comparison/exact.ts'
import { yearlyBase } from '../offers/comparison/years.ts'
import { annualise } from '../reading/compensation.ts'
import { listOpenOffers, requireOffers, type OfferWithJob } from '../offers/record.ts'
import { MAX_AMOUNT } from '../offers/fields.ts'
import { analyseOffers } from './analysis.ts'
import { Counter, counterOf, LETTERS, POSTED_FIELD } from './counter.ts'
import { readGoal } from './goal.ts'
import { Market } from './market.ts'
import type { Context } from '../kernel/context.ts'
import { cityOf, comparedWith, marketPay } from './pay.ts'
import { Figure } from './stance.ts'

type AdvisedOffer = Awaited<ReturnType<typeof withPublishedPay>>[number]

/** The place of work: the offer's place, or the job's place unless the offer is remote. */
const placeOf = ({ offer, jobLocation }: OfferWithJob): string | null =>
  offer.location ?? (offer.remote ? null : jobLocation)

/** Offers with their jobs and the published pay for them. Without pay, `reason` says why. */
const withPublishedPay = (ctx: Context, offers: readonly OfferWithJob[]) =>
  Promise.all(
    offers.map(async (one) => {
      const place = placeOf(one)
      const { answer, reason } = await marketPay(ctx, { role: one.role, place })
      const city = place === null ? null : await cityOf(ctx, place)
      return { ...one, city, pay: answer, reason }
    }),
  )

function withPriceLevel({ offer, city, ...one }: AdvisedOffer): PlacedOffer {
  return {
    offer,
    place: placeOf({ offer, ...one }),
    prices: city && {
      place: `${city.name}, ${city.state}`,
      level: city.prices,
      source: 'Its regional price parity (US Bureau of Economic Analysis), the nation being 1.',
    },
  }
}

const notDollars = ({ base }: OfferWithJob['offer']): string =>
  `Published pay is in US dollars, and this offer is in ${base.currency}.`

const MAX_YEARS = 10
const MAX_OFFERS = 10

const CompareIn = objectSchema((z) => ({
  ids: z
    .array(idIn(z))
    .min(1, 'names no offer')
    .max(MAX_OFFERS, `has more than ${MAX_OFFERS} items`)
    .refine((ids) => new Set(ids).size === ids.length, 'names an offer twice'),
  years: z.int().min(1).max(MAX_YEARS).optional().describe(`Years of employment; default ${DEFAULT_YEARS}.`),
  assumptions: AssumptionsIn().optional().describe('Your assumptions in place of the defaults.'),
}))
const ComparisonOut = objectSchema((z) => ({
  currency: z.string(),
  offers: z.array(
    z.strictObject({
      id: z.string(),
      ...{ company: z.string(), role: z.string() },
      rank: z.int().describe('1 is best: by adjusted totals where all have one, else by totals.'),
      years: z.array(
        z.strictObject({
          year: z.int(),
          ...{ base: Figure(), bonus: Figure(), equity: Figure(), signing: Figure(), other: Figure() },
          total: Figure(),
        }),
      ),
      total: Figure(),
      adjusted: Figure().nullable().describe('The total at national prices, if the places differ.'),
      market: Market().nullable(),
      missing: z
        .array(z.string())
        .describe('`field: why`, for each field that is not known or adds no money.'),
    }),
  ),
  left: z
    .array(z.strictObject({ id: z.string(), company: z.string(), role: z.string(), why: z.string() }))
    .describe('Not compared: no rate was given.'),
  assumptions: z.array(z.strictObject({ name: z.string(), value: z.number(), why: z.string() })),
}))

const inDollars = (amount: number, currency: string, rates: Record<string, number> = {}): number | null =>
  currency === 'USD' ? amount : rates['USD'] ? amount / rates['USD'] : null

export const compareOffers = operation({
  name: 'offers.compare',
  summary:
    'Compare offers year by year and with the market; nothing is guessed, and what is missing is listed.',
  http: 'POST /api/mcp/offers/compare',
  access: 'offers:read',
  input: CompareIn,
  output: ComparisonOut,
  async run(ctx, { ids, years = DEFAULT_YEARS, assumptions = {} }) {
    const offers = await withPublishedPay(ctx, await requireOffers(ctx, ids))
    const comparison = compare(offers.map(withPriceLevel), years, assumptions)
    const dollars = (amount: number) => inDollars(amount, comparison.currency, assumptions.rates)
    const withMarket = ({ id, ...row }: ComparedOffer, one: AdvisedOffer) => {
      const { company, role, offer, city } = one
      // An offer in another currency and without a place in the United States belongs to another market.
      const isAbroad = offer.base.currency !== 'USD' && city === null && one.pay !== null
      const [pay, reason] = isAbroad ? [null, notDollars(offer)] : [one.pay, one.reason]
      const base = dollars(first(row.years).base.amount)
      const own = { company, base, averageYear: dollars(row.total.amount / years) }
      return {
        ...{ id, company, role, ...row },
        market: pay && comparedWith(pay, own, reason),
        missing: pay ? row.missing : [...row.missing, `market: ${reason}`],
      }
    }
    const of = (id: string) => must(offers.find(({ offer }) => offer.id === id))
    const left = comparison.left.map(({ id, why }) => {
      const { company, role } = of(id)
      return { id, company, role, why }
    })
    return { ...comparison, offers: comparison.offers.map((row) => withMarket(row, of(row.id))), left }
  },
})

const CounterIn = objectSchema((z) => ({
  id: PathId(),
  goal: z
    .union([z.number().gt(0, 'must be more than 0').max(MAX_AMOUNT), words(z, 500)])
    .optional()
    .describe('A yearly base, or words: “200k”, “more equity”.'),
  letter: z
    .enum(LETTERS)
    .optional()
    .describe(
      'Your model also writes it, as a mail or for a call. It gets the rules’ words and the offer’s job.',
    ),
  tone: words(z, 200).optional().describe('How you write: “short and dry”. With letter.'),
}))

/** The best base of the other offers in this currency, and the companies with offers in other currencies. */
function bestOtherBase({ offer }: OfferWithJob, others: readonly OfferWithJob[]) {
  const rest = others.filter((other) => other.offer.id !== offer.id)
  const hasSameCurrency = (other: OfferWithJob) => other.offer.base.currency === offer.base.currency
  const bases = rest
    .filter(hasSameCurrency)
    .map((other) => ({ amount: baseAYear(other), from: other.offer.id, company: other.company }))
  const [best = null] = bases.toSorted((one, other) => other.amount - one.amount)
  return { best, incomparable: rest.filter((other) => !hasSameCurrency(other)).map(({ company }) => company) }
}

/** The yearly range that the job states in the offer's currency, or null. */
function postedRangeOf({ offer, stated }: OfferWithJob) {
  const year = stated.currency === offer.base.currency ? annualise(stated) : null
  const figure = (amount: number | null) => (amount === null ? null : { amount, from: POSTED_FIELD })
  return year && { low: figure(year.min), high: figure(year.max) }
}

/** The last base that the user asked for, if the employer has named none since. */
function openAskOf({ offer }: OfferWithJob, dayOf: (iso: string) => string) {
  const last = offer.rounds.findLast(({ terms }) => terms.base)
  const base = last?.terms.base
  if (last?.by !== 'me' || !base || base.currency !== offer.base.currency) return null
  const amount = roundToCents(yearlyBase({ ...offer, base }, assuming({})))
  return { amount, day: dayOf(last.at) }
}

const baseAYear = ({ offer }: OfferWithJob): number => roundToCents(yearlyBase(offer, assuming({})))

export const counterOffer = operation({
  name: 'offers.counter',
  summary: 'Advise on countering an offer, by rules: whether to ask, for what and in which words.',
  http: 'POST /api/mcp/offers/:id/counter',
  access: 'offers:read',
  input: CounterIn,
  output: Counter,
  async run(ctx, { id, goal, letter, tone = null }) {
    if (!isId(id)) return fail('offer_not_found', { id })
    const writer = letter && (await import('./letter.ts'))
    writer?.requireWriter(ctx)
    const [[found], others, zone] = await Promise.all([
      requireOffers(ctx, [id.toLowerCase()]).then((offers) => withPublishedPay(ctx, offers)),
      listOpenOffers(ctx),
      zoneOf(ctx),
    ])
    const chosen = must(found)
    const { company, role, pay, reason, jobLocation } = chosen
    const isRemote = chosen.offer.remote ?? (/\bremote\b/i.test(jobLocation ?? '') || null)
    const offer = { ...chosen.offer, remote: isRemote }
    const base = baseAYear(chosen)
    const isDollars = offer.base.currency === 'USD'
    const counter = counterOf({
      ...{ offer, company, role, base, ...bestOtherBase(chosen, others) },
      goal: readGoal(goal, base, offer.base.currency),
      ...{ posted: postedRangeOf(chosen), openAsk: openAskOf(chosen, dayIn(zone)) },
      pay,
      market: pay && isDollars ? comparedWith(pay, { company, base, averageYear: null }, reason) : null,
      reason: isDollars ? reason : notDollars(offer),
      now: isoOf(ctx.clock.now()),
    })
    if (!writer || !letter) return counter
    return { ...counter, letter: await writer.letterFor(ctx, counter, { kind: letter, tone, company, role }) }
  },
})

export const operations = [compareOffers, counterOffer, analyseOffers]
