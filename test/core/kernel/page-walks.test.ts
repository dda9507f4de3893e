// Walks over pages by what does not change are exact: whatever others add, change or delete meanwhile, each record that was
// there from beginning to end is seen once.
import { describe, expect, test } from 'vitest'
import { addActivity, listActivities, updateActivity } from '../../../core/activities/operations.ts'
import { addEvent, listEvents, updateEvent } from '../../../core/calendar/operations.ts'
import { addContact, listContacts, removeContact, updateContact } from '../../../core/contacts/operations.ts'
import { addJob, removeJob, setStatus, updateJob } from '../../../core/jobs/operations.ts'
import { exportJobs, listJobs } from '../../../core/jobs/queries.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()

/** A user whose requests are not counted. */
async function somebody(): Promise<Context> {
  const ctx = as(core(), await aUser(core()))
  const credential = { kind: 'local' as const, id: null, name: null, scope: null }
  return { ...ctx, principal: { ...ctx.principal, credential } }
}

interface Noun {
  add(ctx: Context, n: number): Promise<{ id: string }>
  change(ctx: Context, id: string, n: number): Promise<unknown>
  remove?(ctx: Context, id: string): Promise<unknown>
  page(
    ctx: Context,
    cursor: string | undefined,
  ): Promise<{ rows: { id: string }[]; nextCursor: string | null }>
}

const more = (cursor: string | undefined) => ({ limit: 7, ...(cursor && { cursor }) })

const jobs = (page: Noun['page']): Noun => ({
  add: (ctx, n) =>
    call(addJob, ctx, {
      company: `Company ${n % 5}`,
      role: `Role ${n}`,
      priority: (['high', 'low'] as const)[n % 2]!,
      salary: n % 3 ? `$${40 + (n % 7)}.37/hour` : null,
    }),
  change: (ctx, id, n) =>
    n % 2
      ? call(updateJob, ctx, { id, notes: `Changed ${n}` })
      : call(setStatus, ctx, { id, status: n % 4 ? 'applied' : 'rejected' }),
  remove: (ctx, id) => call(removeJob, ctx, { id }),
  page,
})

const contacts = (sort: string): Noun => ({
  add: (ctx, n) => call(addContact, ctx, { name: `Name ${n % 9}`, company: `Company ${n % 4}` }),
  change: (ctx, id, n) => call(updateContact, ctx, { id, notes: `Changed ${n}` }),
  remove: (ctx, id) => call(removeContact, ctx, { id }),
  async page(ctx, cursor) {
    const { contacts: rows, nextCursor } = await call(listContacts, ctx, { sort, ...more(cursor) })
    return { rows, nextCursor }
  },
})

const jobsBy = (sort: string): Noun =>
  jobs(async (ctx, cursor) => {
    const { jobs: rows, nextCursor } = await call(listJobs, ctx, { sort, ...more(cursor) })
    return { rows, nextCursor }
  })

const NOUNS: Record<string, Noun> = {
  'jobs by createdAt': jobsBy('createdAt'),
  'jobs by -createdAt': jobsBy('-createdAt'),
  'jobs by company': jobsBy('company'),
  'jobs by role': jobsBy('-role'),
  'jobs by priority': jobsBy('priority'),
  'jobs by salary': jobsBy('salary'),
  'jobs by -salary': jobsBy('-salary'),
  'the export of jobs': jobs(async (ctx, cursor) => {
    const { jobs: rows, nextCursor } = await call(exportJobs, ctx, more(cursor))
    return { rows, nextCursor }
  }),
  'contacts by createdAt': contacts('createdAt'),
  'contacts by name': contacts('-name'),
  activities: {
    add: (ctx, n) =>
      call(addActivity, ctx, { title: `Called ${n}`, occurredAt: `2026-01-0${1 + (n % 9)}T10:00:00Z` }),
    change: (ctx, id, n) => call(updateActivity, ctx, { id, body: `Changed ${n}` }),
    async page(ctx, cursor) {
      const { activities: rows, nextCursor } = await call(listActivities, ctx, more(cursor))
      return { rows, nextCursor }
    },
  },
  events: {
    add: (ctx, n) =>
      call(addEvent, ctx, { title: `Interview ${n}`, startsAt: `2100-01-0${1 + (n % 9)}T10:00:00Z` }),
    change: (ctx, id, n) => call(updateEvent, ctx, { id, notes: `Changed ${n}` }),
    async page(ctx, cursor) {
      const { events: rows, nextCursor } = await call(listEvents, ctx, more(cursor))
      return { rows, nextCursor }
    },
  },
}

describe('a walk over', () => {
  test.each(Object.entries(NOUNS))('%s sees each record once while rows change', async (_, noun) => {
    const ctx = await somebody()
    const kept: string[] = []
    for (let n = 0; n < 60; n += 1) kept.push((await noun.add(ctx, n)).id)
    // Several of one millisecond share a place in the order of time.
    const spare = noun.remove ? kept.splice(50) : []
    const seen: string[] = []
    let cursor: string | undefined
    let n = 0
    do {
      const [page] = await Promise.all([
        noun.page(ctx, cursor),
        ...Array.from({ length: 4 }, async () => {
          n += 1
          await noun.change(ctx, kept[(n * 17) % kept.length]!, n)
          if (n % 2) await noun.add(ctx, n)
          const gone = n % 3 ? undefined : spare.pop()
          if (gone) await noun.remove!(ctx, gone)
        }),
      ])
      seen.push(...page.rows.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size, 'repeated').toBe(seen.length)
    expect(
      kept.filter((id) => !seen.includes(id)),
      'skipped',
    ).toEqual([])
  })
})
