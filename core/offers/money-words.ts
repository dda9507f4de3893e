// Reads one amount of money as people write it: "185k", "€95.000 p.a.", "60/hr".
import { findAmounts } from '../jobs/pay-amounts.ts'
import { readPay, type PayPeriod } from '../jobs/pay.ts'
import { plainText, tokens } from '../jobs/pay-tokens.ts'

/** An amount as it was said; what was not said is null. */
interface SaidMoney {
  amount: number
  currency: string | null
  period: PayPeriod | null
}

/** Indian groups of two digits, 32,00,000, in the groups of three that amounts are read in. */
const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\bS?Fr\.(?=\s?\d)/gi, 'CHF '],
  [/\bRs\.?(?=\s?\d)/gi, 'INR '],
  [/\blpa\b/gi, 'lakh INR per year'],
  [/\btsd\b\.?/gi, 'k'],
  [/\beuros?\b/gi, 'EUR'],
  [/\bdollars\b/gi, 'USD'],
  [/\bpounds\b/gi, 'GBP'],
]

const westernGroups = (text: string): string =>
  text.replace(/\b\d{1,2}(?:,\d\d)+,\d{3}\b/g, (number) => number.replaceAll(',', ''))

/** The only amount of a text; null when it has none, several, or a range. */
export function readMoney(said: string): SaidMoney | null {
  const text = SPELLED.reduce((all, [word, code]) => all.replace(word, code), westernGroups(said))
  const amounts = findAmounts(tokens(plainText(text)))
  const [only] = amounts
  if (!only || amounts.length > 1) return null
  const pay = readPay(text)
  return {
    amount: only.value,
    currency: pay?.currency ?? only.currency ?? (only.dollar ? 'USD' : null),
    period: pay?.period ?? null,
  }
}
