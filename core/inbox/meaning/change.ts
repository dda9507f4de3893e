// Finds sentences that change an existing appointment: cancel it, move it, or ask to move it.
import { daysNamed, namesTime } from './arranged.ts'
import { themeAt, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

export type Change = 'off' | 'moved' | 'asked'

export function changeIn({ folded, quote }: Sentence): Change | null {
  if (says('changeNot', folded)) return null
  const isTalk = says('talk', folded)
  const namesMeeting = isTalk || says('meeting', folded)
  const asks = says('asked', folded) || isQuestion(quote, folded)
  const isTimed = (byDay: boolean) => {
    const days = daysNamed(folded)
    return (byDay && days.length > 0) || namesTime(folded, days)
  }
  const isMoved = says('shift', folded)
    ? namesMeeting || isTimed(true)
    : says('swap', folded) && isTimed(isTalk || asks)
  if (isMoved) return asks ? 'asked' : 'moved'
  return says('off', folded) && namesMeeting ? 'off' : null
}

/** Whether a sentence asks for a change. It does not if the change is already made: “I've moved us to Friday at 3, does that work?” */
const isQuestion = (quote: string, folded: string): boolean => quote.endsWith('?') && !says('done', folded)

export const placeOfChange = (folded: string): number =>
  Math.max(-1, ...(['off', 'shift', 'swap'] as const).map((theme) => themeAt(theme, folded)))

/** Whether the sentence names the meeting or its old time. Then the change needs no other evidence. */
export const isPlainChange = (sentence: Sentence): boolean =>
  changeIn(sentence) !== null && (says('talk', sentence.folded) || says('swap', sentence.folded))
