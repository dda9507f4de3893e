// Splits a message into sentences, each as written (for evidence) and folded (for the rules).
import { foldedFully } from '../../kernel/folded.ts'
import { isShortMonth, monthNamed } from '../../reading/names.ts'

export interface Sentence {
  /** As written, on one line. */
  quote: string
  folded: string
}

/** Folds text for comparison: lower case, no accents, straight quotes, single spaces. */
export const fold = (text: string): string =>
  foldedFully(text)
    // The Japanese phrases are written without the marks of voiced kana.
    .replace(/[\u3099\u309a]/g, '')
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    // A fast path: most gaps are single spaces already.
    .replace(/[^\S ]\s*| \s+/g, ' ')

export const spaced = (folded: string): string => folded.replace(/[^\p{L}\p{N}&+#]+/gu, ' ')

export function hasPhrase(text: string, phrase: string): boolean {
  if (phrase.length < 2) return false
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    if (!isWordy(text.charCodeAt(at - 1)) && !isWordy(text.charCodeAt(at + phrase.length))) return true
  return false
}

const isWordy = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

const MAX_SENTENCES = 250
const MAX_LENGTH = 600

/** Abbreviations whose full stop does not end a sentence. */
const ABBREVIATION =
  /(?:\b(?:dr|mr|mrs|ms|prof|sr|jr|st|inc|ltd|co|no|nr|ca|bzw|vs|approx|dept|tel|abs|art|av|ing|dipl|min|std|kl|godz)|\b[a-zà-ÿ]|\d{1,2})\.$/i
const END = /(?<=[.!?…:;])["')\]]*\s+|(?<=[。！？])(?=\S)/g

/** Words that begin a sentence, but no name: the full stop of `Ltd. We` ends a sentence. */
const OPENING =
  /^(?:We|Our|You|Your|This|These|It|If|Unfortunately|Please|Thank|Thanks|However|Although|Wir|Sie|Ihre|Leider|Bitte|Nous|Vous|Votre|Merci|Hemos|Gracias|Lamentablemente)\s/

/** “December 3.” ends a sentence; the full stop in “am 3. Dezember” does not. */
const endsInDate = (text: string): boolean =>
  monthNamed(fold(/(\p{L}+) \d{1,2}\.$/u.exec(text)?.[1] ?? '')) !== null

const isAbbreviated = (text: string, next: string): boolean =>
  !OPENING.test(next) &&
  !endsInDate(text) &&
  (ABBREVIATION.test(text) || isShortMonth(fold(/(\p{L}{3,5})\.$/u.exec(text)?.[1] ?? '')))

function split(paragraph: string): string[] {
  const pieces: string[] = []
  let from = 0
  for (const { index, 0: gap } of paragraph.matchAll(END)) {
    const isColon = /[:;]/.test(paragraph.charAt(index - 1))
    const before = () => paragraph.slice(Math.max(from, index - 12), index)
    const next = () => paragraph.slice(index + gap.length, index + gap.length + 20)
    if (isColon ? index - from < 200 : isAbbreviated(before(), next())) continue
    pieces.push(paragraph.slice(from, index))
    from = index + gap.length
  }
  return [...pieces, paragraph.slice(from)]
}

/** Rejoins lines that a mail program wrapped. Lists and short lines stay separate. */
function paragraphsOf(text: string): string[] {
  const out: string[] = []
  let wrapped = false
  for (const line of text.split('\n')) {
    const bare = line.trim()
    const starts = /^(?:[*•·\-–]\s|\d+[.)]\s)/.test(bare)
    if (bare && wrapped && !starts) out[out.length - 1] += ` ${bare}`
    else if (bare) out.push(bare)
    wrapped = bare.length >= 55 && !/[.!?:]$/.test(bare) ? true : wrapped && bare.length >= 55
  }
  return out
}

export const sentencesOf = (text: string): Sentence[] =>
  paragraphsOf(text)
    .flatMap(split)
    .map((each) => each.trim().slice(0, MAX_LENGTH))
    .filter((each) => each.length > 1)
    .slice(0, MAX_SENTENCES)
    .map((quote) => ({ quote, folded: fold(quote) }))
