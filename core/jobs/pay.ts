// Reads structured pay out of the words people and postings write: "$180k–220k", "€95.000 p.a.", "55/hr".
import { plainText, tokens, type PayToken } from './pay-tokens.ts'
import * as words from './pay-words.ts'
import type { PayPeriod } from './pay-words.ts'

export type { PayPeriod } from './pay-words.ts'

/** Pay as said. Amounts are in whole units of the currency (dollars, not cents) with at most two decimals. */
export interface Compensation {
  /** The lower end; null for "up to 90k". */
  readonly min: number | null
  /** The upper end; null for "from 80k". Never below `min`; equal to it when one amount was said. */
  readonly max: number | null
  /** ISO 4217; null when the text names none. */
  readonly currency: string | null
  readonly period: PayPeriod | null
}

/** What one year holds of each period: 2,080 hours, 260 days, 52 weeks, 12 months. The only such table. */
export const periodsPerYear: Readonly<Record<PayPeriod, number>> = {
  year: 1,
  month: 12,
  week: 52,
  day: 260,
  hour: 2080,
}

/**
 * The same pay by the year, or null when its period is unknown. Currencies are never converted here.
 */
export function annualise(pay: Compensation): Compensation | null {
  if (pay.period === null) return null
  const factor = periodsPerYear[pay.period]
  const scaled = (amount: number | null) => (amount === null ? null : toCents(amount * factor))
  return { min: scaled(pay.min), max: scaled(pay.max), currency: pay.currency, period: 'year' }
}

/**
 * Reads the first pay that a text names; null when it names none ("DOE", "competitive"). Never throws,
 * linear in the length of the text.
 *
 * - A currency is read, never guessed: no sign, no currency. Signs that several currencies share (`¥`, `kr`)
 *   give null unless a code stands beside them. A bare `$` is the US dollar only when nothing else says
 *   otherwise: a code in the text ("$120k AUD"), or a dollar country named in it or in `place`.
 * - A period that is not said is read as a year when the amount cannot be anything else: "120-140k", or an
 *   amount beyond ordinary monthly pay in its currency (`yearlyFrom`). Otherwise it is null.
 * - A number alone is pay from 1,000 on; a calendar year, a percentage, a clock time, "5 years" or "401k" is not.
 *
 * @param place where the job is, when known; it only decides which dollar a bare `$` is.
 */
export function readPay(text: string, place = ''): Compensation | null {
  const plain = plainText(text)
  const list = tokens(plain)
  const offers = joinRanges(findAmounts(list), list, plain)
  const offer =
    offers.find(isMarked) ?? offers.find((each) => saidPeriod(each, list) !== null) ?? offers.find(isLarge)
  if (offer === undefined || offer.high === 0) return null
  const currency = offer.currency ?? bareDollar(offer, list, `${plain} ${place}`.toLowerCase())
  const period = saidPeriod(offer, list) ?? impliedPeriod(offer, currency)
  return { ...bounds(offer, list, plain), currency, period }
}

/** A number with what clings to it. Indexes are positions in the token list. */
interface Amount {
  readonly value: number
  readonly multiple: number
  readonly currency: string | null
  /** Whether some sign of currency stands beside it, be it an ambiguous one. */
  readonly signed: boolean
  readonly dollar: boolean
  readonly yearLike: boolean
  readonly first: number
  readonly last: number
}

/** One amount or a range of two. */
interface Offer extends Omit<Amount, 'value'> {
  readonly low: number
  readonly high: number
  readonly single: boolean
}

const largest = 1e12

function findAmounts(list: readonly PayToken[]): Amount[] {
  const amounts: Amount[] = []
  // An index that one amount has taken is not offered to the next: "€50 - €60" has two signs for two amounts.
  let taken = -1
  for (let at = 0; at < list.length; at += 1) {
    if (list[at]?.kind !== 'number') continue
    const amount = readAmount(list, at, taken)
    if (amount === null) continue
    amounts.push(amount)
    taken = amount.last
  }
  return amounts
}

function readAmount(list: readonly PayToken[], at: number, taken: number): Amount | null {
  const number = list[at]
  if (number === undefined || isOtherCount(list, at)) return null
  const lead = leading(list, at, taken)
  const tail = trailing(list, at, lead.signed)
  const multiple = tail.multiple ?? lead.multiple ?? 1
  const value = readNumber(number.text, multiple > 1)
  if (value === null || value * multiple > largest) return null
  const signed = lead.signed || tail.signed
  if (number.text === '401' && multiple === 1e3 && !signed) return null
  return {
    value: toCents(value * multiple),
    multiple,
    currency: tail.currency ?? lead.currency,
    signed,
    dollar: lead.dollar || tail.dollar,
    yearLike: multiple === 1 && /^(?:19|20)\d\d$/.test(number.text),
    first: lead.first,
    last: tail.last,
  }
}

const nouns = /^(?:years?|yrs|hours|hrs|days|weeks|months|am|employees|people|percent|%|°|x|st|nd|rd|th)$/

/** A number that counts something else: "5 years", "20%", "9am", "L5", "401(k)". */
function isOtherCount(list: readonly PayToken[], at: number): boolean {
  const [before, number, next] = [list[at - 1], list[at], list[at + 1]]
  if (number?.glued === true && before?.kind === 'word' && before.text.length > 0 && !isMultiple(before.text))
    return true
  if (number?.text === '401' && next?.text === '(') return true
  if (next === undefined) return false
  if (next.text === 'pm' && Number(number?.text) <= 12) return true
  if (next.text === 'year' || next.text === 'yr') return before?.text !== '/' && Number(number?.text) < 50
  return nouns.test(next.text)
}

interface Lead {
  readonly first: number
  readonly signed: boolean
  readonly dollar: boolean
  readonly currency: string | null
  readonly multiple: number | null
}

/** The currency signs before a number: `$`, `USD $`, `kr`, `k€`. */
function leading(list: readonly PayToken[], at: number, taken: number): Lead {
  let lead: Lead = { first: at, signed: false, dollar: false, currency: null, multiple: null }
  for (let back = at - 1; back > taken && back >= at - 3; back -= 1) {
    const token = list[back]
    if (token === undefined) break
    if (token.kind === 'currency' || token.kind === 'dollar') lead = withSign(lead, token, back)
    else if (lead.signed && token.text === 'k' && list[back + 1]?.glued === true) {
      lead = { ...lead, multiple: 1e3, first: back }
    } else if (!/^[.:)]$/.test(token.text)) break
  }
  return lead
}

function withSign(lead: Lead, token: PayToken, first: number): Lead {
  return {
    ...lead,
    first,
    signed: true,
    dollar: lead.dollar || token.kind === 'dollar',
    currency: lead.currency ?? token.currency,
  }
}

interface Tail {
  readonly last: number
  readonly signed: boolean
  readonly dollar: boolean
  readonly currency: string | null
  readonly multiple: number | null
}

/** The multiple and currency after a number: `k`, `Mio. JPY`, `k€`, `kEUR`. A `$` that opens the next amount is left. */
function trailing(list: readonly PayToken[], at: number, led: boolean): Tail {
  let tail: Tail = { last: at, signed: false, dollar: false, currency: null, multiple: null }
  for (let next = at + 1; next <= at + 4; next += 1) {
    const token = list[next]
    if (token === undefined) break
    const compound = readCompound(token)
    if (compound !== null) return { ...compound, last: next }
    if (tail.multiple === null && !tail.signed && isMultiple(token.text) && reachable(token, led)) {
      tail = { ...tail, multiple: words.multiples[token.text] ?? null, last: next }
    } else if (isSign(token) && !opensAmount(list, next)) {
      tail = { ...tail, ...signTail(tail, token), last: next }
    } else if (token.text !== '.' || tail.multiple === null) break
  }
  return tail
}

const isMultiple = (text: string) => Object.hasOwn(words.multiples, text)
const isSign = (token: PayToken) => token.kind === 'currency' || token.kind === 'dollar'

/** A single letter multiplies only what it is written against ("25 L" is a lakh beside a currency sign). */
const reachable = (token: PayToken, led: boolean) =>
  token.text.length > 1 || token.glued || token.text === 'k' || /[^a-z]/.test(token.text) || led

/** Whether the sign belongs to the number after it: "50 $60", "100 USD 200". */
function opensAmount(list: readonly PayToken[], at: number): boolean {
  const [sign, next] = [list[at], list[at + 1]]
  return next?.kind === 'number' && (next.glued || sign?.glued !== true)
}

function signTail(tail: Tail, token: PayToken): Pick<Tail, 'signed' | 'dollar' | 'currency'> {
  return {
    signed: true,
    dollar: tail.dollar || token.kind === 'dollar',
    currency: tail.currency ?? token.currency,
  }
}

/** `kEUR`, `TEUR`, `MUSD` in one word. */
function readCompound(token: PayToken): Omit<Tail, 'last'> | null {
  const multiple = words.multiples[token.text.slice(0, 1)]
  const code = token.text.slice(1).toUpperCase()
  if (token.kind !== 'word' || multiple === undefined || !words.currencyCodes.has(code)) return null
  return { multiple, currency: code, signed: true, dollar: false }
}

/**
 * The value of digits with separators, or null for what is no amount (a date, a version). The last separator
 * parts decimals unless it groups thousands; before a multiple ("1,125 Mio") a lone one always parts decimals.
 */
function readNumber(text: string, multiplied: boolean): number | null {
  const digits = text.replace(/[' ]/g, '')
  const separators = digits.match(/[.,]/g) ?? []
  const last = separators.at(-1)
  if (last === undefined) return digits.length > 15 ? null : Number(digits)
  const [whole = '', tail = ''] = splitLast(digits, last)
  const lone = separators.length === 1
  const groups = lone ? tail.length === 3 && !multiplied : separators.every((each) => each === last)
  if (groups) return isGrouped(digits, last) ? Number(digits.replaceAll(last, '')) : null
  const other = last === '.' ? ',' : '.'
  if (whole.includes(last) || (whole.includes(other) && !isGrouped(whole, other))) return null
  return digits.length > 18 ? null : Number(`${whole.replaceAll(other, '')}.${tail}`)
}

function splitLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Thousands, or the Indian lakh grouping 12,00,000. */
function isGrouped(text: string, separator: string): boolean {
  const [head = '', ...groups] = text.split(separator)
  const middle = groups.slice(0, -1)
  return (
    text.length <= 20 &&
    head.length <= 3 &&
    groups.at(-1)?.length === 3 &&
    middle.every((each) => /^\d\d\d?$/.test(each))
  )
}

const toCents = (amount: number) => Math.round(amount * 100) / 100

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

/** "180–220k" is 180k to 220k: a multiple on one end counts for the other where that keeps the order. */
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

/** The period said right after the offer (up to the next number), else right before it. */
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

/** `adjacent` is the index at which a bare noun counts because it directly follows the amount. */
function firstPeriod(list: readonly PayToken[], adjacent: number): PayPeriod | null {
  for (const [at, token] of list.entries()) {
    const said = words.periodWords[token.text]
    if (said !== undefined && Object.hasOwn(words.periodWords, token.text)) return said
    const noun = Object.hasOwn(words.periodNouns, token.text) ? words.periodNouns[token.text] : undefined
    if (noun === undefined) continue
    const led = words.periodLeads.has(list[at - 1]?.text ?? '')
    if (led || list[at + 1]?.text === 'rate' || (at === adjacent && token.text.length > 2)) return noun
  }
  return null
}

function impliedPeriod(offer: Offer, currency: string | null): PayPeriod | null {
  if (currency !== null) return offer.low >= (words.yearlyFrom[currency] ?? Infinity) ? 'year' : null
  return !offer.signed && offer.multiple >= 1e3 && offer.low >= 20_000 ? 'year' : null
}

function bareDollar(offer: Offer, list: readonly PayToken[], said: string): string | null {
  if (!offer.dollar) return offer.signed ? loneCode(list) : null
  return loneCode(list) ?? words.dollarHints.find(([hint]) => hint.test(said))?.[1] ?? 'USD'
}

/** The one currency that codes anywhere in the text name; null for none or several. */
function loneCode(list: readonly PayToken[]): string | null {
  const named = new Set(list.flatMap((token) => (token.currency === null ? [] : [token.currency])))
  const [only = null] = named
  return named.size === 1 ? only : null
}

/** One amount is both ends, unless words or a plus leave one end open: "up to 90k", "from 80k", "80k+". */
function bounds(offer: Offer, list: readonly PayToken[], plain: string): Pick<Compensation, 'min' | 'max'> {
  if (!offer.single) return { min: offer.low, max: offer.high }
  const start = list[offer.first]?.start ?? 0
  const before = plain.slice(Math.max(0, start - 24), start).toLowerCase()
  if (words.openBelow.test(before)) return { min: null, max: offer.high }
  if (words.openAbove.test(before) || isOpenPlus(list, offer.last + 1)) return { min: offer.low, max: null }
  return { min: offer.low, max: offer.high }
}

/** A plus written against the amount, and not "150k+ bonus". */
function isOpenPlus(list: readonly PayToken[], at: number): boolean {
  const [plus, next] = [list[at], list[at + 1]]
  if (plus?.text !== '+' || !plus.glued) return false
  return next === undefined || (!(next.glued && next.kind === 'word') && !words.extras.test(next.text))
}
