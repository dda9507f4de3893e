// Formats fractions as the percentages of responses, and the range of employers' pay in words.
import { dollars } from '../kernel/amounts.ts'

export const percentOf = (fraction: number): number => Math.round(fraction * 1000) / 10

/** The range as the end of a sentence. Empty if the range is too wide to be useful, as for work without filed offers. */
export const employersRange = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  high > 4 * low ? '' : `; nine in ten employers pay between ${dollars(low)} and ${dollars(high)}`
