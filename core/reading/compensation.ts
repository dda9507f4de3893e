// Pay as it was read, per year, and as text.
import { counted, inCents } from '../kernel/amounts.ts'
import { roundToCents } from './numbers.ts'

export type PayPeriod = 'year' | 'month' | 'week' | 'day' | 'hour'

/** How many of each period are in a year: 2,080 hours, 260 days, 52 weeks, 12 months. All conversions use these figures. */
export const periodsPerYear: Readonly<Record<PayPeriod, number>> = {
  year: 1,
  month: 12,
  week: 52,
  day: 260,
  hour: 2080,
}

/** Pay as stated. Amounts are in whole units of the currency (dollars, not cents) with at most two decimals. */
export interface Compensation {
  /** The lower end; null for "up to 90k". */
  readonly min: number | null
  /** The upper end; null for "from 80k". Never below `min`, and equal to it for a single amount. */
  readonly max: number | null
  /** ISO 4217; null when the text states no currency. */
  readonly currency: string | null
  readonly period: PayPeriod | null
}

/** The same pay per year; null if its period is unknown. It stays in its currency. */
export function annualise(pay: Compensation): Compensation | null {
  if (pay.period === null) return null
  const factor = periodsPerYear[pay.period]
  const scaled = (amount: number | null) => (amount === null ? null : roundToCents(amount * factor))
  return { min: scaled(pay.min), max: scaled(pay.max), currency: pay.currency, period: 'year' }
}

/** Whether two statements can be the same pay. Years of 2,000 hours and of 2,080 are the same. */
export function isSamePay(one: Compensation, other: Compensation): boolean {
  const isTimed = one.period !== null && other.period !== null
  const [a, b] = isTimed ? [annualise(one) ?? one, annualise(other) ?? other] : [one, other]
  const most = one.period === other.period ? 0.005 : 0.15
  const isNear = (end: number | null, held: number | null) =>
    end === null || held === null || Math.abs(end - held) <= most * Math.max(end, held)
  const isOneMoney = one.currency === null || other.currency === null || one.currency === other.currency
  return isOneMoney && isNear(a.min, b.min) && isNear(a.max, b.max)
}

/** The pay as text for a job's salary: `USD 150,000 – 180,000 a year`. `readPay` reads the same pay from it. */
export function payText({ min, max, currency, period }: Compensation): string {
  const money = (amount: number | null) => [currency, counted(amount ?? 0)].filter(Boolean).join(' ')
  const amounts =
    min !== null && max !== null && min !== max
      ? `${money(min)} – ${counted(max)}`
      : max === null
        ? `from ${money(min)}`
        : min === null
          ? `up to ${money(max)}`
          : money(max)
  return [amounts, period && periodText(period)].filter(Boolean).join(' ')
}

const periodText = (period: PayPeriod): string => `${period === 'hour' ? 'an' : 'a'} ${period}`

/** The pay as text for an offer's base: `185,000 USD a year`. */
export const baseText = (base: { amount: number; currency?: string; period: PayPeriod }): string =>
  [inCents(base.amount), base.currency, periodText(base.period)].filter(Boolean).join(' ')
