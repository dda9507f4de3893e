// Offers as records: what is asked, what is kept, what follows a decision, and what one undo brings back.
import { describe, expect, test } from 'vitest'
import { undoChange, listAudit } from '../../../core/audit/operations.ts'
import { addEvent, listEvents, removeEvent, updateEvent } from '../../../core/calendar/operations.ts'
import { addJob, removeJob, setStatus } from '../../../core/jobs/operations.ts'
import { getJob } from '../../../core/jobs/queries.ts'
import { listSuggestions } from '../../../core/pipeline/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import {
  addOffer,
  addOfferRound,
  getOffer,
  importOfferList,
  listOffers,
  removeOffer,
  updateOffer,
} from '../../../core/offers/operations.ts'
import { as, aUser, call, useCore } from '../../harness.ts'

const core = useCore()
const me = async () => as(core(), await aUser(core()))
const aJob = (ctx: Context, salary?: string) =>
  call(addJob, ctx, { company: 'Acme', role: 'Engineer', ...(salary && { salary }) })
const BASE = { amount: 185_000, currency: 'USD', period: 'year' } as const
const problemsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => [],
    ({ issues }: { issues: { path: string }[] }) => issues.map(({ path }) => path),
  )

describe('an offer', () => {
  test('keeps exactly what was said; everything else is null', async () => {
    const ctx = await me()
    const job = await aJob(ctx)
    const equity = { kind: 'rsu', value: 160_000.55, currency: 'USD', years: 4, cliffMonths: 12 } as const
    const offer = await call(addOffer, ctx, {
      ...{
        jobId: job.id,
        base: BASE,
        bonus: { percent: 15 },
        equity: { ...equity, schedule: [5, 15, 40, 40] },
      },
      ...{ signing: 20_000, signingClawbackMonths: 12, benefits: [{ name: 'lunch', value: 1_200 }] },
      ...{ deadline: '2100-03-05', startDate: '2100-05-01', remote: true },
    })
    expect(offer).toEqual({
      ...{ id: offer.id, jobId: job.id, status: 'received', base: BASE, rounds: [] },
      bonus: { percent: 15, kind: 'target' },
      equity: { ...equity, schedule: [5, 15, 40, 40] },
      ...{ signing: 20_000, signingClawbackMonths: 12, relocation: null, retirementMatchPercent: null },
      ...{ hoursPerWeek: null, ptoDays: null, benefits: [{ name: 'lunch', value: 1_200 }], location: null },
      ...{
        remote: true,
        startDate: '2100-05-01',
        deadline: '2100-03-05T23:59:59.999Z',
        level: null,
        notes: null,
      },
      ...{ createdAt: offer.createdAt, updatedAt: offer.createdAt },
    })
    expect(await call(getOffer, ctx, { id: offer.id })).toEqual(offer)
    expect(await call(listOffers, ctx, { jobId: job.id })).toEqual({
      offers: [offer],
      nextCursor: null,
      total: 1,
    })
  })

  test('takes a missing currency from the job, else asks for it, and asks whether 60 is an hour', async () => {
    const ctx = await me()
    const [paid, unpaid] = [await aJob(ctx, '€95k p.a.'), await aJob(ctx)]
    expect((await call(addOffer, ctx, { jobId: paid.id, base: { amount: 99_000.5 } })).base).toEqual({
      ...{ amount: 99_000.5, currency: 'EUR', period: 'year' },
    })
    expect(await problemsOf(call(addOffer, ctx, { jobId: unpaid.id, base: { amount: 60 } }))).toEqual([
      ...['base.currency', 'base.period'],
    ])
  })

  test.each([
    [{ base: { ...BASE, amount: 1.005 } }, ['base.amount']],
    [{ base: { ...BASE, amount: -1 } }, ['base.amount']],
    [{ base: { ...BASE, currency: 'QQQ' } }, ['base.currency']],
    [{ bonus: { percent: 10, amount: 5 } }, ['bonus']],
    [{ equity: { value: 10, schedule: [50, 49] } }, ['equity.schedule']],
    [{ equity: { value: 10, years: 3, schedule: [50, 50] } }, ['equity.schedule']],
    [{ equity: { value: 10, years: 1, cliffMonths: 13 } }, ['equity.cliffMonths']],
    [{ startDate: '2026-02-30' }, ['startDate']],
    [{ signing: 1e13 }, ['signing']],
    [{ bonuss: 3 }, ['bonuss']],
  ])('refuses %j by name and changes nothing', async (change, paths) => {
    const ctx = await me()
    const offer = await call(addOffer, ctx, { jobId: (await aJob(ctx)).id, base: BASE })
    expect(await problemsOf(call(updateOffer, ctx, { id: offer.id, ...change } as never))).toEqual(paths)
    expect(await call(getOffer, ctx, { id: offer.id })).toEqual(offer)
  })

  test('shows the employer’s latest words; mine only counter it, and a round told late overwrites nothing later', async () => {
    const ctx = await me()
    const { id } = await call(addOffer, ctx, { jobId: (await aJob(ctx)).id, base: BASE })
    const round = (by: 'me' | 'them', terms: object, at?: string) =>
      call(addOfferRound, ctx, { id, by, terms: terms as never, ...(at && { at }) })
    const countered = await round('me', { base: { amount: 200_000 } }, '2026-01-02T10:00:00Z')
    expect(countered).toMatchObject({ status: 'countered', base: BASE })
    const better = await round('them', { base: { amount: 192_000 }, signing: 10_000 }, '2026-01-05T10:00:00Z')
    expect(better).toMatchObject({ status: 'received', base: { ...BASE, amount: 192_000 }, signing: 10_000 })
    const late = await round('them', { base: { amount: 188_000 }, ptoDays: 25 }, '2026-01-03T10:00:00Z')
    expect(late).toMatchObject({ base: { amount: 192_000 }, ptoDays: 25 })
    expect(late.rounds.map(({ at, by, terms }) => [at.slice(8, 10), by, terms.base?.amount])).toEqual([
      ...[
        ['02', 'me', 200_000],
        ['03', 'them', 188_000],
        ['05', 'them', 192_000],
      ],
    ])
    const noted = await round('me', { note: 'I like it.' })
    expect(noted).toMatchObject({
      status: 'received',
      rounds: [{}, {}, {}, { terms: { note: 'I like it.' } }],
    })
    expect(await problemsOf(round('me', {}))).toEqual(['terms'])
    expect(await problemsOf(round('me', { note: 'x' }, '2199-01-01T00:00:00Z'))).toEqual(['at'])
  })
})

describe('the deadline', () => {
  const deadlines = async (ctx: Context) =>
    (await call(listEvents, ctx, {})).events.map(({ title, type, startsAt }) => [title, type, startsAt])

  test('stands in the calendar, moves with the offer, and leaves once it is decided', async () => {
    const ctx = await me()
    const { id } = await call(addOffer, ctx, {
      ...{ jobId: (await aJob(ctx)).id, base: BASE, deadline: '2100-03-05T17:00:00Z' },
    })
    const title = 'Offer expires: Acme — Engineer'
    expect(await deadlines(ctx)).toEqual([[title, 'deadline', '2100-03-05T17:00:00.000Z']])
    await call(updateOffer, ctx, { id, deadline: '2100-03-09T17:00:00Z' })
    expect(await deadlines(ctx)).toEqual([[title, 'deadline', '2100-03-09T17:00:00.000Z']])
    await call(updateOffer, ctx, { id, status: 'declined' })
    expect(await deadlines(ctx)).toEqual([])
    await call(undoChange, ctx, {})
    expect(await deadlines(ctx)).toEqual([[title, 'deadline', '2100-03-09T17:00:00.000Z']])
  })

  test('stays with the offer when only the calendar’s part of a change is undone, which is said', async () => {
    const ctx = await me()
    const job = await aJob(ctx)
    const { id } = await call(addOffer, ctx, { jobId: job.id, base: BASE, deadline: '2100-03-05T17:00:00Z' })
    await call(addEvent, ctx, { title: 'Call', type: 'call', startsAt: '2100-03-01T17:00:00Z' })
    await call(updateOffer, ctx, { id, deadline: '2100-03-09T17:00:00Z' })
    const { rows, notUndone } = await call(undoChange, ctx, { noun: 'event', since: '2000-01-01T00:00:00Z' })
    expect(rows.map(({ name }) => name)).toEqual(['Call'])
    expect(notUndone.map(({ reason }) => reason)).toContainEqual(
      expect.stringContaining('the deadline of an offer'),
    )
    expect(await deadlines(ctx)).toEqual([[expect.any(String), 'deadline', '2100-03-09T17:00:00.000Z']])
  })

  test('moved or taken out of the calendar by hand stays so, until there is a new one', async () => {
    const ctx = await me()
    const { id } = await call(addOffer, ctx, {
      ...{ jobId: (await aJob(ctx)).id, base: BASE, deadline: '2100-03-05T17:00:00Z' },
    })
    const { events } = await call(listEvents, ctx, {})
    await call(updateEvent, ctx, { id: events[0]!.id, startsAt: '2100-03-04T17:00:00Z' })
    await call(updateOffer, ctx, { id, signing: 4_000 })
    expect((await deadlines(ctx))[0]?.at(-1)).toBe('2100-03-04T17:00:00.000Z')
    await call(removeEvent, ctx, { id: events[0]!.id })
    await call(updateOffer, ctx, { id, signing: 5_000 })
    expect(await deadlines(ctx)).toEqual([])
    await call(updateOffer, ctx, { id, deadline: '2100-03-06T17:00:00Z' })
    expect(await deadlines(ctx)).toHaveLength(1)
  })
})

describe('a decision', () => {
  test('a job has one accepted offer: a second acceptance declines the first in the same change, and one undo takes all back', async () => {
    const ctx = await me()
    const job = await aJob(ctx)
    const one = await call(addOffer, ctx, { jobId: job.id, base: BASE, status: 'accepted' })
    const two = await call(addOffer, ctx, { jobId: job.id, base: { ...BASE, amount: 190_000 } })
    await call(updateOffer, ctx, { id: two.id, status: 'accepted' })
    const statuses = () =>
      Promise.all([one, two].map(async ({ id }) => (await call(getOffer, ctx, { id })).status))
    expect(await statuses()).toEqual(['declined', 'accepted'])
    expect((await call(getJob, ctx, { id: job.id })).status).toBe('accepted')
    await call(undoChange, ctx, {})
    expect(await statuses()).toEqual(['accepted', 'received'])
    const three = await call(addOffer, ctx, { jobId: job.id, base: BASE, status: 'accepted' })
    expect(await statuses()).toEqual(['declined', 'received'])
    await call(undoChange, ctx, {})
    expect(await statuses()).toEqual(['accepted', 'received'])
    await expect(call(getOffer, ctx, { id: three.id })).rejects.toMatchObject({ code: 'offer_not_found' })
  })

  test('of an import in two parts come as they stood, move no job, are there once, and go with one undo', async () => {
    const ctx = await me()
    const job = await aJob(ctx)
    const round = {
      by: 'me',
      at: '2026-03-05T10:00:00.000Z',
      terms: { base: { ...BASE, amount: 200_000 } },
    } as const
    const earlier = { by: 'them', at: '2026-03-02T10:00:00.000Z', terms: { note: 'by phone' } } as const
    const offers = [
      { jobId: job.id, base: BASE, status: 'countered' as const, rounds: [round, earlier] },
      { company: 'acme', role: 'engineer', base: BASE, status: 'accepted' as const, createdAt: '2026-03-01' },
      { company: 'Nobody', role: 'Engineer', base: BASE },
      { jobId: job.id, base: { amount: 90 } },
    ]
    const dry = await call(importOfferList, ctx, { offers, dryRun: true })
    expect(dry).toMatchObject({ created: 2, skipped: 0, failed: 2, changeId: null })
    expect((await call(listOffers, ctx, {})).total).toBe(0)
    const done = await call(importOfferList, ctx, { offers })
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(['created', 'created', 'failed', 'failed'])
    expect(done.rows[3]!.reason).toContain('currency')
    const more = { jobId: job.id, base: { ...BASE, amount: 170_000 } }
    await call(importOfferList, ctx, { offers: [more], continues: done.changeId! })
    expect(await call(importOfferList, ctx, { offers: [...offers.slice(0, 2), more] })).toMatchObject({
      created: 0,
      skipped: 3,
    })
    const there = (await call(listOffers, ctx, {})).offers
    expect(there).toHaveLength(3)
    expect(there.at(-1)).toMatchObject({ status: 'accepted', createdAt: '2026-03-01T00:00:00.000Z' })
    expect(there.find(({ status }) => status === 'countered')).toMatchObject({ rounds: [earlier, round] })
    expect((await call(getJob, ctx, { id: job.id })).status).toBe('saved')
    await call(undoChange, ctx, {})
    expect((await call(listOffers, ctx, {})).total).toBe(0)
  })

  test('accepting moves the job in the same change, and one undo takes both back', async () => {
    const ctx = await me()
    const job = await aJob(ctx)
    await call(setStatus, ctx, { id: job.id, status: 'interviewing' })
    const { id } = await call(addOffer, ctx, { jobId: job.id, base: BASE, deadline: '2100-03-05' })
    const before = await call(getJob, ctx, { id: job.id })
    await call(updateOffer, ctx, { id, status: 'accepted' })
    expect((await call(getJob, ctx, { id: job.id })).status).toBe('accepted')
    const { entries } = await call(listAudit, ctx, { limit: 1 })
    expect(entries[0]!.changes.map(({ noun }) => noun).sort()).toEqual(['event', 'job', 'offer'])
    await call(undoChange, ctx, {})
    const { updatedAt: _, ...after } = await call(getJob, ctx, { id: job.id })
    expect(before).toMatchObject(after)
    expect((await call(getOffer, ctx, { id })).status).toBe('received')
  })

  test('subscribers hear of an offer and of the job it moves', async () => {
    const ctx = await me()
    const { id } = await call(addOffer, ctx, { jobId: (await aJob(ctx)).id, base: BASE })
    await call(updateOffer, ctx, { id, status: 'accepted' })
    const rows = await ctx.sql<{ payload: string }[]>`
      select payload from outbox_events where user_id = ${ctx.principal.userId} order by id`
    const told = rows.map(({ payload }) => JSON.parse(payload) as { event: string; data: object })
    expect(told.map(({ event }) => event).sort()).toEqual([
      ...['job.created', 'job.status_changed', 'offer.created', 'offer.updated'],
    ])
    const offer = told.find(({ event }) => event === 'offer.updated')!
    expect(offer.data).toMatchObject({
      id,
      status: 'accepted',
      base: BASE,
      company: 'Acme',
      role: 'Engineer',
    })
  })
})

describe('suggestions', () => {
  const kindsOf = async (ctx: Context) =>
    (await call(listSuggestions, ctx, {})).suggestions.map(({ kind, action }) => [
      kind,
      action.arguments['status'],
    ])

  test('move a job with an offer along, and close it when its only offer is declined', async () => {
    const ctx = await me()
    const job = await aJob(ctx)
    const { id } = await call(addOffer, ctx, { jobId: job.id, base: BASE })
    expect(await kindsOf(ctx)).toEqual([['offered', 'offer']])
    const second = await call(addOffer, ctx, { jobId: job.id, base: BASE })
    await call(setStatus, ctx, { id: job.id, status: 'offer' })
    await call(updateOffer, ctx, { id, status: 'declined' })
    expect(await kindsOf(ctx)).toEqual([])
    await call(updateOffer, ctx, { id: second.id, status: 'expired' })
    expect(await kindsOf(ctx)).toEqual([['declined', 'withdrawn']])
  })

  test('settle an offer whose deadline has passed', async () => {
    const ctx = await me()
    const job = await aJob(ctx)
    await call(addOffer, ctx, { jobId: job.id, base: BASE, deadline: '2026-01-01T00:00:00Z' })
    expect(await kindsOf(ctx)).toEqual([['expired', 'expired']])
  })

  test('withdraw from every other open application once an offer is accepted; one only saved is none', async () => {
    const ctx = await me()
    const others = ['applied', 'interviewing', 'saved'] as const
    for (const status of others) {
      const job = await call(addJob, ctx, { company: status, role: 'Engineer' })
      await call(setStatus, ctx, { id: job.id, status })
    }
    const { id } = await call(addOffer, ctx, { jobId: (await aJob(ctx)).id, base: BASE })
    await call(updateOffer, ctx, { id, status: 'accepted' })
    expect((await kindsOf(ctx)).sort()).toEqual([
      ['withdraw', 'withdrawn'],
      ['withdraw', 'withdrawn'],
    ])
    await call(undoChange, ctx, {})
    expect(await kindsOf(ctx)).toEqual([['offered', 'offer']])
  })
})

describe('what an accepted offer suggests', () => {
  test('is to decline the offers that still wait, and then to withdraw, each with words to send', async () => {
    const ctx = await me()
    const other = await call(addJob, ctx, { company: 'Bolt', role: 'Designer' })
    await call(setStatus, ctx, { id: other.id, status: 'interviewing' })
    const waiting = await call(addOffer, ctx, { jobId: other.id, base: BASE })
    const { id } = await call(addOffer, ctx, { jobId: (await aJob(ctx)).id, base: BASE })
    await call(updateOffer, ctx, { id, status: 'accepted' })
    const one = async () => (await call(listSuggestions, ctx, {})).suggestions[0]
    expect(await one()).toMatchObject({
      id: `decline:${waiting.id}`,
      reason: expect.stringContaining('so I decline your offer as Designer') as string,
      action: { tool: 'offers.update', arguments: { id: waiting.id, status: 'declined' } },
    })
    await call(updateOffer, ctx, { id: waiting.id, status: 'declined' })
    expect(await one()).toMatchObject({
      id: `withdraw:${other.id}`,
      reason: expect.stringContaining('so I withdraw my application as Designer') as string,
    })
  })
})

describe('what is deleted', () => {
  test('an offer and its deadline come back with one undo', async () => {
    const ctx = await me()
    const offer = await call(addOffer, ctx, {
      jobId: (await aJob(ctx)).id,
      base: BASE,
      deadline: '2100-01-01',
    })
    expect(await call(removeOffer, ctx, { id: offer.id })).toEqual({ deleted: true, id: offer.id })
    expect((await call(listEvents, ctx, {})).total).toBe(0)
    await call(undoChange, ctx, {})
    const { updatedAt: _, ...back } = await call(getOffer, ctx, { id: offer.id })
    expect(offer).toMatchObject(back)
    expect((await call(listEvents, ctx, {})).total).toBe(1)
  })

  test('a job takes its offers along, and one undo brings all back', async () => {
    const ctx = await me()
    const job = await aJob(ctx)
    const offers = [
      await call(addOffer, ctx, { jobId: job.id, base: BASE, deadline: '2100-01-01' }),
      await call(addOffer, ctx, { jobId: job.id, base: { ...BASE, amount: 1_000_000 } }),
    ]
    await call(removeJob, ctx, { id: job.id })
    expect((await call(listOffers, ctx, {})).total).toBe(0)
    await call(undoChange, ctx, {})
    const back = await call(listOffers, ctx, {})
    expect(back.offers.map(({ id, base }) => [id, base]).reverse()).toEqual(
      offers.map(({ id, base }) => [id, base]),
    )
    expect((await call(listEvents, ctx, {})).total).toBe(1)
  })
})
