// What can be pay at all: an amount that no job pays for its period is a slip of the pen, or no pay.
import { unitsPerDollar } from './currencies.ts'
import type { PayPeriod } from './compensation.ts'

/** From and to, in US dollars, for currencies of which a few units are a dollar. */
const STRONG: Readonly<Record<PayPeriod, readonly [number, number]>> = {
  year: [4_500, 10_000_000],
  month: [100, 900_000],
  week: [30, 200_000],
  day: [5, 40_000],
  hour: [1, 4_000],
}
/** The same for currencies of many units, some of countries with low pay: wider, since a rate is only about right. */
const OTHER: Readonly<Record<PayPeriod, readonly [number, number]>> = {
  year: [150, 8_000_000],
  month: [10, 700_000],
  week: [3, 150_000],
  day: [0.3, 30_000],
  hour: [0.05, 3_000],
}
/** Without a currency only what no currency makes sense of. */
const UNKNOWN: Readonly<Record<PayPeriod, readonly [number, number]>> = {
  year: [1_500, 1e11],
  month: [50, 1e10],
  week: [20, 1e9],
  day: [3, 1e8],
  hour: [0.5, 50_000],
}
/** For any period. */
const ANY = [0.05, 10_000_000] as const
const STRONG_CURRENCIES = new Set(['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SGD'])

/** Whether some job pays an amount for a period; without a period anything below a hundred billion. */
export function isBelievable(amount: number, period: PayPeriod | null, currency: string | null): boolean {
  if (amount < 0 || amount > 1e11) return false
  const units = currency === null ? null : unitsPerDollar(currency)
  if (period === null) return amount > 0 && (units === null || within(amount / units, ANY))
  if (currency === null || units === null) return within(amount, UNKNOWN[period])
  return within(amount / units, isStrongCurrency(currency, units) ? STRONG[period] : OTHER[period])
}

/** Pay of a year is seldom below this, in US dollars: less without a time may be a month's. */
const LEAST_YEARLY = { strong: 12_000, other: 4_000, unknown: 12_000 }

/** Whether an amount for which no time is said can be nothing but a year's. */
export function isOfYear(amount: number, currency: string | null): boolean {
  const units = currency === null ? null : unitsPerDollar(currency)
  if (currency === null || units === null) return amount >= LEAST_YEARLY.unknown
  return amount / units >= (isStrongCurrency(currency, units) ? LEAST_YEARLY.strong : LEAST_YEARLY.other)
}

const isStrongCurrency = (currency: string, units: number): boolean =>
  STRONG_CURRENCIES.has(currency) || units < 1

const within = (amount: number, [from, to]: readonly [number, number]): boolean =>
  amount >= from && amount <= to
