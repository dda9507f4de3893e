// Parses the body of a board's answer.
import { UnexpectedAnswerError } from '../found-posting.ts'

/** Parses JSON; throws UnexpectedAnswerError for anything else, such as a page that says “sign in”. */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    throw new UnexpectedAnswerError(
      /^\s*</.test(body) ? 'is a page, not data' : 'is not JSON, or was cut off',
    )
  }
}
