// What a call took, where its provider never came to say so: it was cut short, or the server does not count.
import type { Tokens } from './prices.ts'

/** What most texts have. */
const CHARACTERS_PER_TOKEN = 4

const tokensIn = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN)

/** Tokens of texts of these lengths, about. */
export const guessedTokens = (characters: { read: number; written: number }): Tokens => ({
  input: tokensIn(characters.read),
  output: tokensIn(characters.written),
})

const NEVER_REACHED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

/** Whether a provider may have worked on a call that failed so: not when it refused it, or was never reached. */
export function wasWorkedOn(thrown: unknown): boolean {
  let error = thrown as { statusCode?: number; code?: unknown; cause?: unknown } | null | undefined
  for (let depth = 0; error && depth < 5; depth += 1) {
    if ((error.statusCode ?? 0) >= 300 || NEVER_REACHED.test(String(error.code))) return false
    error = error.cause as typeof error
  }
  return true
}
