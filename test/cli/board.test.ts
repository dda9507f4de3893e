// The board at 80×24 and at 40×15: recorded screens, and the terminal restored after every exit.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { widthOf } from '../../cli/ui/width.ts'
import { openBoard } from './board-session.ts'
import { LAUNCHER } from './process.ts'
import { crm, crmJson } from './run.ts'

let database: TestDatabase
let here: { url: string; env: Record<string, string> }

async function withJobs(): Promise<void> {
  const add = async (...args: string[]) =>
    expect(await crm(['jobs', 'add', ...args], here)).toMatchObject({ code: 0 })
  await add(
    'Acme',
    'Staff Engineer',
    '--salary',
    '$180k-220k',
    '--location',
    'San Francisco',
    '--priority',
    'high',
  )
  await add('東京電力株式会社', 'ソフトウェアエンジニア 👩‍💻')
  await add('Beta', 'Chef', '--status', 'applied')
}

beforeAll(async () => {
  database = await freshDatabase()
  here = { url: database.url, env: { NO_COLOR: '1' } }
  await withJobs()
})
afterAll(() => database.close())

const LARGE = { columns: 80, rows: 24 }
const SMALL = { columns: 40, rows: 15 }

describe.each([
  ['80×24', LARGE],
  ['40×15', SMALL],
])('at %s', (_, size) => {
  test('the first screen, a job, the keys and the forms keep to the terminal', async () => {
    const board = openBoard(size, here)
    // A frame can arrive in parts, so the first one is compared when all of it is there.
    const parts = ['3 jobs', 'Chef', 'Staff Engineer', '? keys']
    const first = await board.until((text) => parts.every((part) => text.includes(part)))
    expect(board.screen()).toMatchObject({ isAlternate: true, hasCursor: false })
    const lines = first.split('\n').map((line) => line.replace(/now|[ \d]\dm/g, 'now'))
    expect(lines).toMatchSnapshot('board')
    board.type('?')
    expect(await board.until('Next job.')).toMatchSnapshot('keys')
    board.type('q')
    await board.until('Beta')
    board.type('a')
    expect(await board.until('Add a job')).toMatchSnapshot('form')
    board.type('\u001b')
    await board.until('crm board')
    board.type('l\r')
    const job = await board.until((text) => text.includes('Timeline') || text.includes('nationwide'))
    expect(job).toContain('Beta — Chef')
    board.type('q')
    await board.until('crm board')
    board.type('q')
    expect(await board.ended).toBe(0)
    expect(board.screen()).toMatchObject({ isAlternate: false, hasCursor: true })
    for (const line of board.screen().lines) expect(widthOf(line)).toBeLessThanOrEqual(size.columns)
  })
})

describe('editing', () => {
  test('adds, moves, filters, edits, logs and undoes, and the pipeline has the changes', async () => {
    const board = openBoard(LARGE, here)
    await board.until('Acme')
    board.type('a')
    await board.until('Company')
    board.type('Zürich AG\tKoch\t\t\t\t2099-05-06')
    await board.until('2099-05-06')
    board.type('\u0013')
    await board.until('Added Zürich AG — Koch.')
    board.type('m')
    await board.until('Move Zürich AG — Koch to')
    board.type('4')
    await board.until('saved → interviewing')
    board.type('/')
    await board.until('Type to filter')
    board.type('zür')
    await board.until('1 match: zür')
    board.type('\r')
    board.type('n')
    await board.until('Log about Zürich AG')
    board.type('Rang them\t\u001b[C\u001b[C\u0013')
    await board.until('Logged the call.')
    board.type('e')
    await board.until('Edit Zürich AG')
    board.type('\t\t\tBern'.replace('\t', ''))
    board.type('\u0013')
    await board.until('Changed Zürich AG')
    const { body } = await crmJson(['jobs', 'show', 'Zürich', '--json'], here)
    expect([body.status, body.location]).toEqual(['interviewing', 'Bern'])
    expect(body.deadline).toBe('2099-05-06T23:59:59.999Z')
    for (const undone of ['job Zürich', 'activity call', 'job Zürich', 'removed job Zürich']) {
      board.type('u')
      await board.until((text) => text.includes('Undone') && text.includes(undone))
    }
    board.type('qq')
    expect(await board.ended).toBe(0)
    expect((await crm(['jobs', 'show', 'Zürich'], here)).code).toBe(3)
  })

  test('sorts, finds without accents, and gives a job its next step and deadline', async () => {
    await crm(['jobs', 'add', 'Ärger & Co', 'Koch', '--status', 'screening', '--salary', '$90k/year'], here)
    await crm(
      [
        'jobs',
        'add',
        'Zeder',
        'Koch',
        '--status',
        'screening',
        '--salary',
        '$60/hour',
        '--notes',
        'They play the xylophone.',
      ],
      here,
    )
    const board = openBoard(LARGE, here)
    await board.until('Zeder')
    const above = (one: string, other: string) => (text: string) =>
      text.includes(one) && text.indexOf(one) < text.indexOf(other)
    await board.until(above('Zeder', 'Ärger'))
    board.type('s')
    await board.until('by priority')
    board.type('s')
    await board.until('by deadline')
    board.type('s')
    await board.until((text) => text.includes('by company') && above('Ärger', 'Zeder')(text))
    board.type('s')
    await board.until((text) => text.includes('by salary') && above('Zeder', 'Ärger')(text))
    board.type('s')
    await board.until('by applied')
    board.type('cc')
    await board.until((text) => text.includes('with salary') && text.includes('$60/hour'))
    board.type('ccccc')
    await board.until((text) => !text.includes(' with ') && !text.includes('$60/hour'))
    board.type('/arger\r')
    await board.until('1 match: arger')
    board.type('e')
    await board.until('Edit Ärger')
    board.type('\t\t\t\t\t\tCall them\t2099-05-06\u0013')
    await board.until('Changed Ärger')
    board.type('\r')
    await board.until((text) => /next step +Call them/.test(text) && /deadline +6 May 2099/.test(text))
    board.type('qq/xylophone')
    await board.until('0 match: xylophone')
    board.type('\r')
    await board.until((text) => text.includes('1 match: xylophone') && text.includes('Zeder'))
    board.type('qq')
    expect(await board.ended).toBe(0)
    const { body } = await crmJson(['jobs', 'show', 'Ärger', '--json'], here)
    expect(body).toMatchObject({ nextStep: 'Call them', deadline: '2099-05-06T23:59:59.999Z' })
    for (const company of ['Ärger', 'Zeder']) await crm(['jobs', 'rm', company, '--yes'], here)
  })

  test('shows a job’s documents one at a time and scrolls to the end', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => `Duty ${n + 1}: cook 東京 style.`)
    await crm(['jobs', 'add', 'Library', 'Cook', '--description', lines.join('\n')], here)
    const body = 'Prepared for the interview: knives, stock, and the story of the burnt sauce at the fair.'
    await crm(['activities', 'log', 'Library', 'Interview preparation', '--body', body], here)
    for (const size of [LARGE, SMALL]) {
      const board = openBoard(size, here)
      await board.until('Library')
      board.type('/librar\r\r')
      await board.until((text) => text.includes('Documents (d reads them)'))
      board.type('d')
      await board.until('Duty 1:')
      expect(board.screen().lines.join('\n')).toContain('Posting  1 of 2')
      board.type('G')
      await board.until('Duty 40:')
      for (const line of board.screen().lines) expect(widthOf(line)).toBeLessThanOrEqual(size.columns)
      board.type('l')
      await board.until('Prepared for')
      expect(board.screen().lines.join('\n')).toContain('2 of 2')
      board.type('q')
      await board.until('Documents (d')
      board.type('qqq')
      expect(await board.ended).toBe(0)
    }
    const aloud = openBoard(LARGE, here, ['--screen-reader'])
    await aloud.until('saved, 1')
    aloud.type('d')
    await aloud.until('Duty 3:')
    aloud.type('q')
    aloud.type('q')
    aloud.type('q')
    expect(await aloud.ended).toBe(0)
    await crm(['jobs', 'rm', 'Library', '--yes'], here)
  })

  // How soon is proved without a clock of this machine's in board-others.test.ts.
  test('shows by itself what others changed, with deadlines, and an edit begun before never overwrites it', async () => {
    const { body } = await crmJson(['jobs', 'add', 'Outside', 'Chef', '--json'], here)
    const board = openBoard({ columns: 100, rows: 24 }, here)
    await board.until('Outside')
    await crm(['jobs', 'edit', body.id, '--role', 'Baker', '--deadline', '+9d'], here)
    await board.until((screen) => screen.includes('Baker') && /⚑1?\w+/.test(screen))
    board.type('e')
    await board.until('Edit Outside — Baker')
    await crm(['jobs', 'edit', body.id, '--role', 'Cook'], here)
    board.type('!\u0013')
    await board.until('changed meanwhile')
    board.type('\u001b')
    await board.until('Cook')
    board.type('q')
    await board.ended
    expect((await crmJson(['jobs', 'show', body.id, '--json'], here)).body).toMatchObject({
      company: 'Outside',
      role: 'Cook',
    })
    await crm(['jobs', 'rm', body.id, '--yes'], here)
  })

  test('a move that fails is reverted and says why', async () => {
    const board = openBoard(LARGE, here)
    await board.until('Acme')
    const { body } = await crmJson(['jobs', 'list', '--query', 'Acme', '--json', 'id'], here)
    board.type('jm')
    await board.until('Move Acme')
    await crm(['jobs', 'rm', body.jobs[0].id, '--yes'], here)
    board.type('5')
    await board.until('There is no job')
    board.type('q')
    await board.ended
    await crm(['undo'], here)
  })
})

describe('the terminal is restored', () => {
  test.each([
    ['Ctrl-C', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('after %s, with %i', async (how, code) => {
    const board = openBoard(SMALL, here)
    await board.until('crm board')
    if (how === 'Ctrl-C') board.type('\u0003')
    else board.child.kill(how)
    expect(await board.ended).toBe(code)
    expect(board.screen()).toMatchObject({ isAlternate: false, hasCursor: true })
    expect(board.bytes().endsWith('\u001b[?1049l')).toBe(true)
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
  expect(textOf('crm.cjs')).not.toContain('react.element')
})

describe('without a terminal', () => {
  test('a pipe gets one card per line, and --json the whole board', async () => {
    const { code, stdout } = await crm(['board'], here)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^saved\t[0-9a-f-]{36}\tAcme\tStaff Engineer\thigh\t/m)
    expect(stdout).not.toContain('\u001b')
    const { body } = await crmJson(['board', '--json'], here)
    expect(body.columns).toHaveLength(8)
    expect(body.total).toBe(3)
  })

  test('a screen reader gets one line per key, and nothing is redrawn', async () => {
    const board = openBoard(LARGE, here, ['--screen-reader'])
    await board.until('saved, 1 of 2')
    board.type('l')
    await board.until('applied, 1 of 1: Beta, Chef')
    board.type('q')
    expect(await board.ended).toBe(0)
    expect(board.bytes()).not.toContain('\u001b')
  })
})
