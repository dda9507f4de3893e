import { describe, expect, test } from 'vitest'
import { addEvent, importEvents, listEvents, updateEvent } from '../../../core/calendar/operations.ts'
import { addJob, removeJob } from '../../../core/jobs/operations.ts'
import { HOUR_MS, isoOf } from '../../../core/kernel/clock.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()
const me = async () => as(core(), await aUser(core()))

describe('the calendar', () => {
  test('an interview emits an event that names its job; other dates emit none', async () => {
    const ctx = await me()
    const job = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    const event = await call(addEvent, ctx, {
      title: ' Onsite ',
      type: 'interview',
      startsAt: '2100-03-01T10:00',
      endsAt: '2100-03-01T12:00',
      timeZone: 'america/new_york',
      location: 'Broadway 1',
      jobId: job.id,
    })
    expect(event).toEqual({
      id: event.id,
      jobId: job.id,
      contactId: null,
      type: 'interview',
      title: 'Onsite',
      startsAt: '2100-03-01T15:00:00.000Z',
      endsAt: '2100-03-01T17:00:00.000Z',
      timeZone: 'America/New_York',
      location: 'Broadway 1',
      notes: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    await call(addEvent, ctx, { title: 'Visa', type: 'deadline', startsAt: '2100-03-02', jobId: job.id })
    const rows = await ctx.sql<{ payload: string }[]>`
      select payload from outbox_events where user_id = ${ctx.principal.userId} and name <> 'job.created'`
    expect(rows.map(({ payload }) => JSON.parse(payload) as unknown)).toMatchObject([
      { event: 'interview.scheduled', data: { ...event, company: 'Acme', role: 'Engineer' } },
    ])
  })

  test('the list shows events that have not ended, earliest first, and any requested range', async () => {
    const ctx = await me()
    const now = ctx.clock.now()
    const at = (hours: number) => isoOf(now + hours * HOUR_MS)
    const add = (title: string, from: number, to?: number) =>
      call(addEvent, ctx, { title, startsAt: at(from), ...(to !== undefined && { endsAt: at(to) }) })
    await add('later', 48)
    await add('soon', 2)
    await add('running', -1, 1)
    await add('over', -3, -2)
    await add('long over', -72)
    const titles = async (filter: object) =>
      (await call(listEvents, ctx, filter)).events.map(({ title }) => title)
    expect(await titles({})).toEqual(['running', 'soon', 'later'])
    expect(await titles({ to: at(24) })).toEqual(['running', 'soon'])
    expect(await titles({ from: at(-4) })).toEqual(['over', 'running', 'soon', 'later'])
    const page = await call(listEvents, ctx, { limit: 2, from: at(-100) })
    expect(page).toMatchObject({ total: 5, events: [{ title: 'long over' }, { title: 'over' }] })
    expect(await titles({ from: at(-100), cursor: page.nextCursor })).toEqual(['running', 'soon', 'later'])
    expect(await titles({ type: ['interview'] })).toEqual([])
  })

  test('every problem with its times is reported together', async () => {
    const input = { title: 'x', startsAt: '2027-02-30', endsAt: 'soon', timeZone: 'Mars/Olympus' }
    await expect(call(addEvent, await me(), input)).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'timeZone' }, { path: 'startsAt' }, { path: 'endsAt' }],
    })
  })

  test.each([
    [{}, '2099-11-29T23:59:59.999Z'],
    [{ timeZone: 'America/New_York' }, '2099-11-30T04:59:59.999Z'],
  ])('a deadline on a day is the end of that day: %j', async (zone, startsAt) => {
    const ctx = await me()
    const added = await call(addEvent, ctx, { title: 'x', type: 'deadline', startsAt: '2099-11-29', ...zone })
    expect(added.startsAt).toBe(startsAt)
    const moved = await call(updateEvent, ctx, { id: added.id, startsAt: '2099-11-30' })
    expect(Date.parse(moved.startsAt) - Date.parse(startsAt)).toBe(86_400_000)
  })

  test('a meeting needs a time, and an event that is moved to another day keeps its own', async () => {
    const ctx = await me()
    for (const type of ['interview', 'call'] as const)
      await expect(call(addEvent, ctx, { title: 'x', type, startsAt: '2100-01-01' })).rejects.toMatchObject({
        issues: [{ path: 'startsAt', message: 'names no time: say one, as in 2100-01-01T10:00' }],
      })
    const [timeZone, startsAt] = ['Europe/Berlin', '2100-01-05T11:00']
    const { id } = await call(addEvent, ctx, { title: 'x', type: 'interview', startsAt, timeZone })
    expect(await call(updateEvent, ctx, { id, startsAt: '2100-07-06' })).toMatchObject({
      startsAt: '2100-07-06T09:00:00.000Z',
    })
  })

  test('an empty start is refused, not ignored', async () => {
    const ctx = await me()
    const event = await call(addEvent, ctx, { title: 'x', startsAt: '2100-01-01' })
    await expect(call(updateEvent, ctx, { id: event.id, startsAt: '', title: 'y' })).rejects.toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'startsAt', message: 'must not be empty' }],
    })
  })

  test('events are deleted with their job, and the audit row keeps them', async () => {
    const ctx = await me()
    const job = await call(addJob, ctx, { company: 'Acme', role: 'Engineer' })
    const event = await call(addEvent, ctx, { title: 'Talk', startsAt: '2100-01-01', jobId: job.id })
    await call(removeJob, ctx, { id: job.id })
    expect((await call(listEvents, ctx, {})).total).toBe(0)
    const [audit] = await ctx.sql<{ changes: unknown[] }[]>`
      select changes from audit_log where user_id = ${ctx.principal.userId} and operation = 'jobs.delete'`
    const before = { ...event, createdAt: expect.any(String) as string }
    expect(audit!.changes).toContainEqual({ noun: 'event', id: event.id, before, after: null })
  })

  test('a table that says less of an event clears nothing that the user added', async () => {
    const ctx = await me()
    const start = '2100-03-01T10:00:00.000Z'
    const event = await call(addEvent, ctx, {
      ...{ title: 'Onsite', type: 'interview', startsAt: start, endsAt: '2100-03-01T12:00:00.000Z' },
      ...{ timeZone: 'Europe/Berlin', location: 'Mitte', notes: 'Ask for Ana' },
    })
    const again = (more: object) =>
      call(importEvents, ctx, { rows: [{ values: { Title: 'Onsite', Start: start, ...more } }] })
    expect(await again({})).toMatchObject({ skipped: 1 })
    expect(await again({ Location: 'Wedding', Notes: 'Bring a pen' })).toMatchObject({ updated: 1 })
    expect((await call(listEvents, ctx, {})).events).toEqual([
      {
        ...{ ...event, location: 'Wedding', notes: 'Ask for Ana\nBring a pen' },
        updatedAt: expect.any(String),
      },
    ])
  })

  test('a day without a time is the event that an older version put at its noon', async () => {
    const ctx = await me()
    const noon = { startsAt: '2100-03-01T11:00:00.000Z', endsAt: null }
    const event = await call(addEvent, ctx, { title: 'Onsite', ...noon })
    const deadline = await call(addEvent, ctx, { title: 'Test', type: 'deadline', ...noon })
    const rows = [
      { values: { Title: 'Onsite', Start: '2100-03-01', Location: 'Mitte' } },
      { values: { Title: 'Test', Start: '2100-03-01', Type: 'deadline' } },
      { values: { Title: 'Onsite', Start: '2100-03-02' } },
    ]
    const report = await call(importEvents, ctx, { rows, timeZone: 'Europe/Berlin' })
    expect(report.rows.map(({ id, outcome }) => [id, outcome])).toEqual([
      [event.id, 'updated'],
      [deadline.id, 'skipped'],
      [expect.any(String), 'created'],
    ])
    const { events } = await call(listEvents, ctx, { to: '2100-03-01T12:00:00Z' })
    expect(events).toMatchObject([
      { ...noon, location: 'Mitte' },
      { ...noon, location: null },
    ])
  })

  test('another user’s job or contact is not found', async () => {
    const ctx = await me()
    const theirs = await call(addJob, await me(), { company: 'Acme', role: 'Engineer' })
    const event = { title: 'x', startsAt: '2100-01-01' }
    await expect(call(addEvent, ctx, { ...event, jobId: theirs.id })).rejects.toMatchObject({
      code: 'job_not_found',
    })
    await expect(call(addEvent, ctx, { ...event, contactId: theirs.id })).rejects.toMatchObject({
      code: 'contact_not_found',
    })
  })
})
