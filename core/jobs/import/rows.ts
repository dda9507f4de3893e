// The rows of a file of jobs: their columns, and how a row becomes a job.
import { isNothing, plain } from '../../sheets/text.ts'
import { rowReader } from '../../sheets/rows.ts'
import { DATES, jobTable, whyNotJobs, tableFor } from './columns.ts'
import { inferredDate } from './dates.ts'
import { readStatus } from './status-aliases.ts'
import { titleOf, toJob } from './to-job.ts'
import { canonicalUrl } from '../canonical-url.ts'
import { companyKey } from '../duplicates.ts'

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
