// A key's step: the next state and its effects. Also the steps that several keys share.
import type { Status } from '../../../core/jobs/fields.ts'
import { must } from '../../../core/kernel/narrow.ts'
import { textOf, type TextLine } from '../text-line.ts'
import type { Form } from './form.ts'
import type { Action } from './keys.ts'
import type { Item } from './records.ts'
import { chosenCard, choosing, moved, type Mode, type State } from './state.ts'

export type Effect =
  | { do: 'end' | 'reload' | 'remember' }
  /** Asks before undoing a change that was not made here, unless `isSure`. */
  | { do: 'undo'; isSure: boolean }
  | { do: 'look' | 'edit' | 'browse' | 'finish'; item: Item }
  | { do: 'move'; items: readonly Item[]; status: Status }
  | { do: 'take' | 'dismiss' | 'snooze'; items: readonly Item[] }
  | { do: 'save'; form: Form }
  | { do: 'find' | 'search' | 'complete'; words: string }
  | { do: 'run'; argv: readonly string[] }
  | { do: 'remove'; lines: readonly (readonly string[])[] }

export interface Step {
  state: State
  effects: readonly Effect[]
}

export interface Viewport {
  page: { entries: number; lines: number }
  /** The largest scroll position of the text on the screen. */
  lastTop(): number
  isWide: boolean
  now: string
}

export const still = (state: State): Step => ({ state, effects: [] })
export const doing = (state: State, ...effects: Effect[]): Step => ({ state, effects })
export const to = (state: State, mode: Mode): Step => still({ ...state, mode })
export const fill = (state: State, form: Form): Step => to(state, { kind: 'form', form })
export const say = (state: State, text: string, isBad = false): Step =>
  still({ ...state, message: { text, isBad } })
export const LIST: Mode = { kind: 'list' }

type Walk = (at: number, count: number, page: number) => number

export const WALKS: Partial<Record<Action, Walk>> = {
  down: (at) => at + 1,
  up: (at) => at - 1,
  first: () => 0,
  last: (_, count) => count - 1,
  pageDown: (at, _, page) => at + page,
  pageUp: (at, _, page) => at - page,
}

export const scrolled = (top: number, walk: Walk, { page, lastTop }: Viewport): number => {
  const last = lastTop()
  return Math.max(0, Math.min(walk(top, last + 1, page.lines), last))
}

export const palette = (state: State, line: TextLine): Step =>
  doing(
    { ...state, mode: { kind: 'palette', line, found: [], at: -1 } },
    { do: 'complete', words: line.before },
  )

/** Search reads while words are typed; other views filter loaded entries. */
export const searching = (state: State): Step =>
  state.view === 'search' ? doing(state, { do: 'search', words: textOf(state.filters.search) }) : still(state)

/** Moves cards on the board at once; an error moves them back. */
export function moveTo(state: State, all: readonly Item[], status: Status, { now }: Viewport): Step {
  const items = all.filter(({ jobId }) => jobId !== null)
  const [one] = items
  if (!one) return still(state)
  if (items.length === 1 && one.status === status) return say(state, `${one.title} is already ${status}.`)
  // Which they are is said, because the marks are gone.
  const text =
    items.length > 1
      ? `${items.length} jobs: ${status}. ${items.map(({ title }) => title).join(', ')}`
      : `${one.title}: ${one.status ? `${one.status} → ` : ''}${status}`
  const message = { text, isBad: false }
  const shown = moved(state, new Set(items.map(({ jobId }) => must(jobId))), status, now)
  const chosen = state.view === 'board' && chosenCard(state)?.id === one.id ? choosing(shown, one.id) : shown
  return doing({ ...chosen, message, marked: new Set() }, { do: 'move', items, status })
}
