// Parses the body of a board's answer, and what several systems write alike.
import { UnexpectedAnswerError, type FoundPosting, type Listing } from '../found-posting.ts'
import { listIn, recordOf, type Json } from '../untrusted-json.ts'

/** Parses JSON; throws UnexpectedAnswerError for anything else, such as a page that says “sign in”. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new UnexpectedAnswerError(
      /^\s*</.test(body) ? 'is a page, not data' : 'is not JSON, or was cut off',
    )
  }
}

export function wholeList(
  body: string,
  field: string,
  postingOf: (row: Json) => FoundPosting | [],
): Listing & { rows: number; answer: Json } {
  const answer = jsonOf(body)
  const rows = listIn(answer, field)
  const postings = rows.flatMap(postingOf)
  const company = postings.find((posting) => posting.company)?.company ?? null
  return { company, postings, next: null, total: null, rows: rows.length, answer: recordOf(answer) }
}
