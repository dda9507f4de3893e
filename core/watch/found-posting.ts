// A posting as a board's answer states it, before anything of the user is applied to it.
import type { Compensation } from '../reading/compensation.ts'

/** Where the work is done; null when the board does not say. */
export type Workplace = 'remote' | 'hybrid' | 'onsite' | null

export interface FoundPosting {
  externalId: string
  company: string | null
  role: string
  places: string[]
  workplace: Workplace
  url: string
  postedAt: string | null
  /** As stated; null when it is not, or not plausible. */
  pay: Compensation | null
  /** Readable text; null when the list has none. */
  text: string | null
}

export interface Listing {
  company: string | null
  postings: FoundPosting[]
  /** The address of the next page; null on the last. */
  next: string | null
  total: number | null
}

/** An answer that is not what the system sends: a reader throws it with what is wrong. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
}
