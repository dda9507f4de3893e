// Reads pay from separate fields: a job board's answer, a page's structured data, or the columns of a sheet.
import { isBelievableInData } from './belief.ts'
import { currencyCodes } from './currencies.ts'
import { type AmountKind, keyOf, meaningOf } from './pay-vocabulary.ts'
import { counted } from '../kernel/amounts.ts'
import type { Compensation } from './compensation.ts'
import { roundToCents } from './numbers.ts'
import { choose, whyUnbelievable, statementsIn, yearIfHigh, type PayReading, type Statement } from './pay.ts'
import { spanNamed, UNCLEAR } from './pay-period.ts'

/** The fields of a range. An amount is a number, or text as any country writes it. */
export interface StatedFields {
  readonly min?: unknown
  readonly max?: unknown
  /** An amount, or both ends in one text: `44000 - 53000`. */
  readonly value?: unknown
  /** ISO 4217 in any case, or a sign. */
  readonly currency?: unknown
  /** `YEAR`, `per-hour-wage`, `2 WEEK`, `MON`. */
  readonly span?: unknown
  /** The name of the range: `Base salary`, `On-target earnings`. */
  readonly label?: string | null
}

/** Reads pay from ranges. Base pay counts first; similar ranges become one. `place`: see `readPay`. */
export const readStatedPay = (ranges: readonly StatedFields[], place = ''): PayReading =>
  choose(ranges.flatMap((fields) => statementOf(fields, place) ?? []))

/** The ends of a number, or of the only amount or range in a text; else null. Zero is an open end. */
function endsOf(value: unknown, place: string) {
  if (typeof value === 'number')
    return Number.isFinite(value) && value > 0 ? { low: value, high: value, read: null } : null
  if (typeof value !== 'string') return null
  const [only, another] = statementsIn(value.slice(0, 200), place)
  if (!only || another || only.span.unsure !== null) return null
  const { low, high } = only.span
  return low || high ? { low: low || null, high: high || null, read: only } : null
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

function statementOf(fields: StatedFields, place: string): Statement | null {
  const given = [fields.min, fields.max, fields.value]
  const found = given.map((each) => endsOf(each, place))
  const [min = null, max = null, value = null] = found
  const words = wordsOf(fields)
  const ends = min || max ? { low: min?.low ?? null, high: max?.high ?? null } : value
  const isLost = given.some((each, at) => typeof each === 'string' && /[1-9]/.test(each) && !found[at])
  if (ends === null && !isLost) return null
  const read = found.find((each) => each?.read?.isMarked || each?.read?.isTimed)?.read ?? null
  const currency = codeOf(fields.currency, place) ?? read?.pay.currency ?? null
  const span = textOf(fields.span)
  const named = spanNamed(span) ?? (read?.isTimed ? { ...UNCLEAR, period: read.pay.period } : null)
  const { low = null, high = null } = ends ?? {}
  const [from, to] = low !== null && high !== null && low > high ? [high, low] : [low, high]
  const period = named === null ? yearIfHigh(to ?? from ?? 0, currency) : named.period
  const scaled = (amount: number | null) =>
    amount === null ? null : roundToCents(amount * (named?.times ?? 1))
  const pay: Compensation = { min: scaled(from), max: scaled(to), currency, period }
  const isUnclear = named !== null && named.period === null && span !== ''
  const refused = isLost
    ? 'is no amount that can be read'
    : isUnclear
      ? 'is not paid by the hour, day, week, month or year'
      : (whyUnbelievable(pay) ?? whyUnbelievable(pay, 'is no usual pay', isBelievableInData))
  return {
    ...{ pay, words, refused, kind: kindOf(fields.label ?? ''), label: null },
    span: { ...NO_SPAN, low: from, high: to },
    doubts: named?.converted ? [`converted from an amount for ${named.converted}`] : [],
    ...{ isMarked: true, isTimed: named !== null, uncounted: [], place: null },
  }
}

const NO_SPAN: Statement['span'] = {
  ...{ low: null, high: null, unsure: null, multiple: 1, currency: null, signed: true, dollar: false },
  ...{ yearLike: false, grouped: true, strange: false, first: 0, last: 0 },
}

function codeOf(value: unknown, place: string): string | null {
  const text = textOf(value)
  const code = text.toUpperCase()
  if (currencyCodes.has(code)) return code
  return text === '' ? null : (statementsIn(`${text} 100,000`, place)[0]?.pay.currency ?? null)
}

/** The kind that a label states: base, else the first kind that is not pay, else pay. */
function kindOf(label: string): AmountKind | null {
  const words = keyOf(label.replace(/[^\p{L}\p{N}\s-]/gu, ' '))
    .split(' ')
    .slice(0, 30)
  const kinds = new Set<AmountKind>()
  for (let from = 0; from < words.length; from += 1)
    for (let to = Math.min(words.length, from + 4); to > from; to -= 1) {
      const kind = meaningOf(words.slice(from, to).join(' '))?.label
      if (kind === undefined) continue
      kinds.add(kind)
      from = to - 1
      break
    }
  if (kinds.has('base')) return 'base'
  return [...kinds].find((kind) => kind !== 'pay') ?? (kinds.has('pay') ? 'pay' : null)
}

function wordsOf({ min, max, value, currency, span, label }: StatedFields): string {
  const amounts = [min, max, value]
    .map((each) => (typeof each === 'number' ? counted(each) : textOf(each)))
    .filter(Boolean)
  return [label ? `${label}:` : '', textOf(currency), [...new Set(amounts)].join(' – '), textOf(span)]
    .filter(Boolean)
    .join(' ')
    .slice(0, 200)
}
