// Draws the board: a column for each status, as many side by side as fit.
import { clean, painted } from '../../ui/table.ts'
import { widthOf } from '../../ui/width.ts'
import { PAINTS } from '../../ui/status.ts'
import { recordLines } from '../../ui/columns.ts'
import { JOB } from '../../../core/jobs/fields.ts'
import { labelOf } from '../../../core/kernel/record.ts'
import { cell, lineOf, windowOf, within, type Drawing, type Piece } from './drawing.ts'
import { columnOf, versionKey, type Column, type State } from './state.ts'
import type { Card, Fact, Item } from './records.ts'

const MIN_COLUMN_WIDTH = 19
const DAY_MS = 86_400_000
/** Events and deadlines within this many days are urgent. */
const SOON_DAYS = 3
/** The most cards above or below the selected one that a screen shows. */
const MAX_NEAR = 20

export const cardsIn = ({ rows }: Drawing['size']): number => Math.max(1, Math.floor((rows - 2) / 3))

function columnsShown({ columns, focus }: State, width: number): { from: number; count: number } {
  const count = Math.max(1, Math.min(columns.length, Math.floor((width + 1) / (MIN_COLUMN_WIDTH + 1))))
  const from = Math.max(0, Math.min(focus - Math.floor((count - 1) / 2), columns.length - count))
  return { from, count }
}

/** The headings, the cards, and how many cards of each column are above and below. */
export function boardLines(state: State, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const { from, count } = columnsShown(state, width)
  const shown = state.columns.slice(from, from + count)
  const each = Math.floor((width - (count - 1)) / Math.max(1, count))
  const stacks = shown.map((column, at) => {
    const isFocused = column === columnOf(state)
    const more = {
      left: at === 0 && from > 0,
      right: at === count - 1 && from + count < state.columns.length,
    }
    const stack = stackOf(column, isFocused, state, within(drawing, each, rows - 1))
    return [headOf(column, isFocused, more, within(drawing, each, 1)), ...stack]
  })
  return Array.from({ length: rows }, (_, line) =>
    stacks
      .map((stack) => stack[line] ?? ' '.repeat(each))
      .join(' ')
      .trimEnd(),
  )
}

function headOf(
  { status, total, shown, items }: Column,
  isFocused: boolean,
  more: { left: boolean; right: boolean },
  drawing: Drawing,
): string {
  const { columns: width } = drawing.size
  const count = shown.length !== items.length ? `${shown.length}/${total}` : String(total)
  const text = `${more.left ? '‹' : isFocused ? '▸' : ' '}${status} ${count}`
  const line = `${cell(text, width - 1)}${more.right ? '›' : ' '}`
  return painted(line, isFocused ? 'inverse' : (PAINTS[status] ?? 'bold'), drawing)
}

function stackOf(column: Column, isFocused: boolean, state: State, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const { shown, at } = column
  // Measure only cards near the selection, because 5,000 would be slow.
  const first = Math.max(0, at - rows)
  const near = cardsOf(shown.slice(first, at + rows))
  const heights = near.map((card) => 2 + moreOf(card, column, state, drawing).length)
  const all = heights.reduce((sum, height) => sum + height, 0)
  const isWhole = near.length === shown.length && all <= rows
  const { from, to } = windowOf(heights, at - first, isWhole ? rows : rows - 1)
  const lines = near.slice(from, to).flatMap((card, place) => {
    const isChosen = isFocused && first + from + place === at
    return cardLines(card, isChosen, column, state, drawing)
  })
  if (isWhole) return lines
  const [above, below] = [first + from, shown.length - first - to]
  const more = [above ? `↑ ${above}` : '', below ? `↓ ${below}` : ''].filter(Boolean).join('  ')
  const cut = lines.slice(0, rows - 1)
  const blank = Array.from({ length: rows - 1 - cut.length }, () => ' '.repeat(width))
  return [...cut, ...blank, painted(cell(` ${more} more`, width), 'dim', drawing)]
}

const PRIORITIES = { high: '!', medium: '', low: '' } as const

function cardLines(card: Card, isChosen: boolean, column: Column, state: State, drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  const age = drawing.agoOf(card.statusChangedAt).replace(' ago', '').padStart(3)
  const mark = `${isChosen ? '›' : ' '}${state.marked.has(`job:${card.id}`) ? '●' : ''}`
  const name = `${card.priority ? PRIORITIES[card.priority] : ''}${card.company}`
  const room = width - widthOf(mark) - widthOf(age) - 1
  const draw = (pieces: readonly Piece[]) => lineOf(pieces, width, isChosen, drawing)
  return [
    draw([[mark], [cell(name, room), 'bold'], [' '], [age, 'dim']]),
    draw([[isChosen ? '›' : ' '], [cell(card.role, width - 1), 'dim']]),
    ...moreOf(card, column, state, drawing).map((pieces) => draw([[isChosen ? '›' : ' '], ...pieces])),
  ]
}

function moreOf(card: Card, column: Column, state: State, drawing: Drawing): Piece[][] {
  const fact = state.fact ? factOf(card, state.fact, drawing) : ''
  const badges = badgesOf(card, column, state, drawing)
  return [...(badges.length ? [badges] : []), ...(fact ? [[[clean(fact), 'dim'] as const]] : [])]
}

function factOf(card: Card, fact: Fact, { dateOf }: Drawing): string {
  const names = JOB.shown.filter((name) => labelOf(JOB, name) === fact)
  const when = (iso: string) => `${fact} ${dateOf(iso)}`
  return recordLines(JOB, card, names, { when, nameOf: () => undefined })
    .map(([, text]) => text ?? '')
    .join()
}

const ENDED: readonly string[] = ['accepted', 'rejected', 'withdrawn']

/** The urgent facts of a card: next event, deadline, offer; and its pay mark. */
function badgesOf(card: Card, { status }: Column, { ahead, standings }: State, drawing: Drawing): Piece[] {
  const { agoOf, whenOf } = drawing
  const event = ahead.get(card.id)
  const pieces: Piece[] = []
  if (event?.event && !ENDED.includes(status)) pieces.push([`◷ ${whenOf(event.event.startsAt)}`, 'yellow'])
  if (card.deadline !== null && !ENDED.includes(status)) {
    const text = agoOf(card.deadline)
      .replace('in ', '⚑ ')
      .replace(/^(.*) ago$/, '⚑ -$1')
    const isSoon = Date.parse(card.deadline) - Date.now() < SOON_DAYS * DAY_MS
    pieces.push([text.startsWith('⚑') ? text : `⚑ ${text}`, isSoon ? 'red' : 'dim'])
  }
  if (card.offers) pieces.push(['$', 'green'])
  const standing = standings.get(versionKey(card))
  if (standing) pieces.push([standing, standing === '▲' ? 'green' : standing === '▼' ? 'red' : 'dim'])
  return pieces.flatMap((piece, at) => (at ? ([['  '], piece] as const) : [piece]))
}

const cardsOf = (items: readonly Item[]): Card[] => items.flatMap(({ card }) => card ?? [])

export const cardsAround = ({ columns }: State): Card[] =>
  columns.flatMap(({ shown, at }) => cardsOf(shown.slice(Math.max(0, at - MAX_NEAR), at + MAX_NEAR)))
