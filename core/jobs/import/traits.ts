// Traits by which a row and a job, or two rows, may be the same job.
import { canonicalUrl } from '../canonical-url.ts'

interface Recognisable {
  readonly id?: string | null
  readonly company: string
  readonly role: string
  readonly url?: string | null | undefined
}

export const plain = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

export const keyOf = (job: { readonly url?: string | null | undefined }) =>
  job.url ? canonicalUrl(job.url) : null

export const nameOf = (job: { readonly company: string; readonly role: string }) =>
  `${plain(job.company)}\n${plain(job.role)}`

export function traitsOf(job: Recognisable): string[] {
  const key = keyOf(job)
  return [
    ...(job.id ? [`id ${job.id.toLowerCase()}`] : []),
    ...(key === null ? [] : [`url ${key}`]),
    `name ${nameOf(job)}`,
  ]
}
