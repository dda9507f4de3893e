// Finds the amounts in a salary text, with multiplier and currency.
import type { PayToken } from './pay-tokens.ts'
import * as words from './pay-words.ts'

/** A number with its adjacent multiplier and currency. Indexes are positions in the token list. */
export interface Amount {
  readonly value: number
  readonly multiple: number
  readonly currency: string | null
  /** Whether a currency sign is next to it, even an ambiguous one. */
  readonly signed: boolean
  readonly dollar: boolean
  readonly yearLike: boolean
  readonly first: number
  readonly last: number
}

const largest = 1e12

/** Every number in the text that can be an amount of money, in order. */
export function findAmounts(list: readonly PayToken[]): Amount[] {
  const amounts: Amount[] = []
  // A token belongs to one amount only: "€50 - €60" has two signs for two amounts.
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
  if (
    number?.glued === true &&
    before?.kind === 'word' &&
    /[a-z]$/.test(before.text) &&
    !isMultiple(before.text)
  )
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

/**
 * The multiplier and currency after a number: `k`, `Mio. JPY`, `k€`, `kEUR`. Leaves a `$` that starts the
 * next amount.
 */
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

/**
 * A single letter other than k multiplies only directly after the number, or beside a currency sign ("25 L"
 * is a lakh then).
 */
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
 * The value of digits with separators, or null if it is not an amount (a date, a version). The last separator
 * is the decimal one unless it groups thousands; before a multiplier ("1,125 Mio") a single one is always
 * decimal.
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

/** Rounds to two decimals, which also removes the floating-point error of `1.1 * 1000`. */
export const toCents = (amount: number) => Math.round(amount * 100) / 100
