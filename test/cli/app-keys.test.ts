// Every key of the table in every view, in a list, in the details and with marked entries; and what keys must never do.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { problem } from '../../core/kernel/errors.ts'
import { widthOf } from '../../cli/ui/width.ts'
import { KEYS } from '../../cli/views/app/keys.ts'
import { keyParser } from '../../cli/views/keyboard.ts'
import { boardOf, fakePort, NOW, openApp, type Session } from './app-fixture.ts'
import { VIEWS } from '../../cli/views/app/records.ts'
import { chosenOf } from '../../cli/views/app/state.ts'

beforeAll(() => void vi.setSystemTime(NOW))
afterAll(() => void vi.useRealTimers())

const [ESC, ENTER] = ['\u001b', '\r']
/** What a terminal sends for a named key. */
const SENT: Readonly<Record<string, string>> = {
  ...{
    up: '\u001b[A',
    down: '\u001b[B',
    right: '\u001b[C',
    left: '\u001b[D',
    home: '\u001b[H',
    end: '\u001bOF',
  },
  ...{
    pageUp: '\u001b[5~',
    pageDown: '\u001b[6~',
    'shift-tab': '\u001b[Z',
    tab: '\t',
    enter: ENTER,
    esc: ESC,
  },
  ...{ 'ctrl-d': '\u0004', 'ctrl-u': '\u0015', 'ctrl-l': '\f' },
}
const sent = (press: string): string => SENT[press] ?? press

/** An app in a view, whose search has words and is out of its field. */
async function inView(place: number, size = { columns: 80, rows: 24 }) {
  const port = fakePort()
  const app = await openApp(size, port)
  await app.type(String(place + 1))
  if (VIEWS[place] === 'search') await app.type(`nor${ENTER}`)
  return { app, port }
}

const fits = (app: Session, { columns, rows }: { columns: number; rows: number }) => {
  const lines = app.lines()
  expect(lines).toHaveLength(rows)
  for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(columns)
}

describe.each(VIEWS.map((view, place) => [view, place] as const))('in %s', (view, place) => {
  test('every key is heard, fits the screen, and only q leaves', async () => {
    for (const before of ['', ENTER, ' ', '\u001b[Bj '])
      for (const { presses, action } of KEYS)
        for (const press of presses) {
          const { app } = await inView(place)
          await app.type(before)
          await app.type(sent(press))
          expect(app.hasEnded(), `${view}: ${before} ${press}`).toBe(action === 'quit')
          fits(app, { columns: 80, rows: 24 })
          await app.type(ESC.repeat(5))
          expect(app.hasEnded()).toBe(action === 'quit')
        }
  })

  test('pasted text does nothing, marked as such or not', async () => {
    const { app, port } = await inView(place)
    const before = app.lines()
    const text = 'jkxyqumH\u0003 delete everything\r\n'.repeat(400)
    const said = port.said.length
    await app.type(`\u001b[200~${text}\u001b[201~`)
    await app.type(text)
    expect(app.lines()).toEqual(before)
    expect(port.said).toHaveLength(said)
    expect(app.hasEnded()).toBe(false)
  })
})

test.each([80, 120])(
  'a decision closes the details, and a refused one keeps its place, at %i columns',
  async (columns) => {
    const port = fakePort()
    const { items } = await port.list('inbox', '')
    const app = await openApp(
      { columns, rows: 24 },
      { ...port, take: () => Promise.reject(new Error('Refused.')) },
    )
    const shown = () => [
      chosenOf(app.state())?.title,
      app.state().pane?.item.title ?? chosenOf(app.state())?.title,
    ]
    await app.type(`3${ENTER}`)
    expect(app.lines().at(-1)).toContain('a accept')
    await app.type('a')
    expect(app.state().message).toMatchObject({ text: 'Refused.', isBad: true })
    expect(shown()).toEqual(Array(2).fill(items[0]!.title))
    await app.type(`j${ENTER}x`)
    expect(port.said.at(-1)).toBe('dismiss 1')
    await app.type(`k${ENTER}`)
    expect(shown()).toEqual(Array(2).fill(items[0]!.title))
    await app.type(`${ESC}ja`)
    expect(shown()).toEqual(Array(2).fill(items[1]!.title))
    expect(app.lines().at(-1)).toContain('Refused.')
  },
)

test('an edit that meets another is told with both sides in full, and saved again over theirs', async () => {
  const port = fakePort()
  const size = { columns: 80, rows: 24 }
  let isFirst = true
  const app = await openApp(size, {
    ...port,
    async open(id) {
      const details = await port.open(id)
      return isFirst
        ? details
        : { ...details, job: { ...details.job, role: 'Head Chef', updatedAt: 'later' } }
    },
    async edit(id, fields, version) {
      if (!isFirst) return port.edit(id, fields, version)
      isFirst = false
      throw problem('record_changed', { noun: 'job', id, updatedAt: 'later' })
    },
  })
  await app.type('2/Tidewater\re')
  await app.type('!\u0013')
  const foot = app.lines().slice(-5).join(' ').replace(/\s+/g, ' ')
  expect(foot).toContain('Tidewater Games — Engine Programmer was changed meanwhile, so nothing was saved.')
  expect(foot).toContain(
    'It now says role “Head Chef”. You typed company “Tidewater Games!”; Ctrl-S saves that.',
  )
  fits(app, size)
  expect(app.lines().join('\n')).toContain('Head Chef')
  await app.type('\u0013')
  expect(port.said).toContain('edit 00 {"company":"Tidewater Games!"}')
})

test('several that are moved are named, because their marks are gone', async () => {
  const { app } = await inView(1)
  await app.type('l  L')
  expect(app.lines().at(-1)).toMatch(/^2 jobs: \w+\. \S.* — .*, /)
})

test.each<[string, string, string[]]>([
  ['L moves the card to the next status', '2L', ['move 1 to applied']],
  ['H at the first status moves nothing', '2H', []],
  ['several marked are moved as one', '2l   L', ['move 3 to screening']],
  ['marked jobs of different statuses have no next one', '2 l L', []],
  ['m and a digit', '2m4', ['move 1 to interviewing']],
  ['x asks, and any key but y keeps', '2xn', []],
  ['x and y removes', '2xy', ['run jobs rm 00000000-0000-7000-8000-000000000000 --yes']],
  ['several marked jobs are removed by one command, which one undo brings back', '2l  xy', ['run jobs rm 00000000-0000-7000-8000-000000000002 00000000-0000-7000-8000-000000000003 --yes']],
  ['an event is removed by its own noun', '5xy', ['run calendar rm 00000000-0000-7000-8000-000000000101 --yes']],
  ['a accepts a proposal', '3a', ['take 1']],
  ['a accepts all that are marked', '3  a', ['take 2']],
  ['x dismisses a posting at once', '4x', ['dismiss 1']],
  ['z hides a suggestion', '1jz', ['snooze stale:1']],
  ['t proposes the command of a suggestion, Enter runs it', `1jt${ENTER}`, ['run status 00000011 interviewing']],
  ['f finishes a next step', '1jjf', ['finish 00']],
  ['o opens the page of a posting', '4o', ['browse https://initech.example/1']],
  ['o opens the page of a job', '2o', ['browse https://jobs.example/1']],
  ['u undoes', 'u', ['undo']],
  ['a form becomes a command', '2aAcme\tChef\u0013', ['run jobs add --status=saved -- Acme Chef']],
  ['a kind is typed', '2nRang them\tcall\u0013', ['run activities log --type=call -- 00000000-0000-7000-8000-000000000000 Rang them']],
  ['a longer one', '2nMet them\tinterview\u0013', ['run activities log --type=interview -- 00000000-0000-7000-8000-000000000000 Met them']],
  ['an event of a job', '2i\tfri 10:00\u0013', ['run calendar add --at=fri 10:00 --for=1h --type=interview --job=00000000-0000-7000-8000-000000000000 -- Interview']],
  ['an offer for a job', '2$185k\u0013', ['run offers add --base=185k -- 00000000-0000-7000-8000-000000000000']],
  ['a note about a job', '2nRang them\t\u001b[C\u001b[C\u0013', ['run activities log --type=call -- 00000000-0000-7000-8000-000000000000 Rang them']],
  ['an event is changed by what differs', '5e\t\t\t\tRoom 5\u0013', ['run calendar edit --location=500 Mission StreetRoom 5 -- 00000000-0000-7000-8000-000000000101']],
  ['an edit of a job', '2e\t\t\t\t\tX\u0013', ['edit 00 {"tags":"X"}']],
  ['a command line with quotes', `:jobs add "Acme Inc" 'Head of X'${ENTER}`, ['run jobs add Acme Inc Head of X']],
  ['a command line that begins with crm', `:crm jobs list${ENTER}`, ['run jobs list']],
  ['Tab completes the word after a quoted one', `:jobs "add" cal\t${ENTER}`, ['run jobs add calendar']],
  ['Tab completes a quoted word', `:jobs show "Acme I\t${ENTER}`, ['run jobs show Acme Inc']],
  ['Tab completes, with quotes where they are needed', `:jobs show Acm\tEd\t${ENTER}`, ['run jobs show Acme Inc Ed "Bo" Ray']],
])('%s', async (_, keys, wanted) => {
  const port = fakePort()
  const app = await openApp({ columns: 80, rows: 24 }, port)
  await app.type(keys)
  expect(port.said.filter((text) => !text.startsWith('remember'))).toEqual(wanted)
}) // prettier-ignore

const pasted = (text: string): string => `\u001b[200~${text}\u001b[201~`

test('a pasted text keeps its lines where a field has room for it, and is refused whole where it has not', async () => {
  const port = fakePort()
  const app = await openApp({ columns: 80, rows: 24 }, port)
  const text = '東京 line\n'.repeat(1_000)
  await app.type(`2n${pasted(text)}!`)
  expect(app.lines().join('\n')).toMatch(/› What {2}!▏/)
  await app.type(`\u001b[A${pasted(text)}`)
  expect(app.lines().join('\n')).toMatch(/› Body {2}….*line↵東京 line↵▏/)
  fits(app, { columns: 80, rows: 24 })
  await app.type(pasted(text))
  expect(app.lines().at(-1)).toBe('Not added: this takes 10,000 characters, and would have 16,000.')
  await app.type('\u0013')
  expect(port.said.at(-1)).toBe(`run activities log --type=note --body=${text.trim()} -- ${'0'.repeat(8)}-0000-7000-8000-000000000000 !`)
}) // prettier-ignore

test('a long text is segmented in parts: for each character V8 copies the whole that it segments', async () => {
  const segmented = vi.spyOn(Intl.Segmenter.prototype, 'segment')
  const text = 'Grüße 👩‍💻 東京 '.repeat(600)
  const app = await openApp({ columns: 80, rows: 24 }, fakePort())
  await app.type(`2n\u001b[A${pasted(text)}`)
  const shown = app.lines().join('\n')
  const lengths = segmented.mock.calls.map(([part]) => part.length)
  segmented.mockRestore()
  expect(shown).not.toContain('Not added')
  expect([widthOf(text), Math.max(...lengths)]).toEqual([600 * 14, expect.toSatisfy((most) => most <= 256)])
})

test('Esc in a form asks before it drops what was typed', async () => {
  const app = await openApp({ columns: 80, rows: 24 }, fakePort())
  await app.type(`2nmy long note${ESC}`)
  expect(app.lines().join('\n')).toMatch(/my long note▏[^]*Esc again drops what you typed/)
  await app.type(`!${ESC}`)
  expect(app.lines().join('\n')).toMatch(/my long note!▏/)
  await app.type(ESC)
  expect(app.lines().join('\n')).not.toContain('my long note')
  await app.type(`n${ESC}`)
  expect(app.lines().join('\n')).not.toContain('Log about')
})

test('a form goes to a line that is missing, and calls lines by their labels', async () => {
  const port = fakePort()
  Object.assign(port, { run: async () => ({ isDone: false, lines: ['--deadline: “x” is not a date.'] }) })
  const app = await openApp({ columns: 80, rows: 24 }, port)
  await app.type('2aAcme\u0013')
  expect(app.lines().join('\n')).toContain('Role is missing.')
  await app.type('Chef\u0013')
  expect(app.lines().join('\n')).toMatch(/Role +Chef[^]*Deadline: “x” is not a date\./)
})

test('an undone move is where the next move begins, and the cursor goes with the job', async () => {
  const rows = (status: 'interviewing' | 'offer') =>
    [['Pied Piper', 'Cook', status], ['Hooli', 'Chef', 'offer']] as const // prettier-ignore
  const port = fakePort(boardOf(rows('interviewing')))
  const app = await openApp({ columns: 80, rows: 24 }, port)
  let status: 'interviewing' | 'offer' = 'interviewing'
  Object.assign(port, {
    board: async () => boardOf(rows(status)),
    move: async (_: unknown, to: string) => {
      port.said.push(`move to ${to}`)
      status = 'offer'
      return new Date(NOW).toISOString()
    },
    undo: async () => {
      status = 'interviewing'
      return { text: 'Undone.', jobId: '00000000-0000-7000-8000-000000000000', isQuestion: false }
    },
  })
  await app.type(`${ENTER}LuL`)
  expect(port.said.filter((text) => text.startsWith('move'))).toEqual(['move to offer', 'move to offer'])
  await app.type('um')
  expect(app.lines().join('\n')).toContain('4 interviewing  (now)')
  await app.type(`${ESC}${ESC}`)
  expect(app.lines().join('\n')).toMatch(/▸interviewing 1[^]*›Pied Piper/)
  await app.type('H')
  await app.type('l')
  await app.type('u')
  expect(app.lines().join('\n')).toMatch(/▸interviewing 1[^]*›Pied Piper/)
})

test('a question keeps its keys, however long what it is about is', async () => {
  const app = await openApp(
    { columns: 80, rows: 24 },
    fakePort(boardOf([['Firm '.repeat(30), 'Chef', 'saved']])),
  )
  await app.type('2x')
  expect(app.lines().at(-1)).toMatch(/^y removes Firm Firm .*…; any other key does not\.$/)
  fits(app, { columns: 80, rows: 24 })
})

test('a removal is said as the command says it, however many lines that takes, and several are counted', async () => {
  const lines = ['Removed Tidewater Games and', 'its 2 events.']
  const port = { ...fakePort(), run: async () => ({ isDone: true, lines }) }
  const app = await openApp({ columns: 80, rows: 24 }, port)
  await app.type('2xy')
  expect(app.lines().at(-1)).toBe('Removed Tidewater Games and its 2 events. u undoes it.')
  await app.type(`7a${ENTER}  xy`)
  expect(app.lines().at(-1)).toBe('Removed 2. u undoes it.')
  const asked = { isDone: false, lines: [], question: 'crm tokens revoke laptop' }
  const run = async (argv: readonly string[]) =>
    argv.includes('--yes') ? { isDone: true, lines: ['Revoked laptop.'] } : asked
  Object.assign(port, { run })
  await app.type(`:tokens revoke laptop${ENTER}y`)
  expect(app.lines().at(-1)).toBe('Revoked laptop.')
})

test.each(['q', 'quit', 'exit'])(':%s leaves', async (word) => {
  const app = await openApp({ columns: 80, rows: 24 }, fakePort())
  await app.type(`:${word}${ENTER}`)
  expect(app.hasEnded()).toBe(true)
})

test('a move to where a job is says so, the keys explain the marks of cards, and narrow tabs keep names', async () => {
  const app = await openApp({ columns: 80, rows: 24 }, fakePort())
  await app.type('2H')
  expect(app.lines().at(-1)).toBe('Tidewater Games — Engine Programmer is already saved.')
  await app.type('?G')
  expect(app.lines().join('\n')).toMatch(/◷ +The next interview[^]*⚑[^]*▲ ≈ ▼/)
  app.resize(40, 80)
  await app.type(`${ESC}?`)
  expect(app.lines().join(' ').replace(/\s+/g, ' ')).toContain('Add a job, event or offer; accept a proposal or posting.')
  for (const [columns, tabs] of [[60, /1Toda.*\[2 Board\].*4Post/], [40, /1To.*\[2 Board\].*7Se/]] as const) {
    app.resize(columns, 20)
    await app.type(ESC)
    expect(app.lines()[0]).toMatch(tabs)
    expect(widthOf(app.lines()[0]!)).toBeLessThanOrEqual(columns)
  }
}) // prettier-ignore

test('a move without a date stands after the one before it', async () => {
  const port = fakePort()
  const { open } = port
  Object.assign(port, {
    open: async (id: string) => {
      const details = await open(id)
      const move = (days: number | null, status: string) => ({ at: days && new Date(NOW - days * 86_400_000).toISOString(), status, note: null }) // prettier-ignore
      const history = [
        move(12, 'saved'),
        move(9, 'applied'),
        move(null, 'screening'),
        move(1, 'interviewing'),
      ]
      return { ...details, job: { ...details.job, history } }
    },
  })
  const app = await openApp({ columns: 80, rows: 40 }, port)
  await app.type(ENTER)
  expect(app.lines().join('\n')).toMatch(/interviewing\n[^]*\? +screening\n.*applied\n.*saved/)
})

test('forms from any view are about the job', async () => {
  const app = await openApp({ columns: 80, rows: 24 }, fakePort())
  for (const [keys, title] of [['1jn', 'Log about Lumen Maps'], ['5n', 'Log about Northwind'], ['5$', 'offer from Northwind'], ['1m', 'Move Lumen Maps'], ['5i', 'event for Northwind']] as const) {
    await app.type(keys)
    expect(app.lines().join('\n'), keys).toContain(title)
    await app.type(`${ESC}${ESC}`)
  }
}) // prettier-ignore

test('keys that arrive in parts are the same keys, and a lone Escape is one', () => {
  const parser = keyParser()
  expect(parser.push('j\u001b')).toEqual([{ press: 'j', text: 'j' }])
  expect(parser.push('[')).toEqual([])
  expect(parser.push('Ak')).toEqual([{ press: 'up', text: '' }, { press: 'k', text: 'k' }]) // prettier-ignore
  expect(parser.push('\u001b[200~a\r')).toEqual([])
  expect(parser.push('b\u001b[20')).toEqual([])
  expect(parser.push('1~q').map(({ press, text }) => [press, text])).toEqual([['paste', 'a\rb'], ['q', 'q']]) // prettier-ignore
  const part = 'long '.repeat(100)
  expect(parser.push(part)).toEqual([])
  expect(parser.push('end')).toEqual([])
  expect(parser.flush()).toEqual([{ press: 'paste', text: `${part}end` }])
  expect(parser.push('\u001b')).toEqual([])
  expect(parser.flush()).toEqual([{ press: 'esc', text: '' }])
  expect(parser.push('\u001bq').map(({ press }) => press)).toEqual(['esc', 'q'])
})

test('a storm of sizes between keys leaves a whole frame each time', async () => {
  const app = await openApp({ columns: 80, rows: 24 }, fakePort())
  const keys = ['2', 'j', ENTER, 'd', ESC, '1', '7nor', ENTER, '?', ESC, ':jo', '\t', ESC, 'a', ESC, '5', ENTER, 'G', '2', 'm', ESC, 'c'] // prettier-ignore
  for (const [place, key] of [...keys, ...keys, ...keys].entries()) {
    const size = { columns: 20 + ((place * 37) % 200), rows: 5 + ((place * 13) % 60) }
    app.resize(size.columns, size.rows)
    await app.type(key)
    fits(app, size)
  }
})

test('with 5,000 jobs columns say how many are above and below, and the filter covers all', async () => {
  const board = boardOf(Array.from({ length: 5_000 }, (_, n) => [`Firm ${n}`, 'Chef', 'saved'] as const))
  const app = await openApp({ columns: 80, rows: 24 }, fakePort(board))
  await app.type(`jjjjjjjjjj`)
  expect(app.lines().join('\n')).toMatch(/↑ \d+ {2}↓ 49\d\d more/)
  await app.type('/firm 4999')
  expect(app.lines().join('\n')).toContain('1 match: firm 4999')
  await app.type(`${ENTER}G`)
  expect(app.lines().join('\n')).toContain('Firm 4999')
})

test('while the data cannot be reached, what is there stays and says so, and every key is heard', async () => {
  const port = fakePort()
  const app = await openApp({ columns: 80, rows: 24 }, port)
  const away = async () => Promise.reject(new Error('The server at crm.example does not answer.'))
  Object.assign(port, { board: away, list: away, open: away, move: away, undo: away, run: away })
  for (const { presses, action } of KEYS)
    if (action !== 'quit')
      for (const press of presses) {
        await app.type(sent(press))
        await app.type(`${ESC}${ESC}${ESC}${ESC}`)
      }
  await app.type('2L')
  expect(app.lines().join('\n')).toContain('does not answer')
  expect(app.lines().join('\n')).toContain('Tidewater')
  await app.type('q')
  expect(app.hasEnded()).toBe(true)
})
