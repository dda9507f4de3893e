// Reports which parts of a job's pay crm did not understand.
import { readPay } from '../reading/pay.ts'
import type { Job } from './fields.ts'

type JobPay = Pick<Job, 'salary' | 'location' | 'compensation'>

/** Returns a sentence for the user, or null if crm understood and used all of the pay. */
export function payRemark({ salary, location, compensation }: JobPay): string | null {
  if (compensation?.currency === null)
    return `The pay “${salary}” says no currency${compensation.period === null ? ' and no period' : ''}: write it as in “$185k a year”.`
  const { omitted } = readPay(salary ?? '', location ?? '')
  return omitted.length
    ? `Of the pay, ${omitted.map(({ text, why }) => `“${text}” ${why}`).join('; ')}.`
    : null
}
