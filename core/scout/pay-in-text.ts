// Finds the pay that a posting states in its text.
import { readPay } from '../jobs/pay.ts'

const ABOUT_PAY = /\b(?:salary|compensation|pay|wage|remuneration|gehalt|base|OTE)\b/i
const MAX_PAY_CHARACTERS = 100
const RANGE =
  /(?:(?:[A-Z]{3}\s?)?[$€£]|\b[A-Z]{3}\s)\s?\d[\d.,]*\s?[kK]?(?:\s?(?:-|–|—|to|and|bis)\s?(?:(?:[A-Z]{3}\s?)?[$€£])?\s?\d[\d.,]*\s?[kK]?)?(?:\s?(?:USD|EUR|GBP|CAD|AUD|CHF))?(?:\s?(?:per|an?|\/)\s?(?:hour|hr|year|yr|annum|month|week|day))?/

/** The pay stated in a line of the text, as written. */
export function payIn(text: string): string | undefined {
  for (const line of text.split('\n')) {
    if (!ABOUT_PAY.test(line) || line.length > 1_000) continue
    const found = RANGE.exec(line)?.[0].trim().replace(/[.,]$/, '')
    if (found && readPay(found)) return found.slice(0, MAX_PAY_CHARACTERS)
  }
  return undefined
}
