// The state of the board: columns with cards, the cursor, and the open overlay.
import type { Status } from '../../../core/jobs/status.ts'
import type { Board, Card } from '../../../core/pipeline/board.ts'
import type { Form } from './form.ts'
import type { JobDetails, Waiting, WaitingCounts } from './port.ts'
import { folded } from '../../../core/kernel/folded.ts'
import { lineOf, textOf, type TextLine } from './text-line.ts'

/** The orders of the cards of a column, the one in which they are read first. */
export const ORDERS = ['last moved', 'priority', 'deadline', 'company', 'salary', 'applied'] as const
export type Order = (typeof ORDERS)[number]

/** What a card can show on a third line. */
export const FACTS = ['location', 'salary', 'priority', 'tags', 'applied', 'updated'] as const
export type Fact = (typeof FACTS)[number]

export interface Column {
  readonly status: Status
  /** The number of jobs in this status, including cards not yet loaded. */
  readonly total: number
  readonly cards: readonly Card[]
  /** The cards that match the filter, in the chosen order. */
  readonly shown: readonly Card[]
  /** The index of the selected card in `shown`. */
  readonly at: number
}

export type Mode =
  | { readonly kind: 'board' }
  | { readonly kind: 'filter' }
  | { readonly kind: 'help'; readonly back: Mode; readonly top: number }
  | {
      readonly kind: 'job'
      readonly card: Card
      /** null until it is loaded. */
      readonly details: JobDetails | null
      readonly market: readonly string[] | null
      readonly top: number
      /** The open document and its scroll position; null if none is open. */
      readonly reading: { readonly at: number; readonly top: number } | null
    }
  | {
      readonly kind: 'move'
      readonly card: Card
      readonly from: Status
      readonly at: number
      readonly back: Mode
    }
  | { readonly kind: 'form'; readonly form: Form; readonly back: Mode }
  /** What waits for a decision; `found` is null until it is loaded. */
  | { readonly kind: 'waiting'; readonly found: readonly Waiting[] | null; readonly at: number }

export interface State {
  readonly columns: readonly Column[]
  /** The index of the focused column. */
  readonly focus: number
  readonly filter: TextLine
  /** What the full-text search found for a filter; it counts as long as the filter is the same. */
  readonly found: { readonly words: string; readonly ids: ReadonlySet<string> } | null
  readonly order: Order
  /** What the third line of a card shows; null for cards of two lines. */
  readonly fact: Fact | null
  /** How many new postings and proposals wait for a decision. */
  readonly waiting: WaitingCounts
  readonly mode: Mode
  readonly message: { readonly text: string; readonly isBad: boolean } | null
  /** True until the first response. */
  readonly isLoading: boolean
}

export const FIRST: State = {
  columns: [],
  focus: 0,
  filter: lineOf(''),
  found: null,
  order: 'last moved',
  fact: null,
  waiting: { proposals: 0, postings: 0 },
  mode: { kind: 'board' },
  message: null,
  isLoading: true,
}

const haystack = ({ company, role, location, tags }: Card): string =>
  folded(`${company} ${role} ${location ?? ''} ${tags.join(' ')}`)

/** Cards that contain every word of the filter, or that the full-text search found for it. */
function matching(cards: readonly Card[], filter: string, found: State['found']): readonly Card[] {
  const words = folded(filter).split(/\s+/).filter(Boolean)
  if (!words.length) return cards
  const ids = found?.words === filter ? found.ids : undefined
  return cards.filter((card) => {
    const text = haystack(card)
    return words.every((word) => text.includes(word)) || Boolean(ids?.has(card.id))
  })
}

const RANKS = { high: 0, medium: 1, low: 2 } as const
const LAST = '9999'

/** What a card is put in order by, ascending. */
const KEYS: Readonly<Record<Exclude<Order, 'last moved'>, (card: Card) => string | number>> = {
  priority: ({ priority }) => (priority ? RANKS[priority] : 3),
  deadline: ({ deadline }) => deadline ?? LAST,
  company: ({ company }) => folded(company),
  // The best paid first; unknown pay last.
  salary: ({ yearlyPay }) => -(yearlyPay ?? -1),
  // The latest first; jobs not applied for last.
  applied: ({ appliedAt }) => -(appliedAt === null ? 0 : Date.parse(appliedAt)),
}

/** The cards in an order; equal ones stay as they were, last moved first. */
function ordered(cards: readonly Card[], order: Order): readonly Card[] {
  if (order === 'last moved') return cards
  const keyOf = KEYS[order]
  return [...cards].sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)]
    return a < b ? -1 : a > b ? 1 : 0
  })
}

const clamped = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1))

/** Replaces the cards of a column; the selected card stays selected if it is still shown. */
function withCards(
  column: Column,
  cards: readonly Card[],
  { filter, found, order }: Pick<State, 'filter' | 'found' | 'order'>,
  total = column.total,
): Column {
  const chosen = column.shown[column.at]?.id
  const shown = ordered(matching(cards, textOf(filter), found), order)
  const place = shown.findIndex(({ id }) => id === chosen)
  return { ...column, total, cards, shown, at: place < 0 ? clamped(column.at, shown.length) : place }
}

/** Replaces the cards with newly loaded ones. */
export function loaded(state: State, { columns }: Board): State {
  const next = columns.map(({ status, total, cards }) => {
    const column = state.columns.find((each) => each.status === status)
    return withCards(column ?? { status, total, cards: [], shown: [], at: 0 }, cards, state, total)
  })
  const busiest = next.findIndex(({ shown }) => shown.length)
  return {
    ...state,
    columns: next,
    focus: state.isLoading ? Math.max(0, busiest) : state.focus,
    isLoading: false,
  }
}

/** Applies a filter, and focuses a column with matches. */
export function filtered(state: State, filter: TextLine): State {
  const columns = state.columns.map((column) => withCards(column, column.cards, { ...state, filter }))
  const isEmpty = !columns[state.focus]?.shown.length
  const first = columns.findIndex(({ shown }) => shown.length)
  return { ...state, filter, columns, focus: isEmpty && first >= 0 ? first : state.focus }
}

/** Adds what the full-text search found for the filter. */
export const withFound = (state: State, words: string, ids: readonly string[]): State =>
  filtered({ ...state, found: { words, ids: new Set(ids) } }, state.filter)

/** Shows the next fact on the cards, and after the last one none. */
export const withNextFact = (state: State): State => ({
  ...state,
  fact: FACTS[state.fact === null ? 0 : FACTS.indexOf(state.fact) + 1] ?? null,
})

/** Puts the cards in the next order; the selected one stays selected. */
export function reordered(state: State): State {
  const order = ORDERS[(ORDERS.indexOf(state.order) + 1) % ORDERS.length] ?? 'last moved'
  const columns = state.columns.map((column) => withCards(column, column.cards, { ...state, order }))
  return { ...state, order, columns }
}

export const focused = ({ columns, focus }: State): Column | undefined => columns[focus]

/** The selected card with its status. */
export function chosen(state: State): { card: Card; status: Status } | undefined {
  const column = focused(state)
  const card = column?.shown[column.at]
  return column && card && { card, status: column.status }
}

/** Selects another card of the column. */
export function stepped(state: State, to: (at: number, count: number) => number): State {
  const columns = state.columns.map((column, place) =>
    place === state.focus
      ? { ...column, at: clamped(to(column.at, column.shown.length), column.shown.length) }
      : column,
  )
  return { ...state, columns }
}

/** Moves the card optimistically; if the request fails, the move is reverted. */
export function moved(state: State, card: Card, status: Status, now: string): State {
  const columns = state.columns.map((column) => {
    const others = column.cards.filter(({ id }) => id !== card.id)
    const had = others.length !== column.cards.length
    if (column.status === status)
      return withCards(
        column,
        [{ ...card, statusChangedAt: now }, ...others],
        state,
        column.total + (had ? 0 : 1),
      )
    return had ? withCards(column, others, state, column.total - 1) : column
  })
  return { ...state, columns }
}

/** Selects this job's card, if it is shown. */
export function choosing(state: State, id: string): State {
  const focus = state.columns.findIndex(({ shown }) => shown.some((card) => card.id === id))
  if (focus < 0) return state
  const columns = state.columns.map((column, place) =>
    place === focus ? { ...column, at: column.shown.findIndex((card) => card.id === id) } : column,
  )
  return { ...state, focus, columns }
}

/** Gives a card the version that a change of ours made. */
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
