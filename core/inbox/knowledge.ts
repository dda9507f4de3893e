// What is known before messages are read: the tracked jobs and their people, earlier messages, the reader's addresses.
import { everyContactOfJobs } from '../contacts/references.ts'
import { findPerson } from '../identity/person.ts'
import { everyJob } from '../jobs/references.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { mergedRecords } from '../sheets/import.ts'
import { countsOf, mentionsOf, prepare, type Tracked } from './meaning/tracked.ts'
import type { Knowledge } from './meaning/approach.ts'
import type { Mail } from './reading/mail.ts'
import { proposedJobs, type ProposedJobs } from './proposed.ts'
import { threadKey } from './recognition.ts'
import * as store from './store.ts'

/** The knowledge for a batch, which grows as its messages are understood. */
export interface Known extends Knowledge {
  /** What names a tracked job in a folded text, too often rather than too rarely. */
  mentions: RegExp
  /** When an application became known, by job. */
  appliedAt: ReadonlyMap<string, string | null>
  /** Jobs that are not tracked but proposed. */
  proposed: ProposedJobs
  meet(mails: readonly Mail[]): void
  note(messageId: string | null, jobId: string, ended: boolean): void
}

export async function knowledgeFor(
  ctx: Context,
  { references, senders }: { references: readonly string[]; senders: readonly string[] },
): Promise<Known> {
  const { sql, principal, clock } = ctx
  const { userId } = principal
  const keys = [...new Set(references)].map(threadKey)
  const domains = [...new Set(senders.map((address) => address.split('@')[1] ?? ''))]
  const [jobs, people, threads, ended, aliases, delivered, person, pending, merged] = await Promise.all([
    everyJob(sql, userId),
    everyContactOfJobs(sql, userId),
    keys.length ? store.listThreads(sql, userId, keys) : [],
    store.listEnded(sql, userId),
    store.listAliases(sql, userId),
    store.listDelivered(sql, userId),
    findPerson(sql, userId),
    store.listProposedJobs(sql, userId, { keys, domains }),
    namesMerged(ctx),
  ])
  const tracked = jobs.map((job): Tracked => ({
    ...job,
    contacts: people.filter(({ jobId }) => jobId === job.id),
    aliases: [
      ...aliases.filter(({ jobId }) => jobId === job.id).map(({ saidCompany }) => saidCompany),
      ...(merged.get(job.id) ?? []),
    ],
  }))
  const byThread = new Map(threads.map(({ threadKey: key, jobId }) => [key.toString('hex'), jobId]))
  const over = new Set(ended.map(({ jobId }) => jobId))
  const own = new Set([
    ...delivered.map(({ address }) => address),
    ...(person?.email ? [person.email.toLowerCase()] : []),
  ])
  const prepared = prepare(tracked)
  const proposed = proposedJobs(pending)
  return {
    jobs: prepared,
    proposed,
    proposedFor: (mail) => proposed.of(mail),
    mentions: mentionsOf(prepared),
    own,
    meet(mails) {
      for (const address of ownIn(mails)) own.add(address)
    },
    jobOf: (messageId) => byThread.get(threadKey(messageId).toString('hex')),
    over,
    now: isoOf(clock.now()),
    appliedAt: new Map(jobs.map(({ id, appliedAt }) => [id, appliedAt])),
    note(messageId, jobId, isEnd) {
      if (messageId) byThread.set(threadKey(messageId).toString('hex'), jobId)
      if (isEnd) over.add(jobId)
    },
  }
}

/** What the company was called in the entries that were merged into a job, and into those before. */
async function namesMerged(ctx: Context): Promise<ReadonlyMap<string, readonly string[]>> {
  const names = new Map<string, string[]>()
  for (const { record, into } of await mergedRecords(ctx, 'job'))
    names.set(into, [
      ...(names.get(into) ?? []),
      String(record['company']),
      ...(names.get(String(record['id'])) ?? []),
    ])
  return names
}

/** An address is the reader's when this share of a batch was delivered to it. */
const OWN_SHARE = 0.2
const MIN_MAILS = 5

/**
 * By where they were delivered, or to whom most are. One message alone tells only the former, if somebody else sent
 * it.
 */
function ownIn(mails: readonly Mail[]): string[] {
  const marked = mails.filter(({ deliveredTo }) => deliveredTo.length)
  const counts = countsOf(
    marked.flatMap(({ deliveredTo: [to], from }) => (to && to !== from?.address ? [to] : [])),
  )
  const own = [...counts]
    .filter(([, count]) => count >= marked.length * OWN_SHARE)
    .map(([address]) => address)
  if (own.length || mails.length < MIN_MAILS) return own
  const to = countsOf(
    mails.flatMap((mail) => [...new Set(mail.to.map(({ address }) => address))].filter(Boolean)),
  )
  return [...to].filter(([, count]) => count > mails.length / 2).map(([address]) => address)
}
