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

/** The only amount of a text; null when it has none, several, or a range. */
export function readMoney(text: string): SaidMoney | null {
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
