// A meeting that somebody fixes without calling it one: a day, a time, and people who will speak.
import { daysIn, timesIn, withoutDays, type Calendar, type Day } from '../../reading/prose.ts'
import type { Circumstances, Said } from './circumstances.ts'
import { placeOf, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

/** Until then something is to be done, or somebody is there: no meeting. */
const LIMIT =
  /\b(?:(?<!(?:swing|come|stop|drop|pop) )by|before|until|till|no later than|deadline|due|closes?|closing|expires?|valid|office hours|opening hours|open (?:from|mon)|bis|spatestens|frist|antes de|hasta|plazo|avant|au plus tard|jusqu'au|d'ici|between|zwischen|entre)\b/

/** Any day will do to see whether a sentence names one. */
const ANY_DAY: Calendar = {
  ...{ today: { year: 2026, month: 6, day: 15, hour: 12, minute: 0, second: 0 }, monthFirst: false },
}
export const daysNamed = (folded: string): Day[] => daysIn(folded, ANY_DAY)
const namesDay = (folded: string): boolean => daysNamed(folded).length > 0
/** “Tomorrow's 11.00” is a meeting that is known. */
export const namesTime = (folded: string, days = daysNamed(folded)): boolean =>
  timesIn(withoutDays(folded, days).replaceAll("'s", '  ')).length > 0

/**
 * Null when none does; a day and its time may stand in neighbouring ones. In a letter of a person of the employer a
 * day and a time alone are a meeting.
 */
function arrangedIn(sentences: readonly Sentence[], fromPerson: boolean): Sentence | null {
  for (const [at, sentence] of sentences.entries()) {
    const { folded } = sentence
    if (isOpen(folded) || !namesTime(folded)) continue
    const before = sentences[at - 1]?.folded ?? ''
    const near = `${before} \n ${folded} \n ${sentences[at + 1]?.folded ?? ''}`
    if ((namesDay(folded) || (namesDay(before) && !isOpen(before))) && (fromPerson || says('meet', near)))
      return sentence
  }
  return null
}

const isOpen = (folded: string): boolean =>
  LIMIT.test(folded) || says('interviewNot', folded) || placeOf('condition', folded) >= 0

/** A job that begins, not one that is talked about. */
const HIRED = /\b(?:first day|onboarding|welcome aboard|erster? arbeitstag|primer dia|premier jour)\b/

/** A day and a time to meet, said by somebody of a tracked job: an invitation without the word. */
export function findArranged(
  sentences: readonly Sentence[],
  known: Circumstances,
  receipt: Said | null,
): Said | null {
  if (!(known.strong || known.thread) || known.bulk || known.autoReply || (receipt && !receipt.soft))
    return null
  if (sentences.some(({ folded }) => HIRED.test(folded))) return null
  const at = arrangedIn(sentences, known.person && (known.awaited || known.thread))
  return at && { at, soft: true }
}
