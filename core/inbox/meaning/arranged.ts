// A meeting that somebody fixes without calling it one: a day, a time, and people who will speak.
import type { Circumstances, Said } from './circumstances.ts'
import { placeOf, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

const DAY =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thur?s?|fri|today|tomorrow|montag|dienstag|mittwoch|donnerstag|freitag|samstag|morgen|heute|lunes|martes|miercoles|jueves|viernes|sabado|manana|lundi|mardi|mercredi|jeudi|vendredi|samedi|demain|jan\w*|feb\w*|mar(?:ch|z|zo|s)|apr\w*|avril|mayo?|mai|june?|juni|junio|juin|july?|julio?|juillet|aug\w*|agosto|aout|sep\w*|o[ck]t\w*|nov\w*|de[cz]\w*)\b|\d{1,2}[./]\d{1,2}[./]?|\bthe \d{1,2}(?:st|nd|rd|th)\b/
const TIME =
  /\b(?:\d{1,2}(?:[:.]\d{2})?|ein|zwei|drei|vier|funf|neun|zehn|elf|zwolf)\s?(?:a\.?m\b|p\.?m\b|uhr\b|h\b|hrs\b)|\b\d{1,2}[:h]\d{2}\b|\b(?:at|um|a las?|a)\s\d{1,2}\b(?![/.%]\d)|\bnoon\b/
/** Until then something is to be done, or somebody is there: no meeting. */
const LIMIT =
  /\b(?:(?<!(?:swing|come|stop|drop|pop) )by|before|until|till|no later than|deadline|due|closes?|closing|expires?|valid|office hours|opening hours|open (?:from|mon)|bis|spatestens|frist|antes de|hasta|plazo|avant|au plus tard|jusqu'au|d'ici|between|zwischen|entre)\b/

/**
 * The sentence that fixes when one meets; null when none does. A day and its time may stand in neighbouring ones. In a
 * letter of a person of the employer a day and a time alone are a meeting.
 */
function arrangedIn(sentences: readonly Sentence[], fromPerson: boolean): Sentence | null {
  for (const [at, sentence] of sentences.entries()) {
    const { folded } = sentence
    if (!TIME.test(folded) || isOpen(folded)) continue
    const before = sentences[at - 1]?.folded ?? ''
    const near = `${before} \n ${folded} \n ${sentences[at + 1]?.folded ?? ''}`
    if ((DAY.test(folded) || (DAY.test(before) && !isOpen(before))) && (fromPerson || says('meet', near)))
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
