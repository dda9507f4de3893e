// What waits for a decision, as an overlay of the board: keys, and the list after each answer.
import type { Waiting, WaitingCounts, WaitingList } from './port.ts'
import type { Mode, State } from './state.ts'

/** The most of each that are listed; the counts say how many there are. */
export const MAX_LISTED = 100

export type WaitingMode = Extract<Mode, { kind: 'waiting' }>

/** The selected one. */
export const chosenWaiting = ({ found, at }: WaitingMode): Waiting | undefined => found?.[at]

export const countOf = ({ proposals, postings }: WaitingCounts): number => proposals + postings

const clamped = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1))

/** Selects another. */
export const walked = (mode: WaitingMode, to: (at: number, count: number) => number): WaitingMode => {
  const count = mode.found?.length ?? 0
  return { ...mode, at: clamped(to(mode.at, count), count) }
}

/** Takes one off the list before the answer arrives, so that the next key means the next one. */
export function decided(state: State, mode: WaitingMode, one: Waiting): State {
  const found = (mode.found ?? []).filter(({ id }) => id !== one.id)
  const counted = one.from === 'inbox' ? 'proposals' : 'postings'
  return {
    ...state,
    waiting: { ...state.waiting, [counted]: Math.max(0, state.waiting[counted] - 1) },
    mode: { ...mode, found, at: clamped(mode.at, found.length) },
  }
}

/** The counts, and in the open overlay the list, as just read; the selected one stays selected. */
export function withWaiting(state: State, { proposals, postings, list }: WaitingList): State {
  const { mode } = state
  const counted = { ...state, waiting: { proposals, postings } }
  if (mode.kind !== 'waiting') return counted
  const chosen = chosenWaiting(mode)?.id
  const place = list.findIndex(({ id }) => id === chosen)
  return {
    ...counted,
    mode: { ...mode, found: list, at: place < 0 ? clamped(mode.at, list.length) : place },
  }
}
