// Writers that change one person's records at random, and mirrors that follow them by nothing but their changes.
import {
  addActivity,
  listActivities,
  removeActivity,
  updateActivity,
} from '../../core/activities/operations.ts'
import { undoChange } from '../../core/audit/operations.ts'
import { addEvent, listEvents, removeEvent, updateEvent } from '../../core/calendar/operations.ts'
import {
  addContact,
  listContacts,
  mergeContact,
  removeContact,
  updateContact,
} from '../../core/contacts/operations.ts'
import {
  addJob,
  importJobs,
  mergeJob,
  moveJobs,
  removeJob,
  setStatus,
  updateJob,
} from '../../core/jobs/operations.ts'
import { listJobs } from '../../core/jobs/queries.ts'
import type { Context } from '../../core/kernel/context.ts'
import { listChanges } from '../../core/mirror/operations.ts'
import {
  addOffer,
  addOfferRound,
  listOffers,
  removeOffer,
  updateOffer,
} from '../../core/offers/operations.ts'
import { call } from '../harness.ts'

/** The ids that writers know of, by noun; some are gone by the time they are used. */
type Known = Record<'job' | 'contact' | 'activity' | 'event' | 'offer', string[]>

const STATUSES = ['applied', 'screening', 'interviewing', 'offer', 'rejected'] as const

const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

/** What a writer may do: it names what it needs, and returns the id of what it made. */
type Deed = (ctx: Context, known: Known, n: number) => Promise<unknown>

const keep = async (list: string[], made: Promise<{ id: string }>): Promise<void> => {
  list.push((await made).id)
}

const moment = (n: number): string => new Date(Date.UTC(2030, 0, 1 + (n % 300))).toISOString()

const DEEDS: readonly Deed[] = [
  (ctx, known, n) =>
    keep(known.job, call(addJob, ctx, { company: `Company ${n}`, role: 'Engineer', tags: ['a'] })),
  (ctx, known, n) => keep(known.job, call(addJob, ctx, { company: `Firm ${n}`, role: 'Analyst' })),
  (ctx, known, n) =>
    keep(known.contact, call(addContact, ctx, { name: `Ada ${n}`, jobIds: some(known.job) })),
  (ctx, known) => keep(known.activity, call(addActivity, ctx, { ...links(known), type: 'call' })),
  (ctx, known, n) => keep(known.activity, call(addActivity, ctx, { ...links(known), title: `Note ${n}` })),
  (ctx, known, n) =>
    keep(known.event, call(addEvent, ctx, { ...links(known), title: `Talk ${n}`, startsAt: moment(n) })),
  (ctx, known, n) =>
    keep(
      known.offer,
      call(addOffer, ctx, {
        jobId: any(known.job)!,
        base: { amount: 90_000 + n, currency: 'USD', period: 'year' },
        deadline: moment(n),
      }),
    ),
  (ctx, known, n) => call(updateJob, ctx, { id: any(known.job)!, notes: `Note ${n}` }),
  (ctx, known) => call(setStatus, ctx, { id: any(known.job)!, status: any(STATUSES)! }),
  (ctx, known) => call(moveJobs, ctx, { jobIds: [any(known.job)!, any(known.job)!], status: any(STATUSES)! }),
  (ctx, known, n) => call(updateContact, ctx, { id: any(known.contact)!, title: `Title ${n}` }),
  (ctx, known) => call(updateContact, ctx, { id: any(known.contact)!, jobIds: some(known.job) }),
  (ctx, known, n) => call(updateActivity, ctx, { id: any(known.activity)!, title: `Changed ${n}` }),
  (ctx, known, n) => call(updateEvent, ctx, { id: any(known.event)!, startsAt: moment(n) }),
  (ctx, known, n) => call(updateOffer, ctx, { id: any(known.offer)!, notes: `Note ${n}` }),
  (ctx, known) => call(addOfferRound, ctx, { id: any(known.offer)!, by: 'me', terms: { note: 'Said so.' } }),
  (ctx, known) => call(removeJob, ctx, { id: any(known.job)! }),
  (ctx, known) => call(removeContact, ctx, { id: any(known.contact)! }),
  (ctx, known) => call(removeActivity, ctx, { id: any(known.activity)! }),
  (ctx, known) => call(removeEvent, ctx, { id: any(known.event)! }),
  (ctx, known) => call(removeOffer, ctx, { id: any(known.offer)! }),
  (ctx, known) => call(mergeJob, ctx, { id: any(known.job)!, from: any(known.job)! }),
  (ctx, known) => call(mergeContact, ctx, { id: any(known.contact)!, from: any(known.contact)! }),
  (ctx) => call(undoChange, ctx, {}),
  (ctx, _known, n) =>
    call(importJobs, ctx, { rows: [0, 1].map((at) => ({ company: `Imported ${n} ${at}`, role: 'Clerk' })) }),
]

const some = (ids: readonly string[]): string[] =>
  [...new Set([any(ids), any(ids)])].filter((id) => id !== undefined)

const links = (known: Known) => ({ jobId: any(known.job) ?? null, contactId: any(known.contact) ?? null })

/** Does this many random deeds, each refusal being part of the game; returns how many were done. */
export async function write(ctx: Context, known: Known, deeds: number): Promise<number> {
  let done = 0
  for (let n = 0; n < deeds; n += 1)
    await any(DEEDS)!({ ...ctx, report: {} }, known, n).then(
      () => (done += 1),
      () => undefined,
    )
  return done
}

/** Nobody knows of any record yet. */
export const nothingKnown = (): Known => ({ job: [], contact: [], activity: [], event: [], offer: [] })

export interface Mirror {
  /** Every record, by its type and id. */
  records: Map<string, unknown>
  /** How often each kind of change was heard of. */
  heard: Record<string, number>
  /** Reads on; true if there is more at once. */
  read(limit: number): Promise<boolean>
}

/** A mirror of one person's records that knows nothing yet. */
export function mirrorOf(ctx: Context): Mirror {
  const records = new Map<string, unknown>()
  const heard: Record<string, number> = {}
  let cursor: string | undefined
  return {
    records,
    heard,
    async read(limit) {
      const page = await call(listChanges, { ...ctx, report: {} }, { cursor, limit })
      for (const { type, id, op, record } of page.changes) {
        heard[op] = (heard[op] ?? 0) + 1
        if (record === null) records.delete(`${type} ${id}`)
        else records.set(`${type} ${id}`, record)
      }
      cursor = page.nextCursor
      return page.more
    },
  }
}

/** Reads until nothing more is there. */
export async function catchUp(mirror: Mirror): Promise<void> {
  while (await mirror.read(100));
}

type Page = Record<string, unknown> & { nextCursor: string | null }

/** Every record as the lists have it. */
export async function recordsInLists(ctx: Context): Promise<Map<string, unknown>> {
  const records = new Map<string, unknown>()
  const collect = async (type: string, key: string, list: (cursor?: string) => Promise<object>) => {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = (await list(cursor)) as Page
      for (const record of page[key] as { id: string }[]) records.set(`${type} ${record.id}`, record)
      cursor = page.nextCursor
    }
  }
  await collect('job', 'jobs', (cursor) => call(listJobs, ctx, { cursor, limit: 100 }))
  await collect('contact', 'contacts', (cursor) => call(listContacts, ctx, { cursor, limit: 100 }))
  await collect('activity', 'activities', (cursor) => call(listActivities, ctx, { cursor, limit: 100 }))
  await collect('event', 'events', (cursor) =>
    call(listEvents, ctx, { cursor, limit: 100, from: '1990-01-01' }),
  )
  await collect('offer', 'offers', (cursor) => call(listOffers, ctx, { cursor, limit: 100 }))
  return records
}
