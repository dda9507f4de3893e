// A posting as a board's answer states it, before anything of the user is applied to it.
import type { Compensation } from '../reading/pay.ts'

export type Workplace = 'remote' | 'hybrid' | 'onsite' | null

export interface FoundPosting {
  externalId: string
  company: string | null
  role: string
  places: string[]
  workplace: Workplace
  url: string
  postedAt: string | null
  pay: Compensation | null
  text: string | null
}

export interface Listing {
  company: string | null
  postings: FoundPosting[]
  next: string | null
  total: number | null
}

/** An answer that is not what the system sends: a reader throws it with what is wrong. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
}
