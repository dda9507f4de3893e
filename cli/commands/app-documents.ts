// The documents of a job that the app shows: the posting, purchased briefs, and notes longer than a line.
import { recordOf } from '../../core/kernel/narrow.ts'
import { must } from '../../core/kernel/must.ts'
import type { Purchase } from '../../core/billing/purchases/record.ts'
import type { Job } from '../../core/jobs/job.ts'
import { answerText } from '../ui/answer.ts'
import type { Document, JobDetails } from '../views/app/records.ts'

/** The most of a text that the timeline shows; longer texts are opened as documents. */
const A_LINE = 60

const isLong = (text: string | null): boolean =>
  Boolean(text && (text.length > A_LINE || text.includes('\n')))

export function documentsOf({
  job,
  activities,
  purchases,
}: Pick<JobDetails, 'job' | 'activities'> & { purchases: readonly Purchase[] }): Document[] {
  const written = activities
    .filter(({ body }) => isLong(body))
    .map(({ title, type, occurredAt, body }) => ({ title: title || type, at: occurredAt, text: must(body) }))
  const bought = purchases
    .filter((purchase) => purchase.answer && purchase.state === 'delivered' && isFor(job, purchase))
    .map(({ label, purchasedAt, createdAt, answer }) => ({
      title: label,
      at: purchasedAt ?? createdAt,
      text: answerText(recordOf(answer), ABOUT_THE_SALE),
    }))
  const posting = job.description ? [{ title: 'Posting', at: null, text: job.description }] : []
  const notes = isLong(job.notes) ? [{ title: 'Notes', at: null, text: must(job.notes) }] : []
  return [
    ...posting,
    ...notes,
    ...[...written, ...bought].sort((one, other) => other.at.localeCompare(one.at)),
  ]
}

/** Purchases refer to a job, or only to the name of its company. */
const isFor = (job: Job, { jobId, company }: Purchase): boolean =>
  jobId ? jobId === job.id : company?.trim().toLowerCase() === job.company.trim().toLowerCase()

const ABOUT_THE_SALE = ['success', 'notice', 'purchasedAt']
