// The summary, suggestions, the user's own status, and webhooks, through the built program.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderBars } from '../../cli/commands/stats.ts'
import { commandOf, pasteable } from '../../cli/commands/next.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

let database: TestDatabase
let elsewhere: TestDatabase
let here: RunOptions
beforeAll(async () => {
  database = await freshDatabase()
  elsewhere = await freshDatabase()
  here = { url: database.url, env: { NO_COLOR: '1' } }
})
afterAll(async () => {
  await database.close()
  await elsewhere.close()
})

const run = (...args: string[]) => crm(args, here)
const json = async (...args: string[]) => (await crmJson([...args, '--json'], here)).body
const onTerminal = (columns: number, ...args: string[]) => crm(args, { ...here, terminal: { columns } })

describe('an empty pipeline', () => {
  test('suggests the first command', async () => {
    expect((await onTerminal(80, 'pipeline')).stderr).toContain('crm add')
    expect((await onTerminal(80, 'next')).stderr).toContain('There is nothing to do')
  })
})

test('crm alone says how to begin in an empty home, without making one, and in a pipe too', async () => {
  const { stdout, code } = await onTerminal(80)
  expect(code).toBe(0)
  expect(stdout.split('\n').length).toBeLessThanOrEqual(12)
  for (const way of ['crm add', 'crm jobs import', 'crm inbox', 'crm demo']) expect(stdout).toContain(way)
  expect((await run()).stdout).toBe(stdout)
})

describe('an active pipeline', () => {
  beforeAll(async () => {
    const rows = [
      'Company,Role,Status,Applied',
      'Acme,Chef,Applied,2025-01-02',
      "O'Hara,Cook,Applied,2025-01-03",
      'Hooli,PM,Applied,2025-01-04',
    ]
    await crm(['jobs', 'import', '-'], { ...here, stdin: rows.join('\n') })
    await crm(['jobs', 'status', 'hooli', 'interviewing'], here)
  })

  test('is summarised in bars, a rate and lists that fit the terminal', async () => {
    const { stdout } = await onTerminal(80, 'pipeline')
    expect(stdout).toMatch(/^applied +2 {2}█{30}$/m)
    expect(stdout).toMatch(/^interviewing +1 {2}█{15}$/m)
    expect(stdout).toMatch(/Funnel\napplied +3 .*\n/)
    const narrow = (await onTerminal(40, 'pipeline')).stdout.split('\n')
    expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(41)
    expect((await run('pipeline')).stdout).toBe((await run('stats')).stdout)
    expect((await run('stats')).stdout).toMatch(
      /^jobs\t3\nfunnel\tapplied\t3\nfunnel\tscreening\t1\nfunnel\tinterviewing\t1\n/,
    )
    expect((await json('pipeline')).summary).toMatchObject({ total: 3, responseRate: 0.3333 })
  })

  test('suggests what to do next with the command for it, and a suggestion can be snoozed', async () => {
    const { stdout, stderr } = await onTerminal(80, 'next', '--limit', '1')
    expect(stdout).toMatch(
      /^1\. .*\n {3}.*ago.*\n {3}\$ crm status [0-9a-f]{8} withdrawn --note 'No answer\.'\n$/,
    )
    expect(stderr).toContain('1 of 2 shown')
    const [first, second] = (await json('next')).suggestions
    expect((await run('next', '--snooze', '1', '--until', '+3d', '--dry-run')).stdout).toContain(first.title)
    const snoozed = await json('next', '--snooze', first.id, '--until', '+3d')
    expect(snoozed.suggestionId).toBe(first.id)
    expect((await json('next')).suggestions).toEqual([second])
    expect((await run('next', '--snooze', '9')).code).toBe(3)
    expect((await run('undo')).stdout).toMatch(/^Removed snooze suggestion about [0-9a-f]{8}\.$/m)
  })

  test('crm alone shows all of it on a screen, in the order of crm next, in a pipe too', async () => {
    for (let at = 0; at < 12; at += 1) {
      await crm(['jobs', 'add', `Firm ${at}`, 'Cook', '--deadline', 'tomorrow', '--next-step', 'Call'], here)
      await crm(['calendar', 'add', `Call ${at}`, '--at', 'tomorrow 10:00', '--type', 'call'], here)
    }
    const screen = (await onTerminal(80)).stdout
    expect(screen.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
    expect(screen).toMatch(/^15 of 15 jobs in play/)
    expect(screen).toMatch(/Due \(3 of 12\)[^]*Calendar \(\d of 12\)[^]*Needs attention/)
    const { suggestions } = await json('next', '--all')
    const titles = [...screen.matchAll(/^ {2}\d+\. (.*?)\. /gm)].map(([, title]) => title)
    expect(titles.length).toBeGreaterThan(0)
    const others = suggestions.filter(({ kind }: { kind: string }) => kind !== 'step')
    expect(titles).toEqual(others.slice(0, titles.length).map(({ title }: { title: string }) => title))
    expect(suggestions[0]).toMatchObject({
      kind: 'step',
      title: expect.stringMatching(/^Call, for Cook at Firm/),
    })
    expect((await run()).stdout).toMatch(/^15 of 15 jobs in play/)
    expect(await json()).toMatchObject({ total: 15, eventsTotal: 12 })
  })

  test('a suggested command is broken between its words on a narrow screen, as a shell takes it', async () => {
    const lines = (await onTerminal(40, 'next', '--limit', '1')).stdout.split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40)
    expect(lines.join('\n')).toMatch(/\$ crm done [0-9a-f]{8}\n/)
    const follow = {
      tool: 'activities.create',
      arguments: { jobId: null, type: 'follow-up', title: 'Follow up with Acme' },
    }
    expect(pasteable(commandOf(follow), 36)).toEqual([
      'crm log --no-job \\',
      "'Follow up with Acme' --type \\",
      'follow-up',
    ])
  })

  test('the undo of many records tells the first and how many more', async () => {
    const own = { ...here, url: elsewhere.url }
    const rows = Array.from({ length: 12 }, (_, at) => `Many ${at},Cook`)
    await crm(['jobs', 'import', '-'], { ...own, stdin: ['Company,Role', ...rows].join('\n') })
    const { stdout } = await crm(['undo'], own)
    expect(stdout.trimEnd().split('\n')).toHaveLength(10)
    expect(stdout).toContain('… and 3 more: --json lists them.')
  })

  test('the calendar says how many more there are, without what a closed job asked for', async () => {
    const own = { ...here, url: elsewhere.url }
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const rows = Array.from(
      { length: 9 },
      (_, at) => `Due ${at},Cook,${at ? 'applied' : 'rejected'},${dayIn(at + 3)}`,
    )
    await crm(['jobs', 'import', '-'], {
      ...own,
      stdin: ['Company,Role,Status,Follow up', ...rows].join('\n'),
    })
    const { stdout } = await crm([], { ...own, terminal: { columns: 80 } })
    expect(stdout).toContain('Calendar (4 of 8)')
    expect(stdout).toContain('Follow up: Due 1 — Cook')
    expect(stdout).not.toMatch(/Due 0|follow-up: Follow up/)
    await crm(['undo'], own)
  })

  test('what comes next stays on the screen beside today, and a due step is carried out', async () => {
    const own = { ...here, url: elsewhere.url }
    const add = (...args: string[]) => crm(args, own)
    await add('jobs', 'add', 'Hooli', 'Chef', '--next-step', 'Send the task', '--deadline', 'today')
    await add('jobs', 'add', 'Proton', 'Chef', '--status', 'applied', '--deadline', '+5d')
    await add('calendar', 'add', 'Chat', '--at', 'today 23:50', '--type', 'call')
    await add('calendar', 'add', 'Onsite', '--at', '+4d 09:30', '--type', 'interview')
    const quiet = Array.from({ length: 10 }, (_, at) => `Quiet ${at},Cook,Applied,2025-01-1${at}`)
    await crm(['jobs', 'import', '-'], {
      ...own,
      stdin: ['Company,Role,Status,Applied', ...quiet].join('\n'),
    })
    const screen = (await crm([], { ...own, terminal: { columns: 80 } })).stdout
    expect(screen).toMatch(
      /Due\n {2}Hooli[^]*Chat[^]*Onsite[^]*attention[^]*\n {2}2\. [^]*\n {2}3\. [^]*Next steps\n {2}Proton/,
    )
    expect(screen.trimEnd().split('\n').length).toBeLessThanOrEqual(20)
    expect((await add('next', '1')).stdout).toMatch(/^Done: Send the task, for Chef at Hooli\. As crm done /)
    expect((await crmJson(['jobs', 'show', 'hooli', '--json'], own)).body.nextStep).toBeNull()
  })

  test('a number carries a suggestion out, says how, or logs that it is done', async () => {
    const [first] = (await json('next')).suggestions
    expect((await run('next', '1', '--dry-run')).stdout).toContain(`Would do ${first.title}`)
    expect((await run('next', '1')).stdout).toContain(`Done: ${first.title}. As crm `)
    expect((await json('next')).suggestions).not.toContainEqual(first)
    await run('undo')
    expect((await json('next')).suggestions).toContainEqual(first)
    expect((await run('next', '99')).code).toBe(3)
    expect((await run('next', '--done')).code).toBe(2)
    await run('jobs', 'status', 'hooli', 'offer', '--at', '-10d')
    expect((await run('next', 'decide:x')).code).toBe(3)
  })

  test('the suggested command is safely quoted for a shell', () => {
    const id = '01a1f93a-3fa5-7061-be08-f03dc5506146'
    expect(
      commandOf({
        tool: 'activities.create',
        arguments: { jobId: id, type: 'follow-up', title: "O'Hara; $(rm)" },
      }),
    ).toBe(`crm log c5506146 'O'\\''Hara; $(rm)' --type follow-up`)
    expect(commandOf({ tool: 'toString', arguments: { a: 1 } })).toBe('crm call toString --a 1')
  })

  test('bars keep their proportions and fit on one line', () => {
    const counts = {
      saved: 400,
      applied: 1,
      screening: 0,
      interviewing: 200,
      offer: 0,
      accepted: 0,
      rejected: 0,
      withdrawn: 0,
    }
    const lines = renderBars(counts, { isTerminal: true, width: 30, color: false }).split('\n')
    expect(lines[0]).toMatch(/^saved {9}400 {2}█+$/)
    expect(lines[1]).toMatch(/^applied {9}1 {2}█$/)
    expect(lines[2]).toBe('screening       0')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(30)
  })

  test('shows the user, and stores a mood', async () => {
    expect(await json('me', 'show')).toMatchObject({ tier: 'ultra', pipeline: { total: 15 } })
    expect(await json('me', 'mood', 'hopeful', '--labels', 'a,b')).toMatchObject({
      mood: 'hopeful',
      labels: ['a', 'b'],
    })
  })
})

describe('webhooks', () => {
  let server: Server
  let port: number
  const heard: string[] = []
  beforeAll(async () => {
    server = createServer((req, res) => {
      heard.push(String(req.headers['x-service-event']))
      req.resume().on('end', () => res.end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  test('are registered with the secret shown once, tested, and removed', async () => {
    const url = `http://127.0.0.1:${port}/hook`
    expect((await run('webhooks', 'add', url)).code).toBe(5)
    const options = { ...here, env: { ...here.env, CRM_ALLOW_PRIVATE_HOSTS: `127.0.0.1:${port}` } }
    const { stdout, stderr, code } = await crm(['webhooks', 'add', url, '--events', 'job.created'], options)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^whsec_\S+\n$/)
    expect(stderr).toContain('only time')
    expect((await json('webhooks', 'list')).webhooks).toMatchObject([{ url, events: ['job.created'] }])
    const tried = await crmJson(['webhooks', 'test', '127.0.0.1', '--json'], options)
    expect(tried).toMatchObject({ code: 0, body: { delivered: true, status: 200 } })
    expect(heard).toEqual(['webhook.test'])
    expect(await json('webhooks', 'rm', 'hook', '--yes')).toMatchObject({ deleted: true })
    expect((await run('webhooks', 'test', 'hook')).code).toBe(3)
  })
})
