// What a tailored resume leaves out of its source: listed, and put back on request.
import { plain } from './fact-check.ts'

/** Words that carry a fact: longer ones, and anything with a figure. */
const wordsOf = (text: string): string[] =>
  plain(text)
    .split(' ')
    .filter((word) => word.length > 3 || /\d/.test(word))

/** The texts of a source: lines of a text, or every text in a record. */
function factsOf(source: unknown): string[] {
  if (typeof source === 'string')
    return source.split(/\r?\n/).map((line) => line.replace(/^[\s•*·–-]+/, '').trim())
  if (typeof source === 'number') return [String(source)]
  if (typeof source === 'object' && source !== null) return Object.values(source).flatMap(factsOf)
  return []
}

/** Facts of the source that the tailored text does not tell: without its figures, or with less than half of its words. */
export function missingFacts(source: unknown, tailored: unknown): string[] {
  const told = new Set(factsOf(tailored).flatMap(wordsOf))
  const isMissing = (fact: string): boolean => {
    const words = wordsOf(fact)
    const missing = words.filter((word) => !told.has(word))
    return missing.some((word) => /\d/.test(word)) || missing.length * 2 > words.length
  }
  return [...new Set(factsOf(source).filter((fact) => fact && isMissing(fact)))]
}
