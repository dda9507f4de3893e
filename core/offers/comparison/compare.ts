// Compares offers side by side, exact to the cent. Terms that are missing are listed, not guessed.
import { listIn, must } from '../../kernel/narrow.ts'
import { invalidInput } from '../../kernel/schema.ts'
import type { Terms } from '../fields.ts'
import { assuming, type Assumptions, type AssumptionsIn } from './assumptions.ts'
import { decimalOf, dividedBy, exact, ONE, roundToCents, type Ratio } from './exact.ts'
import { type Figure, type Year, yearOf } from './years.ts'

/** An offer, its place of work, and the price level there, or null if the level is unknown. */
export interface PlacedOffer {
  offer: Terms & { id: string }
  /** The place of work as the offer or job states it, or null. */
  place: string | null
  prices: { place: string; level: number; source: string } | null
}

export interface ComparedOffer {
  id: string
  rank: number
  years: Year[]
  total: Figure
  /** The total at national prices. Null if prices are unknown or all offers are in the same place. */
  adjusted: Figure | null
  missing: string[]
}

export type Comparison = ReturnType<typeof compare>

export const DEFAULT_YEARS = 4

/** Compares offers over some years. `left` lists offers without an exchange rate. Throws `invalid_input` if too few others remain. */
export function compare(all: readonly PlacedOffer[], years: number, given: AssumptionsIn) {
  const assumed = assuming(given)
  const offers = all.map(({ offer }) => offer)
  const { currency, rateOf, lacking } = currenciesFor(offers, given, assumed)
  const placed = all.filter((_, at) => !must(lacking[at]).length)
  const left = all.flatMap(({ offer: { id } }, at) =>
    must(lacking[at]).length
      ? [{ id, why: `no rate for ${must(lacking[at]).join(' and ')} in ${currency} was given` }]
      : [],
  )
  const differs =
    new Set(placed.map(({ prices, place }) => prices?.place ?? place?.toLowerCase() ?? '')).size > 1
  const rows = placed.map((one) => {
    const { offer, place } = one
    const yearly = Array.from({ length: years }, (_, year) => yearOf(offer, year + 1, rateOf, assumed))
    const total = sumOf(yearly.map((year) => year.total))
    const level = differs ? pricesOf(one, given) : null
    if (level) assumed.note(`costOfLiving.${level.place}`, level.level, level.source)
    const adjusted = level && {
      amount: atNationalPrices(total.amount, level.level),
      from: `costOfLiving.${level.place}`,
    }
    const missing = [...missingOf(offer), ...(differs && !level ? [priceGap(place)] : [])]
    return { id: offer.id, years: yearly, total, adjusted, missing }
  })
  return { currency, offers: withRanks(rows), left, assumptions: assumed.used() }
}

const currenciesOf = ({ base, equity }: Terms): string[] =>
  equity && equity.value !== null && equity.years !== null
    ? [base.currency, equity.currency]
    : [base.currency]

/** The currency that most offers use, among those without a given rate. */
function mostCommon(codes: readonly string[], rates: Readonly<Record<string, number>>): string | undefined {
  const open = codes.filter((code) => rates[code] === undefined)
  const count = (code: string) => open.filter((each) => each === code).length
  return open.toSorted((one, other) => count(other) - count(one))[0]
}

/**
 * The currency of the comparison, its rates, and for each offer its currencies without a rate. If fewer than two offers can be compared,
 * throws `invalid_input` with the currencies that lack a rate.
 */
function currenciesFor(
  offers: readonly Terms[],
  { rates = {}, currency: wished }: AssumptionsIn,
  assumed: Assumptions,
) {
  const bases = offers.map(({ base }) => base.currency)
  const currency = wished ?? mostCommon(bases, rates) ?? bases[0] ?? ''
  const lacking = offers.map((offer) =>
    currenciesOf(offer).filter((code) => code !== currency && rates[code] === undefined),
  )
  const isEnough = lacking.filter((codes) => !codes.length).length >= Math.min(2, offers.length)
  if (!isEnough)
    throw invalidInput(
      [...new Set(lacking.flat())].map((code) => ({
        path: `assumptions.rates.${code}`,
        message: `is missing: how many ${currency} is one ${code}? No rate is assumed`,
      })),
    )
  const rateOf = (code: string): Ratio => {
    if (code === currency) return ONE
    const rate = must(rates[code])
    assumed.note(`rates.${code}`, rate, `One ${code} in ${currency}, as you gave it.`)
    return exact(rate)
  }
  return { currency, rateOf, lacking }
}

export const atNationalPrices = (amount: number, level: number): number =>
  roundToCents(dividedBy(exact(amount), exact(level)))

const priceGap = (place: string | null): string =>
  place === null
    ? 'location: not stated, so the total is not adjusted for the cost of living'
    : `costOfLiving: the prices of ${place} are not known, so the total is not adjusted for them`

function pricesOf({ place, prices }: PlacedOffer, { costOfLiving = {} }: AssumptionsIn) {
  const name = prices?.place ?? place
  const plain = (text: string) => `${text.toLowerCase()},`
  const isMeant = ([said]: [string, number]) =>
    [prices?.place, place].some((one) => one && plain(one).startsWith(plain(said)))
  const meant = Object.entries(costOfLiving).filter(isMeant)
  const level = meant.sort(([one], [other]) => other.length - one.length)[0]?.[1]
  if (level === undefined || name === null) return prices
  const standard = prices ? `; else ${prices.level}: ${prices.source}` : '.'
  return { place: name, level, source: `You said so${standard}` }
}

function sumOf(figures: readonly Figure[]): Figure {
  const cents = figures.reduce((all, { amount }) => all + BigInt(Math.round(amount * 100)), 0n)
  const from = [...new Set(figures.flatMap((one) => one.from.split(' + ')))].join(' + ')
  return { amount: decimalOf(cents), from }
}

/** Adds ranks and keeps the order. Equal amounts share a rank. The adjusted totals count if every offer has one. */
function withRanks(rows: readonly Omit<ComparedOffer, 'rank'>[]): ComparedOffer[] {
  const isAdjusted = rows.every(({ adjusted }) => adjusted !== null)
  const worth = (row: Omit<ComparedOffer, 'rank'>) => (isAdjusted ? must(row.adjusted) : row.total).amount
  return rows.map(({ id, ...row }) => ({
    id,
    rank: 1 + rows.filter((other) => worth(other) > worth({ id, ...row })).length,
    ...row,
  }))
}

const NOT_STATED: readonly (readonly [field: keyof Terms, why: string])[] = [
  ['bonus', 'not stated; counted as none'],
  ['equity', 'not stated; counted as none'],
  ['signing', 'not stated; counted as none'],
  ['relocation', 'not stated; counted as none'],
  ['retirementMatchPercent', 'not stated; counted as none'],
  ['ptoDays', 'days off are not stated'],
]

const missingOf = (offer: Terms): string[] => [
  ...NOT_STATED.filter(([field]) => offer[field] === null).map(([field, why]) => `${field}: ${why}`),
  ...equityGaps(offer),
  ...uncountedTermsOf(offer),
]

/** Joins `equity: not stated` and `signing: not stated` to `equity, signing: not stated`. */
export function byReason(missing: readonly string[], nameOf = (field: string): string => field): string {
  const fields = new Map<string, string[]>()
  for (const one of missing) {
    const at = one.indexOf(': ')
    listIn(fields, one.slice(at + 2).replace(/\.$/, '')).push(nameOf(one.slice(0, at)))
  }
  return [...fields].map(([reason, names]) => `${names.join(', ')}: ${reason}`).join('; ')
}

function equityGaps({ equity }: Terms): string[] {
  if (!equity) return []
  if (equity.value === null) {
    const whose =
      equity.kind === 'rsu' ? 'the grant' : equity.kind === 'options' ? 'the options' : 'the share'
    return [`equity.value: nobody has said what ${whose} is worth, so it adds no money`]
  }
  return equity.years === null ? ['equity.years: how long it vests is not stated, so it adds no money'] : []
}

function uncountedTermsOf({ ptoDays, signing, signingClawbackMonths: months, benefits }: Terms): string[] {
  const nameless = benefits.filter(({ value }) => value === undefined).map(({ name }) => name)
  return [
    ...(ptoDays === null ? [] : [`ptoDays: ${ptoDays} days off a year add no money`]),
    ...(signing === null || signing === 0
      ? []
      : [
          months === null
            ? 'signingClawbackMonths: whether the signing bonus is paid back when you leave is not stated; it is counted as kept'
            : `signingClawbackMonths: the signing bonus is paid back when you leave within ${months} months; it is counted as kept`,
        ]),
    ...(nameless.length ? [`benefits: ${nameless.join(', ')} without a value add no money`] : []),
  ]
}
