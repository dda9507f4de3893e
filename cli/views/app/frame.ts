// Draws the whole screen as lines, never wider or taller than the terminal.
import { several } from '../../../core/kernel/amounts.ts'
import { STATUSES } from '../../../core/jobs/fields.ts'
import { must } from '../../../core/kernel/narrow.ts'
import { PAINTS } from '../../ui/status.ts'
import { clean, painted } from '../../ui/table.ts'
import { broken, wrapped, charactersOf, fit, padded, tailOf, widthOf } from '../../ui/width.ts'
import { textOf, type TextLine } from '../text-line.ts'
import { boardLines, cardsIn } from './board-frame.ts'
import { cell, lineOf, windowed, within, type Drawing } from './drawing.ts'
import type { Form } from './form.ts'
import { KEYS, MARKS } from './keys.ts'
import { entriesIn, listLines } from './list-frame.ts'
import { lastTopOf, paneLines } from './pane-frame.ts'
import type { Viewport } from './steps.ts'
import type { Mode, ModeOf, State } from './state.ts'
import { VIEWS, type ListName, type View } from './records.ts'

/** From this width the details stand beside the list. */
const WIDE = 120
/** The tabs and the rule above, the footer below. */
const FRAME_LINES = 3

export const TITLES: Readonly<Record<View, string>> = {
  ...{ today: 'Today', board: 'Board', inbox: 'Inbox', postings: 'Postings' },
  ...{ calendar: 'Calendar', offers: 'Offers', search: 'Search' },
}

function roomOf(state: State, drawing: Drawing): { list: Drawing; pane: Drawing; isBeside: boolean } {
  const { columns, rows } = drawing.size
  const body = Math.max(1, rows - FRAME_LINES)
  const isBeside = columns >= WIDE && state.pane !== null
  const pane = isBeside ? Math.min(80, Math.floor(columns * 0.4)) : columns
  return {
    isBeside,
    list: within(drawing, isBeside ? columns - pane - 3 : columns, body),
    pane: within(drawing, pane, body),
  }
}

/** The measures of the screen that keys need. */
export function viewportOf(state: State, drawing: Drawing, now: string): Viewport {
  const { list, pane } = roomOf(state, drawing)
  return {
    page: {
      entries: state.view === 'board' ? cardsIn(list.size) : entriesIn(list.size),
      lines: Math.max(1, list.size.rows - 1),
    },
    lastTop() {
      if (state.mode.kind === 'help') return Math.max(0, helpText(list).length - list.size.rows)
      if (state.mode.kind === 'output')
        return Math.max(0, outputText(state.mode, list).length - list.size.rows)
      return state.pane ? lastTopOf(state.pane, pane) : 0
    },
    isWide: drawing.size.columns >= WIDE,
    now,
  }
}

export function frameOf(state: State, whole: Drawing): string[] {
  const foot = footOf(state, whole)
  const drawing = within(whole, whole.size.columns, whole.size.rows - foot.length + 1)
  const { rows } = drawing.size
  const body = bodyOf(state, drawing).slice(0, rows - FRAME_LINES)
  const blank = Array.from({ length: Math.max(0, rows - FRAME_LINES - body.length) }, () => '')
  const lines = [tabs(state, drawing), rule(state, drawing), ...body, ...blank]
  if (state.mode.kind === 'palette') {
    const found = foundLines(state.mode, drawing)
    lines.splice(lines.length - found.length, found.length, ...found)
  }
  return [...lines, ...foot]
}

function tabs(state: State, drawing: Drawing): string {
  const { columns: width } = drawing.size
  const countOf = (view: View): string => {
    if (view !== 'inbox' && view !== 'postings' && view !== 'offers') return ''
    return state.lists[view].total ? ` ${state.lists[view].total}` : ''
  }
  const full = VIEWS.map((view, at) => `${at + 1} ${TITLES[view]}${countOf(view)}`)
  const room =
    Math.floor((width - widthOf(must(full[VIEWS.indexOf(state.view)])) - 2) / (VIEWS.length - 1)) - 3
  const short = VIEWS.map((view, at) =>
    view === state.view ? must(full[at]) : `${at + 1}${TITLES[view].slice(0, Math.max(0, room))}`,
  )
  const widthOfAll = (names: readonly string[]) => names.reduce((sum, text) => sum + widthOf(text) + 2, 0)
  const names = [full, short].find((all) => widthOfAll(all) <= width)
  if (!names) return painted(fit(`[${must(full[VIEWS.indexOf(state.view)])}]`, width), 'bold', drawing)
  const shown = names.map((text, at) => {
    if (VIEWS[at] !== state.view) return ` ${text} `
    return drawing.color ? painted(` ${text} `, 'inverse', drawing) : `[${text}]`
  })
  return shown.join('')
}

function rule(state: State, drawing: Drawing): string {
  const { columns: width } = drawing.size
  const filter = state.filters[state.view]
  const isTyping = state.mode.kind === 'filter'
  const typed = clean(textOf(filter))
  const shown = state.view === 'board' ? state.columns : [state.lists[state.view]]
  const count = shown.reduce((sum, list) => sum + list.shown.length, 0)
  const label = state.view === 'search' ? 'Search: ' : `${count} match: `
  const most = Math.max(4, Math.floor(width * 0.6) - widthOf(label))
  const right = isTyping || typed ? `${label}${isTyping ? tailOf(typed, most) : fit(typed, most)}` : ''
  const cursor = isTyping ? painted(drawing.color ? ' ' : '▏', 'inverse', drawing) : ''
  const taken = right ? widthOf(right) + (isTyping ? 1 : 0) + 3 : 1
  const summaryText = fit(summary(state), Math.max(1, width - taken - 3))
  const line = '─'.repeat(Math.max(0, width - taken - widthOf(summaryText) - 3))
  return [
    painted(`─ ${summaryText} ${line}`, 'dim', drawing),
    right && ` ${painted(fit(right, width - 6), 'bold', drawing)}${cursor} `,
    painted('─', 'dim', drawing),
  ].join('')
}

const NOUNS: Readonly<Record<ListName, readonly [one: string, many: string]>> = {
  today: ['thing to do', 'things to do'],
  inbox: ['proposal from your mail', 'proposals from your mail'],
  postings: ['new posting', 'new postings'],
  calendar: ['event ahead', 'events ahead'],
  offers: ['offer', 'offers'],
  search: ['found', 'found'],
}

function summary(state: State): string {
  const { view, marked, isAway, order, fact } = state
  const parts = [
    ...(marked.size ? [`${marked.size} marked`] : []),
    ...(isAway ? ['no connection, trying again'] : []),
  ]
  if (view === 'board') {
    const total = state.columns.reduce((sum, column) => sum + column.total, 0)
    const by = `${order === 'last moved' ? '' : ` by ${order}`}${fact ? ` with ${fact}` : ''}`
    return [isUnread(state) ? 'Reading …' : several(total, 'job') + by, ...parts].join(', ')
  }
  const { isRead, total } = state.lists[view]
  const noun = NOUNS[view][total === 1 ? 0 : 1]
  return [isRead ? `${total} ${noun}` : view === 'search' ? 'Everything' : 'Reading …', ...parts].join(', ')
}

/** Whether the board may hold jobs that were not read yet: without a connection, none is no answer. */
const isUnread = ({ isLoading, isAway, columns }: State): boolean =>
  isLoading || (isAway && columns.every(({ total }) => total === 0))

function bodyOf(state: State, drawing: Drawing): string[] {
  const { mode, pane } = state
  const room = roomOf(state, drawing)
  if (mode.kind === 'help') return windowed(helpText(room.list), mode.top, room.list.size.rows)
  if (mode.kind === 'output') return windowed(outputText(mode, drawing), mode.top, room.list.size.rows)
  if (mode.kind === 'form')
    return formLines(mode.form, within(drawing, drawing.size.columns, room.list.size.rows))
  if (mode.kind === 'move') return moveLines(mode, drawing)
  if (pane && state.isReading && !room.isBeside) return paneLines(pane, true, room.pane)
  const list = viewLines(state, room.list)
  if (!pane || !room.isBeside) return list
  const beside = paneLines(pane, state.isReading, room.pane)
  const bar = painted(' │ ', 'dim', drawing)
  return Array.from({ length: room.list.size.rows }, (_, row) => {
    const line = list[row] ?? ''
    const gap = ' '.repeat(Math.max(0, room.list.size.columns - widthOf(line)))
    return `${line}${gap}${bar}${beside[row] ?? ''}`
  })
}

const EMPTY: Readonly<Record<View, string>> = {
  today: 'Nothing waits for you today.',
  board: 'No jobs yet. Press a to add one.',
  inbox: 'No proposals from your mail. To read mail: press : and type inbox scan PATH.',
  postings: 'No new postings. To watch a job board: press : and type watch add.',
  calendar: 'No events ahead. Press a to add one.',
  offers: 'No offers yet. Press $ on a job to add one.',
  search: 'Press / and type what to look for: jobs, people, notes, events, offers.',
}

function viewLines(state: State, drawing: Drawing): string[] {
  const { view } = state
  const say = (text: string) => ['', fit(`  ${text}`, drawing.size.columns)]
  if (view === 'board') {
    if (isUnread(state) && state.isAway) return say('Reading …')
    const isEmpty = !state.isLoading && state.columns.every(({ total }) => total === 0)
    return isEmpty ? say(EMPTY.board) : boardLines(state, drawing)
  }
  const list = state.lists[view]
  if (list.problem && !list.items.length) return say(list.problem)
  if (!list.isRead && view !== 'search') return say('Reading …')
  if (list.shown.length) return listLines(list, state.marked, drawing)
  if (view === 'search' && textOf(state.filters.search)) return say('Nothing was found.')
  return say(list.items.length ? 'Nothing matches the filter. Esc clears it.' : EMPTY[view])
}

function moveLines({ items, at }: ModeOf<'move'>, drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  const [one] = items
  const what = items.length > 1 ? `${items.length} jobs` : clean(one?.title ?? '')
  const choices = STATUSES.map((status, place) => {
    const now = items.length === 1 && one?.status === status ? '  (now)' : ''
    const text = `${place === at ? '›' : ' '} ${place + 1} ${status}${now}`
    return lineOf([[text, PAINTS[status]]], Math.min(width, 40), place === at, drawing)
  })
  return [painted(fit(`Move ${what} to`, width), 'bold', drawing), '', ...choices]
}

function helpText(drawing: Drawing): string[] {
  const { columns: width } = drawing.size
  const widest = Math.max(...KEYS.map(({ shown }) => widthOf(shown)))
  const lines = (shown: string, about: string) =>
    wrapped(about, width - widest - 4).map(
      (part, at) => `  ${painted(padded(at ? '' : shown, widest), 'bold', drawing)}  ${part}`,
    )
  return [
    ...KEYS.flatMap(({ shown, about }) => lines(shown, about)),
    '',
    ...wrapped('In a form: Tab next field, Ctrl-S save, Esc cancel.', width - 2).map((part) => `  ${part}`),
    '',
    painted('  On the cards', 'bold', drawing),
    ...MARKS.flatMap(([mark, about]) => lines(mark, about)),
  ]
}

function outputText({ title, lines }: ModeOf<'output'>, drawing: Drawing): string[] {
  const head = painted(fit(clean(title), drawing.size.columns), 'bold', drawing)
  return [head, '', ...(lines ?? ['Running …'])]
}

/** The title, and a line for each field. If there is not enough room, the lines around the active field. */
function formLines({ title, fields, at, isSaving }: Form, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const labels = Math.max(...fields.map(({ label }) => widthOf(label)))
  const lines = fields.map(({ label, line, choices }, place) => {
    const isHere = place === at
    const start = `${isHere ? '›' : ' '} ${padded(label, labels)}  `
    const room = width - widthOf(start) - 1
    const value =
      isHere && !choices
        ? withCursor(line, room, drawing)
        : fit(onOneLine(textOf(line)), isHere ? room - 4 : room)
    const shown = choices && isHere ? painted(`‹ ${value || '(none)'} ›`, 'inverse', drawing) : value
    return `${painted(start, isHere ? 'bold' : 'dim', drawing)}${shown}`
  })
  const head = painted(fit(`${clean(title)}${isSaving ? ' …' : ''}`, width), 'bold', drawing)
  return [head, '', ...windowed(lines, Math.max(0, at - (rows - 3)), rows - 2)]
}

/** A text in a one-line field, with marks for its line ends. */
const onOneLine = (text: string): string => clean(text.replaceAll('\n', '↵'))

function withCursor({ before, after }: TextLine, room: number, drawing: Drawing): string {
  const head = tailOf(onOneLine(before), room - 1)
  const right = onOneLine(after)
  const under = charactersOf(right).next().value || ' '
  const space = room - widthOf(head) - widthOf(under)
  const cursor = drawing.color ? painted(under, 'inverse', drawing) : under === ' ' ? '▏' : `▏${under}`
  return `${head}${cursor}${space > 1 ? fit(right.slice(under.length), space - 1) : ''}`
}

function foundLines({ found, at }: ModeOf<'palette'>, drawing: Drawing): string[] {
  const { columns: width, rows } = drawing.size
  const room = Math.min(8, Math.max(1, rows - FRAME_LINES - 2))
  const from = Math.max(0, Math.min(at - room + 1, found.length - room))
  const visible = found.slice(from, from + room)
  const words = Math.min(24, Math.max(0, ...visible.map(([word]) => widthOf(word))))
  const lines = visible.map(([word, about], place) => {
    const isChosen = from + place === at
    const mark = isChosen ? '› ' : '  '
    const pieces = [[mark], [cell(word, words), 'bold'], ['  '], [clean(about), 'dim']] as const
    return lineOf(pieces, width, isChosen, drawing)
  })
  const more = found.length > room ? ` ${found.length} completions ` : ''
  return [painted(`─${more}${'─'.repeat(Math.max(0, width - 1 - more.length))}`, 'dim', drawing), ...lines]
}

/** What y does, cut to the width, and what the other keys do. */
export function askedText(question: string, width = Infinity): string {
  const [start, end] = ['y ', '; any other key does not.']
  return fit(`${start}${fit(clean(question), width - start.length - end.length)}${end}`, width)
}

const FEET: Partial<Record<Mode['kind'], string>> = {
  move: 'A digit moves at once; or j k, then Enter. Esc leaves.',
  form: 'Tab next, Ctrl-S saves, Esc leaves.',
  help: 'j k scroll, Esc goes back.',
  output: 'j k scroll, Esc goes back.',
}

/** The footer shows the command line or a question, else the last message, else hints. A message may take several lines. */
function footOf(state: State, drawing: Drawing): string[] {
  const { message, mode } = state
  if (!message || mode.kind === 'ask' || (mode.kind === 'palette' && !message.isBad))
    return [footLine(state, drawing)]
  const { columns, rows } = drawing.size
  const lines = broken(clean(message.text), columns)
  const head = lines.splice(0, Math.floor(rows / 3) - 1)
  return [...head, fit(lines.join(' '), columns)]
    .filter(Boolean)
    .map((line) => painted(line, message.isBad ? 'red' : 'green', drawing))
}

function footLine(state: State, drawing: Drawing): string {
  const { mode } = state
  const { columns: width } = drawing.size
  if (mode.kind === 'palette')
    return `${painted(':', 'bold', drawing)}${withCursor(mode.line, width - 2, drawing)}`
  if (mode.kind === 'ask') return painted(askedText(mode.question, width), 'yellow', drawing)
  return painted(fit(hintOf(state) ?? hints(state, width), width), 'dim', drawing)
}

function hintOf({ mode, view, pane }: State): string | undefined {
  if (mode.kind === 'filter')
    return view === 'search'
      ? 'Type to search. Enter goes to the list, Esc clears.'
      : 'Type to filter. Enter searches notes and postings too, Esc clears it.'
  return pane?.document ? 'j k scroll, h l the next document, Esc goes back.' : FEET[mode.kind]
}

function hints({ view, isReading }: State, width: number): string {
  const decides = view === 'inbox' || view === 'postings'
  const wordFor = (action: string, word: string): string => {
    if (action === 'add' && decides) return 'accept'
    const isVain = (action === 'open' && isReading) || (decides && /^move/.test(action))
    return isVain ? '' : word
  }
  const offered = KEYS.filter(({ word }) => word).sort((one, other) => one.order - other.order)
  let line = isReading ? 'Esc back' : ''
  for (const { presses, shown, action, word } of offered) {
    const about = wordFor(action, word)
    if (!about) continue
    const next = `${line}${line && '  '}${shown === 'Enter' ? '⏎' : presses[0]} ${about}`
    if (widthOf(next) > width) break
    line = next
  }
  return line
}
