// `crm watch` as a shell runs it, against a stand-in for the boards.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBoards, type StandIn } from '../boards/server.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { LONG } from '../long.ts'
import { crmProcess } from './process.ts'
import { crm, crmJson } from './run.ts'

let boards: StandIn
let database: TestDatabase
beforeAll(async () => {
  boards = await startBoards()
  database = await freshDatabase()
})
afterAll(async () => {
  await boards.close()
  await database.close()
})

const options = () => ({ url: database.url, env: { CRM_HOST_MAP: boards.hostMapText } })

test('the postings of a board that was just added are there at once', async () => {
  boards.post('greenhouse:fresh', [{ id: '4101', title: 'Violet Engineer' }])
  await crm(['watch', 'add', 'greenhouse:fresh'], options())
  const { body } = await crmJson(['watch', 'new', '--board', 'greenhouse:fresh', '--json'], options())
  expect(body.postings.map(({ role }: { role: string }) => role)).toEqual(['Violet Engineer'])
  await crm(['watch', 'rm', 'greenhouse:fresh', '--yes'], options())
})

test('a board that could not be read is no board without postings: it is said', async () => {
  boards.post('greenhouse:silent', [{ id: '4102', title: 'Violet Engineer' }])
  await crm(['watch', 'add', 'greenhouse:silent'], options())
  boards.fail('greenhouse:silent', (res) => void res.writeHead(500).end())
  const { stderr } = await crm(['watch', 'new', '--board', 'greenhouse:silent'], options())
  expect(stderr).toContain('greenhouse:silent was not read: ')
  boards.fail('greenhouse:silent', null)
  await crm(['watch', 'rm', 'greenhouse:silent', '--yes'], options())
})

test('a board is added, run, and its postings are accepted and dismissed', async () => {
  boards.post('greenhouse:acme', [
    { id: '4001', title: 'Engineer', pay: { min: 120_000, max: 150_000, currency: 'USD', period: 'year' } },
    { id: '4002', title: 'Developer', places: ['Bergen'] },
    { id: '4003', title: 'Chef' },
    { id: '4004', title: 'Junior Engineer' },
  ])
  const added = await crm(
    [
      'watch',
      'add',
      'greenhouse:acme',
      '--match',
      'engineer',
      '--match',
      'developer,cook',
      '--level',
      'senior,staff',
      '--place',
      'Oslo;Bergen',
      '--zone',
      'Europe/Oslo',
    ],
    options(),
  )
  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Acme Bookkeeping, 4 postings; .*senior or staff; .*hours of Europe\/Oslo/),
  })
  const ran = await crmJson(['watch', 'run', '--json'], options())
  expect(ran.body).toEqual({
    boards: [{ board: 'greenhouse:acme', found: 4, new: 2, closed: 0, error: null }],
  })
  const { body } = await crmJson(['watch', 'new', '--json'], options())
  expect(Object.keys(body)).toEqual(['postings', 'nextCursor', 'total'])
  for (const { why } of body.postings) expect(why).toContain('title states no level')
  const wrong = await crm(['watch', 'add', 'greenhouse:acme', '--level', 'boss'], options())
  expect(wrong).toMatchObject({ code: 5, stderr: expect.stringMatching(/level.*senior/s) })
  expect(body.postings.map(({ role }: { role: string }) => role).sort()).toEqual(['Developer', 'Engineer'])
  const accepted = await crm(['watch', 'new', '--accept', 'engineer'], options())
  expect(accepted).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Acme Bookkeeping — Engineer is your job'),
  })
  expect((await crm(['watch', 'new', '--dismiss', 'developer'], options())).code).toBe(0)
  const left = await crmJson(['watch', 'new', '--json'], options())
  expect(left.body).toEqual({ postings: [], nextCursor: null, total: 0 })
  const jobs = await crmJson(['jobs', 'list', '--json', 'role,salary'], options())
  expect(jobs.body.jobs).toEqual([{ role: 'Engineer', salary: 'USD 120,000 – 150,000 a year' }])
  const undone = await crm(['undo'], options())
  expect(undone).toMatchObject({ code: 0, stdout: expect.stringContaining('Acme Bookkeeping — Developer') })
  expect((await crm(['watch', 'rm', 'acme', '--yes'], options())).code).toBe(0)
})

test('a name alone, an unknown board and a careers page each get their answer', async () => {
  const bare = await crm(['watch', 'add', 'acme'], options())
  expect(bare).toMatchObject({ code: 5, stderr: expect.stringContaining('“acme” is not a known board') })
  const unknown = await crm(['watch', 'add', 'lever:nobody'], options())
  expect(unknown).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('api.lever.co knows no such board'),
  })
  boards.post('lever:books', [{ id: 'a', title: 'Clerk' }])
  boards.page('https://books.example/careers', '<a href="https://jobs.lever.co/books/">Our openings</a>')
  const found = await crm(['watch', 'add', 'books.example/careers'], options())
  expect(found).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('Found lever:books: Books, 1 posting, https://jobs.lever.co/books'),
    stdout: expect.stringContaining('Watching lever:books'),
  })
  expect((await crm(['watch', 'add', 'lever:books'], options())).code).toBe(5)
})

test('over runs with changes and kills every posting is shown exactly once', async () => {
  const killed = await freshDatabase()
  const here = { url: killed.url, env: { CRM_HOST_MAP: boards.hostMapText } }
  const opening = (n: number) => ({ id: String(7000 + n), title: `Clerk ${n}` })
  boards.post('greenhouse:busy', [opening(0)])
  expect((await crm(['watch', 'add', 'greenhouse:busy'], here)).code).toBe(0)
  const ended: number[] = []
  const ROUNDS = LONG ? 12 : 3
  for (let round = 1; round <= ROUNDS; round += 1) {
    boards.post('greenhouse:busy', Array.from({ length: 4 * round }, (_, n) => opening(n)).slice(round))
    const after = new Promise((resolve) => setTimeout(resolve, 150 + round * (540 / ROUNDS)))
    ended.push((await crmProcess(['watch', 'run'], { ...here, signal: { name: 'SIGKILL', after } })).code)
  }
  // A killed run holds its turn at the host until that expires.
  const endTurns = () => killed.sql`update watch_hosts set lease_until = now() - interval '1 second'`
  await endTurns()
  // On a quick machine all of them may have ended before: one certainly dies, while its board does not answer.
  const asked = new Promise<void>((resolve) => {
    boards.fail('greenhouse:busy', () => resolve())
  })
  ended.push(
    (await crmProcess(['watch', 'run'], { ...here, signal: { name: 'SIGKILL', after: asked } })).code,
  )
  boards.fail('greenhouse:busy', null)
  await endTurns()
  expect((await crm(['watch', 'run'], here)).code).toBe(0)
  expect(ended.some((code) => code !== 0)).toBe(true)
  const events = await killed.sql<{ payload: string }[]>`
    select payload from outbox_events where name = 'postings.found'`
  const told = events.flatMap(
    ({ payload }) => (JSON.parse(payload) as { data: { postings: { externalId: string }[] } }).data.postings,
  )
  const rows = await killed.sql<{ externalId: string }[]>`select external_id from watch_postings`
  const ids = (list: readonly { externalId: string }[]) => list.map(({ externalId }) => externalId).sort()
  expect(new Set(ids(told)).size).toBe(told.length)
  expect(ids(told)).toEqual(ids(rows))
  expect(ids(rows)).toEqual(
    expect.arrayContaining(Array.from({ length: 3 * ROUNDS }, (_, n) => String(7000 + ROUNDS + n))),
  )
  await killed.close()
})

test('a posting whose pay is looked up is accepted over the one connection that a terminal has', async () => {
  boards.post('greenhouse:known', [{ id: '5001', title: 'Software Engineer', places: ['Austin, TX'] }])
  await crm(['watch', 'add', 'greenhouse:known', '--match', 'engineer'], options())
  await crm(['watch', 'run'], options())
  const { body } = await crmJson(['watch', 'new', '--json'], options())
  const postings = body.postings as { id: string; role: string }[]
  const { id } = postings.find(({ role }) => role === 'Software Engineer')!
  const accepted = await crm(['watch', 'new', '--accept', id], options())
  expect(accepted).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Software Engineer is your job'),
  })
})
