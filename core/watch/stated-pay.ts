// Pay as a board states it in fields: the period where it is not said, and nothing that cannot be true.
import { must } from '../kernel/must.ts'
import { annualise, readPay, type Compensation, type PayPeriod } from '../jobs/pay.ts'

interface StatedAmounts {
  min: number | null
  max: number | null
  /** ISO 4217, in any case. */
  currency: string | null
  period: PayPeriod | null
}

const PERIODS: readonly (readonly [RegExp, PayPeriod])[] = [
  [/hour/i, 'hour'],
  [/day|daily/i, 'day'],
  [/week/i, 'week'],
  [/month/i, 'month'],
  [/year|annual/i, 'year'],
]

/** The period in a board's word, such as `per-hour-wage`, `1 YEAR`, `monthly`; null when it names none. */
export const periodIn = (word: string | null): PayPeriod | null =>
  PERIODS.find(([form]) => form.test(word ?? ''))?.[1] ?? null

/** Less than this a year is a slip, such as an hourly amount that is called monthly. */
const MIN_YEARLY = 1_500
/** More than this a year is a slip in a currency of this size. */
const MAX_YEARLY = 10_000_000
const LARGE_UNITS = new Set(['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SGD'])

/** The pay of a posting; null without amounts, and where they are not plausible. */
export function statedPay({ min, max, currency, period }: StatedAmounts): Compensation | null {
  const [low, high] = [min || null, max || null]
  if (low === null && high === null) return null
  const code = /^[a-z]{3}$/i.test(currency ?? '') ? must(currency).toUpperCase() : null
  const ordered = low !== null && high !== null && low > high ? [high, low] : [low, high]
  const pay = {
    ...{ min: ordered[0] ?? null, max: ordered[1] ?? null, currency: code },
    period: period ?? impliedPeriod(high ?? must(low), code),
  }
  return isPlausible(pay) ? pay : null
}

/** The period that an amount can only have: readPay knows the usual amounts of each currency. */
const impliedPeriod = (amount: number, code: string | null): PayPeriod | null =>
  readPay(`${code ?? ''} ${Math.round(amount)}`)?.period ?? null

function isPlausible(pay: Compensation): boolean {
  if ((pay.min ?? 0) < 0 || (pay.max ?? 0) < 0 || (pay.max ?? pay.min ?? 0) > 1e11) return false
  const yearly = annualise(pay)
  const most = yearly?.max ?? yearly?.min ?? null
  if (most === null) return true
  return most >= MIN_YEARLY && (most <= MAX_YEARLY || !LARGE_UNITS.has(pay.currency ?? ''))
}

const shown = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** `USD 150,000 – 180,000 a year`, as a job's salary. */
export function payText({ min, max, currency, period }: Compensation): string {
  const amounts =
    min !== null && max !== null && min !== max
      ? `${shown(min)} – ${shown(max)}`
      : max === null
        ? `from ${shown(min ?? 0)}`
        : min === null
          ? `up to ${shown(max)}`
          : shown(max)
  return [currency, amounts, period && `${period === 'hour' ? 'an' : 'a'} ${period}`]
    .filter(Boolean)
    .join(' ')
}
