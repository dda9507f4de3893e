// The state of the app: the lists and the board, what is selected, the details, and the open overlay.
import { folded } from '../../../core/kernel/folded.ts'
import { must, recordBy } from '../../../core/kernel/narrow.ts'
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

/** A column of the board. Its entries have their cards. */
export interface Column extends List {
  readonly status: Status
}

/** The details of the selected entry; beside the list, or over it once they are open. */
export interface Pane {
  readonly item: Item
  readonly job: JobDetails | null
  readonly market: readonly string[] | null
  readonly top: number
  readonly document: { readonly at: number; readonly top: number } | null
}

export type Mode = Readonly<
  | { kind: 'list' }
  | { kind: 'filter' }
  | { kind: 'help'; top: number }
  | { kind: 'move'; items: readonly Item[]; at: number }
  | { kind: 'form'; form: Form }
  /** `lines` are the commands that y runs; null undoes a change that was not made here. */
  | { kind: 'ask'; question: string; lines: readonly (readonly string[])[] | null }
  | { kind: 'palette'; line: TextLine; found: readonly Candidate[]; at: number }
  | { kind: 'output'; title: string; lines: readonly string[] | null; top: number }
>

export type ModeOf<Kind extends Mode['kind']> = Extract<Mode, { kind: Kind }>

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

const itemOfCard = (card: Card, status: Status): Item => ({
  ...{ kind: 'job', id: card.id, jobId: card.id, status, section: status, lead: status, tail: '' },
  ...{ title: `${card.company} — ${card.role}`, about: card.location ?? '', paint: undefined },
  ...{ url: null, facts: [], card },
})

/** An entry's job as the board has it; the entry itself if it has none there. */
export const jobOf = ({ columns }: State, item: Item): Item =>
  columns.flatMap(({ items }) => items).find(({ id }) => id === item.jobId) ?? item

const clamped = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1))

/** The text of an entry that a filter searches. */
const textOfItem = ({ lead, title, about, section, card }: Item): string =>
  folded(card ? `${title} ${about} ${card.tags.join(' ')}` : `${lead} ${title} ${about} ${section}`)

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

function ordered(items: readonly Item[], order: Order): readonly Item[] {
  if (order === 'last moved') return items
  const keys = new Map(items.map((item) => [item, SORTS[order](must(item.card))]))
  return items.toSorted((one, other) => {
    const [a, b] = [must(keys.get(one)), must(keys.get(other))]
    return a < b ? -1 : a > b ? 1 : 0
  })
}

/** A list with these entries, and those of them that match the filter. The selected entry stays selected. */
function withItems<L extends List>(list: L, items: readonly Item[], state: State, view: View): L {
  const { filters, found, order } = state
  const filter = view === 'search' ? '' : textOf(filters[view])
  const words = folded(filter).split(/\s+/).filter(Boolean)
  const ids = view === 'board' && found?.words === filter ? found.ids : undefined
  const isMatch = (item: Item) => {
    const text = textOfItem(item)
    return words.every((word) => text.includes(word)) || ids?.has(item.id)
  }
  const matching = words.length ? items.filter(isMatch) : items
  const shown = view === 'board' ? ordered(matching, order) : matching
  const chosen = list.shown[list.at]
  const place = chosen ? shown.findIndex((item) => keyOf(item) === keyOf(chosen)) : -1
  return { ...list, items, shown, at: place < 0 ? clamped(list.at, shown.length) : place }
}

export function withBoard(state: State, { columns }: Board): State {
  const next = columns.map(({ status, total, cards }) => {
    const column = state.columns.find((each) => each.status === status) ?? EMPTY
    const items = cards.map((card) => itemOfCard(card, status))
    return withItems({ ...column, status, total }, items, state, 'board')
  })
  const busiest = next.findIndex(({ shown }) => shown.length)
  const focus = state.columns.length ? state.focus : Math.max(0, busiest)
  const shown = { ...state, columns: next, focus, isLoading: false }
  // The selected card stays selected in whatever column it is now.
  const chosen = chosenCard(state)
  return chosen ? choosing(shown, chosen.id) : shown
}

/** The board's cards, filtered and ordered anew. */
const redrawn = (state: State): State => ({
  ...state,
  columns: state.columns.map((column) => withItems(column, column.items, state, 'board')),
})

/** A list with newly read entries; for the calendar, also each job's next event. */
export function withList(state: State, name: ListName, { items, total }: ListPage): State {
  const list = withItems({ ...state.lists[name], total, isRead: true, problem: '' }, items, state, name)
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
  if (view !== 'board') {
    const list = state.lists[view]
    return { ...state, lists: { ...state.lists, [view]: withItems(list, list.items, state, view) } }
  }
  const next = redrawn(state)
  const first = next.columns.findIndex(({ shown }) => shown.length)
  return columnOf(next)?.shown.length || first < 0 ? next : { ...next, focus: first }
}

export const withFound = (state: State, words: string, ids: readonly string[]): State =>
  redrawn({ ...state, found: { words, ids: new Set(ids) } })

export const withNextFact = (state: State): State => ({
  ...state,
  fact: FACTS[state.fact === null ? 0 : FACTS.indexOf(state.fact) + 1] ?? null,
})

export const reordered = (state: State): State =>
  redrawn({ ...state, order: ORDERS[(ORDERS.indexOf(state.order) + 1) % ORDERS.length] ?? 'last moved' })

export const columnOf = ({ columns, focus }: State): Column | undefined => columns[focus]

const chosenIn = (list: List | undefined): Item | undefined => list?.shown[list.at]

export const chosenCard = (state: State): Item | undefined => chosenIn(columnOf(state))

export const chosenOf = (state: State): Item | undefined =>
  state.view === 'board' ? chosenCard(state) : chosenIn(state.lists[state.view])

export function targetsOf(state: State): Item[] {
  const { view, columns, lists, marked } = state
  if (state.isReading && state.pane) return [state.pane.item]
  if (!marked.size) return [chosenOf(state) ?? []].flat()
  const items = view === 'board' ? columns.flatMap((column) => column.items) : lists[view].shown
  return items.filter((item) => marked.has(keyOf(item)))
}

export function stepped(state: State, to: (at: number, count: number) => number): State {
  const { view, lists, columns, focus } = state
  const step = <L extends List>(list: L): L => ({
    ...list,
    at: clamped(to(list.at, list.shown.length), list.shown.length),
  })
  if (view !== 'board') return { ...state, lists: { ...lists, [view]: step(lists[view]) } }
  return { ...state, columns: columns.map((column, at) => (at === focus ? step(column) : column)) }
}

/** Removes entries from the list, and their details, before the answer arrives, so that the next key applies to the next entry. */
export function without(state: State, gone: readonly Item[]): State {
  const { view, lists } = state
  if (view === 'board') return state
  const keys = new Set(gone.map(keyOf))
  const list = lists[view]
  const items = list.items.filter((item) => !keys.has(keyOf(item)))
  const next = { ...list, total: list.total - (list.items.length - items.length) }
  return {
    ...state,
    lists: { ...lists, [view]: withItems(next, items, state, view) },
    marked: new Set(),
    isReading: false,
    foreseen: state.foreseen + 1,
  }
}

/** Selects an entry again, in whatever list it is. */
export function returning(state: State, item: Item): State {
  const lists = recordBy(LISTS, (name) => {
    const list = state.lists[name]
    const at = list.shown.findIndex((one) => keyOf(one) === keyOf(item))
    return at < 0 ? list : { ...list, at }
  })
  return { ...state, lists }
}

/** Moves cards before the answer arrives. If the request fails, the board is read again. */
export function moved(state: State, ids: ReadonlySet<string>, status: Status, now: string): State {
  const going = state.columns.flatMap(({ items }) => items.filter(({ id }) => ids.has(id)))
  const come = going.map(({ card }) => itemOfCard({ ...must(card), statusChangedAt: now }, status))
  const columns = state.columns.map((column) => {
    const others = column.items.filter(({ id }) => !ids.has(id))
    const items = column.status === status ? [...come, ...others] : others
    const total = column.total - column.items.length + items.length
    return withItems({ ...column, total }, items, state, 'board')
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
  const renewed = (item: Item): Item =>
    item.id === id && item.card ? { ...item, card: { ...item.card, updatedAt } } : item
  const columns = state.columns.map((column) => ({
    ...column,
    items: column.items.map(renewed),
    shown: column.shown.map(renewed),
  }))
  return { ...state, columns }
}

export const beside = (status: Status, by: number): Status =>
  STATUSES[clamped(STATUSES.indexOf(status) + by, STATUSES.length)] ?? status
