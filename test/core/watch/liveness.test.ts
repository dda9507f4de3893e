// Whether the postings of tracked jobs are still there: missing on two different days they are gone, which is suggested
// and changes nothing; what changed is noted with before and after.
import { describe, expect, test } from 'vitest'
import { addActivity, listActivities } from '../../../core/activities/operations.ts'
import { addJob } from '../../../core/jobs/operations.ts'
import { getJob, getPosting } from '../../../core/jobs/queries.ts'
import { DAY_MS } from '../../../core/kernel/clock.ts'
import { listSuggestions } from '../../../core/pipeline/operations.ts'
import { accept, checkPostings, listPostings } from '../../../core/watch/operations.ts'
import { pageSignalOf } from '../../../core/watch/liveness.ts'
import { livenessWorker } from '../../../core/watch/run.ts'
import { call } from '../../harness.ts'
import { run, useWatching, watch } from './fixture.ts'

const all = useWatching()

const opening = {
  id: '744001',
  title: 'Clerk',
  pay: { min: 50_000, max: 60_000, currency: 'EUR', period: 'year' as const },
}
const other = { id: '744002', title: 'Chef' }
const job = (board: string) => ({
  ...{ company: 'Acme Bookkeeping', role: 'Clerk' },
  url: `https://job-boards.greenhouse.io/${board}/jobs/744001`,
})

describe('the posting of a job', () => {
  test('that is missing on two days is suggested, and comes back', async () => {
    const ctx = await all().user()
    const { id } = await call(addJob, ctx, job('lost'))
    const state = async () => (await call(checkPostings, ctx, {})).jobs.map((each) => each.state)
    all().boards.post('greenhouse:lost', [opening, other])
    expect(await state()).toEqual(['open'])
    all().boards.post('greenhouse:lost', [other])
    expect(await state()).toEqual(['missing'])
    expect(await state()).toEqual(['missing'])
    all().boards.fail('greenhouse:lost', (res) => res.writeHead(500).end())
    all().passMs(DAY_MS)
    expect(await state()).toEqual(['unclear'])
    expect((await call(listSuggestions, ctx, {})).suggestions).toEqual([])
    all().boards.fail('greenhouse:lost', null)
    expect(await state()).toEqual(['gone'])
    expect((await call(getJob, ctx, { id })).status).toBe('saved')
    expect((await call(listSuggestions, ctx, {})).suggestions).toMatchObject([
      {
        kind: 'posting-gone',
        jobId: id,
        action: { tool: 'jobs.status', arguments: { status: 'withdrawn' } },
      },
    ])
    all().boards.post('greenhouse:lost', [opening, other])
    expect(await state()).toEqual(['open'])
    expect((await call(listSuggestions, ctx, {})).suggestions).toEqual([])
  })

  test('on a watched board is looked after by its runs, also when the board is as it was', async () => {
    const ctx = await all().user()
    all().boards.post('greenhouse:kept', [opening, other])
    const { id: jobId } = await call(addJob, ctx, job('kept'))
    await watch(ctx, 'greenhouse:kept')
    await run(ctx)
    all().boards.post('greenhouse:kept', [other])
    await run(ctx)
    all().passMs(DAY_MS)
    await run(ctx)
    const kinds = async () => (await call(listSuggestions, ctx, {})).suggestions.map(({ kind }) => kind)
    expect(await kinds()).toEqual(['posting-gone'])
    await call(addActivity, ctx, { jobId, type: 'follow-up', title: 'Asked whether it is still open' })
    expect(await kinds()).toEqual([])
  })

  test('that was accepted is looked after where it was found, also at the employer’s own address', async () => {
    const ctx = await all().user()
    const board = 'greenhouse:own'
    const list = (jobs: object[]) =>
      all().boards.fail(board, (res) =>
        res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jobs })),
      )
    const clerk = {
      id: 41,
      title: 'Clerk',
      absolute_url: 'https://own.example/careers/opening-a',
      content: 'Books.',
    }
    const chef = {
      id: 42,
      title: 'Chef',
      absolute_url: 'https://own.example/careers/opening-b',
      content: 'Soup.',
    }
    list([clerk, chef])
    await watch(ctx, board)
    await run(ctx)
    const { postings } = await call(listPostings, ctx, {})
    const { jobId } = await call(accept, ctx, { id: postings.find(({ role }) => role === 'Clerk')!.id })
    const asked = all().boards.asked.length
    list([{ ...clerk, title: 'Senior Clerk' }, chef])
    expect((await call(checkPostings, ctx, {})).jobs).toMatchObject([
      { id: jobId, state: 'open', why: 'The posting changed: title “Clerk” → “Senior Clerk”.' },
    ])
    expect(
      all()
        .boards.asked.slice(asked)
        .map(({ host }) => host),
    ).toEqual(['boards-api.greenhouse.io'])
    list([chef])
    await run(ctx)
    all().passMs(DAY_MS)
    await run(ctx)
    expect((await call(listSuggestions, ctx, {})).suggestions).toMatchObject([
      { kind: 'posting-gone', jobId },
    ])
  })

  test('whose list has no texts and pay is read for them, and nothing is noted that did not change', async () => {
    const ctx = await all().user()
    const board = 'smartrecruiters:detailed'
    all().boards.post(board, [opening, other])
    await watch(ctx, board)
    await run(ctx)
    const { postings } = await call(listPostings, ctx, {})
    const { jobId } = await call(accept, ctx, { id: postings.find(({ role }) => role === 'Clerk')!.id })
    await call(checkPostings, ctx, {})
    all().boards.post(board, [
      { ...opening, text: '<p>Other books.</p>' },
      other,
      { id: '744003', title: 'Cook' },
    ])
    await run(ctx)
    const notes = async () =>
      (await call(listActivities, ctx, { jobId: jobId! })).activities.map(({ body }) => body)
    expect(await notes()).toEqual([])
    all().boards.post(board, [{ ...opening, pay: { ...opening.pay, max: 70_000 } }])
    await call(checkPostings, ctx, {})
    expect(await notes()).toEqual([expect.stringContaining('60,000 a year → EUR 50,000 – 70,000 a year')])
  })

  test('that is open is checked, however many ended jobs are due before it', async () => {
    const ctx = await all().user()
    all().boards.post('greenhouse:due', [opening])
    const { id } = await call(addJob, ctx, job('due'))
    for (let at = 0; at < 50; at += 1)
      await call(addJob, ctx, { company: `Ended ${at}`, role: 'Cook', url: `https://ended.example/${at}` })
    const { userId } = ctx.principal
    await ctx.sql`update jobs set status = 'rejected' where user_id = ${userId} and role = 'Cook'`
    await ctx.sql`
      insert into job_liveness (user_id, job_id, checked_at, due_at)
      select user_id, id, now(), now() - case when status = 'rejected' then interval '2 hours' else interval '1 hour' end
      from jobs where user_id = ${userId}`
    await livenessWorker.run(all().core.services, new AbortController().signal)
    const [seen] = await ctx.sql`select facts from job_liveness where job_id = ${id}`
    expect(seen).toMatchObject({ facts: { role: 'Clerk' } })
  })

  test('that is one of too many is checked by the next call, and the answer says how many are left', async () => {
    const ctx = await all().user()
    await call(addJob, ctx, { company: 'Acme', role: 'Cook', url: 'https://www.linkedin.com/jobs/view/1' })
    const { userId } = ctx.principal
    await ctx.sql`
      insert into jobs (user_id, id, company, role, url, status, touched_at, created_at, updated_at)
      select user_id, gen_random_uuid(), company, role, 'https://www.linkedin.com/jobs/view/' || n, status, now(), now(), now()
      from jobs, generate_series(2, 503) n where user_id = ${userId}`
    const first = await call(checkPostings, ctx, {})
    expect([first.jobs.length, first.left]).toEqual([500, 3])
    const seen = new Set(first.jobs.map(({ id }) => id))
    const second = await call(checkPostings, ctx, {})
    expect(second.jobs.filter(({ id }) => !seen.has(id))).toHaveLength(3)
    expect(second.left).toBe(3)
  })

  test('that changed is noted with before and after, and both texts are kept', async () => {
    const ctx = await all().user()
    const { id } = await call(addJob, ctx, job('moved'))
    all().boards.post('greenhouse:moved', [opening])
    await call(checkPostings, ctx, {})
    const changed = {
      ...opening,
      title: 'Senior Clerk',
      pay: { ...opening.pay, max: 70_000 },
      text: '<p>Lead the books.</p>',
    }
    all().boards.post('greenhouse:moved', [changed])
    await call(checkPostings, ctx, { ids: [id] })
    const { activities } = await call(listActivities, ctx, { jobId: id })
    expect(activities.map(({ type, body }) => [type, body])).toEqual([
      [
        'note',
        'The posting changed: title “Clerk” → “Senior Clerk”; pay EUR 50,000 – 60,000 a year → EUR 50,000 – 70,000 a year.',
      ],
    ])
    const kept = await call(getPosting, ctx, { id })
    expect([kept.text, kept.earlier.map(({ text }) => text)]).toEqual([
      'Lead the books.',
      [expect.stringContaining('You will keep the books.')],
    ])
  })
})

const now = Date.parse('2026-11-23T00:00:00Z')
const asked = 'https://acme.example/jobs/88123'
const pageOf = (changes: object) => ({
  ...{ status: 200, askedUrl: asked, url: asked, text: 'We look for a clerk.', validThrough: null },
  ...changes,
})

test.each([
  [{}, 'here'],
  [{ status: 404 }, 'absent'],
  [{ status: 403 }, 'unclear'],
  [{ status: 503 }, 'unclear'],
  [{ url: 'https://acme.example/jobs' }, 'unclear'],
  [{ url: `${asked}?error=true` }, 'absent'],
  [{ text: 'This job is no longer accepting applications.' }, 'absent'],
  [{ text: 'Diese Stelle ist bereits besetzt.' }, 'absent'],
  [{ text: 'Cette offre n’est plus disponible.' }, 'absent'],
  [{ text: 'Your application form has been filled in.' }, 'here'],
  [{ text: 'We review applications until the position is filled.' }, 'here'],
  [{ text: 'Die Anzeige bleibt, bis die Stelle besetzt ist.' }, 'here'],
  [{ text: 'Once this open role is filled, we say so here.' }, 'here'],
  [{ text: 'If you ask after the position is no longer available, we delete it.' }, 'here'],
  [{ text: 'After many talks, this position has been filled.' }, 'absent'],
  [{ validThrough: '2026-11-01' }, 'absent'],
  [{ validThrough: '2026-11-22' }, 'here'],
  [{ validThrough: '2026-11-22T18:00:00Z' }, 'absent'],
  [{ validThrough: '01/11/2026' }, 'here'],
])('a page %j means %s', (changes, state) => {
  expect(pageSignalOf(pageOf(changes), now).state).toBe(state)
})

test('a day in words is said whole', () => {
  const said = (validThrough: string) => pageSignalOf(pageOf({ validThrough }), now).why
  expect(said('October 31, 2026')).toBe('it was open until October 31, 2026')
  expect(said('2026-10-31T23:59:00')).toBe('it was open until 2026-10-31')
})
