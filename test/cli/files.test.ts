// People, activities and events in files of other programs, and files that are exported, with the built program.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { crmProcess } from './process.ts'
import { crm, crmJson } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'crm-files-'))
let here: { url: string; env: Record<string, string> }
let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase()
  here = { url: database.url, env: { CRM_HOME: mkdtempSync(join(folder, 'home-')) } }
})
afterEach(() => database.close())

const json = async (...args: string[]) => crmJson([...args, '--json'], here)

const file = (name: string, text: string): string => {
  const path = join(mkdtempSync(join(folder, 'in-')), name)
  writeFileSync(path, text)
  return path
}

const CONNECTIONS = `Notes:
"When exporting your connection data, you may notice that some of the email addresses are missing."

First Name,Last Name,URL,Email Address,Company,Position,Connected On
Ana,Silva,https://www.linkedin.com/in/ana-silva,,Opal,CTO,05 Jan 2024
Bo,Berg,https://www.linkedin.com/in/bo-berg,bo@basalt.example,Basalt,Recruiter,11 Feb 2024
`

test('an account larger than the memory of the program is exported, to a file and to a pipe', async () => {
  await crm(['me', 'mood', 'good'], here)
  const { sql } = database
  await sql`
    insert into mood_check_ins (user_id, id, mood, note, at)
    select id, gen_random_uuid(), 'good', repeat('x', 6000), now() from users, generate_series(1, 12000)`
  const path = join(here.env['CRM_HOME']!, 'all.json')
  const small = { ...here, env: { ...here.env, NODE_OPTIONS: '--max-old-space-size=64' } }
  expect(await crmProcess(['me', 'export', path], small)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Wrote 12,00\d rows to /),
  })
  const text = readFileSync(path, 'utf8')
  expect(JSON.parse(text).tables.mood_check_ins).toHaveLength(12_001)
  const piped = await crmProcess(['call', 'account.export'], small)
  expect(piped.code, piped.stderr).toBe(0)
  expect(piped.stdout.length).toBe(text.length)
  const { body } = await crmJson(['me', 'export', '--json', 'person,exportedAt'], here)
  expect(Object.keys(body)).toEqual(['person', 'exportedAt'])
})

describe('people', () => {
  test('LinkedIn’s connections become contacts once, and a second file completes them', async () => {
    const path = file('Connections.csv', CONNECTIONS)
    const { code, body } = await json('contacts', 'import', path)
    expect({ code, ...body }).toMatchObject({ code: 0, created: 2, updated: 0, skipped: 0, failed: 0 })
    expect(body.rows[0]).toMatchObject({ line: 5, outcome: 'created', name: 'Ana Silva', company: 'Opal' })
    expect((await json('contacts', 'show', 'ana')).body).toMatchObject({
      name: 'Ana Silva',
      title: 'CTO',
      linkedinUrl: 'https://www.linkedin.com/in/ana-silva',
      notes: 'Connected On: 05 Jan 2024',
    })
    expect((await json('contacts', 'import', path)).body).toMatchObject({ created: 0, skipped: 2 })
    const card =
      'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Berg;Bo;;;\r\nFN:Bo Berg\r\nEMAIL;TYPE=work:BO@basalt.example\r\nTEL:+46 70 1\r\nADR:;;Storgatan 1;Lund;;;SE\r\nNOTE:Met at PyCon\\; likes tea\r\nEND:VCARD\r\n'
    expect((await json('contacts', 'import', file('bo.vcf', card))).body).toMatchObject({
      updated: 1,
      created: 0,
    })
    const { body: bo } = await json('contacts', 'show', 'bo')
    expect(bo.phone).toBe('+46 70 1')
    for (const words of [
      'Connected On: 11 Feb 2024',
      'Met at PyCon; likes tea',
      'Adr: Storgatan 1, Lund, SE',
    ])
      expect(bo.notes).toContain(words)
    // Who adds somebody again is told, and how to make one of the two.
    const again = await crm(['contacts', 'add', 'Bo', '--email', 'bo@basalt.example'], here)
    expect(again.stderr).toMatch(/It may be there already: Bo Berg \(\w{8}\).*crm contacts merge \w{8} \w{8}/)
    expect((await crm(['undo'], here)).code).toBe(0)
    // As jobs they are refused.
    const refused = await crm(['jobs', 'import', path], here)
    expect(refused.code).toBe(5)
    expect(refused.stderr).toContain('crm contacts import')
    // One import is one change.
    expect((await crm(['undo'], here)).code).toBe(0)
    expect((await json('contacts', 'show', 'bo')).body.phone).toBeNull()
    expect((await crm(['undo'], here)).code).toBe(0)
    expect((await json('contacts', 'list')).body.total).toBe(0)
  })
})

describe('a calendar', () => {
  const ics = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    'UID:abc@google.com',
    'DTSTART;TZID=Europe/Berlin:20260310T140000',
    'DTEND;TZID=Europe/Berlin:20260310T150000',
    'SUMMARY:Onsite\\, part 1',
    'LOCATION:Torstr. 1',
    'DESCRIPTION:Bring a laptop',
    'ATTENDEE;CN=Ana Silva:mailto:ana@opal.example',
    'RRULE:FREQ=WEEKLY;COUNT=2',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:def@google.com',
    'DTSTART:20260311T090000Z',
    'SUMMARY:Gone',
    'STATUS:CANCELLED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

  test('of another program is read with its zone; what has no field is in the notes', async () => {
    const path = file('work.ics', ics)
    const { body } = await json('calendar', 'import', path)
    expect(body).toMatchObject({ created: 2, skipped: 1 })
    expect(body.rows.at(-1)).toMatchObject({ title: 'Gone', reason: expect.stringContaining('cancels') })
    const { body: list } = await json('calendar', 'list', '--from', '2026-01-01')
    expect(list.events[0]).toMatchObject({
      title: 'Onsite, part 1',
      startsAt: '2026-03-10T13:00:00.000Z',
      endsAt: '2026-03-10T14:00:00.000Z',
      timeZone: 'Europe/Berlin',
    })
    expect(list.events[0].notes).toContain('ATTENDEE: Ana Silva <ana@opal.example>')
    expect(list.events[1].startsAt).toBe('2026-03-17T13:00:00.000Z')
    expect((await json('calendar', 'import', path)).body).toMatchObject({ created: 0, skipped: 3 })
  })
})

describe('activities', () => {
  test('find their job and person by name, and never a date that is not there', async () => {
    await crm(['jobs', 'add', 'Acme', 'Chef'], here)
    await crm(['contacts', 'add', 'Ana Silva'], here)
    const path = file(
      'log.csv',
      'Date,Type,Subject,Company,Person,Mood\n2026-03-01,Phone call,Intro,acme,Ana Silva,good\n,call,Undated,acme,,\n2026-03-02,call,Other,Nowhere,,\n',
    )
    const { code, body } = await json('activities', 'import', path)
    expect({ code, ...body }).toMatchObject({ code: 5, created: 2, failed: 1 })
    expect(body.rows[1].reason).toBe('The row has no date.')
    const { activities } = (await json('activities', 'list')).body
    const intro = activities.find(({ title }: { title: string }) => title === 'Intro')
    expect(intro).toMatchObject({
      type: 'call',
      body: 'Mood: good',
      jobId: expect.any(String),
      contactId: expect.any(String),
    })
    const again = file('log2.csv', 'Date,Type,Subject,Company,Mood\n2026-03-01,Phone call,Intro,acme,good\n')
    expect((await json('activities', 'import', again)).body, 'The contact stays.').toMatchObject({
      skipped: 1,
    })
    expect(activities.find(({ title }: { title: string }) => title === 'Other')).toMatchObject({
      jobId: null,
      body: 'Company: Nowhere',
    })
  })
})

describe('columns of one’s own', () => {
  test('are named once with --map, and known from then on', async () => {
    const first = file('a.csv', 'Betrieb,Was,Ort\nAcme,Chef,Linz\n')
    expect((await crm(['jobs', 'import', first], here)).code).toBe(5)
    const { body } = await json('jobs', 'import', first, '--map', 'Betrieb=company', '--map', 'Was=role')
    expect(body).toMatchObject({ created: 1, failed: 0 })
    expect(body.columns).toEqual([
      { column: 'Betrieb', field: 'company', use: 'used' },
      { column: 'Was', field: 'role', use: 'used' },
      { column: 'Ort', field: 'location', use: 'used' },
    ])
    expect((await json('jobs', 'import', file('b.csv', 'Betrieb,Was\nGlobex,Cook\n'))).body).toMatchObject({
      created: 1,
    })
    const wrong = await crm(['jobs', 'import', first, '--map', 'Betrieb=boss'], here)
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('there is no field “boss”')
  })

  test('on a terminal the import is shown first, and only made when confirmed', async () => {
    const path = file('a.csv', 'Company,Role,Shift\nAcme,Chef,Late\n')
    const terminal = { columns: 100, streams: 'stdin,stdout,stderr' }
    const no = await crmProcess(['jobs', 'import', path], {
      ...here,
      terminal,
      stdin: 'n\n',
      stdinAfterMs: 1500,
    })
    expect(no.stderr).toContain('Read: Company → company, Role → role.')
    expect(no.stderr).toContain('Kept in the notes, as there is no field for them: Shift.')
    expect(no.stderr).toContain('1 row: 1 created')
    expect((await json('jobs', 'list')).body.total).toBe(0)
    await crmProcess(['jobs', 'import', path, '--yes'], { ...here, terminal })
    expect((await json('jobs', 'list')).body.total).toBe(1)
  })
})

describe('exported files', () => {
  test('are what their name says, or refused; an existing one is kept', async () => {
    await crm(['jobs', 'add', 'Acme', 'Chef', '--notes', '=1+1'], here)
    const book = join(folder, 'jobs.xlsx')
    expect((await crm(['jobs', 'export', book], here)).code).toBe(0)
    expect(readFileSync(book).subarray(0, 2).toString()).toBe('PK')
    expect((await json('jobs', 'import', book)).body).toMatchObject({ skipped: 1, updated: 0 })
    for (const args of [
      ['jobs', 'export', book],
      ['jobs', 'export', 'a.csv', '--format', 'json'],
      ['jobs', 'export', 'a.tsv'],
      ['jobs', 'export', 'a.ics'],
      ['contacts', 'export', 'a.xlsx', '--format', 'vcf'],
    ])
      expect((await crmProcess(args, { ...here, cwd: folder })).code, args.join(' ')).toBe(2)
    const backup = join(folder, 'all.gz')
    expect((await crm(['db', 'backup', backup], here)).code).toBe(0)
    expect((await crm(['db', 'backup', backup], here)).code).toBe(2)
    expect((await crm(['db', 'backup', backup, '--force'], here)).code).toBe(0)
  })

  test.each([
    ['contacts', 'people.vcf', ['Ana Silva', '--job', 'acme']],
    ['calendar', 'events.ics', ['Interview', '--job', 'acme', '--at', '2030-03-04 10:00']],
  ])('of %s come whole into a home without their jobs, which says what it left', async (noun, name, add) => {
    await crm(['jobs', 'add', 'Acme', 'Chef'], here)
    expect((await crm([noun, 'add', ...add], here)).code).toBe(0)
    const path = join(mkdtempSync(join(folder, 'out-')), name)
    expect((await crm([noun, 'export', path], here)).code).toBe(0)
    const other = await freshDatabase()
    const there = { url: other.url, env: { CRM_HOME: mkdtempSync(join(folder, 'home-')) } }
    const imported = await crmJson([noun, 'import', path, '--json'], there)
    expect(imported).toMatchObject({ code: 0, body: { created: 1, failed: 0 } })
    expect(JSON.stringify(imported.body.rows[0].left)).toContain('There is no record with this id here')
    await other.close()
  })

  test('a workbook that unpacks too far is refused with the reason', async () => {
    const { default: JSZip } = await import('jszip')
    const zip = new JSZip()
    zip.file('xl/workbook.xml', '<workbook/>')
    zip.file('xl/worksheets/sheet1.xml', `<worksheet>${' '.repeat(40_000_000)}</worksheet>`)
    const path = join(folder, 'bomb.xlsx')
    writeFileSync(path, await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }))
    const { code, stderr } = await crm(['jobs', 'import', path], here)
    expect(code).toBe(5)
    expect(stderr).toContain('unpacks to over 100 times its size')
  })
})
