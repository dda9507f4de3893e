// What the readers of a job's pay did not take over.
import { readPay } from '../reading/pay.ts'
import type { Job } from './job.ts'

type Remarked = Pick<Job, 'salary' | 'location' | 'compensation'>

/** What the pay of a job leaves open or out, for who wrote it; null where all of it is read. */
export function payRemark({ salary, location, compensation }: Remarked): string | null {
  if (compensation && compensation.currency === null && compensation.period === null)
    return `The pay “${salary}” says no currency and no period: write it as in “$185k a year”.`
  const { left } = readPay(salary ?? '', location ?? '')
  return left.length ? `Of the pay, ${left.map(({ text, why }) => `“${text}” ${why}`).join('; ')}.` : null
}
