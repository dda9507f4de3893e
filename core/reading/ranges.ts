// Joins amounts to ranges, and finds the open end of a single amount.
import { type Amount, isSign } from './amounts.ts'
import { type MoneyToken, phraseAt, phraseEnding, type Phrase } from './money-tokens.ts'
import { roundToCents } from './numbers.ts'
import { meaningOf, type Meaning } from './pay-vocabulary.ts'

/** An amount or a range. An open end is null. */
export interface Range extends Omit<Amount, 'value'> {
  readonly low: number | null
  readonly high: number | null
  /** Why its ends are uncertain; null when they are certain. */
  readonly unsure: string | null
}

/** Amounts with more tokens between them are not joined. */
const MAX_BETWEEN = 12
/** The maximum ratio of the ends. Beyond it, they are two separate amounts. */
const MAX_RATIO = 50
/** The maximum ratio if neither a dash nor “to” joins the ends, or if the first end is higher. */
const MAX_DOUBTFUL_RATIO = 4

export function joinRanges(amounts: readonly Amount[], list: readonly MoneyToken[]): Range[] {
  const spans: Range[] = []
  for (let at = 0; at < amounts.length; at += 1) {
    const [from, to] = [amounts[at], amounts[at + 1]]
    if (from === undefined) continue
    const range = to && rangeOf(from, to, list)
    const last = spans.at(-1)
    const single = range ?? withOpenEnds(from, list)
    const closed = last && !range && joinedBounds(last, single, list)
    if (closed) spans[spans.length - 1] = closed
    else spans.push(single)
    if (range) at += 1
  }
  return spans
}

/** “At least 50k, up to 60k”: a lower and an upper bound beside each other are one range. */
function joinedBounds(low: Range, high: Range, list: readonly MoneyToken[]): Range | null {
  if (low.high !== null || high.low !== null || low.low === null || high.high === null) return null
  if (high.first - low.last > 8 || low.unsure !== null || high.unsure !== null) return null
  if (!sameMoney(low, high) || high.high < low.low || list.slice(low.last, high.first).some(isEnd))
    return null
  return { ...merged(low, high), low: low.low, high: high.high, unsure: null }
}

const isEnd = ({ text }: MoneyToken): boolean => text === ';' || text === '|'

const sameMoney = (one: Pick<Amount, 'currency'>, other: Pick<Amount, 'currency'>): boolean =>
  one.currency === null || other.currency === null || one.currency === other.currency

/** Combines the attributes of both ends, without the amounts. */
const merged = <Of extends Omit<Amount, 'value'>>(from: Of, to: Of): Of => ({
  ...to,
  multiple: Math.max(from.multiple, to.multiple),
  currency: from.currency ?? to.currency,
  signed: from.signed || to.signed,
  dollar: from.dollar || to.dollar,
  yearLike: from.yearLike && to.yearLike,
  grouped: from.grouped || to.grouped,
  first: from.first,
})

function rangeOf(from: Amount, to: Amount, list: readonly MoneyToken[]): Range | null {
  const joint = jointOf(from, to, list)
  if (joint === null || !sameMoney(from, to)) return null
  const [first, second] = shareMultiple(from, to)
  const [low, high] = [Math.min(first, second), Math.max(first, second)]
  const ratio = low > 0 ? high / low : 1
  const isDoubtful = joint === 'doubtful' || first > second
  if (ratio > (isDoubtful ? MAX_DOUBTFUL_RATIO : MAX_RATIO)) return null
  return { ...merged(from, to), low, high, unsure: strangeness(from) ?? strangeness(to) }
}

const strangeness = ({ strange }: Amount): string | null =>
  strange ? 'has letters beside it that are not understood' : null

/** How surely the words between two amounts join them; null if they do not. */
function jointOf(from: Amount, to: Amount, list: readonly MoneyToken[]): 'sure' | 'doubtful' | null {
  const between = list.slice(from.last + 1, to.first)
  if (between.length > MAX_BETWEEN) return null
  if (isSlashed(from, to, between)) return 'doubtful'
  if (isLostDash(between)) return 'doubtful'
  const before = from.first - 1 - Number(/^[:(]$/.test(list[from.first - 1]?.text ?? ''))
  const followsBetween = phraseEnding(list, before, ({ kinds }) => kinds.has('openers')) !== null
  const roles = between.map((token) => roleOf(token, followsBetween))
  if (roles.includes('other')) return null
  const last = roles.findLast((role) => role !== 'clear')
  return last === 'join' ? 'sure' : last === 'and' ? 'doubtful' : null
}

const isSlashed = (from: Amount, to: Amount, between: readonly MoneyToken[]): boolean =>
  between.length === 1 &&
  between[0]?.text === '/' &&
  from.multiple === 1 &&
  !from.signed &&
  (to.multiple > 1 || (from.grouped && to.grouped))

/** Whether a question mark stands for a dash that a wrong encoding lost. */
const isLostDash = (between: readonly MoneyToken[]): boolean =>
  between.length === 1 && between[0]?.text === '?' && !between[0].glued

type Role = 'join' | 'and' | 'time' | 'clear' | 'other'

function roleOf(token: MoneyToken, followsBetween: boolean): Role {
  if (token.text === '-') return 'join'
  if (followsBetween && meaningOf(token.text)?.kinds.has('ands')) return 'and'
  if (isSign(token) || token.text === '.' || token.text === "'" || token.text === '(' || token.text === ')')
    return 'clear'
  const { kinds, noun, period } = meaningOf(token.text) ?? {}
  if (kinds?.has('joins')) return 'join'
  if (noun !== undefined || period !== undefined || kinds?.has('leads')) return 'time'
  return kinds?.has('plain') || kinds?.has('atMost') || BOUND_PARTS.has(token.text) ? 'clear' : 'other'
}

/** Parts of words such as “up to”, which may be before the second end. */
const BOUND_PARTS = new Set(['up', 'zu', 'op', 'upp', 'opp', 'jusqu', 'fino', 'az'])

/** "180–220k" is 180k to 220k: a multiplier counts for the other end too, if the order stays. */
function shareMultiple(from: Amount, to: Amount): [number, number] {
  if (from.multiple === 1 && to.multiple > 1 && from.value * to.multiple <= to.value) {
    return [roundToCents(from.value * to.multiple), to.value]
  }
  if (
    to.multiple === 1 &&
    from.multiple > 1 &&
    to.value < from.value &&
    to.value * from.multiple >= from.value
  ) {
    return [from.value, roundToCents(to.value * from.multiple)]
  }
  // In “50-60.000” both ends are thousands.
  const isShort = from.multiple === 1 && to.multiple === 1 && !from.grouped && to.grouped && from.value < 1000
  if (isShort && from.value * 1000 <= to.value) return [from.value * 1000, to.value]
  return [from.value, to.value]
}

const SKIPPED = new Set([':', '=', '(', '"', '~', ','])

/** Both ends of a single amount, unless words or a plus open one: "up to 90k", "from 80k", "80k+". */
function withOpenEnds(amount: Amount, list: readonly MoneyToken[]): Range {
  const { value, ...rest } = amount
  const open = openWithin(list, amount)
  const before = boundBefore(list, amount.first)
  const bound = before?.end ?? open ?? boundAfter(list, amount.last)
  return {
    ...rest,
    low: bound === 'most' ? null : value,
    high: bound === 'least' ? null : value,
    unsure: before?.isNegated ? 'has a bound that is not understood' : strangeness(amount),
  }
}

type End = 'least' | 'most'

/** “〜800万円” and “500万円〜”, in languages that write this dash, and “100k+ USD”. */
function openWithin(list: readonly MoneyToken[], { first, last }: Amount): End | null {
  const own = list.slice(first, last + 1).map(({ text }) => text)
  if (own.includes('+')) return 'least'
  if (!own.some((text) => /[円万億元만억원千]/u.test(text))) return null
  if (list[first - 1]?.text === '-') return 'most'
  return list[last + 1]?.text === '-' ? 'least' : null
}

function boundBefore(list: readonly MoneyToken[], first: number): { end: End; isNegated: boolean } | null {
  let at = first - 1
  while (at >= 0 && isPassed(list[at])) at -= 1
  const sign = list[at]?.text ?? ''
  if (/^[>≥]$/.test(sign)) return { end: 'least', isNegated: false }
  if (/^[<≤]$/.test(sign)) return { end: 'most', isNegated: false }
  const found = phraseEnding(list, at, isBound) ?? phraseEnding(list, first - 1, isBound)
  if (found === null || isOfAmountBefore(list, found, first)) return null
  const end = found.meaning.kinds.has('atLeast') ? 'least' : 'most'
  const words = list.slice(Math.max(0, found.first - 3), found.first)
  const from = words.findLastIndex(({ kind }) => kind === 'number' || kind === 'mark')
  const isNegated = words.slice(from + 1).some(({ text }) => meaningOf(text)?.kinds.has('not'))
  return { end, isNegated }
}

/** In “€48k minimum, €60k maximum” the first word belongs to the amount before it. */
function isOfAmountBefore(list: readonly MoneyToken[], found: Phrase, first: number): boolean {
  const before = list[found.first - 1]
  const meaning = meaningOf(before?.text ?? '')
  const isAmount = before?.kind === 'number' || meaning?.multiple !== undefined || meaning?.noun !== undefined
  return isAmount && list.slice(found.last + 1, first).some(({ text }) => text === ',')
}

const isBound = ({ kinds }: Meaning): boolean => kinds.has('atLeast') || kinds.has('atMost')

/** Whether a token may stand between a bound and its amount: "from: about". */
function isPassed(token: MoneyToken | undefined): boolean {
  if (token === undefined) return false
  if (SKIPPED.has(token.text) || token.text === '.' || isSign(token)) return true
  const meaning = meaningOf(token.text)
  return meaning !== undefined && meaning.kinds.has('plain') && !isBound(meaning)
}

function boundAfter(list: readonly MoneyToken[], last: number): End | null {
  if (isOpenPlus(list, last + 1)) return 'least'
  for (let at = last + 1; at < list.length && at <= last + 6; at += 1) {
    const found = phraseAt(list, at, ({ kinds }) => kinds.has('orMore') || kinds.has('orLess'))
    // In “50k max 60k” the word belongs to the amount after it.
    if (found) {
      const next = list[found.last + 1]
      if (next !== undefined && (next.kind === 'number' || isSign(next))) return null
      return found.meaning.kinds.has('orMore') ? 'least' : 'most'
    }
    const token = list[at]
    const meaning = meaningOf(token?.text ?? '')
    const isTime = meaning?.noun !== undefined || meaning?.period !== undefined || meaning?.kinds.has('leads')
    if (!isTime && !meaning?.kinds.has('plain') && token?.text !== '.' && token?.text !== '(') break
  }
  return null
}

/** Whether a plus directly follows the amount or its period. Not in "150k+ bonus". */
function isOpenPlus(list: readonly MoneyToken[], at: number): boolean {
  const [plus, next] = [list[at], list[at + 1]]
  if (plus?.text === 'plus') return next === undefined
  if (plus?.text !== '+' || !plus.glued) return false
  if (next === undefined) return true
  const isOther = ({ label }: Meaning) => label !== undefined && label !== 'pay' && label !== 'base'
  if (phraseAt(list, at + 1, isOther) || (next.glued && next.kind === 'word')) return false
  return !/^(?:super|comm|vat|bonus)/.test(next.text)
}
