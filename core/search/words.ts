// The words of a query in the form of crm_words: without accents and case, names of languages whole.
import { folded } from '../kernel/folded.ts'

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/c\+\+/g, 'cplusplus'],
  [/c#/g, 'csharp'],
  [/f#/g, 'fsharp'],
  [/\.net\b/g, ' dotnet'],
]

const named = (text: string): string =>
  NAMES.reduce((said, [form, name]) => said.replace(form, name), folded(text))

const MAX_WORDS = 12

export const wordsOf = (text: string): string[] =>
  (named(text.slice(0, 500)).match(/[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu) ?? [])
    .map((word) => word.replaceAll('.', ''))
    .slice(0, MAX_WORDS)

/** The word without the ending of its form: "engineers" and "engineering" begin like "engineer". */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ings?|ers?|ed|s)$/, '')
  return word.length >= 6 && stem.length >= 4 ? stem : word
}

export const exactQuery = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' & ')

export const broadQuery = (words: readonly string[]): string =>
  words.map((word) => `'${stemOf(word)}':*`).join(' & ')

export const namedQuery = (words: readonly string[]): string =>
  words.map((word) => `'${stemOf(word)}':*A`).join(' & ')

/** How well a title fits the words: whole words before beginnings, in the order typed before any other. */
export function scoreOf(title: string, words: readonly string[]): number {
  const there = wordsOf(title)
  const each = words.map((word) =>
    there.includes(word) ? 4 : there.some((one) => one.startsWith(word)) ? 2 : 0,
  )
  const inOrder = there.join(' ').includes(words.join(' ')) ? 2 : 0
  const begins = there.join(' ').startsWith(words.join(' ')) ? 1 : 0
  const whole = there.length === words.length && inOrder ? 3 : 0
  return each.reduce<number>((sum, one) => sum + one, 0) / words.length + inOrder + begins + whole
}

export interface Snippet {
  text: string
  marks: [number, number][]
}

const BEFORE = 40
const LONGEST = 160

/** The snippet of the first of these texts that has one of the words; null when none has. */
export function snippetOf(texts: readonly (string | null)[], words: readonly string[]): Snippet | null {
  for (const text of texts) {
    const found = text === null ? [] : marksIn(text, words)
    const first = found[0]
    if (text === null || !first) continue
    const from = Math.max(0, first[0] - BEFORE)
    const marks = found
      .filter(([, to]) => to <= from + LONGEST)
      .map(([a, b]): [number, number] => [a - from, b - from])
    return { text: text.slice(from, from + LONGEST).replace(/\s/g, ' '), marks }
  }
  return null
}

function marksIn(text: string, words: readonly string[]): [number, number][] {
  const marks: [number, number][] = []
  for (const match of text
    .slice(0, 50_000)
    .matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}+#.]*[\p{L}\p{N}\p{M}+#])?/gu)) {
    const [own] = wordsOf(match[0])
    if (own && words.some((word) => own.startsWith(word) || own.startsWith(stemOf(word))))
      marks.push([match.index, match.index + match[0].length])
    if (marks.length === 20) break
  }
  return marks
}
