// Reads a text that is only a period, to limit a list: a month, a week, a weekend, or some days from now.
import { countAt } from './durations.ts'
import { areJoined, dayAt, stepAt, yearAt, type DayMatch, type StatedDay } from './days.ts'
import { monthNamed } from './names.ts'
import { numberAt, wordAt, type Token } from './tokens.ts'
import { phraseAt, unitAt } from './words.ts'

/** “december”, “Nov 2026”, “2026-12”. */
function wholeMonth(tokens: readonly Token[], at: number): DayMatch | null {
  const year = numberAt(tokens, at, /^(?:19|20|21)\d\d$/)
  const digits = numberAt(tokens, at + 2, /^(?:0[1-9]|1[0-2])$/)
  const isWritten =
    year !== null && digits !== null && wordAt(tokens, at + 1) === '-' && areJoined(tokens, at, at + 2)
  const named = tokens[at]?.isNumber ? null : monthNamed(wordAt(tokens, at))
  const after = named === null ? null : yearAt(tokens, at + 1)
  const month = isWritten ? digits : named
  if (month === null) return null
  const ofYear = isWritten ? year : (after?.year ?? null)
  const period = { unit: 'month' as const, step: 0, month, year: ofYear }
  return { stated: { period }, next: isWritten ? at + 3 : (after?.next ?? at + 1) }
}

/** “Q1”, “Q1 2027”, “2027-Q1”, “next quarter”. */
function quarterOf(tokens: readonly Token[], at: number): DayMatch | null {
  const lead = stepAt(tokens, at)
  if (lead && wordAt(tokens, lead.next) === 'quarter')
    return { stated: { period: { unit: 'month', step: lead.step, quarter: 0 } }, next: lead.next + 1 }
  const before = numberAt(tokens, at, /^20\d\d$/)
  const from = before === null ? at : wordAt(tokens, at + 1) === '-' ? at + 2 : at + 1
  const quarter = numberAt(tokens, from + 1, /^[1-4]$/)
  if (wordAt(tokens, from) !== 'q' || quarter === null || !areJoined(tokens, from, from + 1)) return null
  const after = before === null ? yearAt(tokens, from + 2) : null
  const stated = { unit: 'month' as const, step: 0 as const, quarter, year: before ?? after?.year ?? null }
  return { stated: { period: stated }, next: after?.next ?? from + 2 }
}

/** “end of Q1”, “Ende Q1 2027”. */
export function endOfQuarter(tokens: readonly Token[]): StatedDay | null {
  const end = phraseAt(tokens, phraseAt(tokens, 0, 'around')?.next ?? 0, 'end')
  const found = end && quarterOf(tokens, end.next)
  const { quarter = 0, year = null } = found?.stated.period ?? {}
  const isWhole = quarter > 0 && found?.next === tokens.length
  return isWhole ? { endOf: { unit: 'month', step: 0, month: 3 * quarter, year } } : null
}

function weekend(tokens: readonly Token[], at: number): DayMatch | null {
  const lead = stepAt(tokens, at)
  if (wordAt(tokens, lead?.next ?? at) !== 'weekend') return null
  return { stated: { period: { unit: 'weekend', step: lead?.step ?? 0 } }, next: (lead?.next ?? at) + 1 }
}

/** “week of Nov 30”, “w/c 30 Nov”, “Woche vom 30.11.”, “2026-W49”, “KW 49”. */
function weekOf(tokens: readonly Token[], at: number): DayMatch | null {
  const isShort = /^w\/[bc]$/.test([0, 1, 2].map((step) => wordAt(tokens, at + step)).join(''))
  const commencing = isShort ? dayAt(tokens, at + 3) : null
  if (commencing) return { stated: { weekOf: commencing.stated }, next: commencing.next }
  const year = numberAt(tokens, at, /^20\d\d$/)
  const unit = unitAt(tokens, year === null ? at : wordAt(tokens, at + 1) === '-' ? at + 2 : at + 1)
  if (unit?.unit !== 'week') return null
  const lead = phraseAt(tokens, unit.next, 'of') ?? phraseAt(tokens, unit.next, 'around')
  const start = wordAt(tokens, unit.next) === 'beginning' ? unit.next + 1 : lead?.next
  const day = start === undefined ? null : dayAt(tokens, start)
  if (day) return { stated: { weekOf: day.stated }, next: day.next }
  const week = numberAt(tokens, unit.next, /^(?:0?[1-9]|[1-4]\d|5[0-3])$/)
  const behind = year ?? numberAt(tokens, unit.next + 1, /^20\d\d$/)
  const next = unit.next + (behind === year ? 1 : 2)
  return week === null ? null : { stated: { weekOf: { week, year: behind } }, next }
}

/** “next 3 days”, “the last two weeks”, “les 7 derniers jours”. */
function spanAlone(tokens: readonly Token[], at: number): DayMatch | null {
  const lead = stepAt(tokens, at)
  const counted = countAt(tokens, lead?.next ?? at)
  const step = counted && (lead ?? stepAt(tokens, counted.next))
  const unit = step && unitAt(tokens, lead ? counted.next : step.next)
  if (!unit || Math.abs(step.step) !== 1) return null
  return { stated: { span: { unit: unit.unit, amount: step.step * counted.count } }, next: unit.next }
}

/** “in the next 3 days”, “next 48 hours” as a deadline, which is the end of this span. */
export function daysAhead(tokens: readonly Token[]): StatedDay | null {
  const lead = phraseAt(tokens, 0, 'ahead')?.next ?? 0
  const found = spanAlone(tokens, phraseAt(tokens, lead, 'around')?.next ?? lead)
  return found?.next === tokens.length && (found.stated.span?.amount ?? 0) > 0 ? found.stated : null
}

/** A month, week, weekend or span that is the whole text, to limit a list. In a sentence “may” and “mar” are other words. */
export function periodAlone(tokens: readonly Token[]): StatedDay | null {
  const at = phraseAt(tokens, 0, 'around')?.next ?? 0
  const found = [weekend, wholeMonth, quarterOf, weekOf, spanAlone]
    .map((read) => read(tokens, at))
    .find(Boolean)
  return found?.next === tokens.length ? found.stated : null
}
