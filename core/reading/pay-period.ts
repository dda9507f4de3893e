// Finds the period of an amount in the words after it and before it, or in a field, and converts other spans of time.
import { isKeyOf } from '../kernel/narrow.ts'
import { type PayPeriod, periodsPerYear } from './compensation.ts'
import { type MoneyToken, phraseAt } from './money-tokens.ts'
import { keyOf, meaningOf, type SpanCode } from './pay-vocabulary.ts'
import { endsSentence } from './labels.ts'
import type { Range } from './ranges.ts'

/** A pay period, the factor that converts an amount to it, and the span that was converted, if any. */
export interface Span {
  /** Null if the words do not mean one period. */
  readonly period: PayPeriod | null
  readonly times: number
  readonly converted: string | null
}

export const UNCLEAR: Span = { period: null, times: 1, converted: null }

/** The pay period for `count` units. Two weeks become a year with 26 of them, because half the amount may need rounding. */
function spanOf(unit: string, count: number): Span {
  if (!(count > 0)) return UNCLEAR
  if (unit === 'minute') return { period: 'hour', times: 60 / count, converted: `${count} minutes` }
  if (!isKeyOf(periodsPerYear, unit)) return UNCLEAR
  if (count === 1) return { period: unit, times: 1, converted: null }
  const converted = `${count} ${unit}${count > 1 ? 's' : ''}`
  if (unit === 'hour' || unit === 'day') return { period: unit, times: 1 / count, converted }
  return { period: 'year', times: periodsPerYear[unit] / count, converted }
}

function spanOfCode(code: SpanCode): Span {
  if (code === '?') return UNCLEAR
  const [count = '1', unit = code] = code.includes(' ') ? code.split(' ') : ['1', code]
  return spanOf(unit, Number(count))
}

const REACH = 12

/** The period stated for an amount between two indexes of tokens; null if there is none. */
export function periodOf(
  list: readonly MoneyToken[],
  span: Range,
  from: number,
  to: number,
  isYearly: boolean,
): Span | null {
  return (
    within(list, span.first, span.last) ??
    after(list, span.last + 1, Math.min(to, span.last + 1 + REACH), isYearly) ??
    before(list, span.first - 1, Math.max(from, span.first - REACH))
  )
}

/** The period in the words between the ends of a range. */
function within(list: readonly MoneyToken[], first: number, last: number): Span | null {
  for (let at = first; at <= last; at += 1) {
    const time = periodAt(list, at, false)
    if (time) return time
  }
  return null
}

function after(list: readonly MoneyToken[], from: number, to: number, isYearly: boolean): Span | null {
  let isApart = false
  for (let at = from; at < to; at += 1) {
    const token = list[at]
    if (token === undefined || endsSentence(list, at)) return null
    const isOther = isOtherPeriod(list, at)
    const time = isOther ? null : periodAt(list, at, at === from)
    // “$85k, reviewed every 6 months” and “$85k, one day per week in the office” are years.
    const isOwn = !isApart || (!time?.converted && (time?.period === 'year' || !isYearly))
    if (time && isOwn) return time
    const isStrange = token.kind === 'word' && meaningOf(token.text) === undefined
    isApart ||= isStrange || (isYearly && token.text === ',')
    // After the first word, the rest of “semi-monthly” or “every two weeks” adds nothing.
    if (isOther) at = lastOfPeriod(list, at)
    const isNumber = token.kind === 'number' && !(token.glued && list[at - 1]?.kind === 'word')
    if ((isNumber && !countsTime(list, at)) || token.text === '+' || token.text === '|') return null
    // The next words add something to the pay: “plus a monthly bonus”.
    if (at > from && meaningOf(token.text)?.kinds.has('without')) return null
  }
  return null
}

/** How often the money arrives, for an amount without a stated period: “$6,250 paid semi-monthly”. */
export function frequencyAfter(list: readonly MoneyToken[], { last }: Range, to: number): Span | null {
  for (let at = last + 2; at < Math.min(to, last + REACH) && !endsSentence(list, at); at += 1)
    if (PAID.test(list[at - 1]?.text ?? ''))
      return periodAt(list, at, false) ?? periodAt(list, lastOfPeriod(list, at), false)
  return null
}

const PAID = /^(?:paid|payable|payments?|paydays?|ausgezahlt|zahlbar|versé)$/

/** The index of the last token of the period that begins at `at`; `at` if none begins there. */
function lastOfPeriod(list: readonly MoneyToken[], at: number): number {
  const whole = phraseAt(list, at, ({ period }) => period !== undefined)
  if (whole) return whole.last
  const nouns = [at + 1, at + 2].filter((each) => meaningOf(list[each]?.text ?? '')?.noun !== undefined)
  return meaningOf(list[at]?.text ?? '')?.kinds.has('leads') ? (nouns[0] ?? at) : at
}

function before(list: readonly MoneyToken[], from: number, to: number): Span | null {
  for (let at = from; at >= to; at -= 1) {
    const token = list[at]
    if (token === undefined || token.kind === 'number' || endsSentence(list, at)) return null
    // The last part of “bi-weekly” and “semi-monthly” is a period too.
    const whole = [at - 2, at - 1].find((start) => start >= to && lastOfPeriod(list, start) === at) ?? at
    const time = isOtherPeriod(list, whole) ? null : periodAt(list, whole, false)
    if (time) return time
    at = whole
  }
  return null
}

/** The 2 of “per 2 weeks”. After a slash other numbers count something else: “/ 4 weeks PTO”, “/ 40 h”. */
function countsTime(list: readonly MoneyToken[], at: number): boolean {
  const [lead, count, unit, after] = list.slice(Math.max(0, at - 1), at + 3)
  const { noun } = meaningOf(unit?.text ?? '') ?? {}
  if (lead?.text === '/') return /^[24]$/.test(count?.text ?? '') && noun === 'week' && after?.kind !== 'word'
  return meaningOf(lead?.text ?? '')?.kinds.has('leads') === true && noun !== undefined
}

/** Whether a number is the hour or minutes of “5pm” and “5:30 p.m.”. The p and m do not mean “per month”. */
const isHour = (list: readonly MoneyToken[], at: number): boolean =>
  Number(list[at]?.text) <= 12 || (list[at - 1]?.text === ':' && list[at - 2]?.kind === 'number')

/** Beside these words, a period is not that of the pay. */
const OTHER_NOUNS =
  /^(?:hours|leave|holiday|urlaub|review|reviews|increase|raises?|payments?|payroll|instal?lments?|auszahlung|zahlung)$/

/** “Paid monthly” states when the money arrives. “Annual bonus” and “weekly hours” describe other things. */
function isOtherPeriod(list: readonly MoneyToken[], at: number): boolean {
  if (/^p\.?m$/.test(list[at]?.text ?? '') && isHour(list, at - 1)) return true
  const previous = list[at - 1]?.text ?? ''
  if (PAID.test(previous) || previous === 'hours') return true
  const next = phraseAt(list, at + 1, ({ label }) => label !== undefined)?.meaning.label
  const isTimeWord = meaningOf(list[at]?.text ?? '')?.period !== undefined
  const isOther = next !== undefined && !/^(?:pay|base|total|target)$/.test(next)
  return isTimeWord && (isOther || OTHER_NOUNS.test(list[at + 1]?.text ?? ''))
}

/** The period at a token. A noun alone counts after a preposition (“per month”), before “rate”, or after the amount. */
function periodAt(list: readonly MoneyToken[], at: number, isAdjacent: boolean): Span | null {
  const phrase = phraseAt(list, at, ({ period }) => period !== undefined)
  if (phrase?.meaning.period !== undefined) return spanOfCode(phrase.meaning.period)
  const noun = phraseAt(list, at, (meaning) => meaning.noun !== undefined)
  const code = noun?.meaning.noun
  if (noun === null || code === undefined) return null
  const { count, lead } = countBefore(list, at)
  const isLed = meaningOf(list[lead]?.text ?? '')?.kinds.has('leads') === true
  if (isLed && count !== 1 && list[lead]?.text === '/' && !countsTime(list, lead + 1)) return null
  if (isLed && count !== 1) return /^[a-z]+$/.test(code) ? spanOf(code, count) : spanOfCode('?')
  const word = list[at]?.text ?? ''
  const isOther = (['leads', 'orMore'] as const).some((kind) => meaningOf(word)?.kinds.has(kind))
  const isBare = isAdjacent && word.length > 2 && word !== 'time' && !isOther
  // A “12-month salary” is no monthly salary.
  const isCounted =
    list[at - 1]?.kind === 'number' || (list[at - 1]?.text === '-' && list[at - 2]?.kind === 'number')
  const isRate = !isCounted && /^(?:rate|salary|wage|pay)$/.test(list[noun.last + 1]?.text ?? '')
  return isLed || isBare || isRate ? spanOfCode(code) : null
}

/** The count of “per 2 weeks”, “every two weeks” or “every other week”, and where the phrase begins. */
function countBefore(list: readonly MoneyToken[], at: number): { count: number; lead: number } {
  const [before, earlier] = [list[at - 1], list[at - 2]]
  const skip = before?.text === '.' || before?.text === "'" ? 1 : 0
  const word = list[at - 1 - skip]
  if (word?.kind === 'number' && earlier)
    return { count: Number(word.text.replace(',', '.')), lead: at - 2 - skip }
  if (DOUBLING.has(word?.text ?? '')) return { count: 2, lead: at - 2 - skip }
  const count = meaningOf(word?.text ?? '')?.count
  const isLead = meaningOf(word?.text ?? '')?.kinds.has('leads')
  if (count !== undefined && !isLead) return { count, lead: at - 2 - skip }
  return { count: 1, lead: at - 1 - skip }
}

/** UN/CEFACT unit codes and ISO 8601 durations, which structured data uses. */
const UNIT_CODES: Readonly<Record<string, SpanCode>> = {
  ...{ ann: 'year', mon: 'month', wee: 'week', day: 'day', hur: 'hour', min: 'minute', qan: '3 month' },
  ...{ san: '6 month', p1y: 'year', p1m: 'month', p1w: 'week', p1d: 'day', pt1h: 'hour', p2w: '2 week' },
}

const IGNORED_WORDS = new Set(
  'salary wage rate pay per type of interval paid gross basis amount compensation unit the base'.split(' '),
)

/** The span in a field of data: `YEAR`, `per-hour-wage`, `2 WEEK`, `BIWEEKLY`, `Jahr`, `MON`; null if it names none. */
export function spanNamed(field: string | null): Span | null {
  if (!field) return null
  const code = UNIT_CODES[field.trim().toLowerCase()]
  if (code !== undefined) return spanOfCode(code)
  const words = keyOf(
    field
      .replace(/_/g, ' ')
      .replace(/(\d\.\d+|\d+)/g, ' $1 ')
      .replace(/\.(?!\d)/g, ' '),
  )
    .split(' ')
    .filter((word) => word && !IGNORED_WORDS.has(word))
  // keyOf splits decimals: `0.5 MONTH` becomes `0 5 month`.
  const decimal = words.length > 2 && words[0] === '0' ? [`0.${words[1]}`, ...words.slice(2)] : words
  for (let from = 0; from < decimal.length; from += 1)
    for (let to = Math.min(decimal.length, from + 4); to > from; to -= 1) {
      const meaning = meaningOf(decimal.slice(from, to).join(' '))
      const span = meaning?.period ?? meaning?.noun
      if (span === undefined) continue
      const before = decimal[from - 1] ?? ''
      const count = Number(before) || meaningOf(before)?.count || (DOUBLING.has(before) ? 2 : 1)
      const bare = /^[a-z]+$/.test(span)
      return count === 1 ? spanOfCode(span) : bare ? spanOf(span, count) : UNCLEAR
    }
  return null
}

/** Words that double a period: “every other week”. */
const DOUBLING = new Set(['other', 'second', 'alternate'])
