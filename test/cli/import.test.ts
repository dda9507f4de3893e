// Importing files of other trackers and exporting them again, with the built program.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crm, crmJson, type RunOptions } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-import-'))
let here: { url: string }
let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
  here = { url: database.url }
})
afterEach(() => database.close())

const json = (args: string[], options: RunOptions) => crmJson([...args, '--json'], options)

const file = (name: string, text: string | Buffer): string => {
  const path = join(folder, `${Math.random().toString(36).slice(2)}-${name}`)
  writeFileSync(path, text)
  return path
}

const csvOf = (count: number): string => {
  const statuses = [
    'Wishlist',
    'Applied',
    'Phone Screen',
    'Onsite',
    'Offer',
    'Rejected',
    'Ghosted',
    'Withdrawn',
    '',
  ]
  const rows = Array.from({ length: count }, (_, n) => {
    const status = statuses[n % 9]
    const date = status && status !== 'Wishlist' ? `${(n % 9) + 1}/${(n % 28) + 1}/2025` : ''
    const url = n % 2 ? `https://jobs.example.com/${n}?utm_source=x` : ''
    const note = n % 10 ? '' : '"two\nlines"'
    return `Company ${n},Ingénieur ${n % 3},Berlin,${status},${date},$${100 + n}k,${url},"a,b",${note},Ann ${n}`
  })
  return `Company,Job Title,Location,Status,Date Applied,Salary,Job URL,Tags,Notes,Referral\n${rows.join('\n')}\n`
}

const outcomes = async (path: string, ...flags: string[]) => {
  const { code, body } = await json(['jobs', 'import', path, ...flags], here)
  const { created, updated, skipped, failed } = body
  return { code, created, updated, skipped, failed }
}

describe('200 rows of a spreadsheet', () => {
  test('are previewed, imported, and skipped the second time; the export reimports without changes', async () => {
    const path = file('tracker.csv', csvOf(200))
    expect(await outcomes(path, '--dry-run')).toEqual({
      code: 0,
      created: 200,
      updated: 0,
      skipped: 0,
      failed: 0,
    })
    expect((await json(['jobs', 'list'], here)).body.total).toBe(0)
    expect(await outcomes(path)).toEqual({ code: 0, created: 200, updated: 0, skipped: 0, failed: 0 })
    const nothing = { code: 0, created: 0, updated: 0, skipped: 200, failed: 0 }
    expect(await outcomes(path)).toEqual(nothing)
    for (const format of ['csv', 'json']) {
      const out = join(folder, `all-${Math.random()}.${format}`)
      const { code, stdout } = await crm(['jobs', 'export', out], here)
      expect({ code, stdout }).toEqual({ code: 0, stdout: `Wrote 200 jobs to ${out}.\n` })
      expect(await outcomes(out)).toEqual(nothing)
    }
    // One import is one audit entry, so that it can be undone as a whole.
    const [audit] = await database.sql`
      select count(*)::int as entries, max(jsonb_array_length(changes)) as changes
      from audit_log where operation = 'jobs.import'`
    expect(audit).toEqual({ entries: 1, changes: 200 })
    const [events] =
      await database.sql`select count(*)::int as n from outbox_events where name = 'job.created'`
    expect(events).toEqual({ n: 200 })
  })
})

describe('the history of an imported job', () => {
  test('starts at the application date; when the current status was reached is not made up', async () => {
    const path = file(
      'one.csv',
      'Company,Role,Status,Applied\nAcme,Chef,Rejected,2025-03-01\nGlobex,Cook,Wishlist,2025-03-01\n',
    )
    await crm(['jobs', 'import', path], here)
    const { body: acme } = await json(['jobs', 'show', 'acme'], here)
    expect(acme.appliedAt).toBe('2025-03-01T12:00:00.000Z')
    expect(acme.history.map(({ status }: { status: string }) => status)).toEqual(['applied', 'rejected'])
    expect(acme.history[0].at).toBe(acme.appliedAt)
    expect([acme.history[1].at, acme.statusChangedAt]).toEqual([null, null])
    const { body: globex } = await json(['jobs', 'show', 'globex'], here)
    expect(globex).toMatchObject({ status: 'saved', appliedAt: null, notes: 'Date applied: 2025-03-01' })
  })

  test.each(['csv', 'json'])('an export in %s keeps when each status was reached', async (format) => {
    const moves = [
      ['applied', '2025-03-01T09:00:00Z'],
      ['interviewing', '2025-03-20T10:30:00Z'],
    ] as const
    for (const name of ['Saved', 'Applied', 'Moved']) await crm(['jobs', 'add', name, 'Chef'], here)
    for (const [name, count] of [
      ['Applied', 1],
      ['Moved', 2],
    ] as const)
      for (const [status, at] of moves.slice(0, count))
        await crm(['jobs', 'status', name, status, '--at', at], here)
    const out = join(folder, `moved.${format}`)
    await crm(['jobs', 'export', out, '--force'], here)
    const states = async (at: { url: string }) =>
      (await json(['jobs', 'list', '--sort', 'company'], at)).body.jobs.map(
        ({ company, status, statusChangedAt, appliedAt }: Record<string, string>) => ({
          company,
          status,
          statusChangedAt,
          appliedAt,
        }),
      )
    const empty = await freshDatabase()
    const there = { url: empty.url }
    expect((await crm(['jobs', 'import', out], there)).code).toBe(0)
    expect(await states(there)).toEqual(await states(here))
    await empty.close()
  })

  test('a newer file advances a job and corrects its date, and never sets it back', async () => {
    await crm(['jobs', 'add', 'Acme', 'Chef', '--status', 'applied'], here)
    const later = file('a.csv', 'Company,Role,Status,Applied\nAcme,Chef,Interview,2025-03-01\n')
    expect(await outcomes(later)).toMatchObject({ updated: 1 })
    const { body } = await json(['jobs', 'show', 'acme'], here)
    expect(body).toMatchObject({ status: 'interviewing', appliedAt: '2025-03-01T12:00:00.000Z' })
    expect(body.history.map(({ status }: { status: string }) => status)).toEqual(['applied', 'interviewing'])
    const older = file('b.csv', 'Company,Role,Status,Applied\nAcme,Chef,Applied,2025-03-01\n')
    const { body: report } = await json(['jobs', 'import', older], here)
    expect(report).toMatchObject({
      skipped: 1,
      rows: [{ reason: expect.stringContaining('stays interviewing') }],
    })
  })
})

describe('rows that cannot be imported', () => {
  const bad = file(
    'bad.csv',
    [
      'Company,Role,Status,Notes',
      'Acme,Chef,Applied,fine',
      ',,,no name',
      'Globex,,,',
      'Initech,Boss,Flabbergasted,',
      `Umbrella,Nurse,,${'x'.repeat(50_001)}`,
      'Acme,Chef,Applied,"another note"',
      'Hooli,PM,,,,,one too many',
    ].join('\n'),
  )

  test('are each reported with line and reason, the others are imported, and the exit code is 5', async () => {
    const { code, stdout, stderr } = await crm(['jobs', 'import', bad], here)
    expect(code).toBe(5)
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    expect(rows.map(([line, outcome]) => `${line} ${outcome}`)).toEqual([
      '2 created',
      '3 failed',
      '4 created',
      '5 created',
      '6 failed',
      '7 failed',
      '8 failed',
    ])
    expect(rows[3]!.slice(3)).toEqual(['Initech', 'Boss', expect.stringContaining('Status: Flabbergasted')])
    expect(stderr).toContain('7 rows: 3 created, 0 updated, 0 skipped, 4 failed (lines 3, 6, 7, 8).')
    expect((await json(['jobs', 'list'], here)).body.total).toBe(3)
  })

  test('a dry run reports the same and changes nothing', async () => {
    const { code, stdout, stderr } = await crm(['jobs', 'import', bad, '--dry-run'], {
      ...here,
      terminal: { columns: 100 },
      env: { NO_COLOR: '1' },
    })
    expect(code).toBe(5)
    expect(stdout).toMatch(/LINE .*OUTCOME/)
    expect(stderr).toContain('Dry run, nothing was changed.')
    expect((await json(['jobs', 'list'], here)).body.total).toBe(0)
  })

  test.each([
    ['no headers', 'a,b\n1,2\n', 5, 'There is no header row'],
    ['nothing', '', 5, 'is empty'],
    ['a spreadsheet program’s native format', Buffer.from('PK\u0003\u0004rest'), 5, 'cut off or damaged'],
    [
      'the letters of DOS',
      Buffer.from([...Buffer.from('Company,Role\nCaf'), 0x82, 0x2c, 0x81]),
      5,
      'CSV UTF-8',
    ],
    ['over 20 MB', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), 5, 'over 20 MB'],
  ])('a file with %s is refused in one sentence', async (_, content, exit, words) => {
    const { code, stderr, stdout } = await crm(['jobs', 'import', file('x.csv', content)], here)
    expect({ code, stdout }).toEqual({ code: exit, stdout: '' })
    expect(stderr).toContain(words)
  })

  test('a time with its zone is read, and one that is not is said', async () => {
    const text =
      'Date,Time,Type\n2026-11-03,3pm ET,call\n2026-11-04,10:00-11:00,call\n2026-11-05,3pm XYZ,call\n'
    const { code, stderr } = await crm(['activities', 'import', file('times.csv', text), '--yes'], here)
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('2 dates were not read: “10:00-11:00” (line 3), “3pm XYZ” (line 4).'),
    ])
  })

  test('a file in the letters of Windows is read, and this is said', async () => {
    const bytes = Buffer.from([...Buffer.from('Company,Role\nCaf'), 0xe9, ...Buffer.from(' Windows,Clerk\n')])
    const { code, stdout, stderr } = await crm(['jobs', 'import', file('windows.csv', bytes), '--yes'], here)
    expect([code, stdout]).toEqual([0, expect.stringContaining('Café Windows')])
    expect(stderr).toContain('Windows-1252')
  })

  test.each([
    ['Accepted?', 'Accepted?=accepted'],
    ['On ice', 'On ice=STATUS'],
    ['Offen', 'Offen=STATUS'],
  ])(
    'an unknown status word %s is shown how to say, with the status that it seems to mean',
    async (word, said) => {
      const source = file('x.csv', `Company,Role,Status\nAcme,Cook,${word}\n`)
      expect((await crm(['jobs', 'import', source, '--dry-run'], here)).stderr).toContain(
        `--map-status ${said.includes(' ') || said.includes('?') ? `'${said}'` : said}`,
      )
    },
  )

  test('a date that may begin with its day or its month is shown how to read', async () => {
    const source = file('x.csv', 'Company,Role,Status,Date applied\nAcme,Cook,Applied,03/11/2026\n')
    expect((await crm(['jobs', 'import', source, '--dry-run'], here)).stderr).toContain(
      '--dates month-first or day-first',
    )
  })

  test('what was said of dates and statuses holds for the next file like it, and is told', async () => {
    const source = file('x.csv', 'Company,Role,State,Sent on\nAcme,Cook,On ice,03/04/2026\n')
    const columns = ['--map', 'State=status', '--map', 'Sent on=appliedAt']
    await crm(['jobs', 'import', source, ...columns, '--dates', 'day-first'], here)
    const other = file('y.csv', 'Company,Role,Status\nGlobex,Cook,On ice\n')
    await crm(['jobs', 'import', other, '--map-status', 'On ice=withdrawn'], here)
    const again = await crm(['jobs', 'import', source], here)
    expect(again.stderr).toContain(
      'Read as you said for an earlier file: its dates day-first, “On ice” as withdrawn.',
    )
    expect(again.stdout).toContain('status to withdrawn')
    const { body } = await crmJson(['jobs', 'show', 'acme cook', '--json'], here)
    expect(body).toMatchObject({
      status: 'withdrawn',
      appliedAt: expect.stringContaining('2026-04-03') as string,
    })
    expect((await crm(['jobs', 'import', source], here)).stdout).toContain('Already there.')
  })

  test('a German list: the deadline is one, and the address is the contact’s', async () => {
    const source = file(
      'x.csv',
      'Firma;Stelle;Status;Frist;Ansprechpartner;E-Mail;Telefon\nAcme;Koch;Beworben;31.12.2026;Eva Lang;eva@acme.example;+49 170 1234567\n',
    )
    const { body } = await crmJson(['jobs', 'import', source, '--json'], here)
    expect(body.created).toBe(1)
    const [job] = (await crmJson(['jobs', 'list', '-q', 'Koch', '--json'], here)).body.jobs
    expect(job).toMatchObject({ deadline: expect.stringMatching(/^202(6-12-31|7-01-01)/), notes: null })
    const { contacts } = (await crmJson(['contacts', 'list', '--json'], here)).body
    expect(contacts).toContainEqual(
      expect.objectContaining({ name: 'Eva Lang', email: 'eva@acme.example', phone: '+49 170 1234567' }),
    )
  })

  test('a missing file and a folder are usage errors', async () => {
    expect((await crm(['jobs', 'import', join(folder, 'none.csv')], here)).code).toBe(2)
    expect((await crm(['jobs', 'import', folder], here)).code).toBe(2)
  })
})

describe('other programs’ files', () => {
  test('LinkedIn’s export is read, with its preamble, dates and columns', async () => {
    const path = file(
      'Job Applications.csv',
      `\uFEFFNotes:\n"Your applications"\n\nApplication Date,Contact Email,Contact Phone Number,Company Name,Job Title,Job Url,Resume Name,Question And Answers\n"1/5/24, 10:33 AM",me@x.org,,Acme,Chef,http://www.linkedin.com/jobs/view/3801234567,cv.pdf,Q | A\n`,
    )
    const { body } = await json(['jobs', 'import', path], here)
    expect(body).toMatchObject({ created: 1, failed: 0 })
    expect(body.notes.join('\n')).toContain('Contact Email')
    const { body: job } = await json(['jobs', 'show', 'acme'], here)
    expect(job).toMatchObject({ status: 'applied', appliedAt: '2024-01-05T10:33:00.000Z' })
    expect(job.notes).toContain('Resume Name: cv.pdf')
  })

  test('JSON is read from stdin, and --dates settles ambiguous dates', async () => {
    const stdin = JSON.stringify({
      data: [{ company: { name: 'Acme' }, title: 'Chef', dateApplied: '03/04/2025' }],
    })
    const { body } = await json(['jobs', 'import', '-', '--dates', 'day-first'], { ...here, stdin })
    expect(body).toMatchObject({ created: 1 })
    expect((await json(['jobs', 'show', 'acme'], here)).body.appliedAt).toBe('2025-04-03T12:00:00.000Z')
  })
})

test('a file longer than one call is validated as a whole', async () => {
  const rows = Array.from({ length: 1200 }, (_, n) => `Company ${n},Chef,note ${n}`)
  const path = file(
    'long.csv',
    ['Company,Role,Notes', ...rows, 'Company 3,Chef,other', 'company 4,CHEF,note 4'].join('\n'),
  )
  const first = await json(['jobs', 'import', path], here)
  expect(first.body).toMatchObject({ created: 1200, updated: 0, skipped: 0, failed: 2 })
  expect(first.body.rows.map(({ line }: { line: number }) => line)).toEqual(
    [...Array(1202).keys()].map((n) => n + 2),
  )
  expect(first.code).toBe(5)
  // However many parts it was sent in, it is one change.
  const audit = await json(['audit'], here)
  expect(
    audit.body.entries.filter(({ operation }: { operation: string }) => operation === 'jobs.import'),
  ).toHaveLength(1)
  expect((await json(['jobs', 'import', path], here)).body).toMatchObject({
    created: 0,
    updated: 0,
    failed: 2,
  })
})

test('an export never overwrites a file without permission, and is readable by its owner only', async () => {
  await crm(['jobs', 'add', 'Acme', 'Chef'], here)
  const path = file('there.csv', 'mine')
  const refused = await crm(['jobs', 'export', path], here)
  expect(refused.code).toBe(2)
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect((await crm(['jobs', 'export', path, '--force'], here)).code).toBe(0)
  expect(readFileSync(path, 'utf8')).toMatch(/^id,company,role/)
  const { body } = await json(['jobs', 'export'], here)
  expect(body).toMatchObject({ total: 1, nextCursor: null, jobs: [{ company: 'Acme' }] })
})
