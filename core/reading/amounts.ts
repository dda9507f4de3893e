// Finds the amounts of money in a text: digits with their multiplier and currency.
import { currencyCodes, dollarPrefixes } from './currencies.ts'
import { phraseAt, type MoneyToken } from './money-tokens.ts'
import { readNumber, roundToCents } from './numbers.ts'
import { meaningOf } from './pay-vocabulary.ts'

/** A number with the multiplier and currency beside it. `first` and `last` are indexes of tokens. */
export type Amount = Readonly<NonNullable<ReturnType<typeof readAmount>>>

const largest = 1e12

/** The numbers in the text that may be amounts of money, in order. */
export function findAmounts(list: readonly MoneyToken[]): Amount[] {
  const amounts: Amount[] = []
  // A token belongs to one amount: in “€50 - €60” each amount has its sign.
  let taken = -1
  for (const [at, token] of list.entries()) {
    const amount = token.kind === 'number' ? readAmount(list, at, token, taken) : null
    if (amount === null) continue
    amounts.push(amount)
    taken = amount.last
  }
  return amounts
}

function readAmount(list: readonly MoneyToken[], at: number, number: MoneyToken, taken: number) {
  const lead = leading(list, at, taken)
  const tail = trailing(list, at, lead.signed)
  const signed = lead.signed || tail.signed
  const multiple = tail.multiple ?? lead.multiple ?? 1
  if (isOtherCount(list, at, signed)) return null
  // Before 万 or 만 a comma groups thousands; before k it is a decimal separator.
  const isDecimal = multiple > 1 && /^[a-z]/.test(tail.unit ?? 'k')
  const value = readNumber(number.text, isDecimal)
  if (value === null || value * multiple > largest) return null
  if (number.text === '401' && multiple === 1e3 && !signed) return null
  return {
    value: roundToCents(value * multiple),
    multiple,
    currency: tail.currency ?? lead.currency,
    /** Whether a currency sign is beside it, even one that several currencies share. */
    signed,
    dollar: lead.dollar || tail.dollar,
    yearLike: multiple === 1 && !signed && /^(?:19|20)\d\d$/.test(number.text),
    grouped: /[.,' ]\d{3}\b/.test(number.text),
    /** Whether letters with another meaning touch it: `45rx`. */
    strange: isStrange(list, tail.end + 1),
    first: lead.end,
    last: tail.end,
  }
}

/** Letters directly behind a number, or in the place of its zeros: “$120,OOO”, “$90's”. */
function isStrange(list: readonly MoneyToken[], at: number): boolean {
  const [next, more] = [list[at], list[at + 1]]
  if ((next?.text === "'" ? more : next)?.text === 's' && next?.glued) return true
  if (next?.text === ',' && next.glued) return more?.glued === true && /^[ox]{3}$/.test(more.text)
  return next?.kind === 'word' && next.glued && meaningOf(next.text.replace(/\.\s?/g, ' ')) === undefined
}

/** Words for the number of monthly salaries per year: “14 pagas”, “13 Gehälter”, “13e mois”. */
const instalmentsAt = (list: readonly MoneyToken[], at: number) =>
  phraseAt(list, at, ({ kinds }) => kinds.has('instalments'))

/** “2 pagas extra”, but not “€ 3.000 de maand” or “$100,000 salaries”. */
const countsSalaries = (list: readonly MoneyToken[], at: number): boolean =>
  (readNumber(list[at]?.text ?? '') ?? Infinity) <= 16 && instalmentsAt(list, at + 1) !== null

const OTHER =
  /^(?:am|employees|people|percent|pct|%|°|x|st|nd|rd|th|prozent|uhr|h\/semaine|fte|holiday|urlaubstage|tage|tickets|sessions)$/

/** Whether a number counts something else than money: "5 years", "20%", "9am", "L5", "401(k)", "x 13", "every 2 weeks". */
function isOtherCount(list: readonly MoneyToken[], at: number, signed: boolean): boolean {
  const [before, number, next] = [list[at - 1], list[at], list[at + 1]]
  if (
    number?.glued === true &&
    before?.kind === 'word' &&
    /\p{L}$/u.test(before.text) &&
    !isMultiple(before.text) &&
    !/[^a-z]/.test(before.text)
  )
    return true
  if (number?.text === '401' && next?.text === '(') return true
  if (before?.text === 'x' || before?.text === '×' || before?.text === '*') return true
  if (number?.glued === true && (before?.text === '·' || before?.text === '#')) return true
  if (next === undefined) return false
  if (next.text === '%' || next.text === 'percent' || countsSalaries(list, at)) return true
  if (signed || endsRange(list, at)) return false
  if (next.text === 'pm' && Number(number?.text) <= 12) return true
  if (OTHER.test(next.text)) return !isPaidTimes(list, at)
  // “40 hours”, “13 Monate” and “40-hour” count time. “55/hr” has a sign in between, so it is money.
  const noun = meaningOf(list[next.text === '-' && next.glued ? at + 2 : at + 1]?.text ?? '')
  const isTime = noun?.noun !== undefined && !noun.kinds.has('leads') && !isMultiple(next.text)
  if (next.text === '-' && !(isTime && list[at + 2]?.glued === true)) return false
  return isTime && (readNumber(number?.text ?? '') ?? 0) < 1000
}

/** “9'800 x 13”: a monthly amount, paid thirteen times a year. */
const isPaidTimes = (list: readonly MoneyToken[], at: number): boolean =>
  list[at + 1]?.text === 'x' && instalmentsIn(list[at + 2]) !== null

/** The number of monthly salaries per year that a token can state; null if it is implausible. */
function instalmentsIn(token: MoneyToken | undefined): number | null {
  const count = (token?.kind === 'number' && readNumber(token.text)) || 0
  return count >= 12 && count <= 16 ? count : null
}

const SPREAD_OVER = /^(?:sur|auf|en|su)$/

/** The tokens for the number of salaries a year: “x 13”, “14薪”, “13 Gehälter à”, “sur 13 mois”, “tredicesima”; null if there are none. */
export function instalmentsOf(
  list: readonly MoneyToken[],
  span: Pick<Amount, 'first' | 'last'>,
): { first: number; last: number; count: number; isSpread?: boolean } | null {
  const [from, to] = [Math.max(0, span.first - 5), span.last + 8]
  for (let at = from; at < Math.min(to, list.length); at += 1) {
    if (at >= span.first && at <= span.last) continue
    const whole = phraseAt(list, at, ({ kinds }) => kinds.has('thirteenth'))
    if (whole) return { ...whole, count: 13 }
    const count = instalmentsIn(list[at])
    if (count === null) continue
    // “13. Monatslohn”
    const named = at + (list[at + 1]?.text === '.' ? 2 : 1)
    const next = list[named]
    const last = instalmentsAt(list, named)?.last ?? (next?.text === 'x' && next.glued ? named : null)
    if (last !== null) return { first: at, last, count }
    const lead = list[at - 1]?.text ?? ''
    if (at > span.last && /^[x×*]$/.test(lead)) return { first: at - 1, last: at, count }
    // Pay “over 12 months” may also be the whole of a year, and “befristet auf 14 Monate” is a term.
    const isTerm = [list[at - 2], list[named + 1]].some((each) => each?.text === 'befristet')
    const isSpread = count > 12 && SPREAD_OVER.test(lead) && !isTerm
    if (isSpread && meaningOf(next?.text ?? '')?.noun === 'month')
      return { first: at - 1, last: named, count, isSpread }
  }
  return null
}

/** The 65 of “€ 55-65 Std”: the second of two similar numbers without spaces, after a sign. */
function endsRange(list: readonly MoneyToken[], at: number): boolean {
  const [sign, low, dash, high] = [list[at - 3], list[at - 2], list[at - 1], list[at]]
  if (!sign || !isSign(sign) || low?.kind !== 'number' || dash?.text !== '-') return false
  if (!dash.glued || !high?.glued) return false
  const [from, to] = [readNumber(low.text), readNumber(high.text)]
  return from !== null && to !== null && from < to && to <= from * 4
}

/** What the tokens on one side of a number say about it. `end` is the index of the furthest one. */
interface Side {
  readonly end: number
  readonly signed: boolean
  readonly dollar: boolean
  readonly currency: string | null
  readonly multiple: number | null
  readonly unit?: string
}

const sideOf = (end: number): Side => ({ end, signed: false, dollar: false, currency: null, multiple: null })

const withSign = (side: Side, token: MoneyToken, end: number): Side => ({
  ...side,
  end,
  signed: true,
  dollar: side.dollar || token.kind === 'dollar',
  currency: side.currency ?? token.currency,
})

/** Reads the currency signs before a number: `$`, `USD $`, `US $`, `kr`, `k€`. */
function leading(list: readonly MoneyToken[], at: number, taken: number): Side {
  let lead = sideOf(at)
  for (let back = at - 1; back > taken && back >= at - 3; back -= 1) {
    const token = list[back]
    if (token === undefined) break
    if (isSign(token)) lead = withSign(lead, token, back)
    else if (lead.signed && token.text === 'k' && list[back + 1]?.glued === true) {
      lead = { ...lead, multiple: 1e3, end: back }
    } else if (lead.dollar && lead.currency === null && token.text.length > 1 && dollarPrefixes[token.text]) {
      lead = { ...lead, currency: dollarPrefixes[token.text] ?? null, end: back }
    } else if (!/^[.:)]$/.test(token.text)) break
  }
  return lead
}

/** The multiplier and currency after a number: `k`, `Mio. JPY`, `k€`, `kEUR`. Not a `$` that begins the next amount. */
function trailing(list: readonly MoneyToken[], at: number, led: boolean): Side {
  let tail = sideOf(at)
  for (let next = at + 1; next <= at + 4; next += 1) {
    const token = list[next]
    if (token === undefined) break
    const compound = readCompound(token)
    if (compound !== null) return { ...compound, end: next }
    if (canMultiply(list, next, tail, led)) {
      tail = {
        ...tail,
        multiple: (tail.multiple ?? 1) * (multipleOf(token.text) ?? 1e3),
        // “LPA” (lakh per annum) also states the currency, the rupee.
        currency: tail.currency ?? (token.text === 'e' ? null : token.currency),
        unit: token.text,
        end: next,
      }
    } else if (isDollarOf(tail, token)) {
      tail = { ...tail, currency: dollarPrefixes[token.text] ?? null, end: next }
    } else if (isSign(token) && !opensAmount(list, next)) {
      tail = withSign(tail, token, next)
    } else if (token.text === '.' ? tail.multiple === null : !isPlusBefore(list, next)) break
  }
  return tail
}

/** The plus of “100k+ USD”, but not of “100k+ $10k”. */
function isPlusBefore(list: readonly MoneyToken[], at: number): boolean {
  const [plus, sign] = [list[at], list[at + 1]]
  return plus?.text === '+' && plus.glued && sign !== undefined && isSign(sign) && !opensAmount(list, at + 1)
}

/** “95 000 $ CA”, “50 $ US”: a country follows the sign. */
const isDollarOf = ({ dollar, currency }: Side, { text, glued }: MoneyToken): boolean =>
  dollar && currency === null && !glued && text.length > 1 && Object.hasOwn(dollarPrefixes, text)

function canMultiply(list: readonly MoneyToken[], at: number, tail: Side, led: boolean): boolean {
  const token = list[at]
  if (token === undefined || tail.signed) return false
  // “900e Ft” is 900 ezer (thousand) forint. Elsewhere “e” is a sign of the euro.
  if (token.text === 'e' && token.glued && list[at + 1]?.currency === 'HUF') return true
  if (!isMultiple(token.text)) return false
  // `500 千万` multiplies twice; other words multiply once.
  if (tail.multiple !== null && /[a-z]/.test(token.text)) return false
  const next = list[at + 1]
  // “65 T€” is a German thousand.
  const isThousand = token.text === 't' && next?.glued === true && isSign(next)
  return isThousand || isCloseEnough(token, led)
}

const multipleOf = (text: string): number | undefined => meaningOf(text)?.multiple
const isMultiple = (text: string): boolean => multipleOf(text) !== undefined
export const isSign = (token: MoneyToken): boolean => token.kind === 'currency' || token.kind === 'dollar'

/** A single letter other than k multiplies only directly after the number (“25L” is in lakhs), or if the amount has a sign. */
const isCloseEnough = (token: MoneyToken, led: boolean): boolean =>
  token.text.length > 1 ||
  token.glued ||
  token.text === 'k' ||
  /[^a-z]/.test(token.text) ||
  (led && token.text !== 'e' && token.text !== 't')

/** Whether the sign belongs to the number after it: “50 $60”, “100 USD 200”. */
function opensAmount(list: readonly MoneyToken[], at: number): boolean {
  const [sign, next] = [list[at], list[at + 1]]
  if (countsSalaries(list, at + 1)) return false
  return next?.kind === 'number' && (next.glued || sign?.glued !== true)
}

/** `kEUR`, `TEUR`, `MUSD`, `tkr` in one word. */
function readCompound(token: MoneyToken): Omit<Side, 'end'> | null {
  const multiple = multipleOf(token.text.slice(0, 1))
  const code = token.text.slice(1).toUpperCase()
  if (token.kind !== 'word' || multiple === undefined || !currencyCodes.has(code)) return null
  return { multiple, currency: code, signed: true, dollar: false }
}
