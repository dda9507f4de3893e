// The next step of a job, saved views, and editing in the user's editor, through the built program.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { serve } from '../program.ts'
import { crm, crmJson, type RunOptions, inZone } from './run.ts'

inZone('Europe/Berlin')

let database: TestDatabase
let here: RunOptions
beforeAll(async () => {
  database = await freshDatabase()
  here = {
    url: database.url,
    env: { NO_COLOR: '1', CRM_HOME: mkdtempSync(join(tmpdir(), 'crm-next-')) },
  }
  await crm(['add', 'Acme', 'Chef', '--next-step', 'Send the menu', '--deadline', '2099-05-06'], here)
  await crm(['add', 'Globex', 'Cook', '-s', 'applied'], here)
  await crm(['status', 'globex', 'applied', '--at', '-20d'], here)
})
afterAll(() => database.close())

const run = (...args: string[]) => crm(args, here)
const json = async (...args: string[]) => (await crmJson([...args, '--json'], here)).body

test('the link to the settings names the port, and says when nothing answers there', async () => {
  const { stdout, stderr } = await run('settings', '--port', '1')
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:1\/settings\?link=\w+/)
  expect(stderr).toContain('Nothing answers at http://127.0.0.1:1 now.')
  expect(stderr).toContain('crm serve --port 1.')
  expect((await run('settings', '--port', 'x')).code).toBe(2)
  const env = { ...here.env, PUBLIC_URL: 'http://127.0.0.1:2' }
  const known = await crm(['settings', '--port', '1'], { ...here, env })
  expect(known.stdout).toMatch(/^http:\/\/127\.0\.0\.1:1\/settings\?link=\w+/)
})

test('a suggestion says days in the zone of this machine, whatever zone is set for HTTP', async () => {
  const { address: _, ...other } = await freshDatabase()
  const there = { url: other.url, env: { NO_COLOR: '1' } }
  await crm(['add', 'Delta', 'Chef', '-s', 'interviewing'], there)
  await crm(['offers', 'add', 'delta', '--base', '90k USD', '--deadline', 'in 5 days'], there)
  const asked = async () => (await crm(['today'], there)).stdout
  const before = await asked()
  expect(before).toContain('Decide on the offer')
  await crm(['me', '--zone', 'Pacific/Kiritimati'], there)
  expect(await asked()).toBe(before)
  await other.close()
})

test('an edit says how many jobs it changed, and where it changed none', async () => {
  const { address: _, ...other } = await freshDatabase()
  const there = { url: other.url, env: { NO_COLOR: '1' } }
  await crm(['add', 'Acme', 'Engineer', '-p', 'high'], there)
  await crm(['add', 'Globex', 'Engineer'], there)
  const edited = async (...which: string[]) =>
    (await crm(['jobs', 'edit', ...which, '-p', 'high'], there)).stdout.replace(/ \([\da-f]{8}\)/, '')
  const where = ['--where', 'role=engineer']
  expect(await edited(...where)).toMatch(/^Changed 1 job: Globex — Engineer\. Now: priority high\./)
  expect(await edited(...where)).toBe('Nothing to change: Globex — Engineer, Acme — Engineer.\n')
  expect(await edited('globex', 'acme')).toBe('Nothing to change: Globex — Engineer, Acme — Engineer.\n')
  expect(await edited('globex')).toBe('Nothing to change: Globex — Engineer.\n')
  await other.close()
})

describe('a next step', () => {
  test('has a deadline at the end of its day, stands in list and page, and sorts by it', async () => {
    const job = await json('show', 'acme')
    expect(job).toMatchObject({ nextStep: 'Send the menu', deadline: '2099-05-06T21:59:59.999Z' })
    expect((await run('ls', '--sort', 'deadline', '--columns', 'company,next,deadline')).stdout).toBe(
      'Acme\tSend the menu\t2099-05-06T21:59:59.999Z\nGlobex\t\t\n',
    )
    const page = (await crm(['show', 'acme'], { ...here, terminal: { columns: 80 } })).stdout
    expect(page).toMatch(/^next +Send the menu$/m)
    expect(page).toMatch(/^deadline +6 May 2099$/m)
  })

  test('that is done becomes an activity and gives way to the one after it; one undo takes it back', async () => {
    const { stdout } = await run('done', 'acme', '--note', 'They loved it', '--next-step', 'Ask for a date')
    expect(stdout).toBe(
      'Done: “Send the menu” for Acme — Chef. Next: Ask for a date. The deadline of 2099-05-06 was for it and is cleared.\n',
    )
    expect(await json('show', 'acme')).toMatchObject({ nextStep: 'Ask for a date', deadline: null })
    const { activities } = await json('activities', 'list', '--job', 'acme')
    expect(activities).toMatchObject([{ type: 'note', title: 'Send the menu', body: 'They loved it' }])
    await run('undo')
    expect(await json('show', 'acme')).toMatchObject({
      nextStep: 'Send the menu',
      deadline: '2099-05-06T21:59:59.999Z',
    })
    expect((await json('activities', 'list', '--job', 'acme')).total).toBe(0)
  })

  test('is due at the same instant where a program gives the day, over HTTP or as an operation', async () => {
    const server = await serve({
      DATABASE_URL: database.url,
      TZ: 'Europe/Berlin',
      CRM_HOME: here.env!['CRM_HOME']!,
    })
    try {
      const { id } = await json('show', 'globex')
      const { token } = await json('tokens', 'create', '--name', 'due', '--scope', 'read-write')
      const answer = await fetch(`${server.url}/api/mcp/jobs/${id}`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ deadline: '2099-05-06' }),
      })
      expect(await answer.json()).toMatchObject({ deadline: '2099-05-06T21:59:59.999Z' })
      await run('edit', 'globex', '--deadline', '')
    } finally {
      server.child.kill('SIGTERM')
      await server.ended
    }
  })

  test('that is not there cannot be done without saying what was', async () => {
    expect((await run('done', 'globex')).code).toBe(5)
    expect((await run('done', 'globex', '--note', 'Rang them')).code).toBe(0)
  })
})

test('an application without an answer says for how long, in its page, the list and the statistics', async () => {
  expect((await run('show', 'globex')).stdout).toContain('no answer\tfor 20 days')
  expect((await run('ls', '--columns', 'company,unanswered', '--sort', 'company')).stdout).toBe(
    'Acme\t\nGlobex\t20d\n',
  )
  expect((await json('stats')).unanswered).toEqual({ applications: 1, over14Days: 1, over30Days: 0 })
})

test('a note is added to the notes of a job, never put in their place', async () => {
  await run('edit', 'acme', '--notes', 'First')
  expect((await run('edit', 'acme', '--note', 'Second')).stdout).toMatch(/: notes\.$/m)
  expect((await json('show', 'acme')).notes).toBe('First\nSecond')
  await run('edit', 'acme', '--notes', '')
})

test('a list on a terminal shows what it is sorted by', async () => {
  const sorted = await run('ls', '--sort', 'applied')
  expect(sorted.stdout).not.toContain('APPLIED')
  const { stdout } = await crm(['ls', '--sort', '-applied'], { ...here, terminal: { columns: 100 } })
  expect(stdout).toMatch(/^ID .* UPDATED +APPLIED/)
})

test('a view keeps the flags of a list under a name', async () => {
  const saved = await run('ls', '-s', 'saved', '--columns', 'company', '--save', 'wishes')
  expect(saved.stderr).toContain('Saved: crm ls --view wishes')
  expect((await run('ls', '--view', 'wishes')).stdout).toBe('Acme\n')
  expect((await run('ls', '--view', 'wishes', '-s', 'open', '--sort', 'company')).stdout).toBe(
    'Acme\nGlobex\n',
  )
  const { code, stderr } = await run('ls', '--view', 'wishs')
  expect([code, stderr]).toEqual([2, expect.stringContaining('Did you mean wishes?')])
  expect((await json('jobs', 'views')).views).toEqual([
    { name: 'wishes', flags: { status: 'saved', columns: 'company' } },
  ])
  await run('jobs', 'views', '--rm', 'wishes')
  expect((await json('jobs', 'views')).views).toEqual([])
})

describe('in the editor', () => {
  /** An editor that runs a shell script on the file. */
  const editing = (script: string): RunOptions => {
    const program = join(mkdtempSync(join(tmpdir(), 'crm-editor-')), 'editor.sh')
    writeFileSync(program, `file="$1"\n${script}\n`)
    return { ...here, env: { ...here.env, EDITOR: `sh ${program}` } }
  }

  test('fields and notes are changed, and only what was changed is written', async () => {
    const editor = editing(
      `sed -i 's/^salary:.*/salary: 90k/; s/^next-step:.*/next-step:/' "$file"; echo 'Second line' >> "$file"`,
    )
    const { body } = await crmJson(['edit', 'acme', '--editor', '--json'], editor)
    expect(body).toMatchObject({ company: 'Acme', salary: '90k', nextStep: null, notes: 'Second line' })
    expect(body.deadline).toBe('2099-05-06T21:59:59.999Z')
  })

  test('a dash is what was written, and no stdin', async () => {
    const editor = editing(`sed -i 's/^location:.*/location: -/' "$file"`)
    const { body } = await crmJson(['edit', 'acme', '--editor', '--json'], editor)
    expect(body.location).toBe('-')
    await run('edit', 'acme', '--location', '')
  })

  test('people, activities and events are edited so too, and what was logged keeps its other fields', async () => {
    await run('contacts', 'add', 'Edith Ott', '--company', 'Acme', '--phone', '12')
    const title = editing(
      `sed -i 's/^title:.*/title: Head/; s/^phone:.*/phone:/' "$file"; echo 'Met' >> "$file"`,
    )
    const contact = await crmJson(['contacts', 'edit', 'edith', '--editor', '--json'], title)
    expect(contact.body).toMatchObject({ title: 'Head', phone: null, company: 'Acme', notes: 'Met' })
    await run('activities', 'log', '--no-job', 'Spoke at length', '--at', '2026-01-02 10:00')
    const type = editing(`sed -i 's/^type:.*/type: call/; s/^at:.*/at: 2026-01-03 11:00/' "$file"`)
    const activity = await crmJson(['activities', 'edit', 'length', '--editor', '--json'], type)
    expect(activity.body).toMatchObject({ type: 'call', title: 'Spoke at length' })
    expect(activity.body.occurredAt).toMatch(/^2026-01-03T/)
    await run('calendar', 'add', 'Panel of four', '--at', '2099-01-02 10:00', '--for', '1h')
    const at = editing(`sed -i 's/^at:.*/at: 2099-01-02 15:00/; s/^location:.*/location: Room 5/' "$file"`)
    const event = await crmJson(['calendar', 'edit', 'panel', '--editor', '--json'], at)
    expect(event.body).toMatchObject({ title: 'Panel of four', location: 'Room 5' })
    expect(Date.parse(event.body.endsAt) - Date.parse(event.body.startsAt)).toBe(3_600_000)
  })

  test('nothing changed, a failing editor and a broken line change nothing', async () => {
    const before = await json('show', 'acme')
    expect((await crm(['edit', 'acme', '--editor'], editing('true'))).stderr).toBe('Nothing was changed.\n')
    expect((await crm(['edit', 'acme', '--editor'], editing('exit 1'))).code).toBe(2)
    expect(
      (
        await crm(
          ['edit', 'acme', '--editor'],
          editing('echo oops | cat - "$file" > "$file.2"; mv "$file.2" "$file"'),
        )
      ).code,
    ).toBe(2)
    expect(await json('show', 'acme')).toEqual(before)
  })

  test('a change made meanwhile is not overwritten', async () => {
    const program = `${process.execPath} ${join(import.meta.dirname, '..', '..', 'cli', 'launch.cjs')}`
    const editor = editing(
      `${program} edit acme --salary 95k > /dev/null; sed -i 's/^salary:.*/salary: 80k/' "$file"`,
    )
    const { code, stderr } = await crm(['edit', 'acme', '--editor'], editor)
    expect([code, stderr]).toEqual([5, expect.stringMatching(/changed/)])
    expect((await json('show', 'acme')).salary).toBe('95k')
  })
})

test('what people type is taken: a day with a hyphen, none, an address without a scheme, a length, pay', async () => {
  const fresh = await freshDatabase()
  const own = { ...here, url: fresh.url }
  const show = async () => (await crmJson(['show', 'acme', '--json'], own)).body
  await crm(
    ['add', 'Acme', 'Chef', '--url', 'example.com/job?id=1', '--salary', '$90k', '--deadline', '12-15'],
    own,
  )
  expect(await show()).toMatchObject({
    url: 'https://example.com/job?id=1',
    deadline: expect.stringMatching(/^\d{4}-12-1[56]/) as string,
  })
  await crm(['edit', 'acme', '--deadline', 'none', '--priority', 'None', '--url', ''], own)
  expect(await show()).toMatchObject({ url: null, deadline: null, priority: null })
  await crm(['add', 'Globex', 'Cook', '--salary', '$70k'], own)
  expect((await crm(['ls', '--sort', 'pay', '--columns', 'company'], own)).stdout).toBe('Globex\nAcme\n')
  await crm(['calendar', 'add', 'Chat', '--at', 'wed 2pm for 45 min'], own)
  await crm(['calendar', 'add', 'Talk with Mo wed 3pm for 1h'], own)
  const { events } = (await crmJson(['calendar', 'list', '--json'], own)).body
  const lengthOf = (one: { startsAt: string; endsAt: string }) =>
    Date.parse(one.endsAt) - Date.parse(one.startsAt)
  expect(
    events.map((one: { title: string; startsAt: string; endsAt: string }) => [
      one.title,
      lengthOf(one) / 60_000,
    ]),
  ).toEqual([
    ['Chat', 45],
    ['Talk with Mo', 60],
  ])
  await fresh.close()
})

describe('on a terminal', () => {
  let own: RunOptions
  let database: TestDatabase
  const shown = (...args: string[]) => crm(args, { ...own, terminal: { columns: 80 } })
  const titles = async () =>
    (await crmJson(['next', '--json'], own)).body.suggestions.map(({ title }: { title: string }) => title)
  beforeAll(async () => {
    database = await freshDatabase()
    const env = { NO_COLOR: '1', CRM_HOME: mkdtempSync(join(tmpdir(), 'crm-shown-')) }
    own = { url: database.url, env }
    for (const [at, company] of ['Acme', 'Globex', 'Initech'].entries()) {
      await crm(['add', company, 'Cook', '-s', 'applied', '--salary', `$${at + 1}00k`], own)
      await crm(['status', company, 'applied', '--at', `-${30 - at}d`], own)
    }
    await crm(
      ['calendar', 'add', 'Talk', '--at', 'tomorrow 10:00', '--type', 'interview', '--job', 'acme'],
      own,
    )
  })
  afterAll(() => database.close())

  test('a number counts the list that was shown, and is refused when its suggestion is gone', async () => {
    const [, second, third] = await titles()
    await shown('next')
    expect((await shown('next', '2')).stdout).toContain(`Done: ${second}`)
    expect(await shown('next', '2')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('It has changed since it was shown.'),
    })
    expect((await shown('next', '3', '--dry-run')).stdout).toContain(third)
    await shown()
    expect((await shown('next', '2', '--dry-run')).stdout).toContain(third)
  })

  test('one undo takes back what was logged as done', async () => {
    const before = await titles()
    const at = before.findIndex((title: string) => title.startsWith('Prepare for'))
    const done = await crm(['next', String(at + 1), '--done', '--note', 'Read their site'], own)
    expect(done.stdout).toMatch(/^Logged, and hidden until .*: Prepare for .* crm undo takes it back\.\n$/)
    const logged = () => crmJson(['activities', 'list', '--json', 'title,body'], own)
    expect((await logged()).body.activities).toContainEqual({ title: before[at], body: 'Read their site' })
    expect(await titles()).not.toContain(before[at])
    await crm(['undo', '-y'], own)
    expect(await titles()).toEqual(before)
    expect(JSON.stringify((await logged()).body)).not.toContain('Read their site')
  })

  test('snoozing past the day when it is due says so', async () => {
    const at = (await titles()).findIndex((title: string) => title.startsWith('Prepare for'))
    expect((await crm(['next', String(at + 1), '--snooze'], own)).stdout).toContain('when it is due.')
    await crm(['undo'], own)
  })

  test('an undo says the values that it put back', async () => {
    await crm(['edit', 'acme', '--salary', '$5k', '--deadline', '2099-05-06'], own)
    expect((await crm(['undo'], own)).stdout).toBe('Set back job Acme — Cook: salary $100k; no deadline.\n')
  })

  test('a list shows what it is narrowed by, and no empty column', async () => {
    const { stdout } = await shown('ls', '--min-pay', '200k', '--idle', '7d')
    expect(stdout).toMatch(/SALARY .*UNANSWERED/)
    expect(stdout).toContain('$300k')
    expect(stdout).not.toContain('PRIORITY')
  })
})
