// Durations as people type them ("90m", "1h30m", "1h30", "1.5h", "45 min"), and distances from now ("in 2 hours", "-7d").
import { phraseAt, unitAt, type Unit } from './words.ts'
import { tokensOf, type Token } from './tokens.ts'

/** Whether the unit is a day or longer. A distance in only such units counts whole days. */
export const isDayUnit = (unit: Unit): boolean => unit !== 'minute' && unit !== 'hour'

export function countAt(tokens: readonly Token[], at: number): { count: number; next: number } | null {
  const token = tokens[at]
  if (token?.isNumber) return token.word.length > 4 ? null : { count: Number(token.word), next: at + 1 }
  const found = phraseAt(tokens, at, 'counts')
  return found && { count: Number(found.value), next: found.next }
}

export interface Distance {
  readonly unit: Unit
  readonly amount: number
  /** Whether it has a sign: `+1d` counts from the instant that is changed, if there is one. */
  readonly isSigned: boolean
  readonly next: number
}

function lengthAt(tokens: readonly Token[], at: number): Pick<Distance, 'unit' | 'amount' | 'next'> | null {
  const spoken = phraseAt(tokens, at, 'lengths')
  if (spoken) return { unit: 'minute', amount: Number(spoken.value), next: spoken.next }
  const counted = countAt(tokens, at)
  if (!counted) return null
  const tenth = /^[.,]$/.test(tokens[counted.next]?.word ?? '') ? tokens[counted.next + 1] : undefined
  const isTenth = tenth?.isNumber === true && tenth.word.length === 1
  const unit = unitAt(tokens, isTenth ? counted.next + 2 : counted.next)
  if (!unit || (isTenth && unit.unit !== 'hour')) return null
  const minutes = tokens[unit.next]
  if (unit.unit === 'hour' && minutes?.isNumber && /^\d\d$/.test(minutes.word))
    if (minutes.from === tokens[unit.next - 1]?.to)
      return { unit: 'minute', amount: counted.count * 60 + Number(minutes.word), next: unit.next + 1 }
  return { unit: unit.unit, amount: counted.count + (isTenth ? Number(tenth.word) / 10 : 0), next: unit.next }
}

/** A number of units with a sign or direction: `-7d`, `in 2 hours`, `3 days ago`, `vor zwei Wochen`, `a day later`. */
export function distanceAt(tokens: readonly Token[], at: number): Distance | null {
  const sign = /^[+-]$/.test(tokens[at]?.word ?? '') ? tokens[at]?.word : undefined
  const ahead = sign === undefined ? phraseAt(tokens, at, 'ahead') : null
  const past = sign === undefined ? phraseAt(tokens, at, 'past') : null
  const start = sign === undefined ? (past?.next ?? ahead?.next ?? at) : at + 1
  const measured = lengthAt(tokens, start)
  if (!measured) return null
  const hence = phraseAt(tokens, measured.next, 'aheadAfter')
  const ago = phraseAt(tokens, measured.next, 'pastAfter')
  const later = phraseAt(tokens, measured.next, 'later')
  // Swedish “om 3 dagar” is a distance, Dutch “om 3 uur” a time.
  if (ahead?.language === 'sv' && !phraseAt(tokens, measured.next - 1, 'units', 'sv')) return null
  const leads = [sign, ahead, past, hence, ago, later].filter((each) => each !== undefined && each !== null)
  if (leads.length !== 1) return null
  const isBack = sign === '-' || past !== null || ago !== null || later?.value === '-1'
  return {
    unit: measured.unit,
    isSigned: sign !== undefined || later !== null,
    amount: isBack ? -measured.amount : measured.amount,
    next: (hence ?? ago ?? later)?.next ?? measured.next,
  }
}

/** Minutes per unit, for the units a meeting can last. */
const MINUTES: Readonly<Partial<Record<Unit, number>>> = { minute: 1, hour: 60, day: 24 * 60 }

/** Whole minutes of “90m”, “1h 30min”, “an hour”. Null for zero, and for a number without a unit, which may mean anything. */
export function readMinutes(text: string): number | null {
  const tokens = tokensOf(text.replace(/(\dh\d\d)m(?:in)?$/i, '$1').replace(/(\d\s?)m\b/gi, '$1min'))
  let minutes = 0
  for (let at = 0; at < tokens.length;) {
    const length = lengthAt(tokens, at)
    minutes += length ? length.amount * (MINUTES[length.unit] ?? NaN) : NaN
    at = length?.next ?? tokens.length
    if (/^(?:and|und|et|y|e|en|och|[.,])$/.test(tokens[at]?.word ?? '')) at += 1
  }
  return Number.isInteger(minutes) && minutes > 0 ? minutes : null
}
