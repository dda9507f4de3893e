// What crm must know to read messages: tracked jobs and their people, earlier messages, and the user's addresses.
import { everyContactOfJobs } from '../contacts/references.ts'
import { findProfile } from '../identity/user.ts'
import { everyJob } from '../jobs/references.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { mergedRecords } from '../sheets/import.ts'
import { countsOf, mentionsOf, prepare, type TrackedJob } from './meaning/tracked.ts'
import type { Mail } from './reading/decode.ts'
import { proposedJobs } from './proposed.ts'
import { threadKey } from './recognition.ts'
import * as store from './store.ts'

/** What crm knows while it reads a batch of messages. Each message may add to this. */
export type BatchContext = Awaited<ReturnType<typeof knowledgeFor>>

export async function knowledgeFor(
  ctx: Context,
  { references, senders }: { references: readonly string[]; senders: readonly string[] },
) {
  const { sql, principal, clock } = ctx
  const { userId } = principal
  const keys = [...new Set(references)].map(threadKey)
  const domains = [...new Set(senders.map((address) => address.split('@')[1] ?? ''))]
  const [jobs, people, threads, ended, aliases, delivered, user, pending, merged] = await Promise.all([
    everyJob(sql, userId),
    everyContactOfJobs(sql, userId),
    keys.length ? store.listThreads(sql, userId, keys) : [],
    store.listEnded(sql, userId),
    store.listAliases(sql, userId),
    store.listDelivered(sql, userId),
    findProfile(sql, userId),
    store.listProposedJobs(sql, userId, { keys, domains }),
    companiesMerged(ctx),
  ])
  const tracked = jobs.map((job): TrackedJob => ({
    ...job,
    contacts: people.filter(({ jobId }) => jobId === job.id),
    aliases: [
      ...aliases.filter(({ jobId }) => jobId === job.id).map(({ saidCompany }) => saidCompany),
      ...(merged.get(job.id) ?? []),
    ],
  }))
  const byThread = new Map(threads.map(({ threadKey: key, jobId }) => [key.toString('hex'), jobId]))
  const endedJobIds = new Set(ended.map(({ jobId }) => jobId))
  const ownAddresses = new Set(delivered.map(({ address }) => address))
  if (user?.email) ownAddresses.add(user.email.toLowerCase())
  const prepared = prepare(tracked)
  const proposed = proposedJobs(pending)
  return {
    jobs: prepared,
    proposed,
    proposedFor: proposed.of,
    /** Matches folded texts that may name a tracked job. It may match too often, but misses none. */
    mentions: mentionsOf(prepared),
    ownAddresses,
    learnAddresses(mails: readonly Mail[]) {
      for (const address of userAddresses(mails)) ownAddresses.add(address)
    },
    jobOf: (messageId: string) => byThread.get(threadKey(messageId).toString('hex')),
    endedJobIds,
    now: isoOf(clock.now()),
    appliedAt: new Map(jobs.map(({ id, appliedAt }) => [id, appliedAt])),
    note(messageId: string | null, jobId: string, isEnd: boolean) {
      if (messageId) byThread.set(threadKey(messageId).toString('hex'), jobId)
      if (isEnd) endedJobIds.add(jobId)
    },
  }
}

/** The company names of records that were merged into each job, directly or in several steps. */
async function companiesMerged(ctx: Context): Promise<ReadonlyMap<string, readonly string[]>> {
  const companies = new Map<string, string[]>()
  for (const { record, into } of await mergedRecords(ctx, 'job'))
    companies.set(into, [
      ...(companies.get(into) ?? []),
      String(record['company']),
      ...(companies.get(String(record['id'])) ?? []),
    ])
  return companies
}

/** If this share of a batch was delivered to an address, the address is the user's. */
const OWN_SHARE = 0.2
const MIN_MAILS = 5

/**
 * The user's addresses, by delivery headers. Without such headers, the recipient of most messages, if there are at least five.
 * A delivery header does not count if the sender has the same address.
 */
function userAddresses(mails: readonly Mail[]): string[] {
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
