import { expect, test } from 'vitest'
import type { Command } from '../../cli/command.ts'
import { runCommand } from '../../cli/run-command.ts'
import { renderRecord, renderTable, type Column } from '../../cli/ui/table.ts'
import { whenOf, withDays } from '../../cli/ui/time.ts'
import { fit, padded, widthOf, broken } from '../../cli/ui/width.ts'
import { wideWidth } from '../../cli/ui/wide.cjs'
import { readConfig } from '../../core/config.ts'
import fc from 'fast-check'

interface Row {
  id: string
  name: string
  role: string
  place: string
}
const COLUMNS: Column<Row>[] = [
  { title: 'ID', value: ({ id }) => id, yields: 1 },
  { title: 'NAME', value: ({ name }) => name, minWidth: 12 },
  { title: 'ROLE', value: ({ role }) => role, yields: 2, minWidth: 14 },
  { title: 'PLACE', value: ({ place }) => place, yields: 3 },
]
const look = (width: number) => ({ isTerminal: true, width, color: false })
const lines = (rows: Row[], width: number) =>
  renderTable(rows, COLUMNS, look(width)).replace(/\n$/, '').split('\n')

const text = fc.string({ unit: 'grapheme', maxLength: 80 })
const row = fc.record({ id: fc.constant('1f3a9c20'), name: text, role: text, place: text })

test('fits every width, whatever the cells contain, with one line per row', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 20, max: 200 }),
      (rows, width) => {
        const shown = lines(rows, width)
        expect(shown).toHaveLength(rows.length + 1)
        expect(Math.max(...shown.map(widthOf))).toBeLessThanOrEqual(width)
      },
    ),
  )
})

test('shows below each row, whole and on lines of their own, what has no room in it; in a pipe it is a column', () => {
  const columns: Column<Row>[] = [...COLUMNS, { title: 'WHY', value: ({ place }) => place, below: true }]
  const why = 'says Engineer in its title; in Berlin; states 90,000 EUR a year, which is over your floor'
  const row = { id: '1f3a9c20', name: 'Acme', role: 'Engineer', place: why }
  const shown = renderTable([row, { ...row, place: '' }], columns, look(50))
    .trimEnd()
    .split('\n')
  expect(Math.max(...shown.map(widthOf))).toBeLessThanOrEqual(50)
  const under = shown.filter((line) => line.startsWith('  '))
  expect(under.map((line) => line.trim()).join(' ')).toBe(why)
  expect(shown).toHaveLength(3 + under.length)
  const piped = renderTable([row], columns, { isTerminal: false, width: 50, color: false })
  expect(piped.split('\t')).toHaveLength(5)
})

test('fits with many columns that are never dropped', () => {
  const columns = Array.from({ length: 5 }, (_, at): Column<Row> => ({
    title: `COLUMN ${at}`,
    value: (row) => row.name,
  }))
  const rows = [{ id: '', name: 'n'.repeat(30), role: '', place: '' }]
  const shown = renderTable(rows, columns, look(40)).trimEnd().split('\n')
  expect(Math.max(...shown.map(widthOf))).toBeLessThanOrEqual(40)
})

test('a record fits every width, and shows all of every value', () => {
  const value = fc
    .array(fc.oneof(text, fc.uuid(), fc.webUrl()), { maxLength: 6 })
    .map((words) => words.join(' '))
  const squeezed = (shown: string) => shown.replace(/\s/g, '')
  fc.assert(
    fc.property(value, fc.integer({ min: 24, max: 120 }), (shown, width) => {
      const lines = renderRecord([['data_point', shown || 'x']], look(width))
        .trimEnd()
        .split('\n')
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(width)
      const plain = renderRecord([['data_point', shown || 'x']], look(10_000))
      expect(squeezed(lines.join(''))).toBe(squeezed(plain))
    }),
  )
})

test('a long id is broken after a mark in it', () => {
  const id = 'comp:software-engineer:san-francisco-ca:base:2025-Q2'
  expect(renderRecord([['figure', id]], look(40))).toBe(
    'figure  comp:software-engineer:san-\n        francisco-ca:base:2025-Q2\n',
  )
})

test('a terminal with room for nothing gets a character a line', () => {
  for (const width of [2, 1, 0, -3]) {
    const lines = broken('a swe😀 b', width)
    expect(lines.join('').replaceAll(' ', '')).toBe('aswe😀b')
    expect(lines.every((line) => line !== '' && line.length <= 2)).toBe(true)
  }
  expect(broken('', 1)).toEqual([''])
})

test('a long text is truncated without narrowing the other columns', () => {
  const [header] = lines([{ id: '1f3a9c20', name: 'Acme', role: 'x'.repeat(90), place: 'Berlin' }], 80)
  expect(header).toMatch(/^ID {8}NAME {2}ROLE +PLACE$/)
})

test('when space is short, the column with the lowest priority is dropped first', () => {
  const long = { id: '1f3a9c20', name: 'n'.repeat(40), role: 'r'.repeat(40), place: 'p'.repeat(40) }
  expect(lines([long], 60)[0]).toMatch(/^ID +NAME +ROLE/)
  expect(lines([long], 30)[0]).toMatch(/^ID +NAME *$/)
  expect(lines([long], 20)[0]).toMatch(/NAME$/)
})

test('truncation and padding count columns, not characters', () => {
  for (const sample of ['株式会社メルカリ', '👩‍💻👩‍💻👩‍💻', 'Zoë cafés', 'plain'])
    for (let width = 1; width <= 20; width += 1) {
      expect(widthOf(fit(sample, width))).toBeLessThanOrEqual(width)
      if (width > 1) expect(widthOf(padded(fit(sample, width), width))).toBe(width)
    }
})

test('measures every character below the ideographs as the package for it does', () => {
  const different = Array.from({ length: 0x2e80 - 0x20 }, (_, at) => String.fromCodePoint(at + 0x20)).filter(
    (character) => widthOf(character) !== wideWidth(character),
  )
  expect(different).toEqual([])
})

test('days and instants in a sentence of the API are shown as everywhere in the terminal', () => {
  const year = new Date().getFullYear() + 2
  expect(withDays(`It has to be answered by ${year}-12-04.`)).toBe(`It has to be answered by 4 Dec ${year}.`)
  expect(withDays(`deadline ${year}-12-04 22:59 UTC`)).toBe(`deadline ${whenOf(`${year}-12-04T22:59Z`)}`)
  for (const said of ['Applied 12 days ago (2026-1).', 'Order 1234-56-78, 2026-99-99 10:00 UTC.'])
    expect(withDays(said)).toBe(said)
})

test.each([
  ['no-such-pager', 'NAME\na\nb\n'],
  ['true', ''],
])('a list longer than the screen goes to the pager %s, or here where there is no such program', async (PAGER, shown) => {
  let text = ''
  const stdout = { isTTY: true, columns: 80, rows: 2, hasColors: () => false, write: (part: string) => (text += part) }
  const columns: Column<{ name: string }>[] = [{ title: 'NAME', value: ({ name }) => name }]
  const command: Command = {
    ...{ name: 'list', about: 'Lists.' },
    run: async ({ out }) => out.list({}, [{ name: 'a' }, { name: 'b' }], columns, ''),
  }
  const config = readConfig({ CRM_HOME: '/nowhere', PAGER })
  const parsed = { values: [], json: undefined, options: {} }
  const streams = { stdin: () => process.stdin, stdout, stderr: () => process.stderr }
  await runCommand('jobs list', command, parsed, { config, streams } as never)
  expect(text).toBe(shown)
}) // prettier-ignore
