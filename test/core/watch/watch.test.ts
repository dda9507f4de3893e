// Boards that are watched: what fits comes once, becomes a job or goes for ever, and what is gone is closed.
import { describe, expect, test } from 'vitest'
import { listAudit, undoChange } from '../../../core/audit/operations.ts'
import { addJob, removeJob } from '../../../core/jobs/operations.ts'
import { getJob, listJobs } from '../../../core/jobs/queries.ts'
import {
  accept,
  acceptManyPostings,
  dismiss,
  dismissManyPostings,
  listPostings,
  listWatches,
  removeWatch,
} from '../../../core/watch/operations.ts'
import { getSalary } from '../../../core/intelligence/salaries/salary.ts'
import { newId } from '../../../core/kernel/id.ts'
import { call } from '../../harness.ts'
import { run, titles, useWatching, watch } from './fixture.ts'

const all = useWatching()

/** The lists of the others state none. */
const STATES_PAY = ['greenhouse', 'lever', 'ashby', 'recruitee', 'personio']

/** As each system has them. */
const ids = (system: string, n: number): string => {
  if (system === 'lever' || system === 'ashby')
    return `0a1b2c3d-0000-4000-8000-${String(n).padStart(12, '0')}`
  return system === 'workable' ? `A1B2C3D${n}` : String(744_000 + n)
}

const SYSTEMS = ['greenhouse', 'lever', 'ashby', 'smartrecruiters', 'workable', 'recruitee', 'personio']

describe.each(SYSTEMS)('a board of %s', (system) => {
  const id = (n: number) => ids(system, n)

  test('brings what fits once, with its pay and place, and closes what is gone', async () => {
    const ctx = await all().user()
    const board = `${system}:round`
    const clerk = {
      id: id(1),
      title: 'Senior Clérk, Books',
      places: ['Oslo', 'Bergen'],
      pay: { min: 60_000, max: 80_000, currency: 'USD', period: 'year' as const },
    }
    const chef = { id: id(2), title: 'Chef' }
    all().boards.post(board, [clerk, chef, { id: id(3), title: 'Junior Clerk' }])
    const added = await watch(ctx, board, { match: ['clerk'], not: ['junior'] })
    expect(added).toMatchObject({ board, match: ['clerk'], postings: 3, problem: null })
    expect(await run(ctx)).toEqual({ board, found: 3, new: 1, closed: 0, error: null })
    const { postings, total } = await call(listPostings, ctx, {})
    expect(total).toBe(1)
    expect(postings[0]).toMatchObject({
      ...{ board, externalId: id(1), role: 'Senior Clérk, Books' },
      pay: STATES_PAY.includes(system) ? { min: 60_000, max: 80_000, currency: 'USD', period: 'year' } : null,
      ...{ state: 'new', jobId: null, closedAt: null, why: ['title has “clerk”'] },
    })
    expect(postings[0]!.location).toMatch(/^Oslo.*; .*Bergen/)
    expect(postings[0]!.url).toContain(id(1))
    expect(await run(ctx)).toEqual({ board, found: 3, new: 0, closed: 0, error: null })
    all().boards.post(board, [chef, { id: id(4), title: 'Clerk' }])
    expect(await run(ctx)).toEqual({ board, found: 2, new: 1, closed: 1, error: null })
    expect(await titles(ctx)).toEqual(['Clerk'])
  })

  test('turns a posting into a job with its text, and back by one undo', async () => {
    const ctx = await all().user()
    all().boards.post(`${system}:take`, [
      { id: id(1), title: 'Clerk', pay: { min: 50_000, max: 60_000, currency: 'EUR', period: 'year' } },
    ])
    await watch(ctx, `${system}:take`)
    await run(ctx)
    const { postings } = await call(listPostings, ctx, {})
    const taken = await call(accept, ctx, { id: postings[0]!.id })
    expect(taken).toMatchObject({ state: 'accepted', jobId: expect.any(String) })
    expect(await call(accept, ctx, { id: taken.id })).toEqual(taken)
    const job = await call(getJob, ctx, { id: taken.jobId! })
    expect(job).toMatchObject({
      role: 'Clerk',
      location: expect.stringMatching(/^Oslo/),
      status: 'saved',
      url: taken.url,
    })
    if (system !== 'workable')
      expect(job.compensation).toEqual({ min: 50_000, max: 60_000, currency: 'EUR', period: 'year' })
    expect(job.description).toContain('You will keep the books.\n')
    expect(job.description).not.toContain('<')
    await call(undoChange, ctx, {})
    expect((await call(listJobs, ctx, {})).total).toBe(0)
    expect(await titles(ctx)).toEqual(['Clerk'])
  })

  test('never shows again what was dismissed: not gone and back, posted anew, or watched anew', async () => {
    const ctx = await all().user()
    const board = `${system}:never`
    all().boards.post(board, [
      { id: id(1), title: 'Clerk' },
      { id: id(9), title: 'Chef' },
    ])
    const { id: watchId } = await watch(ctx, board)
    await run(ctx)
    const { postings } = await call(listPostings, ctx, {})
    await call(dismiss, ctx, { id: postings.find(({ role }) => role === 'Clerk')!.id })
    all().boards.post(board, [{ id: id(9), title: 'Chef' }])
    await run(ctx)
    all().boards.post(board, [
      { id: id(7), title: 'Clerk' },
      { id: id(9), title: 'Chef' },
    ])
    expect(await run(ctx)).toMatchObject({ new: 0 })
    await call(removeWatch, ctx, { id: watchId })
    expect((await call(listWatches, ctx, {})).total).toBe(0)
    await watch(ctx, board)
    await run(ctx)
    expect(await titles(ctx)).toEqual(['Chef'])
    expect(await titles(ctx, ['dismissed'])).toEqual(['Clerk'])
  })
})

test('several postings are accepted as one change and dismissed as one, or none of them is', async () => {
  const ctx = await all().user()
  all().boards.post(
    'lever:many',
    ['a', 'b', 'c', 'd'].map((id) => ({ id, title: `Clerk ${id}` })),
  )
  await watch(ctx, 'lever:many')
  await run(ctx)
  const { postings } = await call(listPostings, ctx, {})
  const [a, b, c, d] = postings.map(({ id }) => id) as [string, string, string, string]
  const taken = await call(acceptManyPostings, ctx, { ids: [a, b, a] })
  expect(taken.postings.map(({ id, state }) => [id, state])).toEqual([
    [a, 'accepted'],
    [b, 'accepted'],
  ])
  await call(undoChange, ctx, {})
  expect(await titles(ctx)).toHaveLength(4)
  expect((await call(listJobs, ctx, {})).total).toBe(0)
  await call(dismissManyPostings, ctx, { ids: [c, d] })
  expect(await titles(ctx)).toHaveLength(2)
  await expect(call(acceptManyPostings, ctx, { ids: [a, newId()] })).rejects.toMatchObject({
    code: 'posting_not_found',
  })
  expect((await call(listJobs, ctx, {})).total).toBe(0)
  await call(undoChange, ctx, {})
  expect(await titles(ctx)).toHaveLength(4)
})

test('a position that is not written in English keeps its title, and has its German text', async () => {
  const ctx = await all().user()
  const texts =
    '<jobDescription><name>Aufgaben</name><value><![CDATA[<p>Bücher.</p>]]></value></jobDescription>'
  all().boards.page('https://zwei.jobs.personio.de/xml', (res, req) => {
    const isGerman = req.url!.includes('language=de')
    res
      .writeHead(200, { 'content-type': 'text/xml' })
      .end(
        `<workzag-jobs><position><id>9</id><name>${isGerman ? 'Buchhalter' : 'Clerk'}</name><jobDescriptions>${isGerman ? texts : ''}</jobDescriptions></position></workzag-jobs>`,
      )
  })
  await watch(ctx, 'personio:zwei')
  expect(await run(ctx)).toMatchObject({ found: 1, new: 1, error: null })
  const { postings } = await call(listPostings, ctx, {})
  const { jobId } = await call(accept, ctx, { id: postings[0]!.id })
  const { role, description } = await call(getJob, ctx, { id: jobId! })
  expect([role, description]).toEqual(['Clerk', 'Aufgaben\nBücher.'])
})

test('a tenant that one host of Personio does not know is found at the other', async () => {
  const ctx = await all().user()
  all().boards.page('https://com.jobs.personio.de/xml', (res) =>
    res.writeHead(307, { location: 'https://www.personio.com/' }).end(),
  )
  all().boards.post('personio:com', [{ id: '1', title: 'Clerk' }])
  expect(await watch(ctx, 'personio:com')).toMatchObject({ board: 'personio:com@com', postings: 1 })
})

test('undo watches a removed board again with its wishes, and no longer one that was added', async () => {
  const ctx = await all().user()
  all().boards.post('lever:undone', [
    { id: 'a', title: 'Clerk' },
    { id: 'b', title: 'Chef' },
    { id: 'c', title: 'Cook' },
  ])
  const { id } = await watch(ctx, 'lever:undone', { not: ['chef'] })
  await run(ctx)
  const { postings } = await call(listPostings, ctx, {})
  await call(dismiss, ctx, { id: postings.find(({ role }) => role === 'Clerk')!.id })
  await call(removeWatch, ctx, { id })
  expect(await titles(ctx)).toEqual([])
  expect(await call(undoChange, ctx, {})).toMatchObject({ rows: [{ noun: 'board', did: 'restored' }] })
  expect(await titles(ctx), 'Until it is read anew.').toEqual([])
  expect((await call(listWatches, ctx, {})).watches).toMatchObject([
    { id, board: 'lever:undone', not: ['chef'] },
  ])
  await run(ctx)
  expect(await titles(ctx)).toEqual(['Cook'])
  all().boards.post('lever:second', [{ id: 'z', title: 'Baker' }])
  await watch(ctx, 'lever:second')
  await call(undoChange, ctx, {})
  expect((await call(listWatches, ctx, {})).watches).toMatchObject([{ board: 'lever:undone' }])
  await call(removeWatch, ctx, { id })
  await watch(ctx, 'lever:undone')
  const { entries } = await call(listAudit, ctx, {})
  const removal = entries.find(({ operation }) => operation === 'watch.delete')!
  await expect(call(undoChange, ctx, { id: removal.id })).rejects.toThrow(/its board is watched again/)
})

describe('a tracked job', () => {
  test('that was saved by hand after its posting was found makes it no news, and accepting links it', async () => {
    const ctx = await all().user()
    all().boards.post('greenhouse:byhand', [
      { id: '4100001', title: 'Clerk' },
      { id: '4100002', title: 'Chef' },
    ])
    await watch(ctx, 'greenhouse:byhand')
    await run(ctx)
    const { postings } = await call(listPostings, ctx, {})
    const { id } = postings.find(({ role }) => role === 'Clerk')!
    const url = 'https://boards.greenhouse.io/byhand/jobs/4100001?gh_src=abc'
    const job = await call(addJob, ctx, { company: 'Byhand', role: 'Clerk', url })
    expect(await call(listPostings, ctx, {})).toMatchObject({ postings: [{ role: 'Chef' }], total: 1 })
    expect(await call(accept, ctx, { id })).toMatchObject({ state: 'accepted', jobId: job.id })
    await call(undoChange, ctx, {})
    await call(removeJob, ctx, { id: job.id })
    expect(await titles(ctx), 'Nobody has it any more.').toEqual(['Chef', 'Clerk'])
  })

  test('is recognised by another address of its posting, and by the number of the system', async () => {
    const ctx = await all().user()
    const { id: byAddress } = await call(addJob, ctx, {
      ...{ company: 'Acme', role: 'Clerk' },
      url: 'https://boards.greenhouse.io/known/jobs/4001?gh_src=x&utm_source=mail#app',
    })
    const { id: byNumber } = await call(addJob, ctx, {
      ...{ company: 'Acme', role: 'Chef' },
      url: 'https://acme.example/careers/opening?gh_jid=4002',
    })
    all().boards.post('greenhouse:known', [
      { id: '4001', title: 'Clerk' },
      { id: '4002', title: 'Chef' },
      { id: '4003', title: 'Cook' },
    ])
    await watch(ctx, 'greenhouse:known')
    expect(await run(ctx)).toMatchObject({ found: 3, new: 1 })
    const { postings } = await call(listPostings, ctx, { state: ['accepted'] })
    expect(postings.map(({ role, jobId }) => [role, jobId]).sort()).toEqual([
      ['Chef', byNumber],
      ['Clerk', byAddress],
    ])
  })
})

describe('the pay of a posting', () => {
  const paid = { min: 60_000, max: 80_000, currency: 'USD', period: 'year' as const }

  test('stands beside the typical figure and the filed offers of the title and its place', async () => {
    const ctx = await all().user()
    all().boards.post('lever:figures', [
      { id: ids('lever', 1), title: 'Senior Software Engineer', places: ['San Francisco, CA'] },
      { id: ids('lever', 2), title: 'Software Engineer', places: ['Oslo, Norway'] },
      { id: ids('lever', 3), title: 'Grand Vizier of Vibes' },
      { id: ids('lever', 4), title: 'Platform Engineer', places: ['Berlin', 'Remote (Atlantis)'] },
    ])
    await watch(ctx, 'lever:figures')
    await run(ctx)
    const { postings } = await call(listPostings, ctx, {})
    const of = (role: string) => postings.find((posting) => posting.role === role)!
    const asked = { role: 'Senior Software Engineer', city: 'San Francisco, CA' }
    const { typical, offers } = await call(getSalary, ctx, asked)
    expect(of('Senior Software Engineer')).toMatchObject({
      pay: null,
      estimate: {
        median: typical!.median,
        place: 'San Francisco, CA',
        dataPointId: typical!.data_point_id,
      },
      offers: {
        median: offers!.median,
        count: offers!.count,
        scope: 'city',
        dataPointId: offers!.data_point_id,
      },
    })
    // Published pay covers only the United States, and a title that is not understood has none.
    for (const role of ['Software Engineer', 'Grand Vizier of Vibes', 'Platform Engineer'])
      expect(of(role)).toMatchObject({ estimate: null, offers: null })
  })

  test('hides only what states less; of what states none the figures are said', async () => {
    const ctx = await all().user()
    all().boards.post('lever:floor', [
      { id: ids('lever', 1), title: 'Chef', pay: paid },
      { id: ids('lever', 2), title: 'Software Engineer', places: ['New York, NY'] },
      { id: ids('lever', 3), title: 'Director', pay: { ...paid, max: 400_000 } },
    ])
    await watch(ctx, 'lever:floor', { minPay: 350_000 })
    expect(await run(ctx)).toMatchObject({ found: 3, new: 2 })
    const { postings } = await call(listPostings, ctx, {})
    const why = Object.fromEntries(postings.map((posting) => [posting.role, posting.why]))
    expect(why['Director']).toEqual(['states USD 60,000 – 400,000 a year'])
    expect(why['Software Engineer']).toEqual([
      'states no clear pay',
      expect.stringMatching(/^typical pay: \$[\d,]+, \$[\d,]+ to \$[\d,]+ by employer \(New York, NY\)$/),
      expect.stringMatching(/^filed offers for the title: median \$[\d,]+ \(New York, NY\)$/),
    ])
  })
})
