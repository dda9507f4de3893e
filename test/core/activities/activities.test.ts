import { describe, expect, test } from 'vitest'
import { activityTable } from '../../../core/activities/import/columns.ts'
import { toActivity } from '../../../core/activities/import/rows.ts'
import { logActivity } from '../../../core/activities/changes.ts'
import { addActivity, listActivities, updateActivity } from '../../../core/activities/operations.ts'
import { addContact, getContact } from '../../../core/contacts/operations.ts'
import { transaction } from '../../../core/database/transaction.ts'
import { addJob } from '../../../core/jobs/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { isoOf } from '../../../core/kernel/clock.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()
const me = async () => as(core(), await aUser(core()))
const NOBODY = '01a1f929-be41-733a-8721-30f4ca8900f8'

describe('activities', () => {
  test('a note at the time of a last contact that the user set does not take it along', async () => {
    const ctx = await me()
    const at = '2026-01-05T12:00:00.000Z'
    const { id: contactId } = await call(addContact, ctx, { name: 'Jane', lastContactedAt: at })
    const note = await call(addActivity, ctx, { contactId, title: 'Lives in Ulm', occurredAt: at })
    await call(updateActivity, ctx, { id: note.id, title: 'Lives in Rome' })
    expect((await call(getContact, ctx, { id: contactId })).lastContactedAt).toBe(at)
  })

  test('an activity touches its job, counts as contact, and its event names both', async () => {
    const ctx = await me()
    const job = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    const contact = await call(addContact, ctx, { name: 'Jane', jobIds: [job.id] })
    const later = { ...ctx, clock: { now: () => Date.parse(job.createdAt) + 3_600_000 } }
    const activity = await call(addActivity, later, { jobId: job.id, contactId: contact.id, type: 'call' })
    expect(activity).toMatchObject({ type: 'call', title: null, occurredAt: isoOf(later.clock.now()) })

    const linked = await call(getJob, ctx, { id: job.id })
    const [row] = await ctx.sql`
      select touched_at, updated_at from jobs where user_id = ${ctx.principal.userId} and id = ${job.id}`
    expect(row).toEqual({ touchedAt: activity.occurredAt, updatedAt: linked.updatedAt })
    const reached = await call(getContact, ctx, { id: contact.id })
    expect(reached).toEqual({ ...contact, lastContactedAt: activity.occurredAt })

    const [event] = await ctx.sql<{ payload: string }[]>`
      select payload from outbox_events where user_id = ${ctx.principal.userId} and name = 'activity.created'`
    expect(JSON.parse(event!.payload)).toMatchObject({
      event: 'activity.created',
      data: { ...activity, company: 'Acme', role: 'Engineer' },
    })
    const [audit] = await ctx.sql`
      select changes from audit_log
      where user_id = ${ctx.principal.userId} and operation = 'activities.create'`
    expect(audit!['changes']).toEqual([
      { noun: 'activity', id: activity.id, before: null, after: activity },
      { noun: 'contact', id: contact.id, before: contact, after: reached },
    ])
  })

  test('a planned activity of a file does not count as contact and sets no timestamp in the future', async () => {
    const ctx = await me()
    const job = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    const contact = await call(addContact, ctx, { name: 'Jane' })
    const now = ctx.clock.now()
    const planned = { type: 'meeting' as const, occurredAt: '2150-01-01T00:00:00.000Z' }
    const about = { jobId: job.id, contactId: contact.id }
    await transaction(ctx, (tx) => logActivity(tx, { ...planned, ...about }))
    expect((await call(getContact, ctx, { id: contact.id })).lastContactedAt).toBeNull()
    const [row] = await ctx.sql<{ touchedAt: string }[]>`
      select touched_at from jobs where user_id = ${ctx.principal.userId}`
    expect(Date.parse(row!.touchedAt)).toBeLessThan(now + 60_000)
  })

  test('an activity from last year is not the latest contact, and a note does not count as contact', async () => {
    const ctx = await me()
    const contact = await call(addContact, ctx, { name: 'Jane' })
    const say = (fields: object) => call(addActivity, ctx, { contactId: contact.id, ...fields })
    await say({ type: 'email', occurredAt: '2026-05-01' })
    await say({ type: 'call', occurredAt: '2025-05-01' })
    await say({ type: 'note', title: 'Thought of her', occurredAt: '2026-06-01' })
    expect((await call(getContact, ctx, { id: contact.id })).lastContactedAt).toBe('2026-05-01T00:00:00.000Z')
  })

  test('nothing is logged that has not happened', async () => {
    const ctx = await me()
    const ahead = { type: 'call' as const, occurredAt: isoOf(ctx.clock.now() + 3_600_000) }
    const refused = {
      issues: [{ path: 'occurredAt', message: 'must not be in the future' }],
    }
    await expect(call(addActivity, ctx, ahead)).rejects.toMatchObject(refused)
    const { id } = await call(addActivity, ctx, { type: 'call' })
    await expect(call(updateActivity, ctx, { id, ...ahead })).rejects.toMatchObject(refused)
  })

  test('a note needs text; every other type may be empty', async () => {
    const ctx = await me()
    await expect(call(addActivity, ctx, {})).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(call(addActivity, ctx, { title: '  ', body: '' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await call(addActivity, ctx, { type: 'offer' })).toMatchObject({ type: 'offer', title: null })
  })

  test('another user’s job or contact is not found, and nothing is written', async () => {
    const ctx = await me()
    const stranger = await me()
    const job = await call(addJob, stranger, { company: 'Acme', role: 'Engineer' })
    const contact = await call(addContact, stranger, { name: 'Jane' })
    for (const jobId of [job.id, NOBODY])
      await expect(call(addActivity, ctx, { jobId, title: 'x' })).rejects.toMatchObject({
        code: 'job_not_found',
      })
    for (const contactId of [contact.id, NOBODY])
      await expect(call(addActivity, ctx, { contactId, title: 'x' })).rejects.toMatchObject({
        code: 'contact_not_found',
      })
    expect((await call(listActivities, ctx, {})).total).toBe(0)
    expect((await call(listActivities, ctx, { jobId: job.id })).total).toBe(0)
  })

  test('a list is filtered by job, type, time and text, newest first, across pages', async () => {
    const ctx = await me()
    const job = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    for (const day of ['01', '02', '03', '03', '04'])
      await call(addActivity, ctx, {
        jobId: job.id,
        type: day === '04' ? 'email' : 'call',
        body: `100% of day ${day}`,
        occurredAt: `2026-03-${day}`,
      })
    await call(addActivity, ctx, { title: 'Elsewhere' })
    const total = async (filter: object) => (await call(listActivities, ctx, filter)).total
    expect(await total({ jobId: job.id })).toBe(5)
    expect(await total({ jobId: job.id, type: ['call', 'note'] })).toBe(4)
    expect(await total({ from: '2026-03-02', to: '2026-03-03' })).toBe(3)
    expect(await total({ q: '0% of' })).toBe(5)
    expect(await total({ q: '100_' })).toBe(0)

    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await call(listActivities, ctx, { jobId: job.id, limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.activities.map(({ occurredAt }) => occurredAt.slice(8, 10)))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(['04', '03', '03', '02', '01'])
  })
})

test('what stands beside the date in a row is kept', () => {
  const cells = Object.entries({ Date: '2026-01-02 (by phone)', Type: 'call' })
  const reading = { table: activityTable, timeZone: 'UTC', dateOrder: null }
  expect(toActivity({ line: 1, cells, problem: null }, reading)).toMatchObject({
    ...{ occurredAt: '2026-01-02T12:00:00.000Z', body: 'Date: 2026-01-02 (by phone)' },
    left: [{ field: 'occurredAt' }],
  })
})

test.each([
  [{ Date: '2026-01-02', Time: '3:30 PM' }, '2026-01-02T14:30:00.000Z', null],
  [{ Date: '2026-01-02', Time: '3pm ET' }, '2026-01-02T20:00:00.000Z', null],
  [{ Date: '2026-01-02', Time: '15:30 (+05:30)' }, '2026-01-02T10:00:00.000Z', null],
  [{ Date: '2026-01-02', Time: '10:00-11:00' }, '2026-01-02T11:00:00.000Z', 'Time: 10:00-11:00'],
  [{ Date: '2026-01-02', Time: '3pm XYZ' }, '2026-01-02T11:00:00.000Z', 'Time: 3pm XYZ'],
  [{ Uhrzeit: '15:30', Datum: '2.1.2026' }, '2026-01-02T14:30:00.000Z', null],
  [{ Date: '2026-01-02', Time: 'after lunch' }, '2026-01-02T11:00:00.000Z', 'Time: after lunch'],
  [{ Time: '2026-01-02 15:30' }, '2026-01-02T14:30:00.000Z', null],
  [{ Date: '2026-01-02T00:00:00.000Z', Time: '15:30' }, '2026-01-02T14:30:00.000Z', null],
  [{ Date: '1/13/2026 12:00:00 AM', Time: '15:30' }, '2026-01-13T14:30:00.000Z', null],
  [{ Date: '2026-01-02 15:30', Time: '3:30 PM' }, '2026-01-02T14:30:00.000Z', null],
  [{ Date: '2026-01-02 10:00', Time: '15:30' }, '2026-01-02T09:00:00.000Z', 'Time: 15:30'],
])('a day and a time in two columns are one instant: %j', (cells, occurredAt, body) => {
  const reading = { table: activityTable, timeZone: 'Europe/Berlin', dateOrder: null }
  const row = { line: 1, cells: Object.entries({ ...cells, Type: 'call' }), problem: null }
  expect(toActivity(row, reading)).toMatchObject({ occurredAt, body, left: [] })
})

test('a time without its day is no date', () => {
  const reading = { table: activityTable, timeZone: 'UTC', dateOrder: null }
  const row = { line: 1, cells: Object.entries({ Time: '15:30', Type: 'call' }), problem: null }
  expect(toActivity(row, reading)).toEqual({ problem: 'The date “15:30” cannot be read.' })
})
