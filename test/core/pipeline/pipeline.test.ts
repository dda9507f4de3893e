import { describe, expect, test } from 'vitest'
import { addActivity, listActivities, removeActivity } from '../../../core/activities/operations.ts'
import { undoChange } from '../../../core/audit/operations.ts'
import { addEvent } from '../../../core/calendar/operations.ts'
import { addContact } from '../../../core/contacts/operations.ts'
import { addJob, importJobs, removeJob, setStatus } from '../../../core/jobs/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import type { Status } from '../../../core/jobs/fields.ts'
import { DAY_MS, isoOf } from '../../../core/kernel/clock.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { getMe } from '../../../core/account/operations.ts'
import { actAsMe, listSuggestions, summarise } from '../../../core/pipeline/operations.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()
const me = async () => as(core(), await aUser(core()))

/** The same user, this many days ago. */
const then = (ctx: Context, days: number): Context => {
  const now = ctx.clock.now() - days * DAY_MS
  return { ...ctx, clock: { now: () => now } }
}

/** A job that moved through these statuses, each this many days ago. */
async function aJob(ctx: Context, company: string, ...steps: [Status, number][]) {
  const job = await call(addJob, then(ctx, steps[0]![1]), { company, role: 'Engineer' })
  for (const [status, days] of steps) await call(setStatus, then(ctx, days), { id: job.id, status })
  return job
}

test('saved jobs that nothing is suggested for yet are not counted, and hide no older ones', async () => {
  const ctx = await me()
  await aJob(ctx, 'Older', ['saved', 9])
  const rows = Array.from({ length: 40 }, (_, at) => ({ values: { Company: `New ${at}`, Role: 'Engineer' } }))
  await call(importJobs, then(ctx, 4), { rows })
  const { suggestions, total } = await call(listSuggestions, ctx, {})
  expect([suggestions.map(({ title }) => title), total]).toEqual([['Apply for Engineer at Older'], 1])
})

describe('the summary', () => {
  test('a job without a date of its status is quiet since the last date that is known, also after a change', async () => {
    const ctx = await me()
    const day = isoOf(ctx.clock.now() - 20 * DAY_MS).slice(0, 10)
    const values = { Company: 'Undated', Role: 'Engineer', Status: 'Screening', 'Date Applied': day }
    await call(importJobs, ctx, {
      rows: [
        { line: 2, values },
        { line: 3, values: { ...values, Company: 'New', 'Date Applied': '' } },
      ],
    })
    const listed = async () => (await call(summarise, ctx, {})).needsAttention
    const reason = 'Nothing has a date in the last 20 days.'
    expect(await listed()).toMatchObject([{ company: 'Undated', kind: 'ask', reason }])
    const { id } = await call(addActivity, ctx, {
      jobId: (await listed())[0]!.jobId,
      type: 'call',
      title: 'Spoke',
    })
    expect(await listed()).toEqual([])
    await call(removeActivity, ctx, { id })
    expect(await listed()).toMatchObject([{ company: 'Undated', reason }])
  })

  test('a rejected job that had an interview counts as a response; a withdrawn saved job does not count as an application', async () => {
    const ctx = await me()
    await aJob(ctx, 'Interviewed', ['applied', 9], ['interviewing', 5], ['rejected', 2])
    await aJob(ctx, 'Silent', ['applied', 4])
    await aJob(ctx, 'Refused', ['applied', 6], ['rejected', 3])
    await aJob(ctx, 'Wish', ['saved', 5], ['withdrawn', 1])
    const gone = await aJob(ctx, 'Gone', ['offer', 4])
    await call(removeJob, ctx, { id: gone.id })
    const { summary } = await call(summarise, ctx, {})
    expect(summary).toMatchObject({ total: 4, responseRate: 0.3333, avgDaysInStatus: 4 })
    expect(summary.byStatus).toMatchObject({ saved: 0, applied: 1, rejected: 2, withdrawn: 1, offer: 0 })
  })

  test('wins are the first forward steps of the last 14 days, newest first, without those taken back', async () => {
    const ctx = await me()
    await aJob(ctx, 'Old', ['screening', 20])
    await aJob(ctx, 'Steady', ['screening', 20], ['interviewing', 6], ['offer', 1])
    const again = await aJob(ctx, 'Again', ['interviewing', 16])
    await call(setStatus, then(ctx, 2), { id: again.id, status: 'interviewing', note: 'second round' })
    await aJob(ctx, 'Mistake', ['applied', 5], ['offer', 4], ['applied', 3])
    await aJob(ctx, 'Lost', ['interviewing', 3], ['rejected', 2])
    const { recentWins } = await call(summarise, ctx, {})
    const date = (days: number) => isoOf(ctx.clock.now() - days * DAY_MS).slice(0, 10)
    expect(recentWins).toEqual([
      { type: 'offer', company: 'Steady', role: 'Engineer', date: date(1) },
      { type: 'interview', company: 'Lost', role: 'Engineer', date: date(3) },
      { type: 'interview', company: 'Steady', role: 'Engineer', date: date(6) },
    ])
  })

  test('a quiet job needs attention until there is an activity, a planned event or a snooze', async () => {
    const ctx = await me()
    const jobs = []
    for (const company of ['Called', 'Planned', 'Snoozed', 'Quiet'])
      jobs.push(await aJob(ctx, company, ['applied', 12]))
    const [called, planned, snoozed] = jobs
    const companies = async () =>
      (await call(summarise, ctx, {})).needsAttention.map(({ company }) => company).sort()
    expect(await companies()).toEqual(['Called', 'Planned', 'Quiet', 'Snoozed'])
    await call(addActivity, ctx, { jobId: called!.id, type: 'call' })
    await call(addEvent, then(ctx, 11), {
      jobId: planned!.id,
      type: 'call',
      title: 'Call',
      startsAt: isoOf(ctx.clock.now() + 3 * DAY_MS),
    })
    await call(actAsMe, ctx, { action: 'snooze', suggestionId: `follow-up:${snoozed!.id}` })
    expect(await companies()).toEqual(['Quiet'])
  })
})

describe('suggestions', () => {
  test('a job with backdated statuses counts as known since then, and quiet since the last of them', async () => {
    const ctx = await me()
    const { id } = await call(addJob, ctx, { company: 'Told', role: 'Engineer' })
    const now = ctx.clock.now()
    const ago = (days: number) => isoOf(now - days * DAY_MS)
    await call(setStatus, ctx, { id, status: 'applied', at: ago(30) })
    await call(setStatus, ctx, { id, status: 'screening', at: ago(9) })
    const { history } = await call(getJob, ctx, { id })
    expect(history.map(({ status, at }) => [status, at])).toEqual([
      ['saved', ago(30)],
      ['applied', ago(30)],
      ['screening', ago(9)],
    ])
    const { suggestions } = await call(listSuggestions, ctx, {})
    expect(suggestions).toMatchObject([
      { id: `ask:${id}`, reason: 'Moved to screening 9 days ago and quiet since.' },
    ])
  })

  test('an open offer suggests a decision, whatever activities are logged', async () => {
    const ctx = await me()
    const { id } = await aJob(ctx, 'Offering', ['applied', 20], ['offer', 3])
    await call(addActivity, ctx, { jobId: id, type: 'note', title: 'They want an answer by Friday.' })
    const { suggestions } = await call(listSuggestions, ctx, {})
    expect(suggestions).toMatchObject([
      { id: `decide:${id}`, reason: 'The offer has been open for 3 days.', priority: 'high' },
    ])
  })

  test('follow-ups are counted since the job entered its status', async () => {
    const ctx = await me()
    const job = await aJob(ctx, 'Acme', ['applied', 40])
    const kinds = async () => (await call(listSuggestions, ctx, {})).suggestions.map(({ kind }) => kind)
    for (const [days, expected] of [
      [26, 'follow-up'],
      [14, 'close'],
    ] as const) {
      await call(addActivity, then(ctx, days), { jobId: job.id, type: 'follow-up' })
      expect(await kinds()).toEqual([expected])
    }
    await call(setStatus, then(ctx, 8), { id: job.id, status: 'screening' })
    expect(await kinds()).toEqual(['ask'])
  })

  test('an interview suggests a thank-you until a message is logged, and a follow-up names the contact', async () => {
    const ctx = await me()
    const job = await aJob(ctx, 'Acme', ['interviewing', 6])
    const contact = await call(addContact, ctx, { name: 'Jane', jobIds: [job.id] })
    await call(addEvent, then(ctx, 6), {
      jobId: job.id,
      type: 'interview',
      title: 'Onsite',
      startsAt: isoOf(ctx.clock.now() - DAY_MS),
    })
    const shown = async () => (await call(listSuggestions, ctx, {})).suggestions
    const [first, second] = await shown()
    // At most two suggestions per job: the one about quietness is left out.
    expect([first!.kind, second!.kind, (await shown()).length].sort()).toEqual([2, 'ask', 'thank'])
    expect((await shown()).find(({ kind }) => kind === 'ask')).toMatchObject({ contactId: contact.id })
    await call(addActivity, ctx, { jobId: job.id, type: 'email', title: 'Thanks' })
    expect((await shown()).map(({ kind }) => kind)).toEqual(['debrief'])
  })

  test('an event without a job and a contact is done when its suggestions are logged', async () => {
    const ctx = await me()
    const startsAt = isoOf(ctx.clock.now() - DAY_MS)
    await call(addEvent, ctx, { type: 'interview', title: 'Talk at Acme Inc.', startsAt })
    await call(addEvent, ctx, { type: 'follow-up', title: 'Write to Jo', startsAt })
    const shown = async () => (await call(listSuggestions, ctx, {})).suggestions
    const all = await shown()
    expect(all.map(({ kind }) => kind).sort()).toEqual(['debrief', 'due', 'thank'])
    for (const { action } of all) await call(addActivity, ctx, action.arguments as { type: 'email' })
    expect(await shown()).toEqual([])
  })

  test('ended jobs have no suggestions, and the pages add up to the whole list', async () => {
    const ctx = await me()
    await aJob(ctx, 'Ended', ['applied', 40], ['rejected', 20])
    for (const company of ['A', 'B', 'C', 'D', 'E']) await aJob(ctx, company, ['applied', 12])
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await call(listSuggestions, ctx, { limit: 2, ...(cursor && { cursor }) })
      expect(page.total).toBe(5)
      ids.push(...page.suggestions.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(new Set(ids).size).toBe(5)
    await expect(call(listSuggestions, ctx, { cursor: 'forged' })).rejects.toMatchObject({
      code: 'invalid_cursor',
    })
  })

  test('a snoozed suggestion returns when its time is over', async () => {
    const ctx = await me()
    const job = await aJob(ctx, 'Acme', ['applied', 12])
    const suggestionId = `follow-up:${job.id}`
    const snoozed = await call(actAsMe, ctx, { action: 'snooze', suggestionId, days: 3 })
    expect(snoozed).toEqual({ suggestionId, until: expect.any(String) })
    const total = async (at: Context) => (await call(listSuggestions, at, {})).total
    expect(await total(ctx)).toBe(0)
    expect(await total(then(ctx, -2))).toBe(0)
    expect(await total(then(ctx, -4))).toBe(1)
    const again = await call(actAsMe, ctx, { action: 'snooze', suggestionId, until: '2100-01-01' }).catch(
      String,
    )
    expect(again).toContain('365 days')
  })

  test('a suggestion is logged as done only by those who may log, and one undo takes it all back', async () => {
    const user = await aUser(core())
    const ctx = as(core(), user)
    const job = await aJob(ctx, 'Acme', ['applied', 12])
    const input = { action: 'snooze', suggestionId: `follow-up:${job.id}`, done: 'Called' } as const
    const narrow = as(core(), { ...user, scopes: new Set(['me:write', 'jobs:read']) })
    await expect(call(actAsMe, narrow, input)).rejects.toMatchObject({ code: 'scope_missing' })
    expect((await call(listSuggestions, ctx, {})).total).toBe(1)
    await call(actAsMe, ctx, input)
    const logged = async () =>
      (await call(listActivities, ctx, { jobId: job.id })).activities.map(({ body }) => body)
    expect([await logged(), (await call(listSuggestions, ctx, {})).total]).toEqual([['Called'], 0])
    await call(undoChange, ctx, {})
    expect([await logged(), (await call(listSuggestions, ctx, {})).total]).toEqual([[], 1])
  })

  test('another user’s suggestion cannot be seen or snoozed', async () => {
    const ctx = await me()
    const job = await aJob(ctx, 'Acme', ['applied', 12])
    const stranger = await me()
    const suggestionId = `follow-up:${job.id}`
    await expect(call(actAsMe, stranger, { action: 'snooze', suggestionId })).rejects.toMatchObject({
      code: 'suggestion_not_found',
    })
    expect((await call(listSuggestions, stranger, {})).total).toBe(0)
  })
})

describe('me', () => {
  test('shows the user, the credential, the figures and the remaining limits', async () => {
    const ctx = await me()
    await aJob(ctx, 'Acme', ['applied', 1])
    const seen = await call(getMe, ctx, {})
    expect(seen).toMatchObject({
      id: ctx.principal.userId,
      tier: 'ultra',
      pipeline: { total: 1, byStatus: { applied: 1 } },
      rateLimits: { minute: { limit: 60 }, month: { limit: 50_000 } },
    })
    expect(seen.rateLimits.minute.remaining).toBeLessThan(60)
  })

  test('the local owner’s limits are never spent', async () => {
    const ctx = await me()
    const credential = { kind: 'local' as const, id: null, name: null, scope: null }
    const owner = { ...ctx, principal: { ...ctx.principal, credential } }
    expect(await call(getMe, owner, {})).toMatchObject({
      token: { name: null, scope: null },
      rateLimits: { minute: { limit: 60, remaining: 60 } },
    })
  })

  test('a mood is stored as given, and audited', async () => {
    const ctx = await me()
    const mood = await call(actAsMe, ctx, {
      action: 'mood-check-in',
      mood: ' hopeful ',
      labels: ['tired', 'tired'],
      note: 'good call',
    })
    expect(mood).toMatchObject({ mood: 'hopeful', labels: ['tired'], note: 'good call' })
    const [audit] = await ctx.sql`select changes from audit_log where user_id = ${ctx.principal.userId}`
    expect(audit!['changes']).toMatchObject([{ noun: 'mood', before: null, after: mood }])
  })

  test.each([
    ['action', {}],
    ['action', { action: 'dance' }],
    ['mood', { action: 'mood-check-in' }],
    ['mood', { action: 'mood-check-in', mood: 'x'.repeat(51) }],
    ['suggestionId', { action: 'mood-check-in', mood: 'ok', suggestionId: 'x' }],
    ['until', { action: 'snooze', suggestionId: 'x', until: '2020-01-01' }],
    ['until', { action: 'snooze', suggestionId: 'x', until: '2100-01-01', days: 3 }],
  ])('a wrong %s is refused by name', async (path, input) => {
    const refusal = call(actAsMe, await me(), input as { action: 'mood-check-in'; mood: string })
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path }] })
  })
})
