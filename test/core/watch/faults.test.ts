// What goes wrong at a board ends in a line that says so, closes nothing, and does not keep the other boards waiting.
import { createGzip, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { addJob } from '../../../core/jobs/operations.ts'
import { getPosting } from '../../../core/jobs/queries.ts'
import { DAY_MS } from '../../../core/kernel/clock.ts'
import { accept, createWatch, listPostings, runWatches } from '../../../core/watch/operations.ts'
import type { Context } from '../../../core/kernel/context.ts'
import { listSuggestions } from '../../../core/pipeline/operations.ts'
import type { Fault } from '../../boards/server.ts'
import { inTurn } from '../../../core/watch/host-turn.ts'
import { runBoard, watchWorker } from '../../../core/watch/run.ts'
import { findWatch, findWatchOf } from '../../../core/watch/store/watches.ts'
import { call } from '../../harness.ts'
import { titles, useWatching, watch } from './fixture.ts'

const all = useWatching()

const json =
  (body: string, headers: Record<string, string> = {}): Fault =>
  (res) =>
    res.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
const xml =
  (body: string): Fault =>
  (res) =>
    res.writeHead(200, { 'content-type': 'text/xml' }).end(body)
const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (res) =>
    res.writeHead(code, { 'content-type': 'text/plain', ...headers }).end('No.')
const body =
  '{"jobs":[{"id":4001,"title":"Clerk","absolute_url":"https://job-boards.greenhouse.io/x/jobs/4001"}'

/** The fault, the system it happens at, and the line it ends in. */
const FAULTS: [string, string, Fault, RegExp][] = [
  ['fails', 'greenhouse', status(500), /failed \(HTTP 500\)/],
  ['asks who we are', 'recruitee', status(401), /refuses to be read \(HTTP 401\)/],
  ['does not let us in', 'lever', status(403), /refuses to be read \(HTTP 403\)/],
  ['went for ever', 'workable', status(410), /knows no such board \(HTTP 410\)/],
  ['is busy and does not say until when', 'ashby', status(503), /failed \(HTTP 503\)/],
  [
    'redirects to nowhere',
    'greenhouse',
    status(302),
    /redirects too often, or to an address that crm does not fetch/,
  ],
  [
    'says that it is in letters that it is not',
    'workable',
    (res) =>
      res
        .writeHead(200, { 'content-type': 'application/json; charset=utf-16' })
        .end(Buffer.from([0xff, 0xfe, 0x7b, 0xd8, 0x00, 0xd8, 0x22])),
    /is not JSON, or was cut off/,
  ],
  ['is gone', 'ashby', status(404), /knows no such board/],
  ['answers with nothing', 'greenhouse', status(204), /HTTP 204/],
  ['answers with a page', 'lever', json('<!doctype html><p>Sign in'), /is a page, not data/],
  ['answers with half of it', 'greenhouse', json(`${body},{"id":40`), /is not JSON, or was cut off/],
  ['answers with another thing', 'greenhouse', json('{"offers":[]}'), /has no list “jobs”/],
  ['answers with an object for a list', 'lever', json('{"ok":true}'), /is not a list/],
  ['hangs up', 'recruitee', (res) => res.destroy(), /cannot be reached/],
  [
    'hangs up in the middle',
    'greenhouse',
    (res) => res.writeHead(200, { 'content-length': '9999' }).write(body, () => res.destroy()),
    /broke off|cannot be reached/,
  ],
  ['redirects to this machine', 'lever', status(302, { location: 'http://127.0.0.1:1/' }), /does not fetch/],
  ['redirects inwards', 'lever', status(302, { location: 'https://10.0.0.1/' }), /does not fetch/],
  [
    'redirects for ever',
    'ashby',
    status(302, { location: '/posting-api/job-board/fault-ashby' }),
    /redirects too often/,
  ],
  [
    'leads an unknown tenant to the vendor',
    'personio',
    status(307, { location: 'https://www.personio.de/' }),
    /knows no such board \(it redirects\)/,
  ],
  [
    'sends more than is read',
    'greenhouse',
    (res) => res.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(60_000_000, ' '))),
    /sent more than is read/,
  ],
  [
    'never ends',
    'lever',
    (res) => {
      const more = () =>
        void (res.write('['.repeat(1_000_000)) ? setImmediate(more) : res.once('drain', more))
      more()
    },
    /sent more than is read/,
  ],
  [
    'expands without end',
    'ashby',
    (res) => {
      const bomb = createGzip({ level: 9 })
      bomb.pipe(res.writeHead(200, { 'content-encoding': 'gzip' }))
      res.on('close', () => bomb.destroy())
      const more = (): void => {
        if (bomb.destroyed) return
        if (bomb.write(Buffer.alloc(1_000_000, ' '))) setImmediate(more)
        else bomb.once('drain', more)
      }
      more()
    },
    /sent more than is read/,
  ],
  ['compresses in an unknown way', 'greenhouse', json('x', { 'content-encoding': 'zstd' }), /not read/],
  ['nests without end', 'greenhouse', json(`{"jobs":${'['.repeat(200_000)}`), /is not JSON|broke the reader/],
  [
    'sends a document type that expands',
    'personio',
    xml('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workzag-jobs>&b;</workzag-jobs>'),
    /has a document type/,
  ],
  ['cuts its XML', 'personio', xml('<workzag-jobs><position><id>744001</id><name>Cle'), /was cut off/],
  ['answers with other XML', 'personio', xml('<html><body/></html>'), /has no element <workzag-jobs>/],
]

const ID: Record<string, string> = { lever: 'a-1', ashby: 'a-1' }
const openings = (system: string) => [
  { id: ID[system] ?? '744001', title: 'Clerk' },
  { id: ID[system] ? 'a-2' : '744002', title: 'Chef' },
]

/** What a watch knows of its reading. */
const stateOf = async (ctx: Context, board: string) =>
  (await findWatchOf(all().core.services.sql, ctx.principal.userId, board))!

const reportOf = async (ctx: Context, board: string) => {
  const { boards } = await call(runWatches, ctx, {})
  return boards.find((report) => report.board === board)!
}

describe('a board that', () => {
  test.each(FAULTS)('%s', async (_, system, fault, line) => {
    const ctx = await all().user()
    const board = `${system}:fault-${system}`
    const { boards } = all()
    boards.fail(board, null)
    boards.post(board, openings(system))
    boards.post('greenhouse:well', [{ id: '744009', title: 'Cook' }])
    await watch(ctx, board)
    await watch(ctx, 'greenhouse:well')
    expect(await reportOf(ctx, board)).toMatchObject({ new: 2, error: null })
    boards.fail(board, fault)
    boards.post('greenhouse:well', [
      { id: '744009', title: 'Cook' },
      { id: '744010', title: 'Baker' },
    ])
    const { boards: reports } = await call(runWatches, ctx, {})
    expect(reports).toEqual([
      { board, found: 2, new: 0, closed: 0, error: expect.stringMatching(line) },
      { board: 'greenhouse:well', found: 2, new: 1, closed: 0, error: null },
    ])
    expect(reports[0]!.error).toMatch(/^[^\n]{10,200}\.$/)
    const held = await stateOf(ctx, board)
    expect([held.failures, held.problem, held.postings]).toEqual([1, reports[0]!.error, 2])
    expect((await stateOf(ctx, 'greenhouse:well')).failures).toBe(0)
    boards.fail(board, null)
    expect(await reportOf(ctx, board)).toMatchObject({ new: 0, closed: 0, error: null })
    expect(await titles(ctx)).toEqual(['Baker', 'Chef', 'Clerk', 'Cook'])
  })

  test('fails again and again is held back for longer and longer, and a success ends that', async () => {
    const ctx = await all().user()
    const board = 'greenhouse:pauses'
    all().boards.post(board, openings('greenhouse'))
    await watch(ctx, board)
    all().boards.fail(board, status(500))
    const minutes: number[] = []
    for (let failure = 0; failure < 7; failure += 1) {
      const now = all().core.services.clock.now()
      await reportOf(ctx, board)
      minutes.push((Date.parse((await stateOf(ctx, board)).dueAt) - now) / 60_000)
    }
    const pauses = [15, 60, 360, 1_440, 3 * 1_440, 7 * 1_440, 7 * 1_440]
    for (const [at, pause] of pauses.entries()) {
      expect(minutes[at]).toBeGreaterThanOrEqual(pause * 0.8)
      expect(minutes[at]).toBeLessThan(pause * 1.2 + 1)
    }
    all().boards.fail(board, null)
    await reportOf(ctx, board)
    expect(await stateOf(ctx, board)).toMatchObject({ failures: 0, problem: null })
  })

  test('writes markup into its texts shows it as text, and keeps none of it', async () => {
    const ctx = await all().user()
    const hostile = '<img src=x onerror=alert(1)>\u001b[31mClerk\u0007'
    all().boards.post('lever:hostile', [
      { id: 'a-1', title: hostile, text: '<script>alert(1)</script><p onclick="x">Books.</p>' },
    ])
    await watch(ctx, 'lever:hostile')
    expect(await reportOf(ctx, 'lever:hostile')).toMatchObject({ new: 1, error: null })
    const { postings } = await call(listPostings, ctx, {})
    const { jobId } = await call(accept, ctx, { id: postings[0]!.id })
    const kept = await call(getPosting, ctx, { id: jobId! })
    expect(kept.text).toContain('Books.')
    expect(kept.text).not.toMatch(/<|alert/)
  })

  test('was cut twice in the same way confirms nothing of what it does not have', async () => {
    const ctx = await all().user()
    const board = 'greenhouse:twice'
    const [clerk, chef] = openings('greenhouse')
    all().boards.post(board, [clerk!, chef!])
    await call(addJob, ctx, {
      ...{ company: 'Acme', role: 'Clerk' },
      url: 'https://job-boards.greenhouse.io/twice/jobs/744001',
    })
    await watch(ctx, board)
    await reportOf(ctx, board)
    all().boards.post(board, [chef!])
    await reportOf(ctx, board)
    const listed =
      '{"id":744002,"title":"Chef","absolute_url":"https://job-boards.greenhouse.io/x/jobs/744002"}'
    all().boards.fail(board, json(`{"jobs":[${listed}],"meta":{"total":2}}`))
    for (let day = 0; day < 3; day += 1) {
      all().passMs(DAY_MS)
      await reportOf(ctx, board)
    }
    expect((await call(listSuggestions, ctx, {})).suggestions).toEqual([])
    all().boards.fail(board, null)
    await reportOf(ctx, board)
    expect((await call(listSuggestions, ctx, {})).suggestions).toMatchObject([{ kind: 'posting-gone' }])
  })

  test('shows fewer than it says it has, or none at all, closes nothing', async () => {
    const ctx = await all().user()
    const [cut, none] = ['greenhouse:cut', 'greenhouse:none']
    for (const board of [cut, none]) {
      all().boards.post(board, openings('greenhouse'))
      await watch(ctx, board)
    }
    await call(runWatches, ctx, {})
    all().boards.fail(cut, json(`${body}],"meta":{"total":2}}`))
    all().boards.post(none, [])
    expect((await call(runWatches, ctx, {})).boards.map(({ closed }) => closed)).toEqual([0, 0])
    expect((await call(listPostings, ctx, {})).postings.every(({ closedAt }) => closedAt === null)).toBe(true)
  })

  test('asks to wait is left alone by everybody, with all boards of its host', async () => {
    const [ctx, other] = [await all().user(), await all().user()]
    const { boards } = all()
    for (const board of ['smartrecruiters:busy', 'smartrecruiters:calm']) boards.post(board, openings('x'))
    await watch(ctx, 'smartrecruiters:busy')
    await watch(ctx, 'smartrecruiters:calm')
    boards.fail('smartrecruiters:busy', status(429, { 'retry-after': '3600' }))
    const first = await call(runWatches, ctx, {})
    expect(first.boards[0]!.error).toMatch(/^api\.smartrecruiters\.com asks to be left alone until \d{4}-/)
    const before = boards.asked.length
    expect((await call(runWatches, ctx, {})).boards.map(({ error }) => error)).toEqual([
      first.boards[0]!.error,
      first.boards[0]!.error,
    ])
    const refused = await call(createWatch, other, { board: 'smartrecruiters:calm' }).catch(
      (error: Error) => error.message,
    )
    expect(refused).toContain('asks to be left alone')
    expect(boards.asked.length).toBe(before)
    boards.fail('smartrecruiters:busy', null)
    all().passMs(3_700_000)
    expect((await call(runWatches, ctx, {})).boards.map(({ error, new: found }) => [found, error])).toEqual([
      [2, null],
      [2, null],
    ])
  })
})

const feedOf =
  (title: string): Fault =>
  (res, req) =>
    res
      .writeHead(200, { 'content-type': 'application/rss+xml' })
      .end(
        `<rss version="2.0"><channel><title>Acme</title><item><title>${title}</title><link>https://${req.headers.host}/jobs/1</link><guid>${req.headers.host}-1</guid></item></channel></rss>`,
      )

/** Answers, and never ends doing so. */
const SLOW: [string, Fault][] = [
  ['says nothing', () => {}],
  [
    'sends a byte at a time',
    (res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => res.write(' '), 20)
      res.on('close', () => clearInterval(drip))
    },
  ],
  [
    'sends its compressed data a byte at a time',
    (res) => {
      const bytes = gzipSync(Buffer.from(body))
      res.writeHead(200, { 'content-encoding': 'gzip' })
      let at = 0
      const drip = setInterval(() => res.write(bytes.subarray(at % 12, (at++ % 12) + 1)), 200)
      res.on('close', () => clearInterval(drip))
    },
  ],
]

describe('a host that', () => {
  /** Reads these boards in one turn whose answers may take a moment only. */
  const readIn = async (ctx: Context, host: string, ids: readonly string[]) => {
    const { services } = all().core
    const reports = await inTurn(services, host, { patienceMs: 0, answerMs: 400 }, async (turn) => {
      const said = []
      for (const id of ids) {
        const row = await findWatch(services.sql, ctx.principal.userId, id)
        said.push(...(await runBoard(services, turn, [row!])))
      }
      return said
    })
    return reports!
  }

  test.each(SLOW)('%s is given up, and closes nothing', async (_, fault) => {
    const ctx = await all().user()
    const board = 'ashby:slow'
    all().boards.fail(board, null)
    all().boards.post(board, openings('ashby'))
    const { id } = await watch(ctx, board)
    expect(await reportOf(ctx, board)).toMatchObject({ new: 2 })
    all().boards.fail(board, fault)
    const [report] = await readIn(ctx, 'api.ashbyhq.com', [id])
    expect(report).toMatchObject({ found: 2, closed: 0, error: 'api.ashbyhq.com did not answer in time.' })
    all().boards.fail(board, null)
    expect(await reportOf(ctx, board)).toMatchObject({ new: 0, closed: 0, error: null })
  })

  test('is late three times in a row is not asked about its other boards, which wait for it', async () => {
    const ctx = await all().user()
    const ids = []
    for (let n = 0; n < 5; n += 1) {
      all().boards.page(`https://late.example/${n}`, feedOf('Clerk'))
      ids.push((await watch(ctx, `https://late.example/${n}`)).id)
    }
    for (let n = 0; n < 5; n += 1) all().boards.page(`https://late.example/${n}`, () => {})
    const before = all().boards.asked.length
    const reports = await readIn(ctx, 'late.example', ids)
    const late = 'late.example did not answer in time'
    expect(reports.map(({ error }) => error)).toEqual([
      ...Array.from({ length: 3 }, () => `${late}.`),
      ...Array.from({ length: 2 }, () => `${late} 3 times in a row, so this was not asked.`),
    ])
    await expect.poll(() => all().boards.asked.length - before).toBe(3)
    const failures = await Promise.all(
      ids.map(async (id) => (await findWatch(all().core.services.sql, ctx.principal.userId, id))!.failures),
    )
    expect(failures, 'What was not asked did not fail.').toEqual([1, 1, 1, 0, 0])
    for (let n = 0; n < 5; n += 1) all().boards.page(`https://late.example/${n}`, feedOf('Clerk'))
  })

  test('says nothing keeps none of the others waiting', async () => {
    const ctx = await all().user()
    const hosts = Array.from({ length: 9 }, (_, n) => `wait-${n}.example`)
    for (const host of hosts) {
      all().boards.page(`https://${host}/feed`, feedOf('Clerk'))
      await watch(ctx, `https://${host}/feed`)
    }
    for (const host of hosts.slice(0, 3)) all().boards.page(`https://${host}/feed`, () => {})
    all().passMs(DAY_MS)
    const end = new AbortController()
    const running = watchWorker.run(all().core.services, end.signal)
    const brought = async () => (await call(listPostings, ctx, { limit: 100 })).total
    await expect.poll(brought).toBe(6)
    end.abort()
    await running
  })
})
