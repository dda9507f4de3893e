// Which jobs a new one looks like; said at once, never a reason to refuse it.
import type { Transaction } from '../database/transaction.ts'
import type { AddedJob, Job } from './job.ts'
import { companyName, sameLevel, titleWords } from './names.ts'
import { similarity } from './similarity.ts'
import * as store from './store.ts'

const MAX_SHOWN = 5

const isSameName = (one: store.JobTraits, other: store.JobTraits): boolean =>
  companyName(one.company) === companyName(other.company) &&
  titleWords(one.role).join() === titleWords(other.role).join() &&
  sameLevel(one.role, other.role)

export async function withDuplicates(tx: Transaction, job: Job): Promise<AddedJob> {
  // Their names differ in spelling, so the longest word of the company finds them.
  const word = job.company.split(/[^\p{L}\p{N}]+/u).reduce((a, b) => (b.length > a.length ? b : a), '')
  const near = await store.listTraitsLike(tx.sql, tx.principal.userId, word)
  const twins = near.filter(
    (other) => other.id !== job.id && (isSameName(other, job) || similarity(other, job) === 'probable'),
  )
  if (!twins.length) return job
  return {
    ...job,
    possibleDuplicates: twins.slice(0, MAX_SHOWN).map(({ id, company, role }) => ({ id, company, role })),
  }
}
