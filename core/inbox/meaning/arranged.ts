// Finds a meeting that the message does not call one: by a day, a time, and words about meeting or a person who writes.
import { daysIn, timesIn, withoutDays, type Calendar, type Day } from '../../reading/prose.ts'
import type { Circumstances } from './approach.ts'
import { themeAt, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

/** A sentence that supports a verdict. `soft`: it needs support from other sentences. */
export interface Statement {
  at: Sentence
  soft: boolean
}

const DEADLINE_OR_HOURS =
  /\b(?:(?<!(?:swing|come|stop|drop|pop) )by|before|until|till|no later than|deadline|due|closes?|closing|expires?|valid|office hours|opening hours|open (?:from|mon)|bis|spatestens|frist|antes de|hasta|plazo|avant|au plus tard|jusqu'au|d'ici|between|zwischen|entre)\b/

/** Any date will do: it only shows whether a sentence names a day. */
const ANY_DAY: Calendar = {
  ...{ today: { year: 2026, month: 6, day: 15, hour: 12, minute: 0, second: 0 }, monthFirst: false },
}
export const daysNamed = (folded: string): Day[] => daysIn(folded, ANY_DAY)
/** Whether a text names a time. “Tomorrow's 11.00” does not: it means a meeting that both know. */
export const namesTime = (folded: string, days = daysNamed(folded)): boolean =>
  timesIn(withoutDays(folded, days).replaceAll("'s", '  ')).length > 0

/** The sentence that sets a meeting. The sentence before may name its day. From a person, a day and a time are enough. */
function arrangedIn(sentences: readonly Sentence[], fromPerson: boolean): Sentence | null {
  let isDayBefore = false
  for (const [at, sentence] of sentences.entries()) {
    const { folded } = sentence
    const days = daysNamed(folded)
    const isDayNamed = days.length > 0 || isDayBefore
    isDayBefore = days.length > 0 && !isOpen(folded)
    if (!isDayNamed || isOpen(folded) || !namesTime(folded, days)) continue
    const near = `${sentences[at - 1]?.folded ?? ''} \n ${folded} \n ${sentences[at + 1]?.folded ?? ''}`
    if (fromPerson || says('meet', near)) return sentence
  }
  return null
}

const isOpen = (folded: string): boolean =>
  DEADLINE_OR_HOURS.test(folded) || says('interviewNot', folded) || themeAt('condition', folded) >= 0

/** These words mean the first day of a job, not a meeting. */
const FIRST_DAY = /\b(?:first day|onboarding|welcome aboard|erster? arbeitstag|primer dia|premier jour)\b/

/** Finds a day and a time to meet, from somebody at a tracked job. The message need not call it an invitation. */
export function findArranged(
  sentences: readonly Sentence[],
  known: Circumstances,
  receipt: Statement | null,
): Statement | null {
  if (!(known.isStrongLink || known.isReply) || known.bulk || known.autoReply || (receipt && !receipt.soft))
    return null
  if (sentences.some(({ folded }) => FIRST_DAY.test(folded))) return null
  const at = arrangedIn(sentences, known.fromPerson && (known.awaited || known.isReply))
  return at && { at, soft: true }
}
