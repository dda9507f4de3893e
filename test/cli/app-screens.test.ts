// Sessions of the app as text, at five sizes, in colour and without.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { frameOf } from '../../cli/views/app/frame.ts'
import { firstState } from '../../cli/views/app/state.ts'
import { widthOf } from '../../cli/ui/width.ts'
import { fakePort, NOW, openApp } from './app-fixture.ts'

beforeAll(() => void vi.setSystemTime(NOW))
afterAll(() => void vi.useRealTimers())

const SIZES = [[40, 15], [60, 20], [80, 24], [120, 40], [200, 50]] as const // prettier-ignore
const STEPS = [
  ['the board', '2'],
  ['with one fact, moved and marked', 'cclL '],
  ['a job', '\u001b\r'],
  ['a document', 'd'],
  ['today', '\u001b\u001b1'],
  ['the inbox', '3'],
  ['an offer', '6\r'],
  ['what the search finds', '\u001b7nor\r'],
  ['a command line', ':ca'],
  ['a form', '\u001b\u001b5e'],
  ['the keys', '\u001b?'],
] as const

test.each(SIZES.flatMap(([columns, rows]) => [false, true].map((color) => [columns, rows, color] as const)))(
  '%i×%i, colour: %s',
  async (columns, rows, color) => {
    const app = await openApp({ columns, rows }, fakePort(), color)
    const frames: string[] = []
    for (const [name, keys] of STEPS) {
      await app.type(keys)
      const lines = app.lines()
      expect(lines).toHaveLength(rows)
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns)
      const text = lines.join('\n').replace(/\n{3,}/g, (gap) => `\n… ${gap.length - 1} lines\n`)
      frames.push(`== ${name}\n${text.replaceAll('\u001b', '␛')}`)
    }
    await expect(frames.join('\n')).toMatchFileSnapshot(
      `screens/${columns}x${rows}${color ? '-color' : ''}.txt`,
    )
  },
)

test('a board that could not be read is not said to be empty', () => {
  const away = { ...firstState(), view: 'board' as const, isLoading: false, isAway: true }
  const text = frameOf(away, { ...fakePort(), size: { columns: 80, rows: 24 }, color: false }).join('\n')
  expect(text).toContain('no connection, trying again')
  expect(text).not.toMatch(/No jobs yet|0 jobs/)
})
