// Numbers and periods as people spell them in the words of an offer.
import type { PayPeriod } from '../../reading/periods.ts'

const COUNTS: Readonly<Record<string, number>> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  ...{ twelve: 12, fifteen: 15, eighteen: 18, twenty: 20, thirty: 30 },
}

/** A number in digits or words; “twenty-five” is the sum of its words. */
export function numberOf(text = ''): number {
  const said = text.toLowerCase().split(/[- ]/)
  const known = said.map((word) => COUNTS[word])
  return known.reduce<number>((all, one) => all + (one ?? Number.NaN), 0) || Number(text.replace(',', '.'))
}

/** The period in the words after an amount or in that of the pay: “pro Monat”, “Monatslohn”. */
const SPANS: readonly (readonly [RegExp, PayPeriod])[] = [
  [/(?:hour|\bhr|stunde|heure|\/ ?h$)/i, 'hour'],
  [/(?:mo$|month|monat|mois|mensuel|pcm)/i, 'month'],
  [/(?:week|wk|woche|semaine)/i, 'week'],
  [/(?:day|tag|jour|daily)/i, 'day'],
  [/(?:year|yr|annum|annual|annuel|p\.?a|jahr|jähr|\ban\b|\by\b)/i, 'year'],
]

/** The period that words name; null when they name none. */
export const spanOf = (words: string): PayPeriod | null =>
  SPANS.find(([said]) => said.test(words.trim()))?.[1] ?? null
