// The app of the built program, in a terminal: work from adding to undoing, other doors beside it, and every way to leave.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PARTS } from '../../cli/bundle/parts.ts'
import { startBoards, type StandIn } from '../boards/server.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { widthOf } from '../../cli/ui/width.ts'
import { openApp } from './app-session.ts'
import { LAUNCHER } from './process.ts'
import { crm, crmJson } from './run.ts'

let boards: StandIn
let database: TestDatabase
let here: { url: string; env: Record<string, string> }
const folder = mkdtempSync(join(tmpdir(), 'crm-app-'))

beforeAll(async () => {
  boards = await startBoards()
  database = await freshDatabase()
  here = { url: database.url, env: { NO_COLOR: '1', CRM_HOST_MAP: boards.hostMapText } }
  const add = async (...args: string[]) =>
    expect(await crm(['jobs', 'add', ...args], here)).toMatchObject({ code: 0 })
  await add('Acme', 'Staff Engineer', '--salary', '$180k-220k', '--location', 'San Francisco', '--priority', 'high') // prettier-ignore
  await add('東京電力株式会社', 'ソフトウェアエンジニア 👩‍💻')
  await add('Beta', 'Chef', '--status', 'applied')
})
afterAll(async () => {
  await boards.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

const LARGE = { columns: 80, rows: 24 }
const SMALL = { columns: 40, rows: 15 }
const WIDE = { columns: 140, rows: 30 }
const [ESC, SAVE] = ['\u001b', '\u0013']

describe.each([
  ['80×24', LARGE],
  ['40×15', SMALL],
  ['140×30', WIDE],
])('at %s', (_, size) => {
  test('the first screen, a job, the keys and the forms keep to the terminal', async () => {
    const app = openApp(size, here)
    await app.until('3 jobs')
    expect(app.screen()).toMatchObject({ isAlternate: true, hasCursor: false })
    app.type('?')
    await app.until('Today, Board, Inbox')
    app.type(ESC)
    await app.until('Acme')
    app.type('a')
    await app.until('Add a job')
    app.type(ESC)
    await app.until('3 jobs')
    app.type('l\r')
    await app.until((text) => text.includes('Beta — Chef') && text.includes('Pay compared with the market'))
    app.type(`${ESC}q`)
    expect(await app.ended).toBe(0)
    expect(app.screen()).toMatchObject({ isAlternate: false, hasCursor: true })
    for (const line of app.screen().lines) expect(widthOf(line)).toBeLessThanOrEqual(size.columns)
  })
})

describe('editing', () => {
  test('adds, moves, filters, edits, logs and undoes, and the pipeline has the changes', async () => {
    const app = openApp(LARGE, here)
    await app.until('Acme')
    app.type('a')
    await app.until('Company')
    app.type('Zürich AG\tKoch\t\t\t\t\t\t2099-05-06')
    await app.until('2099-05-06')
    app.type(SAVE)
    await app.until('Added Zürich AG — Koch')
    app.type('m')
    await app.until('Move Zürich AG — Koch to')
    app.type('4')
    await app.until('saved → interviewing')
    app.type('/')
    await app.until('Type to filter')
    app.type('zür')
    await app.until('1 match: zür')
    app.type('\r')
    app.type('n')
    await app.until('Log about Zürich AG')
    app.type(`Rang them\t\u001b[C\u001b[C${SAVE}`)
    await app.until('u undoes it')
    app.type('i')
    await app.until('Add an event for Zürich AG')
    app.type(`\t2099-05-05 10:00${SAVE}`)
    await app.until('◷ 5 May 2099 10')
    app.type('e')
    await app.until('Edit Zürich AG')
    app.type(`\t\tBern${SAVE}`)
    await app.until('Changed Zürich AG')
    const { body } = await crmJson(['jobs', 'show', 'Zürich', '--json'], here)
    expect([body.status, body.location]).toEqual(['interviewing', 'Bern'])
    expect(body.deadline).toBe('2099-05-06T23:59:59.999Z')
    for (const undone of [
      'Set back job Zürich AG — Koch: no location',
      'event Interview',
      'activity call',
      'Set back job Zürich AG — Koch: status ',
      'Removed job Zürich',
    ]) {
      app.type('u')
      await app.until((text) => text.includes('Undone') && text.includes(undone))
    }
    app.type('q')
    expect(await app.ended).toBe(0)
    expect((await crm(['jobs', 'show', 'Zürich'], here)).code).toBe(3)
  })

  test('moves, marks, removes after a question, and runs commands, which it completes', async () => {
    for (const company of ['Ärger & Co', 'Zeder'])
      await crm(['jobs', 'add', company, 'Koch', '--status', 'screening', '--notes', 'A xylophone.'], here)
    const app = openApp(WIDE, here)
    await app.until('Zeder')
    app.type('/arger\r')
    await app.until('1 match: arger')
    app.type('L')
    await app.until('screening → interviewing')
    app.type(`${ESC}:jobs li`)
    await app.until('List jobs')
    app.type('\t-s interviewing --columns company\r')
    await app.until((text) => text.includes('COMPANY') && text.includes('Ärger & Co'))
    app.type(`${ESC}:jobs rm Zeder\r`)
    await app.until('y runs crm jobs rm Zeder; any other key does not.')
    app.type('y')
    await app.until('Deleted Zeder')
    app.type('u')
    await app.until((text) => text.includes('Undone') && text.includes('Zeder'))
    app.type('/xylophone\r')
    await app.until((text) => text.includes('2 match: xylophone') || text.includes('1 match: xylophone'))
    app.type(`${ESC}7xylo`)
    await app.until((text) => text.includes('2 found') && text.includes('Jobs'))
    app.type('\rjxy')
    await app.until('u undoes it')
    app.type('2q')
    expect(await app.ended).toBe(0)
    const { body } = await crmJson(['jobs', 'list', '-q', 'Koch', '--json', 'company,status'], here)
    expect(body.jobs).toHaveLength(1)
    await crm(['jobs', 'rm', body.jobs[0].company, '--yes'], here)
  })

  test('no US figures stand beside a job in another country', async () => {
    await crm(['jobs', 'add', 'Limmat', 'Software Engineer', '--location', 'Zürich'], here)
    await crm(
      ['jobs', 'add', 'Aare', 'Software Engineer', '--salary', 'CHF 120k', '--location', 'Bern'],
      here,
    )
    const app = openApp(LARGE, here)
    await app.until('Limmat')
    app.type('/limmat\r\r')
    await app.until('It is in Switzerland, and only US cities have figures.')
    app.type(`${ESC}`)
    await app.until('Limmat')
    app.type('/\u0015aare\r\r')
    await app.until('This job’s pay is in CHF, and only US pay has figures.')
    expect(app.screen().lines.join('\n')).not.toContain('median')
    app.type('q')
    expect(await app.ended).toBe(0)
    await crm(['jobs', 'rm', 'Limmat', 'Aare', '--yes'], here)
  })

  test('shows a job’s documents one at a time and scrolls to the end', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `Duty ${n + 1}: cook 東京 style.`)
    await crm(['jobs', 'add', 'Library', 'Cook', '--description', lines.join('\n')], here)
    const body = 'Prepared for the interview: knives, stock, and the story of the burnt sauce at the fair.'
    await crm(['activities', 'log', 'Library', 'Interview preparation', '--body', body], here)
    for (const size of [LARGE, SMALL]) {
      const app = openApp(size, here)
      await app.until('Library')
      app.type('/librar\rd')
      await app.until('Duty 1:')
      expect(app.screen().lines.join('\n')).toContain('Posting  1 of 2')
      app.type('G')
      await app.until('Duty 40:')
      for (const line of app.screen().lines) expect(widthOf(line)).toBeLessThanOrEqual(size.columns)
      app.type('l')
      await app.until('Prepared for')
      expect(app.screen().lines.join('\n')).toContain('2 of 2')
      app.type('q')
      expect(await app.ended).toBe(0)
    }
    const aloud = openApp(LARGE, here, ['--screen-reader'])
    await aloud.until('saved, 1')
    aloud.type('d')
    await aloud.until('Duty 3:')
    aloud.type('q')
    expect(await aloud.ended).toBe(0)
    await crm(['jobs', 'rm', 'Library', '--yes'], here)
  })

  test('a move that fails is reverted and says why', async () => {
    const app = openApp(LARGE, here)
    await app.until('Acme')
    const { body } = await crmJson(['jobs', 'list', '--query', 'Acme', '--json', 'id'], here)
    app.type('jm')
    await app.until('Move Acme')
    await crm(['jobs', 'rm', body.jobs[0].id, '--yes'], here)
    app.type('5')
    await app.until('There is no job')
    app.type('q')
    await app.ended
    await crm(['undo'], here)
  })
})

describe('beside others', () => {
  // How soon is proved without a clock of this machine's in app-others.test.ts.
  test('two apps and the terminal see each other, and an edit begun before never overwrites', async () => {
    const { body } = await crmJson(['jobs', 'add', 'Outside', 'Chef', '--json'], here)
    const [app, other] = [openApp({ columns: 100, rows: 24 }, here), openApp(WIDE, here)]
    await Promise.all([app.until('Outside'), other.until('Outside')])
    await crm(['jobs', 'edit', body.id, '--role', 'Baker', '--deadline', '+9d'], here)
    for (const one of [app, other])
      await one.until((screen) => screen.includes('Baker') && /⚑ 1?\w+/.test(screen))
    other.type('/outside\rL')
    await other.until('saved → applied')
    await app.until((screen) => screen.includes('applied 2'))
    app.type('/outside\re')
    await app.until('Edit Outside — Baker')
    await crm(['jobs', 'edit', body.id, '--role', 'Cook'], here)
    app.type(`!${SAVE}`)
    await app.until('Outside — Baker was changed meanwhile')
    app.type(`${ESC}${ESC}`)
    await app.until('Cook')
    app.type('u')
    await app.until(
      'y undoes what was not done here: changed job Outside — Cook: role; any other key does not.',
    )
    app.type('n')
    await app.until('Cook')
    for (const one of [app, other]) one.type('q')
    await Promise.all([app.ended, other.ended])
    expect((await crmJson(['jobs', 'show', body.id, '--json'], here)).body).toMatchObject({
      company: 'Outside',
      role: 'Cook',
      status: 'applied',
    })
    await crm(['jobs', 'rm', body.id, '--yes'], here)
  })

  test('proposals and postings are counted as they come, accepted, dismissed and undone', async () => {
    for (const [at, name] of ['Globex', 'Initech'].entries())
      writeFileSync(
        join(folder, `${name}.eml`),
        `From: ${name} Careers <careers@${name.toLowerCase()}.example>\r\nDate: Tue, 0${at + 1} Sep 2026 10:00:00 +0000\r\nMessage-ID: <${at}@mail.example>\r\nSubject: Application received\r\n\r\nWe have received your application for the Cook position.\r\n`,
      )
    boards.post('greenhouse:acme', [{ id: '1', title: 'Engineer', places: ['Bergen'] }])
    await crm(['watch', 'add', 'greenhouse:acme', '--match', 'engineer'], here)
    const app = openApp({ columns: 100, rows: 24 }, here)
    await app.until(' jobs')
    app.type('3')
    await crm(['inbox', 'scan', folder], here)
    await app.until((text) => text.includes('Inbox 2') && text.includes('Globex — Cook'))
    app.type('a')
    await app.until((text) => text.includes('accepted') && text.includes('Inbox 1'))
    app.type('x')
    await app.until((text) => text.includes('dismissed') && text.includes('No proposals from your mail'))
    app.type('u')
    await app.until((text) => text.includes('Undone') && text.includes('Inbox 1'))
    app.type('4')
    await crm(['watch', 'run'], here)
    await app.until((text) => text.includes('Postings 1') && text.includes('Bergen'))
    app.type('\r')
    await app.until((text) => text.includes('fits') && text.includes('greenhouse:acme'))
    app.type(`${ESC}a`)
    await app.until('your job now')
    app.type('2')
    await app.until((text) => text.includes(' jobs') && text.includes('Globex'))
    app.type('q')
    expect(await app.ended).toBe(0)
  })
})

describe('the terminal is restored', () => {
  test.each([
    ['Ctrl-C', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('after %s, with %i', async (how, code) => {
    const app = openApp(SMALL, here)
    await app.until(' jobs')
    if (how === 'Ctrl-C') app.type('\u0003')
    else app.child.kill(how)
    expect(await app.ended).toBe(code)
    expect(app.screen()).toMatchObject({ isAlternate: false, hasCursor: true })
    expect(app.bytes().endsWith('\u001b[?1049l')).toBe(true)
  })

  test('the view that was left is the one that opens, also after a kill', async () => {
    const env = { ...here, env: { ...here.env, CRM_HOME: folder } }
    const app = openApp(LARGE, env)
    await app.until(' jobs')
    app.type('5')
    await app.until('[5 Calendar]')
    app.child.kill('SIGKILL')
    await app.ended
    const again = openApp(LARGE, env)
    // Keys that are typed before there is anything to see count.
    again.type('2')
    await again.until('[2 Board]')
    again.type('q')
    expect(await again.ended).toBe(0)
  })
})

test('only the views load Ink', () => {
  const dist = join(LAUNCHER, '..', '..', 'dist')
  const textOf = (file: string) => readFileSync(join(dist, file), 'latin1')
  /** The text of a module and of all that it imports at once. */
  const loadedBy = (file: string, known = new Set<string>()): string => {
    if (known.has(file)) return ''
    known.add(file)
    const text = textOf(file)
    const imported = [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)]
    return text + imported.map(([, name]) => loadedBy(`modules/${name}`, known)).join('')
  }
  expect(loadedBy('modules/views.js')).toContain('react.element')
  for (const file of ['modules/gateway.js', 'modules/mcp.js'])
    expect(loadedBy(file)).not.toContain('react.element')
  for (const part of Object.keys(PARTS)) expect(textOf(`${part}.cjs`)).not.toContain('react.element')
})

describe('without a terminal', () => {
  test('a pipe gets one card per line, and --json the whole board', async () => {
    const { code, stdout } = await crm(['board'], here)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^saved\t[0-9a-f-]{36}\tAcme\tStaff Engineer\thigh\t/m)
    expect(stdout).not.toContain('\u001b')
    const { body } = await crmJson(['ui', '--json'], here)
    expect(body.columns).toHaveLength(8)
  })

  test('a screen reader gets one line per key, and nothing is redrawn', async () => {
    const app = openApp(LARGE, here, ['--screen-reader'])
    await app.until('saved, 1 of')
    app.type('l')
    await app.until('Beta, Chef')
    app.type('1')
    await app.until('Today')
    app.type('q')
    expect(await app.ended).toBe(0)
    expect(app.bytes()).not.toContain('\u001b')
  })
})
