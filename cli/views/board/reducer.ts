// The board's reducer: from a state and a key to the next state and its effect.
import { must } from '../../../core/kernel/must.ts'
import { STATUSES, type Status } from '../../../core/jobs/status.ts'
import type { Card } from '../../../core/pipeline/board.ts'
import { addForm, editForm, fieldsToSave, noteForm, typed, type Form } from './form.ts'
import { actionOf, type Action } from './keys.ts'
import type { Waiting } from './port.ts'
import { chosenWaiting, decided, walked, type WaitingMode } from './waiting.ts'
import {
  chosen,
  filtered,
  focused,
  moved,
  reordered,
  stepped,
  withNextFact,
  type Mode,
  type State,
} from './state.ts'
import { edited, lineOf, textOf } from './text-line.ts'

export type Effect =
  | { do: 'end' }
  | { do: 'reload' }
  | { do: 'undo' }
  | { do: 'open'; card: Card }
  | { do: 'edit'; card: Card }
  | { do: 'move'; card: Card; status: Status }
  | { do: 'save'; form: Form }
  | { do: 'find'; words: string }
  | { do: 'waiting' }
  | { do: 'take' | 'dismiss'; one: Waiting }

export interface Press {
  /** The key's name: `j`, `enter`, `ctrl-s`. */
  press: string
  /** The text it types, if any. */
  text: string
}

interface Step {
  state: State
  effect?: Effect
}

interface Viewport {
  /** The cards, or lines of text, on a page. */
  page: { cards: number; lines: number }
  /** The largest scroll position in the job or the help. */
  lastTop: number
  /** The current time, ISO. */
  now: string
}

/** The state after a key press. A message stays until the next key. */
export function reduce(before: State, key: Press, around: Viewport): Step {
  const state = { ...before, message: null }
  const { mode } = state
  if (mode.kind === 'filter') return inFilter(state, key)
  if (mode.kind === 'form') return inForm(state, mode, key)
  const action = actionOf(key.press)
  if (mode.kind === 'move') return inMove(state, mode, key, action, around)
  if (!action) return { state }
  if (mode.kind === 'help') return inPages(state, mode, action, around)
  if (mode.kind === 'waiting') return inWaiting(state, mode, action, around)
  return mode.kind === 'job' ? inJob(state, mode, action, around) : onBoard(state, action, around)
}

const to = (state: State, mode: Mode): Step => ({ state: { ...state, mode } })

function onBoard(state: State, action: Action, { page }: Viewport): Step {
  const walk = STEPS[action]
  if (walk) return { state: stepped(state, (at, count) => walk(at, count, page.cards)) }
  if (action === 'left' || action === 'right') return { state: sideways(state, action === 'left' ? -1 : 1) }
  if (action === 'filter') return to(state, { kind: 'filter' })
  if (action === 'sort') return { state: reordered(state) }
  if (action === 'columns') return { state: withNextFact(state) }
  if (action === 'help') return to(state, { kind: 'help', back: state.mode, top: 0 })
  if (action === 'quit')
    return textOf(state.filter) ? { state: filtered(state, lineOf('')) } : { state, effect: { do: 'end' } }
  if (action === 'add')
    return to(state, { kind: 'form', form: addForm(focused(state)?.status ?? 'saved'), back: state.mode })
  if (action === 'waiting')
    return { ...to(state, { kind: 'waiting', found: null, at: 0 }), effect: { do: 'waiting' } }
  return action === 'dismiss' ? { state } : withCard(state, action)
}

const STEPS: Partial<Record<Action, (at: number, count: number, page: number) => number>> = {
  down: (at) => at + 1,
  up: (at) => at - 1,
  first: () => 0,
  last: (_, count) => count - 1,
  pageDown: (at, _, page) => at + page,
  pageUp: (at, _, page) => at - page,
}

function sideways(state: State, by: number): State {
  const focus = Math.max(0, Math.min(state.focus + by, state.columns.length - 1))
  return { ...state, focus }
}

/** Actions on the selected card, on the board or in its own view. */
function withCard(state: State, action: Action): Step {
  if (action === 'undo') return { state, effect: { do: 'undo' } }
  if (action === 'reload') return { state, effect: { do: 'reload' } }
  const one = state.mode.kind === 'job' ? ofJob(state, state.mode.card) : chosen(state)
  if (!one)
    return {
      state: { ...state, message: { text: 'There is no job here. Press a to add one.', isBad: false } },
    }
  const { card, status } = one
  const name = `${card.company} — ${card.role}`
  if (action === 'open' || action === 'documents') {
    const reading = action === 'documents' ? { at: 0, top: 0 } : null
    return {
      ...to(state, { kind: 'job', card, details: null, market: null, top: 0, reading }),
      effect: { do: 'open', card },
    }
  }
  if (action === 'move')
    return to(state, { kind: 'move', card, from: status, at: STATUSES.indexOf(status), back: state.mode })
  if (action === 'note') return to(state, { kind: 'form', form: noteForm(card.id, name), back: state.mode })
  if (action === 'edit') return editing(state, card)
  return { state }
}

/** A card's status is that of its column. */
function ofJob(state: State, card: Card): { card: Card; status: Status } {
  const column = state.columns.find(({ cards }) => cards.some(({ id }) => id === card.id))
  return { card, status: column?.status ?? 'saved' }
}

function editing(state: State, card: Card): Step {
  const { mode } = state
  if (mode.kind === 'job' && mode.details)
    return to(state, { kind: 'form', form: editForm(mode.details), back: mode })
  return { state, effect: { do: 'edit', card } }
}

const scrolled = (top: number, action: Action, { page, lastTop }: Viewport): number =>
  Math.max(0, Math.min(must(STEPS[action])(top, lastTop + 1, page.lines), lastTop))

function inJob(state: State, mode: Extract<Mode, { kind: 'job' }>, action: Action, around: Viewport): Step {
  if (action === 'help') return to(state, { kind: 'help', back: mode, top: 0 })
  if (mode.reading) return inDocument(state, { ...mode, reading: mode.reading }, action, around)
  if (action === 'quit' || action === 'left') return to(state, { kind: 'board' })
  if (action === 'documents') return to(state, { ...mode, reading: { at: 0, top: 0 } })
  if (STEPS[action]) return to(state, { ...mode, top: scrolled(mode.top, action, around) })
  return action === 'add' || action === 'filter' || action === 'sort' || action === 'open'
    ? { state }
    : withCard(state, action)
}

type Reading = Extract<Mode, { kind: 'job' }> & { reading: { at: number; top: number } }

/** Keys in a document. Closing it returns to the previous position in the job. */
function inDocument(state: State, mode: Reading, action: Action, around: Viewport): Step {
  const { at, top } = mode.reading
  if (action === 'quit' || action === 'documents') return to(state, { ...mode, reading: null })
  if (STEPS[action]) return to(state, { ...mode, reading: { at, top: scrolled(top, action, around) } })
  const by = action === 'right' ? 1 : action === 'left' ? -1 : 0
  const last = Math.max(0, (mode.details?.documents.length ?? 0) - 1)
  const next = Math.max(0, Math.min(at + by, last))
  return next === at ? { state } : to(state, { ...mode, reading: { at: next, top: 0 } })
}

/** Keys in the list of what waits. */
function inWaiting(state: State, mode: WaitingMode, action: Action, { page }: Viewport): Step {
  const walk = STEPS[action]
  if (walk)
    return to(
      state,
      walked(mode, (at, count) => walk(at, count, page.cards)),
    )
  if (action === 'quit' || action === 'left' || action === 'waiting') return to(state, { kind: 'board' })
  if (action === 'help') return to(state, { kind: 'help', back: mode, top: 0 })
  if (action === 'undo' || action === 'reload') return { state, effect: { do: action } }
  const one = chosenWaiting(mode)
  const verb = action === 'add' || action === 'open' ? 'take' : action === 'dismiss' ? 'dismiss' : undefined
  if (!verb || !one) return { state }
  return { state: decided(state, mode, one), effect: { do: verb, one } }
}

function inPages(
  state: State,
  mode: Extract<Mode, { kind: 'help' }>,
  action: Action,
  around: Viewport,
): Step {
  if (STEPS[action]) return to(state, { ...mode, top: scrolled(mode.top, action, around) })
  return action === 'quit' || action === 'help' || action === 'open' ? to(state, mode.back) : { state }
}

function inFilter(state: State, { press, text }: Press): Step {
  if (press === 'enter' || press === 'down' || press === 'tab') {
    const words = textOf(state.filter)
    return {
      ...to(state, { kind: 'board' }),
      ...(words.trim() && { effect: { do: 'find' as const, words } }),
    }
  }
  if (press === 'esc') return to(filtered(state, lineOf('')), { kind: 'board' })
  if (press === 'backspace' && textOf(state.filter) === '') return to(state, { kind: 'board' })
  const line = edited(state.filter, press, text)
  return { state: line ? filtered(state, line) : state }
}

function inForm(state: State, mode: Extract<Mode, { kind: 'form' }>, { press, text }: Press): Step {
  const { form, back } = mode
  if (press === 'esc') return to(state, back)
  // While saving, the form can only be closed.
  if (form.isSaving) return { state }
  const next = typed(form, press, text)
  if (next === 'save' && !Object.keys(fieldsToSave(form)).length)
    return to({ ...state, message: { text: 'Nothing was changed.', isBad: false } }, back)
  if (next === 'save') {
    const saving = { ...form, isSaving: true }
    return { ...to(state, { ...mode, form: saving }), effect: { do: 'save', form: saving } }
  }
  return next ? to(state, { ...mode, form: next }) : { state }
}

function inMove(
  state: State,
  mode: Extract<Mode, { kind: 'move' }>,
  { press }: Press,
  action: Action | undefined,
  { now }: Viewport,
): Step {
  const last = STATUSES.length - 1
  if (action === 'quit') return to(state, mode.back)
  const digit = /^[1-8]$/.test(press) ? Number(press) - 1 : undefined
  if (press === 'enter' || digit !== undefined)
    return moveTo(state, mode, must(STATUSES[digit ?? mode.at]), now)
  const by = action === 'down' || action === 'right' ? 1 : action === 'up' || action === 'left' ? -1 : 0
  return to(state, { ...mode, at: Math.max(0, Math.min(mode.at + by, last)) })
}

/** Moves the card on the board immediately, before the response arrives. */
function moveTo(state: State, mode: Extract<Mode, { kind: 'move' }>, status: Status, now: string): Step {
  const { card, from, back } = mode
  if (status === from) return to(state, back)
  const message = { text: `${card.company} — ${card.role}: ${from} → ${status}`, isBad: false }
  return {
    ...to({ ...moved(state, card, status, now), message }, back),
    effect: { do: 'move', card, status },
  }
}
