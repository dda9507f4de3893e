// A posting as a board's answer states it, before anything of the user is applied to it.
import type { Compensation } from '../reading/pay.ts'

export type Workplace = 'remote' | 'hybrid' | 'onsite' | null

export interface FoundPosting {
  /** The system's own id, unique on the board and stable. */
  externalId: string
  /** The employer, where the answer names one. */
  company: string | null
  role: string
  places: string[]
  workplace: Workplace
  url: string
  /** ISO; a day without a time is its beginning in UTC. */
  postedAt: string | null
  /** As stated; null when it is not, or not plausible. */
  pay: Compensation | null
  /** Readable text; null when the list has none. */
  text: string | null
}

export interface Listing {
  /** The employer, where the answer names one. */
  company: string | null
  postings: FoundPosting[]
  /** The address of the next page; null on the last. */
  next: string | null
  /** How many postings there are on all pages, where the answer says so. */
  total: number | null
}

/** An answer that is not what the system sends: a reader throws it with what is wrong. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
}
