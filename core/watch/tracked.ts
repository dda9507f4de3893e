// Finds the tracked job of a posting: by URL, by the system's id, or by company and title.
import type { Transaction } from '../database/transaction.ts'
import { requisitionId, urlKeyOf } from '../jobs/canonical-url.ts'
import { normalisedCompany } from '../jobs/names.ts'
import { similarity } from '../jobs/duplicates.ts'
import type { FoundPosting } from './found-posting.ts'
import * as store from './store/postings.ts'

type PostingTraits = Pick<FoundPosting, 'externalId' | 'company' | 'role' | 'places' | 'url'>

/**
 * Finds the job of a posting: it is the `same` posting, or it `seems` to be the same opening. `company` is the employer of the
 * board. A posting may name another.
 */
export async function trackedFinder(
  tx: Transaction,
  company: string,
  wanted: readonly PostingTraits[],
): Promise<(posting: PostingTraits) => { jobId: string; how: 'same' | 'seems' } | undefined> {
  if (!wanted.length) return () => undefined
  const keys = wanted.map(({ url }) => urlKeyOf(url)).filter((key) => key !== null)
  const jobs = await store.listLikely(tx.sql, tx.principal.userId, {
    keys,
    ids: wanted.map(({ externalId }) => externalId),
    company: normalisedCompany(company).split(' ')[0] ?? '',
  })
  const known = jobs.map((job) => ({ ...job, requisition: job.url ? requisitionId(job.url) : null }))
  return ({ company: own, role, places, url }) => {
    const [key, requisition] = [urlKeyOf(url), requisitionId(url)]
    const same = known.find(
      (job) =>
        (key !== null && job.urlKey !== null && key.equals(job.urlKey)) ||
        (requisition !== null && job.requisition === requisition),
    )
    if (same) return { jobId: same.id, how: 'same' }
    const posting = { company: own ?? company, role, url, location: places.join(' ; ') || null }
    const alike = known.find((job) => similarity(job, posting) === 'probable')
    return alike && { jobId: alike.id, how: 'seems' }
  }
}
