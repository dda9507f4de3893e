// Reports the parts of a job's pay that were not understood.
import { readPay } from '../reading/pay.ts'
import type { Job } from './job.ts'

type JobPay = Pick<Job, 'salary' | 'location' | 'compensation'>

/** The unclear or omitted parts of a job's pay, for its author; null if all of it was understood. */
export function payRemark({ salary, location, compensation }: JobPay): string | null {
  if (compensation?.currency === null)
    return `The pay “${salary}” says no currency${compensation.period === null ? ' and no period' : ''}: write it as in “$185k a year”.`
  const { omitted } = readPay(salary ?? '', location ?? '')
  return omitted.length
    ? `Of the pay, ${omitted.map(({ text, why }) => `“${text}” ${why}`).join('; ')}.`
    : null
}
