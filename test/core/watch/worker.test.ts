// The worker that reads boards: on several gateways as on one, and feeds of any kind.
import { expect, test } from 'vitest'
import { addJob } from '../../../core/jobs/operations.ts'
import { DAY_MS, MINUTE_MS } from '../../../core/kernel/clock.ts'
import { listPostings, listWatches } from '../../../core/watch/operations.ts'
import { call } from '../../harness.ts'
import { run, titles, useWatching, watch } from './fixture.ts'
import { watchWorker } from '../../../core/watch/run.ts'

const all = useWatching()
const never = new AbortController().signal

test('two gateways ask each board once, one at a time per host, for everybody who watches it', async () => {
  const [ctx, other] = [await all().user(), await all().user()]
  const { boards, core } = all()
  const names = Array.from({ length: 6 }, (_, at) => `lever:team-${at}`)
  for (const board of names) {
    boards.post(board, [{ id: `${board}-1`, title: `Clerk of ${board}` }])
    await watch(ctx, board)
    await watch(other, board)
  }
  all().passMs(DAY_MS)
  const before = boards.asked.length
  // Each gateway has its own turn at a host; what they share is in the database.
  const gateways = [core.services, { ...core.services }]
  for (let round = 0; round < 2; round += 1)
    await Promise.all(gateways.map((services) => watchWorker.run(services, never)))
  const asked = boards.asked.slice(before).filter(({ path }) => path.includes('/v0/postings/team-'))
  expect(asked.map(({ path }) => /team-\d/.exec(path)![0]).sort()).toEqual(names.map((name) => name.slice(6)))
  expect(boards.mostAtOnce()).toBe(1)
  for (const each of [ctx, other]) expect(await titles(each)).toHaveLength(6)
})

test('a board that is due for one person is read for all who watch it, and is due for them together', async () => {
  const [ctx, other] = [await all().user(), await all().user()]
  const { boards, core } = all()
  const board = 'recruitee:together'
  boards.post(board, [{ id: '7', title: 'Clerk' }])
  await watch(ctx, board)
  // The other one's is not due yet.
  all().passMs(MINUTE_MS)
  await watch(other, board)
  all().passMs(1.5 * MINUTE_MS)
  const asked = () => boards.asked.filter(({ host }) => host === 'together.recruitee.com').length
  const before = asked()
  await watchWorker.run(core.services, never)
  expect(asked() - before).toBe(1)
  for (const each of [ctx, other]) expect(await titles(each)).toEqual(['Clerk'])
  const due = await Promise.all(
    [ctx, other].map(async (each) => (await call(listWatches, each, {})).watches[0]!.nextAt),
  )
  expect(due[0]).toBe(due[1])
  for (let hour = 0; hour < 24; hour += 1) {
    all().passMs(3_600_000)
    await watchWorker.run(core.services, never)
  }
  expect(asked() - before, 'Every six hours or so, for both.').toBeLessThanOrEqual(6)
})

test('a board is read for the others where it cannot be stored for one person, who is told', async () => {
  const [unlucky, other] = [await all().user(), await all().user()]
  const { boards, core } = all()
  boards.post('greenhouse:storable', [{ id: '744009', title: 'Clerk' }])
  for (const ctx of [unlucky, other]) await watch(ctx, 'greenhouse:storable')
  all().passMs(DAY_MS)
  const sql = new Proxy(core.services.sql, {
    apply(target, self, given: unknown[]) {
      const isTheirs = Array.isArray(given[0]) && given[0].join('?').includes('j.url is not null')
      if (isTheirs && given.includes(unlucky.principal.userId)) return Promise.reject(new Error('Damaged.'))
      return Reflect.apply(target, self, given)
    },
  })
  await watchWorker.run({ ...core.services, sql }, never)
  expect(await titles(other)).toEqual(['Clerk'])
  expect(await titles(unlucky)).toEqual([])
  expect((await call(listWatches, unlucky, {})).watches).toMatchObject([
    { problem: expect.stringContaining('could not be stored') },
  ])
})

test('a run of one person hides no posting from the others who watch the board', async () => {
  const [ctx, other] = [await all().user(), await all().user()]
  const { boards, core } = all()
  const board = 'recruitee:apart'
  boards.post(board, [{ id: '1', title: 'Clerk' }])
  for (const each of [ctx, other]) await watch(each, board)
  all().passMs(DAY_MS)
  await watchWorker.run(core.services, never)
  boards.post(board, [
    { id: '1', title: 'Clerk' },
    { id: '2', title: 'Cook' },
  ])
  expect(await run(ctx)).toMatchObject({ new: 1 })
  all().passMs(DAY_MS)
  await watchWorker.run(core.services, never)
  for (const each of [ctx, other]) expect(await titles(each)).toEqual(['Clerk', 'Cook'])
})

const rss = (items: string) =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Jobs at Acme</title>${items}</channel></rss>`
const item = (id: number, title: string) =>
  `<item><title>${title}</title><link>https://acme.example/jobs/${id}</link><guid>acme-${id}</guid><pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate><description>&lt;p&gt;Keep &lt;b&gt;books&lt;/b&gt;.&lt;/p&gt;</description></item>`
const atom = (entries: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Acme careers</title>${entries}</feed>`
const entry = (id: number, title: string) =>
  `<entry><id>tag:acme,${id}</id><title>${title}</title><link rel="alternate" href="/jobs/${id}"/><published>2026-11-02T09:00:00+01:00</published><summary>Keep books.</summary></entry>`

test.each([
  ['RSS', 'application/rss+xml', rss, item],
  ['Atom', 'application/atom+xml', atom, entry],
] as const)(
  'a feed in %s brings each entry once, and what leaves it is not closed',
  async (kind, type, feed, row) => {
    const ctx = await all().user()
    const address = `https://news.example/${kind.toLowerCase()}`
    const show = (...rows: string[]) =>
      all().boards.page(address, (res) =>
        res.writeHead(200, { 'content-type': type }).end(feed(rows.join(''))),
      )
    show(row(1, 'Clerk &amp; Cook'), row(2, 'Chef'))
    const added = await watch(ctx, address, { not: ['chef'] })
    expect(added).toMatchObject({ board: `feed:${address}`, company: 'Acme', postings: 2 })
    expect(await run(ctx)).toMatchObject({ found: 2, new: 1, error: null })
    const { postings } = await call(listPostings, ctx, {})
    expect(postings[0]).toMatchObject({
      ...{ role: 'Clerk & Cook', company: 'Acme', postedAt: '2026-11-02T08:00:00.000Z', pay: null },
      url: kind === 'RSS' ? 'https://acme.example/jobs/1' : 'https://news.example/jobs/1',
    })
    show(row(3, 'Baker'))
    expect(await run(ctx)).toMatchObject({ found: 1, new: 1, closed: 0 })
    show(row(3, 'Baker'), row(1, 'Clerk &amp; Cook'))
    expect(await run(ctx)).toMatchObject({ new: 0, closed: 0 })
    expect(await titles(ctx)).toEqual(['Baker', 'Clerk & Cook'])
  },
)

test('a job of the board’s employer is not that of a posting that names another', async () => {
  const ctx = await all().user()
  const address = 'https://news.example/other'
  await call(addJob, ctx, { company: 'Opal', role: 'Cook' })
  all().boards.page(address, (res) =>
    res
      .writeHead(200, { 'content-type': 'application/rss+xml' })
      .end(rss(item(1, 'Cook at Globex')).replace('Jobs at Acme', 'Latest remote jobs')),
  )
  await watch(ctx, address, { company: 'Opal' })
  await run(ctx)
  const { postings } = await call(listPostings, ctx, {})
  expect(postings).toMatchObject([{ company: 'Globex', role: 'Cook', state: 'new', jobId: null }])
})

test('the host of a feed of many employers is no employer of its postings', async () => {
  const ctx = await all().user()
  const address = 'https://news.example/many'
  const rows = rss(item(1, 'Cook at Globex') + item(2, 'Go Engineer (Remote)'))
  all().boards.page(address, (res) =>
    res
      .writeHead(200, { 'content-type': 'application/rss+xml' })
      .end(rows.replace('Jobs at Acme', 'Latest remote jobs')),
  )
  await watch(ctx, address)
  await run(ctx)
  const { postings } = await call(listPostings, ctx, {})
  const companies = ['Globex', 'Unknown company']
  expect(postings.map(({ company }) => company).toSorted()).toEqual(companies)
  const [event] = await ctx.sql<{ payload: string }[]>`
    select payload from outbox_events
    where user_id = ${ctx.principal.userId} and name = 'postings.found'`
  const { data } = JSON.parse(event!.payload) as { data: { postings: { company: string }[] } }
  expect(data.postings.map(({ company }) => company).toSorted()).toEqual(companies)
})
