// Decides whether an amount can be pay. If no job pays it for its period, it is a typing error or something else.
import data from '../../sql/data/reading/currencies.json' with { type: 'json' }
import { unitsPerDollar } from './currencies.ts'
import type { PayPeriod } from './compensation.ts'

/** Lowest and highest pay of any job. Bounds in weak currencies are wider, because their rates are less exact. */
const BOUNDS = data.believable
const STRONG_CURRENCIES = new Set(['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SGD'])

/** Whether any job pays this amount for this period. Without period and currency, the limit is a hundred billion. */
export function isBelievable(amount: number, period: PayPeriod | null, currency: string | null): boolean {
  if (amount < 0 || amount > 1e11) return false
  const units = currency === null ? null : unitsPerDollar(currency)
  if (period === null) return amount > 0 && (units === null || within(amount / units, BOUNDS.noPeriod))
  if (currency === null || units === null) return within(amount, BOUNDS.noCurrency[period])
  const bounds = isStrongCurrency(currency, units) ? BOUNDS.strong : BOUNDS.weak
  return within(amount / units, bounds[period])
}

/** Highest believable pay in a field of data, in US dollars. A higher amount is for another period. */
const MOST_IN_DATA: Readonly<Record<PayPeriod, number>> = {
  ...{ year: 10_000_000, month: 25_000, week: 10_000, day: 5_000, hour: 1_000 },
}
/** Where a form requires an amount, people enter 1 or 2 to leave it out. */
const LEAST_IN_DATA = 2

/** Whether an amount from a page's data can be pay. Employers often put a wrong unit there, because people see only the text. */
export function isBelievableInData(amount: number, period: PayPeriod | null, currency: string | null) {
  const units = currency === null ? null : unitsPerDollar(currency)
  if (currency === null || units === null) return true
  const isPlaceholder = amount <= LEAST_IN_DATA && isStrongCurrency(currency, units)
  return !isPlaceholder && (period === null || amount / units <= MOST_IN_DATA[period])
}

/** Yearly pay is rarely lower, in US dollars. A lower amount without a period may be monthly. */
const MIN_YEARLY = { strong: 12_000, other: 4_000, unknown: 12_000 }

/** Whether an amount without a period must be yearly pay. */
export function isSurelyYearly(amount: number, currency: string | null): boolean {
  const units = currency === null ? null : unitsPerDollar(currency)
  if (currency === null || units === null) return amount >= MIN_YEARLY.unknown
  return amount / units >= (isStrongCurrency(currency, units) ? MIN_YEARLY.strong : MIN_YEARLY.other)
}

const isStrongCurrency = (currency: string, units: number): boolean =>
  STRONG_CURRENCIES.has(currency) || units < 1

const within = (amount: number, [from = 0, to = 0]: readonly number[]): boolean =>
  amount >= from && amount <= to
