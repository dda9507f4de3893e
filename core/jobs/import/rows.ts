// The rows of a file of jobs: their columns, how a row becomes a job, and which tracked job a row means.
import { isNothing, plain } from '../../sheets/text.ts'
import { rowReader } from '../../sheets/rows.ts'
import { DATES, jobTable, whyNotJobs, tableFor } from './columns.ts'
import { inferredDate } from './cells.ts'
import { readStatus } from './status-aliases.ts'
import { titleOf, toJob } from './to-job.ts'
import { wallTime } from '../../kernel/clock.ts'
import { shortId } from '../../kernel/id.ts'
import { canonicalUrl } from '../canonical-url.ts'
import { companyKey, duplicateFinder, similarity, type Comparable } from '../duplicates.ts'
import { mayShareForm } from '../names.ts'

export const jobRows = rowReader(
  {
    ...{ table: jobTable, dates: DATES, whyForeign: whyNotJobs, tableFor, titleOf, inferredDate },
    unknownWords(rows, { table, statusWords: known }) {
      const cellsOfStatus = rows.flatMap(({ cells }) =>
        cells.flatMap(([column, value]) =>
          table.fieldOf(column) === 'status' && typeof value === 'string' ? [value.trim()] : [],
        ),
      )
      // An empty meaning in `known`: crm asked the user about the word and got no answer.
      return [...new Set(cellsOfStatus)].filter(
        (word) => word !== '' && !isNothing(word) && known?.[word] !== '' && readStatus(word, known) === null,
      )
    },
  },
  toJob,
  ({ ok, id }) => matchKeysOf({ ...ok, id }),
)

interface MatchableJob {
  readonly id?: string | null
  readonly company: string
  readonly role: string
  readonly url?: string | null | undefined
}

export const linkKey = (job: { readonly url?: string | null | undefined }) =>
  job.url ? canonicalUrl(job.url) : null

export const nameKey = (job: { readonly company: string; readonly role: string }) =>
  `${companyKey(job.company)}\n${plain(job.role)}`

/** Keys for matching: two records that share no key are different jobs. */
export function matchKeysOf(job: MatchableJob): string[] {
  const key = linkKey(job)
  return [
    ...(job.id ? [`id ${job.id.toLowerCase()}`] : []),
    ...(key === null ? [] : [`url ${key}`]),
    `name ${nameKey(job)}`,
  ]
}

interface Application {
  readonly appliedAt: string | null
  readonly createdAt?: string
}

/** Finds the job that a row means, if there is only one. A row and a job that both have a posting's URL are different jobs. */
export function nearFinder<Job extends Comparable & Application>(jobs: readonly Job[], timeZone: string) {
  const { duplicatesOf } = duplicateFinder(jobs)
  return (job: Comparable & { appliedAt?: string }): Job | undefined => {
    const [only, second] = duplicatesOf(job).filter(
      (each) =>
        similarity(each, job) === 'probable' &&
        (linkKey(each) === null || linkKey(job) === null) &&
        mayShareForm(each.company, job.company) &&
        !isAppliedAgain(each, job.appliedAt, timeZone),
    )
    return second ? undefined : only
  }
}

export const nearNote = ({ company, role, id }: Comparable & { id: string }): string =>
  `It is tracked as ${company} — ${role} (${shortId(id)}); to keep both, add it by itself and allow the duplicate.`

/** Whether a row is a later application: its date differs. 4 March and 3 April may be one date. The day of adding is no real date. */
export function isAppliedAgain(
  { appliedAt: known, createdAt }: Application,
  text: string | undefined,
  timeZone: string,
): boolean {
  if (known === null || text === undefined) return false
  if (text < known && known.slice(0, 16) === createdAt?.slice(0, 16)) return false
  const [one, other] = [wallTime(Date.parse(known), timeZone), wallTime(Date.parse(text), timeZone)]
  const isSwapped = one.year === other.year && one.month === other.day && one.day === other.month
  const isSame = one.year === other.year && one.month === other.month && one.day === other.day
  return !isSame && !isSwapped
}
