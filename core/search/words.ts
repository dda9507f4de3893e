// Splits a query into words like crm_words in SQL: without accents and case, and with `C++` as one word. An umlaut
// becomes two letters (ö: oe), and both spellings are searched.
import { folded, spelledAlike } from '../kernel/folded.ts'

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/c\+\+/g, 'cplusplus'],
  [/c#/g, 'csharp'],
  [/f#/g, 'fsharp'],
  [/\.net\b/g, ' dotnet'],
]

const normalized = (text: string): string =>
  NAMES.reduce(
    (result, [form, name]) => result.replace(form, name),
    folded(text.normalize('NFC').replace(/[äöüÄÖÜ]/g, (letter) => `${folded(letter)}e`)),
  )

const MAX_WORDS = 12

export const wordsOf = (text: string): string[] =>
  (normalized(text.slice(0, 500)).match(/[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+)*/gu) ?? [])
    .map((word) => word.replaceAll('.', ''))
    .slice(0, MAX_WORDS)

/** The word without its suffix, so that "engineers" and "engineering" match "engineer". */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ings?|ers?|ed|s)$/, '')
  return word.length >= 6 && stem.length >= 4 ? stem : word
}

/** From this length on, the other spelling also matches beginnings. That of “joe” is “jo”, which must not match “John”. */
const LEAST_BEGINNING = 4

const queryOf = (words: readonly string[], form: (word: string, begins: boolean) => string): string =>
  words
    .map((word) => {
      const other = spelledAlike(word)
      const own = form(word, true)
      return other === word ? own : `(${own} | ${form(other, other.length >= LEAST_BEGINNING)})`
    })
    .join(' & ')

export const exactQuery = (words: readonly string[]): string => queryOf(words, (word) => `'${word}'`)

export const broadQuery = (words: readonly string[]): string =>
  queryOf(words, (word, begins) => (begins ? `'${stemOf(word)}':*` : `'${word}'`))

export const namedQuery = (words: readonly string[]): string =>
  queryOf(words, (word, begins) => `${begins ? `'${stemOf(word)}':*` : `'${word}':`}A`)

const isSpelledAlike = (there: string, word: string): boolean => spelledAlike(there) === spelledAlike(word)

/** Whether a word of a text begins with a typed word, in either spelling. */
function isBegun(there: string, word: string): boolean {
  const other = spelledAlike(word)
  return there.startsWith(word) || (other.length >= LEAST_BEGINNING && spelledAlike(there).startsWith(other))
}

/** How well a title fits. Whole words count more than beginnings, and words in the typed order more than in another. */
export function scoreOf(title: string, query: readonly string[]): number {
  const titleWords = wordsOf(title)
  const [there, words] = [titleWords.map(spelledAlike), query.map(spelledAlike)]
  const each = query.map((word) =>
    there.includes(spelledAlike(word)) ? 4 : titleWords.some((one) => isBegun(one, word)) ? 2 : 0,
  )
  const inOrder = there.join(' ').includes(words.join(' ')) ? 2 : 0
  const begins = there.join(' ').startsWith(words.join(' ')) ? 1 : 0
  const whole = there.length === words.length && inOrder ? 3 : 0
  return each.reduce<number>((sum, one) => sum + one, 0) / words.length + inOrder + begins + whole
}

const BEFORE = 40
const LONGEST = 160

export function snippetOf(texts: readonly (string | null)[], words: readonly string[]) {
  for (const text of texts) {
    const found = text === null ? [] : marksIn(text, words)
    const first = found[0]
    if (text === null || !first) continue
    const cut = Math.max(0, first[0] - BEFORE)
    const from = cut + (cut ? text.slice(cut, first[0]).search(/\s/) + 1 : 0)
    const marks = found
      .filter(([, to]) => to <= from + LONGEST)
      .map(([a, b]): [number, number] => [a - from, b - from])
    // The cut may leave half of a surrogate pair. Each is replaced by one character, so that the marks stay right.
    return { text: text.slice(from, from + LONGEST).replace(/[\s\p{Surrogate}]/gu, ' '), marks }
  }
  return null
}

function marksIn(text: string, words: readonly string[]): [number, number][] {
  const marks: [number, number][] = []
  for (const match of text
    .slice(0, 50_000)
    .matchAll(/[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}+#.]*[\p{L}\p{N}\p{M}+#])?/gu)) {
    const [own = ''] = wordsOf(match[0])
    const isMeant = (word: string) =>
      isBegun(own, word) || own.startsWith(stemOf(word)) || isSpelledAlike(own, word)
    if (own && words.some(isMeant)) marks.push([match.index, match.index + match[0].length])
    if (marks.length === 20) break
  }
  return marks
}
