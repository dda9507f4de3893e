// Formats figures for prose: dollars, percentages, and confidence in words.
import type { Estimate } from '../estimates/estimate.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** 169546 → "$169,546". */
export const dollars = (amount: number): string => `$${whole.format(amount)}`

export const counted = (amount: number): string => whole.format(amount)

/** 3.1 → "+3.1 %". */
export const signed = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`

const KINDS: Record<Estimate['kind'], string> = {
  published: 'as the survey publishes it',
  derived: 'derived from the area’s published wage levels',
  modelled: 'the level’s place among everyone surveyed',
}

/** An hourly figure as a year's, or percentiles above the top code. */
const DERIVED_NATIONALLY = 'derived from the survey’s published figures'

/** The confidence of a figure as text: its level, the interval and the reasons. */
export function confidenceInWords(pay: Estimate): string {
  const { confidence, kind, city, ownArea } = pay
  const because = [
    kind === 'derived' && !city ? DERIVED_NATIONALLY : KINDS[kind],
    ...(ownArea ? [] : ['figures pooled with other areas']),
  ]
  const range = `${dollars(confidence.lower)}–${dollars(confidence.upper)}`
  return `${confidence.words}: the true median is within ${range} with ${confidence.level * 100} % probability (${because.join('; ')})`
}

export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
