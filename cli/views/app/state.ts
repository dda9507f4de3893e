// The state of the app: the lists and the board, what is selected, the details, and the open overlay.
import { folded } from '../../../core/kernel/folded.ts'
import { recordBy } from '../../../core/kernel/narrow.ts'
import { STATUSES, type Status } from '../../../core/jobs/fields.ts'
import type { Board } from '../../../core/pipeline/board.ts'
import { lineOf, textOf, type TextLine } from '../text-line.ts'
import type { Form } from './form.ts'
import {
  FACTS,
  LISTS,
  ORDERS,
  VIEWS,
  type Candidate,
  type Card,
  type Item,
  type JobDetails,
  type ListName,
  type ListPage,
  type Memory,
  type Order,
  type View,
} from './records.ts'

export interface List {
  readonly items: readonly Item[]
  readonly shown: readonly Item[]
  readonly at: number
  /** The total, including entries not yet read. */
  readonly total: number
  readonly isRead: boolean
  readonly problem: string
}

export interface Column {
  readonly status: Status
  /** The number of jobs in this status, with those not yet read. */
  readonly total: number
  readonly cards: readonly Card[]
  /** The cards that match the filter, in the chosen order. */
  readonly shown: readonly Card[]
  readonly at: number
}

/** The details of the selected entry; beside the list, or over it once they are open. */
export interface Pane {
  readonly item: Item
  readonly job: JobDetails | null
  readonly market: readonly string[] | null
  readonly top: number
  readonly document: { readonly at: number; readonly top: number } | null
}

export type Mode =
  | { readonly kind: 'list' }
  | { readonly kind: 'filter' }
  | { readonly kind: 'help'; readonly top: number }
  | { readonly kind: 'move'; readonly items: readonly Item[]; readonly at: number }
  | { readonly kind: 'form'; readonly form: Form }
  /**
   * The effect of y: `removes Acme — Chef`. `lines` are the commands to run. Null undoes a change that was not made
   * here.
   */
  | { readonly kind: 'ask'; readonly question: string; readonly lines: readonly (readonly string[])[] | null }
  | {
      readonly kind: 'palette'
      readonly line: TextLine
      readonly found: readonly Candidate[]
      readonly at: number
    }
  | {
      readonly kind: 'output'
      readonly title: string
      readonly lines: readonly string[] | null
      readonly top: number
    }

export interface State extends Memory {
  readonly columns: readonly Column[]
  readonly focus: number
  readonly lists: Readonly<Record<ListName, List>>
  readonly filters: Readonly<Record<View, TextLine>>
  readonly found: { readonly words: string; readonly ids: ReadonlySet<string> } | null
  readonly marked: ReadonlySet<string>
  readonly ahead: ReadonlyMap<string, Item>
  /** The pay of cards against the market, by job and version. */
  readonly standings: ReadonlyMap<string, string>
  readonly pane: Pane | null
  /** Whether the keys go to the details. */
  readonly isReading: boolean
  readonly mode: Mode
  readonly message: { readonly text: string; readonly isBad: boolean } | null
  /** Counts optimistic changes. Answers to earlier requests do not include them. */
  readonly foreseen: number
  readonly isLoading: boolean
  /** Whether the last poll failed. */
  readonly isAway: boolean
}

const EMPTY: List = { items: [], shown: [], at: 0, total: 0, isRead: false, problem: '' }

export const FIRST_MEMORY: Memory = { view: 'board', order: 'last moved', fact: null }

export const firstState = (memory: Memory = FIRST_MEMORY): State => ({
  ...memory,
  columns: [],
  focus: 0,
  lists: recordBy(LISTS, () => EMPTY),
  filters: recordBy(VIEWS, () => lineOf('')),
  found: null,
  marked: new Set(),
  ahead: new Map(),
  standings: new Map(),
  pane: null,
  isReading: false,
  mode: { kind: 'list' },
  message: null,
  foreseen: 0,
  isLoading: true,
  isAway: false,
})

export const keyOf = ({ kind, id }: Pick<Item, 'kind' | 'id'>): string => `${kind}:${id}`

export const versionKey = ({ id, updatedAt }: Pick<Card, 'id' | 'updatedAt'>): string => `${id} ${updatedAt}`

export const itemOfCard = (card: Card, status: Status): Item => ({
  ...{ kind: 'job', id: card.id, jobId: card.id, status, section: status, lead: status, tail: '' },
  ...{ title: `${card.company} — ${card.role}`, about: card.location ?? '', paint: undefined },
  ...{ url: null, facts: [] },
})

/** An entry's job as the board has it; the entry itself if it has none there. */
export function jobOf({ columns }: State, item: Item): Item {
  for (const { status, cards } of columns) {
    const card = cards.find(({ id }) => id === item.jobId)
    if (card) return itemOfCard(card, status)
  }
  return item
}

const clamped = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1))

const wordsOf = (filter: TextLine): string[] => folded(textOf(filter)).split(/\s+/).filter(Boolean)

function matching(cards: readonly Card[], filter: TextLine, found: State['found']): readonly Card[] {
  const words = wordsOf(filter)
  if (!words.length) return cards
  const ids = found?.words === textOf(filter) ? found.ids : undefined
  return cards.filter(({ id, company, role, location, tags }) => {
    const text = folded(`${company} ${role} ${location ?? ''} ${tags.join(' ')}`)
    return words.every((word) => text.includes(word)) || Boolean(ids?.has(id))
  })
}

const RANKS = { high: 0, medium: 1, low: 2 } as const
const LAST = '9999'

/** The ascending sort key of cards. */
const SORTS: Readonly<Record<Exclude<Order, 'last moved'>, (card: Card) => string | number>> = {
  priority: ({ priority }) => (priority ? RANKS[priority] : 3),
  deadline: ({ deadline }) => deadline ?? LAST,
  company: ({ company }) => folded(company),
  // The best paid first; unknown pay last.
  salary: ({ yearlyPay }) => -(yearlyPay ?? -1),
  // The latest first; jobs not applied for last.
  applied: ({ appliedAt }) => -(appliedAt === null ? 0 : Date.parse(appliedAt)),
}

function ordered(cards: readonly Card[], order: Order): readonly Card[] {
  if (order === 'last moved') return cards
  const sort = SORTS[order]
  return [...cards].sort((one, other) => {
    const [a, b] = [sort(one), sort(other)]
    return a < b ? -1 : a > b ? 1 : 0
  })
}

/** Replaces the cards of a column. The selected card stays selected if it is still shown. */
function withCards(column: Column, cards: readonly Card[], state: State, total = column.total): Column {
  const chosen = column.shown[column.at]?.id
  const shown = ordered(matching(cards, state.filters.board, state.found), state.order)
  const place = shown.findIndex(({ id }) => id === chosen)
  return { ...column, total, cards, shown, at: place < 0 ? clamped(column.at, shown.length) : place }
}

export function withBoard(state: State, { columns }: Board): State {
  const isFirst = !state.columns.length
  const next = columns.map(({ status, total, cards }) => {
    const column = state.columns.find((each) => each.status === status)
    return withCards(column ?? { status, total, cards: [], shown: [], at: 0 }, cards, state, total)
  })
  const busiest = next.findIndex(({ shown }) => shown.length)
  const focus = isFirst ? Math.max(0, busiest) : state.focus
  const shown = { ...state, columns: next, focus, isLoading: false }
  // The selected card stays selected in whatever column it is now.
  const chosen = chosenCard(state)
  return chosen ? choosing(shown, chosen.id) : shown
}

/** The entries of a list that match its filter. The selected entry stays selected. */
function refiltered(list: List, filter: TextLine): List {
  const words = wordsOf(filter)
  const chosen = list.shown[list.at]
  const shown = words.length
    ? list.items.filter((item) => {
        const text = folded(`${item.lead} ${item.title} ${item.about} ${item.section}`)
        return words.every((word) => text.includes(word))
      })
    : list.items
  const place = chosen ? shown.findIndex((item) => keyOf(item) === keyOf(chosen)) : -1
  return { ...list, shown, at: place < 0 ? clamped(list.at, shown.length) : place }
}

/** A list with newly read entries; for the calendar, also each job's next event. */
export function withList(state: State, name: ListName, { items, total }: ListPage): State {
  const filter = name === 'search' ? lineOf('') : state.filters[name]
  const list = refiltered({ ...state.lists[name], items, total, isRead: true, problem: '' }, filter)
  const next = { ...state, lists: { ...state.lists, [name]: list }, isLoading: false }
  if (name !== 'calendar') return next
  const ahead = new Map<string, Item>()
  for (const item of items) if (item.jobId && !ahead.has(item.jobId)) ahead.set(item.jobId, item)
  return { ...next, ahead }
}

export const withProblem = (state: State, name: ListName, problem: string): State => ({
  ...state,
  lists: { ...state.lists, [name]: { ...state.lists[name], isRead: true, problem } },
})

export function filtered(before: State, filter: TextLine): State {
  const { view } = before
  const state = { ...before, filters: { ...before.filters, [view]: filter } }
  if (view === 'search') return state
  if (view !== 'board')
    return { ...state, lists: { ...state.lists, [view]: refiltered(state.lists[view], filter) } }
  const columns = state.columns.map((column) => withCards(column, column.cards, state))
  const first = columns.findIndex(({ shown }) => shown.length)
  return { ...state, columns, focus: columns[state.focus]?.shown.length || first < 0 ? state.focus : first }
}

export function withFound(before: State, words: string, ids: readonly string[]): State {
  const state = { ...before, found: { words, ids: new Set(ids) } }
  return { ...state, columns: state.columns.map((column) => withCards(column, column.cards, state)) }
}

export const withNextFact = (state: State): State => ({
  ...state,
  fact: FACTS[state.fact === null ? 0 : FACTS.indexOf(state.fact) + 1] ?? null,
})

export function reordered(before: State): State {
  const order = ORDERS[(ORDERS.indexOf(before.order) + 1) % ORDERS.length] ?? 'last moved'
  const state = { ...before, order }
  return { ...state, columns: state.columns.map((column) => withCards(column, column.cards, state)) }
}

export const columnOf = ({ columns, focus }: State): Column | undefined => columns[focus]

export function chosenCard(state: State): Card | undefined {
  const column = columnOf(state)
  return column?.shown[column.at]
}

export function chosenOf(state: State): Item | undefined {
  if (state.view !== 'board') return state.lists[state.view].shown[state.lists[state.view].at]
  const card = chosenCard(state)
  return card && itemOfCard(card, columnOf(state)?.status ?? 'saved')
}

export function targetsOf(state: State): Item[] {
  const chosen = chosenOf(state)
  if (state.isReading && state.pane) return [state.pane.item]
  if (!state.marked.size) return chosen ? [chosen] : []
  if (state.view !== 'board')
    return state.lists[state.view].shown.filter((item) => state.marked.has(keyOf(item)))
  return state.columns.flatMap(({ status, cards }) =>
    cards.map((card) => itemOfCard(card, status)).filter((item) => state.marked.has(keyOf(item))),
  )
}

export function stepped(state: State, to: (at: number, count: number) => number): State {
  if (state.view !== 'board') {
    const list = state.lists[state.view]
    const at = clamped(to(list.at, list.shown.length), list.shown.length)
    return { ...state, lists: { ...state.lists, [state.view]: { ...list, at } } }
  }
  const columns = state.columns.map((column, place) =>
    place === state.focus
      ? { ...column, at: clamped(to(column.at, column.shown.length), column.shown.length) }
      : column,
  )
  return { ...state, columns }
}

/** Removes entries from the list before the answer arrives, so that the next key applies to the next entry. */
export function without(state: State, gone: readonly Item[]): State {
  if (state.view === 'board') return state
  const keys = new Set(gone.map(keyOf))
  const list = state.lists[state.view]
  const items = list.items.filter((item) => !keys.has(keyOf(item)))
  const total = list.total - (list.items.length - items.length)
  const next = refiltered(
    { ...list, items, total },
    state.view === 'search' ? lineOf('') : state.filters[state.view],
  )
  return {
    ...state,
    lists: { ...state.lists, [state.view]: next },
    marked: new Set(),
    foreseen: state.foreseen + 1,
  }
}

/** Moves cards before the answer arrives. If the request fails, the board is read again. */
export function moved(state: State, ids: ReadonlySet<string>, status: Status, now: string): State {
  const going = state.columns.flatMap(({ cards }) => cards.filter(({ id }) => ids.has(id)))
  const columns = state.columns.map((column) => {
    const others = column.cards.filter(({ id }) => !ids.has(id))
    const total = column.total - (column.cards.length - others.length)
    if (column.status !== status)
      return others.length === column.cards.length ? column : withCards(column, others, state, total)
    const cards = [...going.map((card) => ({ ...card, statusChangedAt: now })), ...others]
    return withCards(column, cards, state, total + going.length)
  })
  return { ...state, columns, foreseen: state.foreseen + 1 }
}

export function choosing(state: State, id: string): State {
  const focus = state.columns.findIndex(({ shown }) => shown.some((card) => card.id === id))
  if (focus < 0) return state
  const columns = state.columns.map((column, place) =>
    place === focus ? { ...column, at: column.shown.findIndex((card) => card.id === id) } : column,
  )
  return { ...state, focus, columns }
}

export function versioned(state: State, id: string, updatedAt: string): State {
  const renew = (cards: readonly Card[]) =>
    cards.map((card) => (card.id === id ? { ...card, updatedAt } : card))
  return {
    ...state,
    columns: state.columns.map((column) => ({
      ...column,
      cards: renew(column.cards),
      shown: renew(column.shown),
    })),
  }
}

export const beside = (status: Status, by: number): Status =>
  STATUSES[clamped(STATUSES.indexOf(status) + by, STATUSES.length)] ?? status

export const textOfFilter = ({ filters }: State, view: View): string => textOf(filters[view])
