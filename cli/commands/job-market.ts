// A job's pay compared with the market for its role and city, as lines of text.
import { must } from '../../core/kernel/must.ts'
import type { Job } from '../../core/jobs/job.ts'
import { annualise } from '../../core/reading/pay.ts'
import { dollars, thousands } from '../ui/money.ts'
import type { Salary } from './salary-question.ts'

type Distribution = NonNullable<Salary['distribution']>

export function againstMarket(answer: Salary, compensation: Job['compensation']): string[] {
  const { role, city, distribution, reasons } = answer
  const where = `${role.title}, ${city ? city.name : 'nationwide'}`
  if (!distribution) return [`${where}: ${reasons['estimate'] ?? 'no figure is published.'}`]
  const { p10, p25, p50, p75, p90 } = distribution
  const market = `${where}: median ${dollars(p50)} a year; half earn ${thousands(p25)} to ${thousands(p75)}, most ${thousands(p10)} to ${thousands(p90)}.`
  return [market, standing(distribution, compensation)]
}

function standing(distribution: Distribution, compensation: Job['compensation']): string {
  if (!compensation) return 'This job says nothing of its pay that could be read.'
  const { currency } = compensation
  if (currency !== 'USD')
    return `This job’s pay is ${currency ? `in ${currency}` : 'in no currency that it names'}: not compared.`
  const yearly = must(annualise({ ...compensation, period: compensation.period ?? 'year' }))
  const [low, high] = [yearly.min ?? yearly.max ?? 0, yearly.max ?? yearly.min ?? 0]
  const middle = (low + high) / 2
  const percent = Math.round((middle / distribution.p50 - 1) * 100)
  const apart =
    percent === 0 ? 'at the median' : `${Math.abs(percent)} % ${percent > 0 ? 'above' : 'below'} the median`
  return `This job’s ${dollars(middle)} a year is ${apart}, ${placeOf(middle, distribution)}.`
}

function placeOf(amount: number, { p10, p25, p50, p75, p90 }: Distribution): string {
  const marks = [
    [p10, 10],
    [p25, 25],
    [p50, 50],
    [p75, 75],
    [p90, 90],
  ] as const
  const passed = marks.filter(([mark]) => amount >= mark)
  const [low] = passed.at(-1)?.slice(1) ?? []
  const high = marks[passed.length]?.[1]
  if (low === undefined) return 'under the 10th percentile'
  return high === undefined ? 'over the 90th percentile' : `between the ${low}th and the ${high}th percentile`
}
