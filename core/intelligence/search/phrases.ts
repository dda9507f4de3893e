// Converts a title to catalogue words: abbreviations are expanded, codes and noise removed. The catalogue's
// own titles are converted the same way, so that "QA Engr" matches "quality assurance engineer".
import { ABBREVIATIONS, type Abbreviation } from './abbreviations.ts'
import { GENERAL_WORDS, rankedWord } from './general-words.ts'
import { wordsOf } from './normalize.ts'

/** Phrases that mean something else than their separate words. */
const TOGETHER = new Map<string, readonly string[]>([
  ['tech lead', ['software', 'engineer', 'lead']],
  ['technical lead', ['software', 'engineer', 'lead']],
  ['technical specialist', ['specialist']],
  ['subject matter', []],
  ['tech support', ['technical', 'support']],
  ['tech writer', ['technical', 'writer']],
  ['tech recruiter', ['technical', 'recruiter']],
  ['tech sales', ['technical', 'sales']],
  ['eng manager', ['engineering', 'manager']],
  ['eng mgr', ['engineering', 'manager']],
  ['eng lead', ['engineering', 'lead']],
  ['eng director', ['engineering', 'director']],
  ['csharp dev', ['software', 'developer']],
  ['csharp developer', ['software', 'developer']],
  ['vice president', ['vp']],
  ['head of', ['director', 'of']],
  ['adjunct professor', ['professor']],
  ['adjunct faculty', ['professor']],
  ['adjunct instructor', ['professor']],
  ['visiting professor', ['professor']],
  ['college instructor', ['professor']],
  ['university lecturer', ['professor']],
  ['growth hacker', ['marketing', 'specialist']],
  ['payroll specialist', ['payroll', 'clerk']],
  ['code enforcement', ['building', 'inspector']],
  ['tsa agent', ['transportation', 'security', 'officer']],
  ['tsa officer', ['transportation', 'security', 'officer']],
  ['911 operator', ['911', 'dispatcher']],
])

/** Requisition numbers, pay-grade codes and working arrangements, which are unrelated to the occupation; 911 is none. */
const NOISE =
  /^(?!911$)(\d{3,}[a-z\d]*|[a-z]*\d{3,}[a-z\d]*|remote|hybrid|onsite|w2|contract|temporary|temp|fulltime|parttime|fte)$/

/**
 * The meaningful words of a title in catalogue spelling, including
 * level words: "Sr. ML Engr #20331" → sr machine learning engineer.
 */
export function titleWords(text: string): string[] {
  return typedWords(text).flatMap(spellOut)
}

/** The meaningful words of a title as typed, with its abbreviations; a phrase with a meaning of its own is spelt out. */
export const typedWords = (text: string): string[] =>
  joinPhrases(wordsOf(text).filter((word) => !NOISE.test(word)))

function joinPhrases(words: readonly string[]): string[] {
  const result: string[] = []
  for (let at = 0; at < words.length; at++) {
    const together = TOGETHER.get(`${words[at] ?? ''} ${words[at + 1] ?? ''}`)
    if (together === undefined) result.push(words[at] ?? '')
    else {
      result.push(...together)
      at++
    }
  }
  return result
}

function spellOut(word: string): readonly string[] {
  const meaning = abbreviation(word)?.words
  return meaning === undefined ? [word] : wordsOf(meaning)
}

/** The meanings of a title of one word, of one with ranks only, or with an ambiguous abbreviation in it; empty when there are none. */
export function readingsOf(words: readonly string[]): string[][] {
  const single = words.length === 1 ? (words[0] ?? '') : rankedWord(words)
  if (single !== null) return readingsOfWord(single).map(titleWords)
  const at = words.findIndex((word) => isAmbiguous(abbreviation(word)))
  if (at < 0) return []
  const readings = abbreviation(words[at] ?? '')?.alone ?? []
  return readings.map((reading) => [...words.slice(0, at), ...titleWords(reading), ...words.slice(at + 1)])
}

function readingsOfWord(word: string): readonly string[] {
  const full = titleWords(word).join(' ')
  const alone = abbreviation(word)?.alone ?? []
  // "mgr" is only short for "manager", which is as general.
  const isShort = alone.length === 0 || (alone.length === 1 && alone[0] === full)
  const general = Object.hasOwn(GENERAL_WORDS, full) ? GENERAL_WORDS[full] : undefined
  return isShort ? (general ?? alone) : alone
}

function isAmbiguous(meaning: Abbreviation | undefined): boolean {
  return meaning !== undefined && meaning.words === undefined
}

function abbreviation(word: string): Abbreviation | undefined {
  return Object.hasOwn(ABBREVIATIONS, word) ? ABBREVIATIONS[word] : undefined
}
