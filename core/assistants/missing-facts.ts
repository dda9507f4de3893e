// Finds facts of a source that a tailored resume omits. resume-tailor lists them, or restores them on request.
import { wordsOf } from './fact-check.ts'

/** Words that are facts: long ones, initials such as IBM, and all with a figure. */
function factWords(text: string): string[] {
  const initials = new Set((text.match(/\b\p{Lu}{2,3}\b/gu) ?? []).flatMap(wordsOf))
  return wordsOf(text).filter((word) => word.length > 3 || /\d/.test(word) || initials.has(word))
}

function factsOf(source: unknown): string[] {
  if (typeof source === 'string')
    return source
      .split(/\r?\n|(?<=(?:\d|\p{L}{4})[.;])\s+/u)
      .map((line) => line.replace(/^[\s•*·–-]+/, '').trim())
  if (typeof source === 'number') return [String(source)]
  if (typeof source === 'object' && source !== null) return Object.values(source).flatMap(factsOf)
  return []
}

/** The words of each position, each school, and the rest. The sets are separate, so that one position cannot cover for another. */
function wordsByPart(tailored: unknown): Set<string>[] {
  const parts = Object.values(typeof tailored === 'object' && tailored !== null ? tailored : { tailored })
  const isRecords = (part: unknown): part is object[] =>
    Array.isArray(part) && part.some((item) => typeof item === 'object')
  const records = parts.filter(isRecords).flat()
  const rest = parts.filter((part) => !isRecords(part))
  return [...records, rest].map((part) => new Set(factsOf(part).flatMap(wordsOf)))
}

/** Facts of the source that the resume omits. A part repeats a fact if it has all its figures and over half of its other words. */
export function missingFacts(source: unknown, tailored: unknown): string[] {
  const parts = wordsByPart(tailored)
  const isCovered = (words: string[], part: ReadonlySet<string>): boolean => {
    const names = words.filter((word) => !/\d/.test(word))
    const figures = words.filter((word) => /\d/.test(word))
    const missing = names.filter((word) => !part.has(word))
    return figures.every((word) => part.has(word)) && (!missing.length || missing.length * 2 < names.length)
  }
  return [
    ...new Set(
      factsOf(source).filter((fact) => fact && !parts.some((part) => isCovered(factWords(fact), part))),
    ),
  ]
}
