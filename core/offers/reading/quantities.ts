// Converts the numbers of an offer's parts: months of a term, days off in a year.
import { refuse } from './draft.ts'

export type Captures = Record<string, string | undefined>

export const numberOf = (text = ''): number => Number(text.replace(',', '.').replace(/^\./, '0.'))

export function daysOffOf({ count, unit = '' }: Captures): number {
  const days = numberOf(count) * (/^(?:w(?:ee)?k|woche|sema|uge|uke)/i.test(unit) ? 5 : 1)
  return days <= 60 ? days : refuse('is too long to be the days off in a year')
}

export const monthsOf = ({ count, unit = '' }: Captures): number => {
  const months = numberOf(count) * (/^(?:y|j|a)/i.test(unit) ? 12 : 1)
  return Number.isInteger(months) ? months : refuse('is no whole number of months')
}
