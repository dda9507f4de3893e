// Which roles to suggest for a text that names none: those with a title like it, not merely with some of its
// letters. Tuned on misspelt titles that resolve to nothing, and on words that are no titles
// (test/core/intelligence/search/suggestions.test.ts).
import type { RoleIndex } from './role-index.ts'
import { titleWords } from './phrases.ts'
import { editsBetween, wordLikeness } from './word-similarity.ts'
import { respelt, type Query } from './wordings.ts'

/** A role found for a text, with the wording that matched and how surely that wording means the role. */
export interface Candidate {
  title: string
  matched: string
  weight: number
  score: number
}

/** Least scores of a role's usual name, and of a rarer name for it; others are not suggested. */
const USUAL = { weight: 1, score: 0.3, likeness: 0.55 }
const RARER = { weight: 0.5, score: 0.4, likeness: 0.7 }
/** Least likeness of the last word of a name, the kind of work ("nurse" in “nurse toronto”), to a word of the text. */
const SAME_WORK = 0.86

/** Whether a role's name is like the text: spelled alike, for the same kind of work, or containing its words. */
export function isWorthSuggesting(index: RoleIndex, query: Query, candidate: Candidate): boolean {
  const { score, weight } = candidate
  const [title, matched] = [titleWords(candidate.title), titleWords(candidate.matched)]
  const isUsual = weight >= USUAL.weight
  const names = isUsual ? [title, matched] : [title]
  const typed = [...query.base, ...respelt(index, query.base)]
  if (score >= USUAL.score && (isSameWork(typed, names) || query.base.every((word) => title.includes(word))))
    return true
  const least = isUsual ? USUAL : RARER
  return (
    score >= least.score && weight >= least.weight && spelledAlike(query.words, matched) >= least.likeness
  )
}

/** The share of letters in place in the longer text, in either word order: 1 for the same text. */
function spelledAlike(typed: readonly string[], known: readonly string[]): number {
  const likeness = (one: string, other: string) => {
    const longer = Math.max(one.length, other.length, 1)
    return 1 - editsBetween(one, other, longer) / longer
  }
  const sorted = (words: readonly string[]) => [...words].sort().join(' ')
  return Math.max(likeness(typed.join(' '), known.join(' ')), likeness(sorted(typed), sorted(known)))
}

const isSameWork = (typed: readonly string[], names: readonly string[][]): boolean =>
  names.some((words) => typed.some((word) => wordLikeness(word, words.at(-1) ?? '') >= SAME_WORK))
