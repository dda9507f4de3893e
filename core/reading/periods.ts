// Pay periods, and how to convert amounts for other spans of time.
import { isKeyOf } from '../kernel/narrow.ts'
import { type SpanCode, keyOf, meaningOf } from './pay-vocabulary.ts'
import { type PayPeriod, periodsPerYear } from './compensation.ts'

/** A pay period, the factor that converts an amount to it, and the span that was converted, if any. */
export interface Span {
  /** Null if the words do not mean one period. */
  readonly period: PayPeriod | null
  readonly times: number
  readonly converted: string | null
}

export const UNCLEAR: Span = { period: null, times: 1, converted: null }

/** The pay period for `count` units. Two weeks become a year with 26 of them, because half the amount may need rounding. */
export function spanOf(unit: string, count: number): Span {
  if (!(count > 0)) return UNCLEAR
  if (unit === 'minute') return { period: 'hour', times: 60 / count, converted: `${count} minutes` }
  if (!isKeyOf(periodsPerYear, unit)) return UNCLEAR
  if (count === 1) return { period: unit, times: 1, converted: null }
  const converted = `${count} ${unit}${count > 1 ? 's' : ''}`
  if (unit === 'hour' || unit === 'day') return { period: unit, times: 1 / count, converted }
  return { period: 'year', times: periodsPerYear[unit] / count, converted }
}

export function spanOfCode(code: SpanCode): Span {
  if (code === '?') return UNCLEAR
  const [count = '1', unit = code] = code.includes(' ') ? code.split(' ') : ['1', code]
  return spanOf(unit, Number(count))
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
      const count = Number(before) || meaningOf(before)?.count || (ORDINAL.has(before) ? 2 : 1)
      const bare = /^[a-z]+$/.test(span)
      return count === 1 ? spanOfCode(span) : bare ? spanOf(span, count) : UNCLEAR
    }
  return null
}

/** Words that double a period: “every other week”. */
const ORDINAL = new Set(['other', 'second', 'alternate'])
