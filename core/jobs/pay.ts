// Parses structured pay from text: "$180k–220k", "€95.000 p.a.", "55/hr".
import { cut } from '../kernel/plain-characters.ts'
import { findAmounts, toCents, type Amount } from './pay-amounts.ts'
import { plainText, tokens, type PayToken } from './pay-tokens.ts'
import * as words from './pay-words.ts'
import type { PayPeriod } from './pay-words.ts'

export type { PayPeriod } from './pay-words.ts'

/**
 * Pay as stated. Amounts are in whole units of the currency (dollars, not cents) with at most two decimals.
 */
export interface Compensation {
  /** The lower end; null for "up to 90k". */
  readonly min: number | null
  /** The upper end; null for "from 80k". Never below `min`, and equal to it for a single amount. */
  readonly max: number | null
  /** ISO 4217; null when the text names none. */
  readonly currency: string | null
  readonly period: PayPeriod | null
}

/** How many of each period make a year: 2,080 hours, 260 days, 52 weeks, 12 months. The only such table. */
const periodsPerYear: Readonly<Record<PayPeriod, number>> = {
  year: 1,
  month: 12,
  week: 52,
  day: 260,
  hour: 2080,
}

/** The same pay per year, or null when its period is unknown. Currencies are never converted here. */
export function annualise(pay: Compensation): Compensation | null {
  if (pay.period === null) return null
  const factor = periodsPerYear[pay.period]
  const scaled = (amount: number | null) => (amount === null ? null : toCents(amount * factor))
  return { min: scaled(pay.min), max: scaled(pay.max), currency: pay.currency, period: 'year' }
}

/**
 * Parses the first pay in a text; null when there is none ("DOE", "competitive"). Never throws, linear in the
 * length of the text.
 *
 * - A currency is never guessed: no sign, no currency. Signs shared by several currencies (`¥`, `kr`) give
 *   null without a code beside them. A bare `$` is the US dollar unless something else says otherwise: a code
 *   in the text ("$120k AUD"), or a dollar country in it or in `place`.
 * - A missing period is read as a year when the amount cannot be anything else: "120-140k", or an amount
 *   beyond usual monthly pay in its currency (`yearlyFrom`). Otherwise it is null.
 * - A bare number is pay from 1,000 on; a calendar year, a percentage, a time of day, "5 years" or "401k" is
 *   not.
 *
 * @param place where the job is, if known; it only decides which dollar a bare `$` is.
 */
export function readPay(text: string, place = ''): Compensation | null {
  const plain = plainText(cut(text, MAX_CHARACTERS))
  const list = tokens(plain)
  const offers = joinRanges(findAmounts(list), list, plain)
  const offer =
    offers.find(isMarked) ?? offers.find((each) => saidPeriod(each, list) !== null) ?? offers.find(isLarge)
  if (offer === undefined || offer.high === 0) return null
  const currency = offer.currency ?? bareDollar(offer, list, `${plain} ${place}`.toLowerCase())
  const period = saidPeriod(offer, list) ?? impliedPeriod(offer, currency, plain)
  return { ...bounds(offer, list, plain), currency, period }
}

/** Longer than any text about one pay. */
const MAX_CHARACTERS = 2_000

/** A single amount or a range. */
interface Offer extends Omit<Amount, 'value'> {
  readonly low: number
  readonly high: number
  readonly single: boolean
}

function joinRanges(amounts: readonly Amount[], list: readonly PayToken[], plain: string): Offer[] {
  const offers: Offer[] = []
  for (let at = 0; at < amounts.length; at += 1) {
    const [from, to] = [amounts[at], amounts[at + 1]]
    if (from === undefined) continue
    const joined = to !== undefined && isRange(from, to, list, plain)
    offers.push(joined ? range(from, to) : { ...from, low: from.value, high: from.value, single: true })
    if (joined) at += 1
  }
  return offers
}

function isRange(from: Amount, to: Amount, list: readonly PayToken[], plain: string): boolean {
  const between = list.slice(from.last + 1, to.first)
  if (between.length > 8) return false
  const opened = words.rangeOpeners.has(wordBefore(plain, list[from.first]?.start ?? 0))
  const joins = (token: PayToken) =>
    words.rangeWords.has(token.text) || (opened && words.rangeConjunctions.has(token.text))
  return between.some(joins) && between.every((token) => joins(token) || isPeriodTalk(token))
}

const wordBefore = (plain: string, start: number) =>
  /(\p{L}+)[: ]*$/u.exec(plain.slice(Math.max(0, start - 24), start))?.[1]?.toLowerCase() ?? ''

const isPeriodTalk = (token: PayToken) =>
  token.text === '.' ||
  words.periodLeads.has(token.text) ||
  Object.hasOwn(words.periodWords, token.text) ||
  Object.hasOwn(words.periodNouns, token.text)

function range(from: Amount, to: Amount): Offer {
  const [first, second] = shareMultiple(from, to)
  return {
    ...to,
    multiple: Math.max(from.multiple, to.multiple),
    currency: from.currency ?? to.currency,
    signed: from.signed || to.signed,
    dollar: from.dollar || to.dollar,
    yearLike: from.yearLike && to.yearLike,
    first: from.first,
    low: Math.min(first, second),
    high: Math.max(first, second),
    single: false,
  }
}

/** "180–220k" is 180k to 220k: a multiplier at one end applies to the other if that preserves the order. */
function shareMultiple(from: Amount, to: Amount): [number, number] {
  if (from.multiple === 1 && to.multiple > 1 && from.value * to.multiple <= to.value) {
    return [toCents(from.value * to.multiple), to.value]
  }
  if (
    to.multiple === 1 &&
    from.multiple > 1 &&
    to.value < from.value &&
    to.value * from.multiple >= from.value
  ) {
    return [from.value, toCents(to.value * from.multiple)]
  }
  return [from.value, to.value]
}

const isMarked = (offer: Offer) => offer.signed || offer.multiple > 1
const isLarge = (offer: Offer) => offer.high >= 1000 && !offer.yearLike

/** The period stated after the offer (up to the next number), else before it. */
function saidPeriod(offer: Offer, list: readonly PayToken[]): PayPeriod | null {
  const directlyAfter = offer.last + 1 - offer.first
  return (
    firstPeriod(list.slice(offer.first, reach(list, offer.last, 1)), directlyAfter) ??
    firstPeriod(list.slice(reach(list, offer.first, -1) + 1, offer.first), -1)
  )
}

/** The index of the next number in a direction, at most twelve tokens away. */
function reach(list: readonly PayToken[], from: number, step: 1 | -1): number {
  let at = from + step
  while (at >= 0 && at < list.length && Math.abs(at - from) < 12 && list[at]?.kind !== 'number') at += step
  return at
}

/** `adjacent` is the index at which a bare noun counts, because it directly follows the amount. */
function firstPeriod(list: readonly PayToken[], adjacent: number): PayPeriod | null {
  for (const [at, token] of list.entries()) {
    const said = words.periodWords[token.text]
    if (said !== undefined && Object.hasOwn(words.periodWords, token.text)) return said
    const noun = Object.hasOwn(words.periodNouns, token.text) ? words.periodNouns[token.text] : undefined
    if (noun === undefined) continue
    const lead = list[at - 1]?.text === '.' ? list[at - 2] : list[at - 1]
    const led = words.periodLeads.has(lead?.text ?? '')
    if (led || list[at + 1]?.text === 'rate' || (at === adjacent && token.text.length > 2)) return noun
  }
  return null
}

/**
 * Amounts in thousands without a currency are assumed yearly only where that is customary: not in Cyrillic,
 * Chinese or Korean text.
 */
function impliedPeriod(offer: Offer, currency: string | null, plain: string): PayPeriod | null {
  const amount = offer.low > 0 ? offer.low : offer.high
  if (currency !== null) return amount >= (words.yearlyFrom[currency] ?? Infinity) ? 'year' : null
  const customary =
    !offer.signed && offer.multiple >= 1e3 && !/[\p{sc=Cyrl}\p{sc=Han}\p{sc=Hang}]/u.test(plain)
  return customary && amount >= 20_000 ? 'year' : null
}

function bareDollar(offer: Offer, list: readonly PayToken[], said: string): string | null {
  if (!offer.dollar) return offer.signed ? loneCode(list) : null
  return loneCode(list) ?? words.dollarHints.find(([hint]) => hint.test(said))?.[1] ?? 'USD'
}

/** The only currency code in the text; null for none or several. */
function loneCode(list: readonly PayToken[]): string | null {
  const named = new Set(list.flatMap((token) => (token.currency === null ? [] : [token.currency])))
  const [only = null] = named
  return named.size === 1 ? only : null
}

/**
 * A single amount is both ends, unless words or a plus leave one end open: "up to 90k", "from 80k", "80k+".
 */
function bounds(offer: Offer, list: readonly PayToken[], plain: string): Pick<Compensation, 'min' | 'max'> {
  if (!offer.single) return { min: offer.low, max: offer.high }
  const start = list[offer.first]?.start ?? 0
  const before = plain.slice(Math.max(0, start - 24), start).toLowerCase()
  const after = list[offer.last + 1]?.text ?? ''
  if (words.openBelow.test(before) || words.closesAbove.has(after)) return { min: null, max: offer.high }
  if (words.openAbove.test(before) || words.closesBelow.has(after) || isOpenPlus(list, offer.last + 1))
    return { min: offer.low, max: null }
  return { min: offer.low, max: offer.high }
}

/** A plus directly after the amount, but not "150k+ bonus". */
function isOpenPlus(list: readonly PayToken[], at: number): boolean {
  const [plus, next] = [list[at], list[at + 1]]
  if (plus?.text !== '+' || !plus.glued) return false
  return next === undefined || (!(next.glued && next.kind === 'word') && !words.extras.test(next.text))
}
