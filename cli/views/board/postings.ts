// The new postings of watched boards as an overlay of the board: keys, and the list after each answer.
import type { NewPosting, NewPostings } from './port.ts'
import type { Mode, State } from './state.ts'

/** The most postings that are listed; the count says how many there are. */
export const MAX_LISTED = 100

export type PostingsMode = Extract<Mode, { kind: 'postings' }>

/** The selected posting. */
export const chosenPosting = ({ found, at }: PostingsMode): NewPosting | undefined => found?.[at]

const clamped = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1))

/** Selects another posting. */
export const walked = (mode: PostingsMode, to: (at: number, count: number) => number): PostingsMode => {
  const count = mode.found?.length ?? 0
  return { ...mode, at: clamped(to(mode.at, count), count) }
}

/** Takes a posting off the list before the answer arrives, so that the next key means the next one. */
export function decided(state: State, mode: PostingsMode, id: string): State {
  const found = (mode.found ?? []).filter((posting) => posting.id !== id)
  return {
    ...state,
    newPostings: Math.max(0, state.newPostings - 1),
    mode: { ...mode, found, at: clamped(mode.at, found.length) },
  }
}

/** The count, and in the open overlay the list, as just read; the selected posting stays selected. */
export function withPostings(state: State, { total, postings }: NewPostings): State {
  const { mode } = state
  const counted = { ...state, newPostings: total }
  if (mode.kind !== 'postings') return counted
  const chosen = chosenPosting(mode)?.id
  const place = postings.findIndex(({ id }) => id === chosen)
  return {
    ...counted,
    mode: { ...mode, found: postings, at: place < 0 ? clamped(mode.at, postings.length) : place },
  }
}
