// Estimates the tokens of a call if the provider reports none: the response was cut off, or the server does not count.
import { recordOf } from '../kernel/narrow.ts'
import { responseIn, systemCodeOf } from '../kernel/errors.ts'
import type { Tokens } from './prices.ts'

const CHARACTERS_PER_TOKEN = 4

const tokensIn = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN)

export const estimatedTokens = (characters: { read: number; written: number }): Tokens => ({
  input: tokensIn(characters.read),
  output: tokensIn(characters.written),
})

const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

/** Whether a failed request may have used tokens. It used none if the provider refused it or was not reached. */
export function mayHaveUsedTokens(thrown: unknown): boolean {
  let error = thrown
  for (let depth = 0; error && depth < 5; depth += 1) {
    if (responseIn(error).statusCode >= 300 || NOT_CONNECTED.test(systemCodeOf(error) ?? '')) return false
    error = recordOf(error)['cause']
  }
  return true
}
