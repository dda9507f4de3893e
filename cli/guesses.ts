// What was probably meant by a word that is none of those that a flag or an argument takes.
import { nearest } from '../core/kernel/nearest.ts'

const ALLOWED = /^must be one of (.+)$/s

/** “Did you mean applied?” for the first typed word that is none of those allowed but close to one; undefined when none is. */
export function guessFor(message: string, typed: readonly string[]): string | undefined {
  const allowed = ALLOWED.exec(message)?.[1]?.split(', ')
  if (!allowed) return undefined
  const guesses = typed
    .flatMap((words) => words.split(','))
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '' && !allowed.includes(word))
    .flatMap((word) => nearest(word, allowed) ?? [])
  return guesses[0] && `Did you mean ${guesses[0]}?`
}
