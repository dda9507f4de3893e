// What a mirror hears: the whole state first, then every change and deletion, once each and in the order of commits.
import { describe, expect, test } from 'vitest'
import { addActivity } from '../../../core/activities/operations.ts'
import { undoChange } from '../../../core/audit/operations.ts'
import { cancelEvent } from '../../../core/calendar/schedule.ts'
import { addEvent, listEvents } from '../../../core/calendar/operations.ts'
import { addContact } from '../../../core/contacts/operations.ts'
import { deleteOldChanges } from '../../../core/database/change-log.ts'
import { markTouched, transaction } from '../../../core/database/transaction.ts'
import { addJob, mergeJob, removeJob, updateJob } from '../../../core/jobs/operations.ts'
import { DAY_MS } from '../../../core/kernel/clock.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { listChanges } from '../../../core/mirror/operations.ts'
import { addOffer } from '../../../core/offers/operations.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()
const me = async (): Promise<Context> => as(core(), await aUser(core()))

const heard = (changes: readonly { type: string; op: string }[]): string[] =>
  changes.map(({ type, op }) => `${type} ${op}`).sort()

/** Waits until somebody waits for what another transaction holds; where that is on another node, for a while. */
async function waitForLock(): Promise<void> {
  const { sql } = core().services
  const waiting = () =>
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  for (let tries = 0; tries < 200 && !(await waiting()).length; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 5))
}

const base = { amount: 100_000, currency: 'USD', period: 'year' } as const

async function aWholeJob(ctx: Context) {
  const job = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
  const contact = await call(addContact, ctx, { name: 'Ada', jobIds: [job.id] })
  await call(addActivity, ctx, { jobId: job.id, title: 'Applied' })
  await call(addEvent, ctx, { jobId: job.id, title: 'Talk', startsAt: '2100-01-01T10:00:00Z' })
  await call(addOffer, ctx, { jobId: job.id, base })
  return { job, contact }
}

describe('changes', () => {
  test('begin with the whole state, and go on with what changed only', async () => {
    const ctx = await me()
    const { job } = await aWholeJob(ctx)
    const first = await call(listChanges, ctx, {})
    expect(heard(first.changes)).toEqual([
      'activity created',
      'contact created',
      'event created',
      'job created',
      'offer created',
    ])
    expect(await call(listChanges, ctx, { cursor: first.nextCursor })).toMatchObject({
      changes: [],
      more: false,
    })
    const changed = await call(updateJob, ctx, { id: job.id, notes: 'n' })
    const next = await call(listChanges, ctx, { cursor: first.nextCursor })
    expect(next.changes).toEqual([
      { type: 'job', id: job.id, op: 'updated', at: expect.any(String) as string, record: changed },
    ])
  })

  test('do not bring back what was deleted while another change touched it', async () => {
    const ctx = await me()
    const { job, contact } = await aWholeJob(ctx)
    await call(removeJob, ctx, { id: job.id })
    const { nextCursor } = await call(listChanges, ctx, {})
    await transaction(ctx, async (tx) => markTouched(tx, 'job', [job.id]))
    expect((await call(listChanges, ctx, { cursor: nextCursor })).changes).toEqual([])
    const late = await call(listChanges, ctx, {})
    expect(late.changes.map(({ id, op }) => ({ id, op }))).toEqual([{ id: contact.id, op: 'created' }])
  })

  test.each([
    [
      'merged into another',
      (ctx: Context, id: string, other: string) => call(mergeJob, ctx, { id: other, from: id }),
    ],
    ['deleted', (ctx: Context, id: string) => call(removeJob, ctx, { id })],
  ])('say nothing of an event that was deleted at the moment its job was %s', async (_, change) => {
    const ctx = await me()
    const { id } = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    const other = await call(addJob, ctx, { company: 'Globex', role: 'Cook' })
    const event = await call(addEvent, ctx, { jobId: id, title: 'Talk', startsAt: '2100-01-01T10:00:00Z' })
    const changing = await transaction(ctx, async (tx) => {
      await cancelEvent(tx, event.id)
      const started = change({ ...ctx, report: {} }, id, other.id)
      await waitForLock()
      return { started }
    })
    await changing.started
    const late = await call(listChanges, ctx, {})
    expect(heard(late.changes).filter((each) => !each.startsWith('job'))).toEqual([])
    // The later change says nothing of it either: its undo would bring back what somebody else deleted.
    await call(undoChange, ctx, {})
    expect((await call(listEvents, ctx, {})).events).toEqual([])
  })

  test('list what a deletion takes along and whom it unlinks, and its undo brings all back', async () => {
    const ctx = await me()
    const { job } = await aWholeJob(ctx)
    const { nextCursor } = await call(listChanges, ctx, {})
    await call(removeJob, ctx, { id: job.id })
    const gone = await call(listChanges, ctx, { cursor: nextCursor })
    expect(heard(gone.changes)).toEqual([
      'activity deleted',
      'contact updated',
      'event deleted',
      'job deleted',
      'offer deleted',
    ])
    expect(gone.changes.filter(({ op }) => op === 'deleted').every(({ record }) => record === null)).toBe(
      true,
    )
    await call(undoChange, ctx, {})
    const back = await call(listChanges, ctx, { cursor: gone.nextCursor })
    expect(heard(back.changes)).toEqual([
      'activity created',
      'contact updated',
      'event created',
      'job created',
      'offer created',
    ])
  })

  test('are paged without gaps or repeats, whatever happens between the pages', async () => {
    const ctx = await me()
    const jobs = []
    for (let n = 0; n < 7; n += 1) jobs.push(await call(addJob, ctx, { company: `C${n}`, role: 'R' }))
    const first = await call(listChanges, ctx, { limit: 3 })
    expect([first.changes.length, first.more]).toEqual([3, true])
    await call(updateJob, ctx, { id: jobs[5]!.id, notes: 'changed amidst' })
    await call(removeJob, ctx, { id: jobs[0]!.id })
    await call(removeJob, ctx, { id: jobs[6]!.id })
    const rest = await call(listChanges, ctx, { cursor: first.nextCursor, limit: 100 })
    expect(rest.changes.map(({ id, op }) => [op, id])).toEqual([
      ['created', jobs[3]!.id],
      ['created', jobs[4]!.id],
      ['created', jobs[5]!.id],
      ['deleted', jobs[0]!.id],
      ['deleted', jobs[6]!.id],
    ])
  })

  test('show only what the caller may read', async () => {
    const ctx = await me()
    await aWholeJob(ctx)
    const scopes = new Set(ctx.principal.scopes)
    for (const scope of ['contacts:read', 'offers:read', 'calendar:read'] as const) scopes.delete(scope)
    const { changes } = await call(listChanges, { ...ctx, principal: { ...ctx.principal, scopes } }, {})
    expect(heard(changes)).toEqual(['activity created', 'job created'])
  })
})

describe('a cursor', () => {
  test('that was begun before there was anything hears of everything that came', async () => {
    const ctx = await me()
    const { nextCursor } = await call(listChanges, ctx, {})
    await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    expect(heard((await call(listChanges, ctx, { cursor: nextCursor })).changes)).toEqual(['job created'])
  })

  test('older than thirty days is refused, a younger one still hears of deletions', async () => {
    const ctx = await me()
    const { id } = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    const { nextCursor: cursor } = await call(listChanges, ctx, {})
    await call(removeJob, ctx, { id })
    const { sql } = core().services
    const at = (days: number): Context => ({ ...ctx, clock: { now: () => Date.now() + days * DAY_MS } })
    await deleteOldChanges(sql, new Date(Date.now() - DAY_MS).toISOString())
    expect(heard((await listChanges.run(at(29), { cursor })).changes)).toEqual(['job deleted'])
    await expect(listChanges.run(at(31), { cursor })).rejects.toMatchObject({
      code: 'cursor_expired',
      kind: 'expired',
    })
  })

  test('of another log is refused, and so is one that is made up', async () => {
    const [ctx, other] = [await me(), await me()]
    await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    await call(addJob, other, { company: 'Acme', role: 'Engineer' })
    const { nextCursor: cursor } = await call(listChanges, other, {})
    await expect(call(listChanges, ctx, { cursor })).rejects.toMatchObject({ code: 'cursor_expired' })
    for (const text of ['x', Buffer.from('[1,2,3,4]').toString('base64url')])
      await expect(call(listChanges, ctx, { cursor: text })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })
})
