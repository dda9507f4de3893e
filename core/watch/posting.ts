// A watched posting as the API returns it, and the user's decisions: to accept the posting as a job, or to dismiss it for good.
import { recordChange, type Transaction } from '../database/transaction.ts'
import { boardOf } from '../jobs/source.ts'
import { keepPosting } from '../jobs/kept-posting.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { cut, cutList } from '../kernel/plain-characters.ts'
import { payText } from '../reading/compensation.ts'
import { placeText } from './found-posting.ts'
import * as store from './store/postings.ts'
import { zoneOf } from '../identity/user.ts'

export async function shownPostings(ctx: Context, rows: readonly store.PostingRow[]) {
  if (rows.length === 0) return []
  const { marketFinder } = await import('./market-finder.ts')
  const marketOf = await marketFinder(ctx.intelligence)
  return rows.map(({ places, workplace, ...posting }) => ({
    ...{ id: posting.id, board: posting.board, externalId: posting.externalId, company: posting.company },
    ...{ role: posting.role, location: places.join('; ') || null },
    remote: workplace === null ? null : workplace === 'remote',
    ...{ url: posting.url, postedAt: posting.postedAt, pay: posting.pay, ...marketOf(posting.role, places) },
    ...{ firstSeenAt: posting.firstSeenAt, closedAt: posting.closedAt, state: posting.state },
    ...{ jobId: posting.jobId, why: posting.why },
  }))
}

export type StoredDecision = Pick<store.PostingRow, 'id' | 'company' | 'role' | 'state' | 'jobId'>

export const decisionOf = ({ id, company, role, state, jobId }: store.PostingRow): StoredDecision => ({
  ...{ id, company, role, state, jobId },
})

export async function decide(
  tx: Transaction,
  before: store.PostingRow,
  decision: Pick<store.PostingRow, 'state' | 'jobId'>,
): Promise<store.PostingRow> {
  await store.updateState(tx.sql, tx.principal.userId, before.id, decision)
  const after = { ...before, ...decision }
  recordChange(tx, 'posting', before.id, decisionOf(before), decisionOf(after))
  return after
}

const MAX = { text: 200, url: 2_048, description: 10_000 } as const

/** Turns a posting into a job, or links the existing job for the same posting. A second call changes nothing. */
export async function acceptPosting(tx: Transaction, id: string): Promise<store.PostingRow> {
  const row = await store.lockPosting(tx, id)
  if (row.state === 'accepted' && row.jobId !== null) return row
  const jobId = row.jobId ?? (await jobSavedByHand(tx, row)) ?? (await jobFrom(tx, row))
  return decide(tx, row, { state: 'accepted', jobId })
}

async function jobSavedByHand(tx: Transaction, row: store.PostingRow): Promise<string | null> {
  const { trackedFinder } = await import('./tracked.ts')
  const found = (await trackedFinder(tx, row.company, [row]))(row)
  return found?.how === 'same' ? found.jobId : null
}

async function jobFrom(tx: Transaction, row: store.PostingRow & { body: string | null }): Promise<string> {
  const { createJob } = await import('../jobs/changes.ts')
  const { closingOf, leftLines, UNUSED_PAY } = await import('../scout/closing-day.ts')
  const { company, role, places, workplace, url, pay, body } = row
  const { at: deadline, left } = closingOf({ text: body ?? '' }, tx.clock.now(), await zoneOf(tx))
  const unused = (body ?? '').split('\n').filter((line) => line.startsWith(UNUSED_PAY))
  const notes = [...leftLines(left), ...unused]
  const location = placeText(places.join('; ') || null, workplace === 'remote')
  const job = await createJob(tx, {
    ...{ company: cut(company, MAX.text), role: cut(role, MAX.text) },
    location: location && cutList(location, MAX.text),
    salary: pay && payText(pay).slice(0, 100),
    url: url.slice(0, MAX.url),
    description: body && cut(body, MAX.description),
    source: boardOf(url) ?? 'company page',
    ...(deadline && { deadline }),
    ...(notes.length && { notes: cut(notes.join('\n'), 4_000) }),
  })
  if (body) await keepPosting(tx, job.id, { text: body, url, origin: 'board' })
  return job.id
}

/** Dismisses a posting for good. Throws `posting_accepted` if it became a job. */
export async function dismissPosting(tx: Transaction, id: string): Promise<store.PostingRow> {
  const row = await store.lockPosting(tx, id)
  if (row.state === 'dismissed') return row
  if (row.state === 'accepted' && row.jobId !== null) fail('posting_accepted', { id, jobId: row.jobId })
  return decide(tx, row, { state: 'dismissed', jobId: null })
}
