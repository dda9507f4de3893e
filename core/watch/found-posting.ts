// A posting as a board states it, before the watch's criteria are applied.
import type { Compensation } from '../reading/compensation.ts'

/** Where the work takes place; null if the board does not say. */
export type Workplace = 'remote' | 'hybrid' | 'onsite' | null

/** The place of a posting as one text, in which remote work is said: `Remote (Oslo; Bergen)`. */
export const placeText = (offices: string | null, isRemote: boolean | null): string | null =>
  !isRemote || /\bremote\b/i.test(offices ?? '') ? offices : offices ? `Remote (${offices})` : 'Remote'

export interface FoundPosting {
  externalId: string
  company: string | null
  role: string
  places: string[]
  workplace: Workplace
  url: string
  postedAt: string | null
  /** The stated pay; null if missing or implausible. */
  pay: Compensation | null
  text: string | null
}

export interface Listing {
  company: string | null
  postings: FoundPosting[]
  /** The address of the next page; null on the last page. */
  next: string | null
  total: number | null
}

/** Thrown when a board's answer is not in the expected format. Its message completes the sentence “The answer of HOST …”. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
}
