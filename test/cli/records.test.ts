// Contacts, activities and the calendar through the built program.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crmProcessJson } from './process.ts'
import { crm, crmJson, type RunOptions, inZone } from './run.ts'

inZone('Europe/Berlin')

let database: TestDatabase
let here: RunOptions
beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url, env: { NO_COLOR: '1' } }
  await crm(['jobs', 'add', 'Acme', 'Chef'], here)
  await crm(['jobs', 'add', 'Acme Labs', 'Cook'], here)
})
afterAll(() => database.close())

const run = (...args: string[]) => crm(args, here)
const json = async (...args: string[]) => (await crmJson([...args, '--json'], here)).body
const onTerminal = (columns: number, ...args: string[]) => crm(args, { ...here, terminal: { columns } })

test('a phrase names the role and the company of a job, in several languages', async () => {
  for (const phrase of ['Cook at Globex', 'Cook bei Globex', 'Cook chez Globex', 'Cook bij Globex'])
    expect((await run('jobs', 'add', phrase, '--dry-run')).stdout).toBe('Would add Globex — Cook.\n')
})

describe('contacts', () => {
  test('are added, found by part of the name, changed, linked and deleted', async () => {
    const jane = await json(
      'contacts',
      'add',
      'Jane Doe',
      '--type',
      'recruiter',
      '--email',
      'jane@x.org',
      '--job',
      'acme',
    )
    expect(jane).toMatchObject({ name: 'Jane Doe', type: 'recruiter', jobIds: [expect.any(String)] })
    await run('contacts', 'edit', 'jane', '--link', 'labs', '--title', 'Boss', '--email', '')
    const shown = await json('contacts', 'show', jane.id.slice(-8))
    expect(shown).toMatchObject({ title: 'Boss', email: null })
    expect(shown.jobIds).toHaveLength(2)
    await run('contacts', 'edit', 'jane', '--unlink', 'acme')
    expect((await json('contacts', 'list', '--job', 'labs')).total).toBe(1)
    expect((await json('contacts', 'list', '--job', 'acme')).total).toBe(0)
    expect((await run('contacts', 'rm', 'jane')).code).toBe(2)
    expect((await run('contacts', 'rm', 'jane', '--dry-run')).stdout).toBe(
      'Would delete Jane Doe, linked to 1 job.\n',
    )
    expect(await json('contacts', 'rm', 'jane', '--yes')).toEqual({ deleted: true, id: jane.id })
    expect((await run('contacts', 'show', 'jane')).code).toBe(3)
  })

  test('are named by their job on a terminal, and have their whole id in a pipe', async () => {
    const { id } = await json('contacts', 'add', 'Joe Poe', '--company', 'Beta', '--job', 'acme')
    expect((await onTerminal(80, 'jobs', 'show', 'acme')).stdout).toContain(`${id.slice(-8)}  Joe Poe (Beta)`)
    expect((await run('jobs', 'show', 'acme')).stdout).toContain(`contacts\t${id}\n`)
    expect(await run('contacts', 'rm', 'Joe', '--yes')).toMatchObject({
      code: 2,
      stderr: `crm: To delete Joe Poe (Beta), type more than “Joe”.\nUse its id ${id.slice(-8)}, its whole name, or at least 4 characters of it.\n`,
    })
    expect((await run('contacts', 'edit', 'Joe', '--title', 'CTO')).stdout).toBe(
      `Changed Joe Poe (Beta) (${id.slice(-8)}): title CTO.\n`,
    )
    await run('contacts', 'rm', 'joe poe', '--yes')
  })

  test('a dry run adds no contact; an empty list suggests a command', async () => {
    expect((await run('contacts', 'add', 'Max', '--dry-run')).stdout).toBe('Would add Max.\n')
    const { stdout, stderr } = await onTerminal(80, 'contacts', 'list')
    expect(stdout).toBe('')
    expect(stderr).toContain('crm contacts add')
  })

  test('an ambiguous name lists the matches, and an exact name wins', async () => {
    await run('contacts', 'add', 'Ann')
    await run('contacts', 'add', 'Ann Lee')
    expect((await json('contacts', 'show', 'ann')).name).toBe('Ann')
    const { code, stderr } = await run('contacts', 'show', 'an')
    expect(code).toBe(2)
    expect(stderr).toContain('Ann Lee')
  })
})

describe('a job', () => {
  test('is found by its name as printed, and by company and role, also when another name begins with it', async () => {
    await run('jobs', 'add', 'Globex', 'Staff Dev')
    await run('jobs', 'add', 'Globex', 'Staff Developer')
    const roleOf = async (...name: string[]) => (await json('jobs', 'show', ...name)).role
    expect(await roleOf('Globex — Staff Dev')).toBe('Staff Dev')
    expect(await roleOf('globex staff dev')).toBe('Staff Dev')
    expect(await roleOf('globex — staff developer')).toBe('Staff Developer')
    expect((await run('jobs', 'show', 'globex staff')).code).toBe(2)
    await run('contacts', 'add', 'Kim', '--company', 'Globex')
    expect((await json('contacts', 'show', 'Kim (Globex)')).name).toBe('Kim')
  })

  test('takes tags one at a time, and gives them back', async () => {
    const added = await json('add', 'Tagged', 'Cook', '--tags', '+a,b', '--tag', 'c', '-t', 'd')
    expect(added.tags).toEqual(['a', 'b', 'c', 'd'])
    expect((await json('edit', 'tagged', '--tags', '-a,-b', '--tag', 'e')).tags).toEqual(['c', 'd', 'e'])
    const tess = await json('contacts', 'add', 'Tess Label', '--tags', '+a,b')
    expect(tess.tags).toEqual(['a', 'b'])
    for (const add of [
      ['add', 'Odd', 'Cook', '--tag=-x'],
      ['contacts', 'add', 'Odd', '--tags=-x,y'],
    ]) {
      const { code, stderr } = await run(...add)
      expect([code, stderr]).toEqual([2, expect.stringContaining('no label “x” to remove')])
    }
    const edited = await json('contacts', 'edit', 'tess', '--tags', '+c,-a')
    expect(edited.tags, 'of a person, too').toEqual(['b', 'c'])
    await run('jobs', 'rm', 'tagged', '--yes')
  })

  test('that is already tracked names the flag that keeps both; a wrong element of a list names its flag', async () => {
    const add = ['jobs', 'add', 'Initech', 'Chef', '--url', 'https://initech.example/jobs/1']
    await run(...add)
    expect((await run(...add)).stderr).toContain('--allow-duplicate')
    expect((await run('jobs', 'list', '--status', 'unheard')).stderr).toMatch(/^crm: --status must be one of/)
  })
})

describe('a user', () => {
  test('is named by the end of the id or a part of the address; several are listed', async () => {
    const { id } = await json('users', 'create', '--email', 'zoe@one.example')
    await json('users', 'create', '--email', 'zoe@two.example')
    expect((await json('users', 'show', id.slice(-8))).email).toBe('zoe@one.example')
    expect((await json('users', 'show', 'two.ex')).email).toBe('zoe@two.example')
    expect(await json('users', 'tier', '@one', 'pro')).toMatchObject({ id, tier: 'pro' })
    const several = await run('users', 'show', 'zoe')
    expect(several.code).toBe(2)
    expect(several.stderr).toContain('zoe@two.example')
    expect((await run('users', 'show', 'nobody-at-all')).code).toBe(3)
  })

  test('gets a token only under the whole address', async () => {
    expect((await run('tokens', 'create', '--name', 'x', '--user', 'zoe@one.ex')).code).toBe(3)
    expect((await run('tokens', 'create', '--name', 'x', '--user', 'zoe@one.example')).code).toBe(0)
  })
})

describe('activities', () => {
  test('are logged with a past date, and listed by job, contact and type', async () => {
    await run('contacts', 'add', 'Lou')
    const call = await json(
      'activities',
      'log',
      'acme',
      'Called Lou',
      '--type',
      'call',
      '--at',
      'yesterday 3pm',
      '--contact',
      'lou',
    )
    expect(Date.parse(call.occurredAt)).toBeLessThan(Date.now())
    await run('activities', 'log', '--no-job', 'Coffee', '--type', 'meeting')
    const byJob = await json(
      'activities',
      'list',
      '--job',
      'acme',
      '--contact',
      'lou',
      '--type',
      'call,email',
      '--from',
      '-3d',
    )
    expect(byJob.activities).toEqual([call])
    expect((await json('activities', 'list', '--to', '-9d')).total).toBe(0)
    expect((await json('contacts', 'show', 'lou')).lastContactedAt).toBe(call.occurredAt)
    const table = (await onTerminal(80, 'activities', 'list')).stdout
    expect(table).toMatch(/yesterday 15:00 +call +Called Lou +Acme — Chef/)
  })

  test('report an unknown job, an invalid date and an empty note', async () => {
    expect((await run('activities', 'log', 'nowhere', 'x')).code).toBe(3)
    expect((await run('activities', 'log', 'acme', 'x', '--at', '13/14/2026')).code).toBe(2)
    expect((await run('activities', 'log', 'acme')).code).toBe(2)
    expect((await run('activities', 'log', 'acme', 'Rang', '--dry-run')).stdout).toBe(
      'Would log note “Rang” for Acme — Chef.\n',
    )
  })
})

describe('the calendar', () => {
  test('takes a date, a duration and a time zone, and shows the local time', async () => {
    const onsite = await json(
      'calendar',
      'add',
      'Onsite; part 1',
      '--job',
      'acme',
      '--at',
      '2090-07-03 10:00',
      '--for',
      '1h30m',
      '--type',
      'interview',
      '--location',
      'Room 3, HQ',
      '--notes',
      `Ask ${'for everything '.repeat(8)}\nBring ID`,
    )
    expect(onsite).toMatchObject({
      startsAt: '2090-07-03T08:00:00.000Z',
      endsAt: '2090-07-03T09:30:00.000Z',
      timeZone: 'Europe/Berlin',
    })
    const abroad = await json(
      'calendar',
      'add',
      'Call',
      '--at',
      '2090-01-03 10:00',
      '--zone',
      'America/New_York',
    )
    expect(abroad.startsAt).toBe('2090-01-03T15:00:00.000Z')
    const { stdout } = await onTerminal(100, 'calendar', 'list')
    expect(stdout).toMatch(/3 Jan 2090 16:00 .*Call/)
    expect(stdout).toMatch(/3 Jul 2090 10:00 +1h30m +interview +Onsite; part 1 +Acme — Chef/)
    expect((await json('calendar', 'list', '--type', 'interview')).events).toEqual([onsite])
    const narrow = (await onTerminal(40, 'calendar', 'list')).stdout.split('\n')
    expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(40)
  })

  test('a time alone keeps the day of an event, an end alone its start, and a deadline ends with its day', async () => {
    await run('calendar', 'add', 'Panel', '--at', '2031-05-06 14:00', '--for', '1h')
    const moved = await json('calendar', 'edit', 'panel', '--at', '9am')
    expect(moved).toMatchObject({ startsAt: '2031-05-06T07:00:00.000Z', endsAt: '2031-05-06T08:00:00.000Z' })
    const longer = await json('calendar', 'edit', 'panel', '--until', '11:30am')
    expect(longer).toMatchObject({ startsAt: moved.startsAt, endsAt: '2031-05-06T09:30:00.000Z' })
    const due = await json('calendar', 'add', 'Send it', '--type', 'deadline', '--at', '2031-05-07')
    expect(due.startsAt).toBe('2031-05-07T21:59:59.999Z')
    expect(await json('calendar', 'show', 'send it')).toEqual(due)
    const american = { ...here, env: { ...here.env, TZ: 'Europe/Berlin', LANG: 'en_US.UTF-8' } }
    const { body } = await crmProcessJson(
      ['calendar', 'edit', 'send', '--at', '5/8/2031', '--json'],
      american,
    )
    expect(body.startsAt).toBe('2031-05-08T21:59:59.999Z')
    expect(await json('calendar', 'edit', 'panel', '--at', '2031-05-09')).toMatchObject({
      startsAt: new Date('2031-05-09T09:00').toISOString(),
    })
    const untimed = await run('calendar', 'add', 'x', '--at', 'monday', '--type', 'interview')
    expect([untimed.code, untimed.stderr]).toEqual([2, expect.stringContaining('names no time')])
    for (const title of ['panel', 'send']) await run('calendar', 'rm', title, '--yes')
  })

  test('a title can say when and what it is, and a day in either order is said', async () => {
    const onsite = await json('calendar', 'add', 'Onsite with Acme 2031-06-03 10')
    expect(onsite).toMatchObject({ title: 'Onsite with Acme', type: 'interview' })
    expect(onsite.startsAt).toBe(new Date('2031-06-03T10:00').toISOString())
    const due = await json('calendar', 'add', 'Apply by 2031-06-04')
    expect(due).toMatchObject({ title: 'Apply', type: 'deadline' })
    const call = await run('calendar', 'add', 'Call with Mo', '--at', '03/12/2031 9:00')
    expect(call.stdout).toContain('“Call with Mo” (call), ')
    expect(call.stderr).toMatch(/^--at: 3\/12 was read with the (?:day|month) first\.$/m)
    const untimed = await run('calendar', 'add', 'Panel', '--at', '2031-06-09')
    expect(untimed.stderr).toContain('It is no interview until it has a time')
    for (const word of ['from', 'by', 'until', 'in', 'on', 'at'])
      expect(await json('calendar', 'add', `Fair ${word} 5 March 2031`, '--dry-run')).toMatchObject({
        title: 'Fair',
      })
    for (const word of ['by', 'until'])
      expect(await json('calendar', 'add', `Portfolio ${word} 2031-03-05`, '--dry-run')).toMatchObject({
        ...{ title: 'Portfolio', type: 'deadline', startsAt: '2031-03-05T22:59:59.999Z' },
      })
    expect(await json('calendar', 'add', 'Check in 5 March 2031', '--dry-run')).toMatchObject({
      title: 'Check in',
    })
    for (const title of ['Onsite, San Jose CA', 'Lunch at Circa', 'Interview Meta'])
      expect(await json('calendar', 'add', `${title} March 5 2031`, '--dry-run')).toMatchObject({ title })
    for (const title of ['onsite with', 'apply', 'call with mo', 'panel'])
      await run('calendar', 'rm', title, '--yes')
  })

  test('reports an invalid time', async () => {
    expect((await run('calendar', 'add', 'x')).stderr).toContain('--at')
    expect((await run('calendar', 'add', 'x', '--at', 'tomorrow 9:00', '--for', '5')).stderr).toContain('90m')
    expect(
      (await run('calendar', 'add', 'x', '--at', 'tomorrow 9:00', '--zone', 'Mars/Base')).stderr,
    ).toContain('Mars/Base')
  })

  test('is exported as iCalendar, including past events', async () => {
    await run('calendar', 'add', 'Long ago', '--at', '2020-02-03 10:00')
    const { stdout } = await run('calendar', 'export')
    const lines = stdout.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    const plain = stdout.replaceAll('\r\n ', '').split('\r\n')
    expect(plain).toEqual(
      expect.arrayContaining([
        'DTSTART:20900703T080000Z',
        'DTEND:20900703T093000Z',
        'SUMMARY:Onsite\\; part 1',
        'LOCATION:Room 3\\, HQ',
        'SUMMARY:Long ago',
      ]),
    )
    expect(plain.find((line) => line.startsWith('DESCRIPTION'))).toContain('everything \\nBring ID')
    const path = join(mkdtempSync(join(tmpdir(), 'crm-ics-')), 'all.ics')
    expect((await run('calendar', 'export', path)).stdout).toBe(`Wrote 3 events to ${path}.\n`)
    expect(readFileSync(path, 'utf8').replace(/DTSTAMP.*/g, '')).toBe(stdout.replace(/DTSTAMP.*/g, ''))
    expect((await json('calendar', 'export')).total).toBe(3)
  })
})
