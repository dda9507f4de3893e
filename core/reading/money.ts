// Reads one amount of money as people write it: "185k", "€95.000 p.a.", "60/hr".
import { isConverted, statementsIn } from './pay.ts'
import type { PayPeriod } from './compensation.ts'

/** An amount as it was said; what was not said is null. */
export interface SaidMoney {
  readonly amount: number
  readonly currency: string | null
  readonly period: PayPeriod | null
  /** “$2,600 biweekly” is so much a year. */
  readonly isConverted: boolean
}

/** Where an amount is asked for, rupees are Indian ones. */
const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\bRs\.?(?=\s?\d)/gi, 'INR '],
  [/\blpa\b/gi, 'lakh INR per year'],
  [/\bpounds\b/gi, 'GBP'],
]

/** Whether a folded text names a sum: `$90,000`, `€ 50`, `90k`, `50 euro`. */
export const namesSum = (text: string): boolean => /(?:[$€£]\s?\d|\d\s?(?:k\b|€|euro|eur\b|usd))/.test(text)

export const spelledOut = (text: string): string =>
  SPELLED.reduce((all, [word, code]) => all.replace(word, code), text)

/**
 * The only amount of a text; null when it has none, several, a range, one that is not understood to its end, or one that is
 * paid by something else than a time. What is paid by two weeks, or twice a month, is counted by the year.
 */
export function readMoney(said: string): SaidMoney | null {
  const [only, another] = statementsIn(spelledOut(said.slice(0, 500)), '')
  if (!only || another || (only.span.unsure ?? only.refused) !== null) return null
  const { pay } = only
  // Another number, as in “1e309” and “200k over 4 years”, is not understood.
  if ((said.match(/\d[\d.,' ]*/g)?.length ?? 0) > 1 || /\de[-+]?\d/i.test(said)) return null
  const amount = pay.min ?? pay.max
  if (amount === null || (pay.min !== null && pay.max !== null && pay.min !== pay.max)) return null
  return { amount, currency: pay.currency, period: pay.period, isConverted: isConverted(only) }
}
