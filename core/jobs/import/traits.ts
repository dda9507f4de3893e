// Traits by which a row and a job, or two rows, may be the same job.
import { canonicalUrl } from '../canonical-url.ts'

interface Recognisable {
  readonly id?: string | null
  readonly company: string
  readonly role: string
  readonly url?: string | null | undefined
}

/** One spelling for comparing names: width, case and blanks do not count. */
export const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** The canonical address of the posting; null where none names it. */
export const keyOf = (job: { readonly url?: string | null | undefined }) =>
  job.url ? canonicalUrl(job.url) : null

/** Company and role in one spelling. */
export const nameOf = (job: { readonly company: string; readonly role: string }) =>
  `${plain(job.company)}\n${plain(job.role)}`

/** Two that share none of these are never one job. */
export function traitsOf(job: Recognisable): string[] {
  const key = keyOf(job)
  return [
    ...(job.id ? [`id ${job.id.toLowerCase()}`] : []),
    ...(key === null ? [] : [`url ${key}`]),
    `name ${nameOf(job)}`,
  ]
}
