// Reads one amount of money as people write it: "185k", "€95.000 p.a.", "60/hr".
import { isConverted, statementsIn } from './pay.ts'

/** Currencies in words. In an answer about one amount, rupees are Indian. */
const CURRENCY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bRs\.?(?=\s?\d)/gi, 'INR '],
  [/\blpa\b/gi, 'lakh INR per year'],
  [/\bpounds\b/gi, 'GBP'],
]

/** Whether a folded text contains a sum of money: `$90,000`, `€ 50`, `90k`, `50 euro`. */
export const namesSum = (text: string): boolean => /(?:[$€£]\s?\d|\d\s?(?:k\b|€|euro|eur\b|usd))/.test(text)

export const withCurrencyCodes = (text: string): string =>
  CURRENCY_WORDS.reduce((all, [word, code]) => all.replace(word, code), text)

/**
 * Reads the only amount of a text. Null for several, for a range or an open end, for other words, and for pay per piece of work.
 * Pay for two weeks or half a month becomes yearly pay (`isConverted`). What the text does not state is null.
 */
export function readMoney(text: string) {
  const [only, another] = statementsIn(withCurrencyCodes(text.slice(0, 500)), '')
  if (!only || another || (only.span.unsure ?? only.refused) !== null) return null
  const { pay } = only
  // A second number, as in “1e309” or “200k over 4 years”, makes the amount unclear.
  if ((text.match(/\d[\d.,'’ ]*/g)?.length ?? 0) > 1 || /\de[-+]?\d|^\s*[-−]/i.test(text)) return null
  if (pay.min === null || pay.min !== pay.max) return null
  return { amount: pay.min, currency: pay.currency, period: pay.period, isConverted: isConverted(only) }
}
