// What a sentence says of an appointment that exists: that it is off, that it is at another time, or whether it could be.
import { daysNamed, namesTime } from './arranged.ts'
import { placeOf, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

export type Change = 'off' | 'moved' | 'asked'

/** Null where it changes none. */
export function changeIn({ folded, quote }: Sentence): Change | null {
  if (says('changeNot', folded)) return null
  const isTalk = says('talk', folded)
  const names = isTalk || says('meeting', folded)
  const asks = says('asked', folded) || isQuestion(quote, folded)
  const isTimed = (byDay: boolean) => {
    const days = daysNamed(folded)
    return (byDay && days.length > 0) || namesTime(folded, days)
  }
  const isMoved = says('shift', folded)
    ? names || isTimed(true)
    : says('swap', folded) && isTimed(isTalk || asks)
  if (isMoved) return asks ? 'asked' : 'moved'
  return says('off', folded) && names ? 'off' : null
}

/** A question that does not say before that it is done: “I've moved us to Friday at 3, does that work?” */
const isQuestion = (quote: string, folded: string): boolean => quote.endsWith('?') && !says('done', folded)

/** Where it begins to be said. */
export const placeOfChange = (folded: string): number =>
  Math.max(-1, ...(['off', 'shift', 'swap'] as const).map((theme) => placeOf(theme, folded)))

/** It says so of a talk by name, or names what it replaces: nothing else has to be weighed. */
export const isPlainChange = (sentence: Sentence): boolean =>
  changeIn(sentence) !== null && (says('talk', sentence.folded) || says('swap', sentence.folded))
