// What an item is made from: checked, and complete, before anything is paid.
import { getJob } from '../../jobs/queries.ts'
import { readPay } from '../../reading/pay.ts'
import type { Context } from '../../kernel/context.ts'
import { invokeWithin } from '../../kernel/invoke.ts'
import { invalidInput } from '../../kernel/schema.ts'

type Input = Record<string, unknown>

function saysAnything(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (typeof value === 'object' && value !== null) return Object.values(value).some(saysAnything)
  return typeof value === 'number' || value === true
}

const refuse = (path: string, message: string): never => {
  throw invalidInput([{ path, message }])
}

export function requireHistory({ experience, skills, education }: Input): void {
  if (!saysAnything([experience, skills, education]))
    refuse('experience', 'needs at least one entry, or name skills or education')
}

export function requireProfile({ profile }: Input): void {
  if (!saysAnything(profile))
    refuse('profile', 'must say something about you, such as name, skills or experience')
}

export function requireAmount({ offerAmount }: Input): void {
  const number = Number(offerAmount)
  const isAmount = Number.isNaN(number)
    ? readPay(String(offerAmount)).value !== null
    : number > 0 && Number.isFinite(number)
  if (!isAmount) refuse('offerAmount', 'must contain an amount, such as 150000 or $150k')
}

/** Company and role are the job's, whatever the request calls them. Throws `job_not_found`. */
export async function withJob(ctx: Context, input: Input): Promise<Input> {
  const job = await invokeWithin(getJob, ctx, { id: String(input['jobId']) })
  const about = [
    job.location && `Location: ${job.location}`,
    job.salary && `Pay as posted: ${job.salary}`,
    `Status: ${job.status}`,
    job.notes && `Notes: ${job.notes}`,
  ].filter(Boolean)
  return {
    ...input,
    company: job.company,
    role: job.role,
    location: job.location ?? '',
    posting: job.description ?? '',
    about: about.join('\n').slice(0, 20_000),
  }
}
