// Decides whether an amount can be pay. If no job pays it for its period, it is a typing error or something else.
import { unitsPerDollar } from './currencies.ts'
import type { PayPeriod } from './compensation.ts'

/** Lowest and highest pay of any job in US dollars, for currencies with only a few units per dollar. */
const STRONG_BOUNDS: Readonly<Record<PayPeriod, readonly [number, number]>> = {
  year: [4_500, 10_000_000],
  month: [100, 900_000],
  week: [30, 200_000],
  day: [5, 40_000],
  hour: [1, 4_000],
}
/** The same for currencies with many units per dollar. The bounds are wider, because their rates are less exact. */
const OTHER_BOUNDS: Readonly<Record<PayPeriod, readonly [number, number]>> = {
  year: [150, 8_000_000],
  month: [10, 700_000],
  week: [3, 150_000],
  day: [0.3, 30_000],
  hour: [0.05, 3_000],
}
/** The same for an unknown currency. These bounds exclude only what is impossible in every currency. */
const NO_CURRENCY_BOUNDS: Readonly<Record<PayPeriod, readonly [number, number]>> = {
  year: [1_500, 1e11],
  month: [50, 1e10],
  week: [20, 1e9],
  day: [3, 1e8],
  hour: [0.5, 50_000],
}
/** Bounds in US dollars when the period is unknown. */
const NO_PERIOD_BOUNDS = [0.05, 10_000_000] as const
const STRONG_CURRENCIES = new Set(['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SGD'])

/** Whether any job pays this amount for this period. Without period and currency, the limit is a hundred billion. */
export function isBelievable(amount: number, period: PayPeriod | null, currency: string | null): boolean {
  if (amount < 0 || amount > 1e11) return false
  const units = currency === null ? null : unitsPerDollar(currency)
  if (period === null) return amount > 0 && (units === null || within(amount / units, NO_PERIOD_BOUNDS))
  if (currency === null || units === null) return within(amount, NO_CURRENCY_BOUNDS[period])
  const bounds = isStrongCurrency(currency, units) ? STRONG_BOUNDS : OTHER_BOUNDS
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

const within = (amount: number, [from, to]: readonly [number, number]): boolean =>
  amount >= from && amount <= to
