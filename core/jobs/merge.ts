// Merges two records of one job: fills empty fields, and keeps everything that belongs to either.
import { must } from '../kernel/narrow.ts'
import { listActivitiesOfJob } from '../activities/linked.ts'
import { listStoredEventsOfJob } from '../calendar/linked.ts'
import { noteLinked } from '../contacts/references.ts'
import { changed, emit, type Transaction } from '../database/transaction.ts'
import { invalidInput } from '../kernel/schema.ts'
import { listStoredOffersOfJob } from '../offers/record.ts'
import { nextVersion } from '../kernel/version.ts'
import { zoneOf } from '../identity/person.ts'
import { merged } from '../kernel/record.ts'
import { derivedFields, emitMove, storedJobOf } from './changes.ts'
import { JOB, jobOf, type Job, type JobRow } from './fields.ts'
import { lockJob } from './references.ts'
import { standingOf, mergedHistory } from './history.ts'
import { listPostings } from './store-postings.ts'
import * as store from './store.ts'

export async function mergeJobs(tx: Transaction, { id, from }: { id: string; from: string }): Promise<Job> {
  if (id.toLowerCase() === from.toLowerCase())
    throw invalidInput([{ path: 'from', message: 'is the same job' }])
  // In a fixed order, because two opposite merges would otherwise deadlock.
  const locked = new Map<string, JobRow>()
  for (const each of [id.toLowerCase(), from.toLowerCase()].sort()) locked.set(each, await lockJob(tx, each))
  const [kept, other] = [must(locked.get(id.toLowerCase())), must(locked.get(from.toLowerCase()))]
  const userId = tx.principal.userId
  const [own, theirs] = [
    await store.listHistoryLines(tx.sql, userId, kept.id),
    await store.listHistoryLines(tx.sql, userId, other.id),
  ]
  await moveRecords(tx, other.id, kept.id)
  await store.removeJob(tx.sql, userId, other.id)
  const history = mergedHistory(own, theirs)
  for (const line of history.before) await store.removeHistory(tx.sql, userId, kept.id, line.id)
  for (const line of history.after) await store.insertHistory(tx.sql, userId, kept.id, line)
  if (other.contactIds.length) await store.linkContacts(tx.sql, userId, kept.id, other.contactIds)
  await noteLinked(tx, other.contactIds)
  const fields = merged(JOB, kept, other, await zoneOf(tx))
  const next = {
    ...fields,
    ...(await derivedFields(fields)),
    ...standingOf(history.lines),
    updatedAt: nextVersion(tx, kept),
  }
  await store.updateJob(tx.sql, userId, next)
  await store.refreshLastActivity(tx.sql, userId, [kept.id])
  changed(tx, 'job', kept.id, storedJobOf(kept, history.before), storedJobOf(next, history.after))
  // Recorded last, because undo runs backwards and must restore the job before records that belong to it.
  changed(tx, 'job', other.id, storedJobOf(other, [...theirs]), null)
  emit(tx, 'job.updated', { ...jobOf(next), jobId: next.id })
  if (next.status !== kept.status) emitMove(tx, kept.status, jobOf(next))
  emit(tx, 'job.deleted', { ...jobOf(other), jobId: other.id })
  return jobOf(next)
}

async function moveRecords(tx: Transaction, from: string, to: string): Promise<void> {
  const userId = tx.principal.userId
  const activities = await listActivitiesOfJob(tx.sql, userId, from)
  const events = await listStoredEventsOfJob(tx.sql, userId, from)
  const offers = await listStoredOffersOfJob(tx.sql, userId, from)
  const postings = await listPostings(tx.sql, userId, from)
  await store.reassignRecords(tx.sql, userId, from, to)
  for (const one of activities) changed(tx, 'activity', one.id, one, { ...one, jobId: to })
  for (const one of events) changed(tx, 'event', one.id, one, { ...one, jobId: to })
  for (const one of offers) changed(tx, 'offer', one.id, one, { ...one, jobId: to })
  for (const one of postings) changed(tx, 'kept-posting', one.id, one, { ...one, jobId: to })
}
