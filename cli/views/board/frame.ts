// Renders the board as lines of text, never wider or taller than the screen.
import { must } from '../../../core/kernel/must.ts'
import { painted, clean, type Look } from '../../ui/table.ts'
import { fit, padded, widthOf } from '../../ui/width.ts'
import { PAINTS } from '../../ui/status.ts'
import type { Card } from '../../../core/pipeline/board.ts'
import type { Size } from '../view.tsx'
import { formLines } from './form-frame.ts'
import { jobLines, lastTopOf } from './job-frame.ts'
import { KEYS } from './keys.ts'
import { countOf } from './waiting.ts'
import { waitingLines, waitingText } from './waiting-frame.ts'
import { focused, type Column, type Fact, type Mode, type State } from './state.ts'
import { STATUSES } from '../../../core/jobs/status.ts'
import { textOf } from './text-line.ts'
import type { Drawing } from './drawing.ts'
import { lookOf, windowed } from './drawing.ts'

/** Lines per card. */
const linesPerCard = ({ fact }: Pick<State, 'fact'>): number => (fact ? 3 : 2)
/** Lines around the cards: title, headings, footer. */
const AROUND = 3

/** How many cards or lines Page Up and Page Down move. */
export const pageOf = ({ rows }: Size, state: Pick<State, 'fact'>): { cards: number; lines: number } => ({
  cards: Math.max(1, Math.floor((rows - AROUND) / linesPerCard(state))),
  lines: Math.max(1, rows - AROUND),
})

/** The whole frame. */
export function frameOf(state: State, drawing: Drawing): string[] {
  const { rows, columns } = drawing.size
  const body = bodyOf(state, drawing).slice(0, rows - 1)
  const filled = [...body, ...Array.from({ length: Math.max(0, rows - 1 - body.length) }, () => '')]
  return [...filled, fit(footOf(state, drawing), columns * 10)]
}

function bodyOf(state: State, drawing: Drawing): string[] {
  const { mode } = state
  if (mode.kind === 'help') return helpLines(mode, drawing)
  if (mode.kind === 'job') return jobLines(mode, drawing)
  if (mode.kind === 'form') return formLines(mode.form, drawing)
  if (mode.kind === 'waiting') return waitingLines(mode, state.waiting, drawing)
  if (mode.kind === 'move') return moveLines(mode, drawing)
  return boardLines(state, drawing)
}

/** As many columns side by side as fit, including the focused one. */
function boardLines(state: State, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const look = lookOf(drawing)
  const { from, count } = columnsShown(state, width)
  const shown = state.columns.slice(from, from + count)
  const each = Math.floor((width - (count - 1)) / Math.max(1, count))
  const heads = shown.map((column, at) => {
    const more = {
      left: at === 0 && from > 0,
      right: at === count - 1 && from + count < state.columns.length,
    }
    return headOf(column, column === focused(state), each, more, look)
  })
  const room = Math.floor((rows - AROUND) / linesPerCard(state))
  const stacks = shown.map((column) =>
    stackOf(column, column === focused(state), state.fact, { width: each, room }, drawing),
  )
  const lines = Array.from({ length: room * linesPerCard(state) }, (_, line) =>
    stacks
      .map((stack) => stack[line] ?? ' '.repeat(each))
      .join(' ')
      .trimEnd(),
  )
  const isEmpty = !state.isLoading && state.columns.every(({ total }) => total === 0)
  const said = isEmpty ? ['', fit('  No jobs yet. Press a to add one.', width)] : lines
  return [titleOf(state, drawing), heads.join(' '), ...said]
}

const MIN_COLUMN_WIDTH = 19

function columnsShown({ columns, focus }: State, width: number): { from: number; count: number } {
  const count = Math.max(1, Math.min(columns.length, Math.floor((width + 1) / (MIN_COLUMN_WIDTH + 1))))
  const from = Math.max(0, Math.min(focus - Math.floor((count - 1) / 2), columns.length - count))
  return { from, count }
}

function titleOf(state: State, drawing: Drawing): string {
  const { columns: width } = drawing.size
  const look = lookOf(drawing)
  const total = state.columns.reduce((sum, column) => sum + column.total, 0)
  const filter = textOf(state.filter)
  const matches = state.columns.reduce((sum, column) => sum + column.shown.length, 0)
  const sorted = state.order === 'last moved' ? '' : ` by ${state.order}`
  const by = `${sorted}${state.fact ? ` with ${state.fact}` : ''}`
  const fresh = countOf(state.waiting) ? `  ${waitingText(state.waiting)} (w)` : ''
  const left = state.isLoading
    ? 'crm board …'
    : `crm board  ${total} ${total === 1 ? 'job' : 'jobs'}${by}${fresh}`
  if (state.mode.kind !== 'filter' && !filter) return painted(fit(left, width), 'bold', look)
  const shown = fit(`${left}  ${matches} match: ${clean(filter)}`, width - 1)
  return painted(shown, 'bold', look) + (state.mode.kind === 'filter' ? painted('▏', 'inverse', look) : '')
}

function headOf(
  { status, total, shown, cards }: Column,
  isFocused: boolean,
  width: number,
  more: { left: boolean; right: boolean },
  look: Look,
): string {
  const isFiltered = shown.length !== cards.length
  const count = isFiltered ? `${shown.length}/${total}` : String(total)
  const text = `${more.left ? '‹' : isFocused ? '▸' : ' '}${status} ${count}`
  const cut = `${padded(fit(text, width - 1), width - 1)}${more.right ? '›' : ' '}`
  return painted(cut, isFocused ? 'inverse' : (PAINTS[status] ?? 'bold'), look)
}

/** The cards of a column that fit, with the selected one centred. */
function stackOf(
  column: Column,
  isFocused: boolean,
  fact: Fact | null,
  { width, room }: { width: number; room: number },
  drawing: Drawing,
): string[] {
  const { shown, at } = column
  const top = Math.max(0, Math.min(at - Math.floor(room / 2), shown.length - room))
  return shown.slice(top, top + room).flatMap((card, place) =>
    cardLines(card, isFocused && top + place === at, fact, {
      ...drawing,
      size: { ...drawing.size, columns: width },
    }),
  )
}

const MARKS = { high: '!', medium: '', low: '' } as const

/** The lines of a card, as wide as what it is drawn with. */
function cardLines(card: Card, isChosen: boolean, fact: Fact | null, drawing: Drawing): string[] {
  const width = drawing.size.columns
  const look = lookOf(drawing)
  const age = drawing.agoOf(card.statusChangedAt).replace(' ago', '').padStart(3)
  const mark = card.priority ? MARKS[card.priority] : ''
  const room = width - widthOf(age) - 2
  const first = `${isChosen ? '›' : ' '}${padded(fit(`${mark}${clean(card.company)}`, room), room)} ${age}`
  const due = dueOf(card, drawing)
  const rest = width - 1 - (due ? widthOf(due) + 1 : 0)
  const second = `${isChosen ? '›' : ' '}${padded(fit(clean(card.role), rest), rest)}${due && ` ${due}`}`
  const third = fact && ` ${padded(fit(clean(factOf(card, fact, drawing)), width - 1), width - 1)}`
  const lines = [first, second, ...(third === null ? [] : [third])]
  return lines.map((line, at) => painted(line, isChosen ? 'inverse' : at ? 'dim' : 'bold', look))
}

const factOf = (card: Card, fact: Fact, { dateOf }: Drawing): string =>
  ({
    location: card.location ?? '',
    salary: card.salary ?? '',
    priority: card.priority ?? '',
    tags: card.tags.join(', '),
    applied: card.appliedAt === null ? '' : `applied ${dateOf(card.appliedAt)}`,
    updated: `updated ${dateOf(card.updatedAt)}`,
  })[fact]

/** What presses: an offer, or how far off the deadline is. */
function dueOf({ deadline, offers }: Card, { agoOf }: Drawing): string {
  const due =
    deadline === null
      ? ''
      : agoOf(deadline)
          .replace('in ', '⚑')
          .replace(/^(.*) ago$/, '⚑-$1')
  return [offers ? '$' : '', due].filter(Boolean).join(' ')
}

function moveLines({ card, at, from }: Extract<Mode, { kind: 'move' }>, drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  const look = lookOf(drawing)
  const title = painted(fit(`Move ${clean(`${card.company} — ${card.role}`)} to`, width), 'bold', look)
  const choices = STATUSES.map((status, place) => {
    const text = `${place === at ? '›' : ' '} ${place + 1} ${status}${status === from ? '  (now)' : ''}`
    return painted(fit(text, width), place === at ? 'inverse' : PAINTS[status], look)
  })
  return [title, '', ...choices]
}

/** The largest scroll position of the current view. */
export function lastTop({ mode }: State, drawing: Drawing): number {
  if (mode.kind === 'job') return lastTopOf(mode, drawing)
  return mode.kind === 'help' ? Math.max(0, helpText(drawing).length - (drawing.size.rows - 1)) : 0
}

const helpLines = ({ top }: Extract<Mode, { kind: 'help' }>, drawing: Drawing): string[] =>
  windowed(helpText(drawing), top, drawing.size.rows - 1)

function helpText(drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  const look = lookOf(drawing)
  const widest = Math.max(...KEYS.map(({ shown }) => widthOf(shown)))
  const lines = KEYS.map(({ shown, about }) => {
    const key = painted(padded(shown, widest), 'bold', look)
    return `  ${key}  ${fit(about, width - widest - 4)}`
  })
  const other = '  In a form: Tab next field, Ctrl-S save, Esc cancel.'
  return [painted('Keys', 'bold', look), '', ...lines, '', fit(other, width)]
}

const FEET: Partial<Record<Mode['kind'], string>> = {
  filter: 'Type to filter. Enter searches notes and postings too, Esc clears it.',
  move: 'j k or a digit, Enter moves, Esc leaves.',
  form: 'Tab next, Ctrl-S saves, Esc leaves.',
  help: 'Esc goes back.',
  waiting: 'a takes it as a job or accepts it, x dismisses it, u undoes, Esc goes back.',
}

/** The footer: the last message, or else key hints. */
function footOf({ message, mode }: State, drawing: Drawing): string {
  const { columns: width } = drawing.size
  const look = lookOf(drawing)
  if (message) return painted(fit(clean(message.text), width), message.isBad ? 'red' : 'green', look)
  const isReading = mode.kind === 'job' && mode.reading !== null
  const text = isReading
    ? 'j k scroll, h l the next document, Esc goes back.'
    : (FEET[mode.kind] ?? hints(width, mode.kind === 'job' ? ['filter', 'add', 'open'] : ['documents']))
  return painted(fit(text, width), 'dim', look)
}

/** As many key hints as fit, the most useful first. */
function hints(width: number, without: readonly string[]): string {
  const offered = KEYS.filter(({ hint, action }) => hint && !without.includes(action)).sort(
    (one, other) => must(one.hint).order - must(other.hint).order,
  )
  let line = ''
  for (const { presses, shown, hint } of offered) {
    const next = `${line}${line && '  '}${shown === 'Enter' ? '⏎' : presses[0]} ${must(hint).word}`
    if (widthOf(next) > width) break
    line = next
  }
  return line
}
