// Finds the roles whose titles have all words of a query, best first. If there are none, finds similar names.
import { last } from '../../kernel/narrow.ts'
import { cutPage } from '../page.ts'
import type { Book } from './book.ts'
import { TITLE_ITSELF, UNDERSTOOD } from './certainty.ts'
import type { Experience } from './experience.ts'
import { splitTitleAndPlace } from './place-in-title.ts'
import { ANYBODY, NOTHING, resolveText } from './roles.ts'
import { titleAt } from './weighing.ts'
import { isWorker } from './worker.ts'
import { correctSpelling } from './spelling.ts'
import { similarWordings } from './wordings.ts'

/** A title with all words has this score, plus up to `BREVITY_BONUS` if it has few other words. */
const HAS_ALL = 0.6
const BREVITY_BONUS = 0.39
/** Below this likeness, a name only shares letters with the query. */
const LEAST_ALIKE = 0.4
const MAX_ALIKE = 50

/** The roles after the cursor, at most `limit`. Throws `invalid_cursor` if the cursor belongs to another query. */
export function searchRoles(
  book: Book,
  query: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const { found, experience } = allFor(book, query)
  const page = cutPage(found, { limit, cursor })
  const data = page.data.map((row) => {
    const { title, soc } = titleAt(book, row.slug)
    return { ...row, title, soc, score: Math.round(row.score * 1000) / 1000, matched: row.matched || title }
  })
  return { ...page, data, experience }
}

/** A search result: the score of its title (0–1), and the wording that matched. */
type FoundRole = { slug: string; score: number; matched: string }

/** All roles for a query, best first. A sure meaning of the query comes before titles with its words. */
function allFor(book: Book, query: string): { found: FoundRole[]; experience: Experience | null } {
  // A misspelled place is searched as a word: the user may still be typing it.
  const { title, answer: resolved } = resolveText(book, splitTitleAndPlace(book, query)?.title ?? query)
  const answer = resolved.kind === 'one' && resolved.score < UNDERSTOOD ? NOTHING : resolved
  const words = fieldOf(title.base).map((word, at, all) =>
    at === all.length - 1 && isPrefix(book, word) ? word : correctSpelling(book, word),
  )
  const listed = words.length === 0 ? [] : titlesWith(book, words)
  const meant =
    answer.kind === 'one'
      ? [{ slug: answer.slug, score: answer.score, matched: answer.matched }]
      : possibleRoles(answer.candidates, answer.kind)
  const alike = listed.length > 0 || words.length === 0 ? [] : similarRoles(book, words)
  // A meaning that is not certain is sorted by score, among the titles with the words.
  const isSure =
    answer.kind === 'several'
      ? title.readings.length > 0
      : answer.kind === 'none' || answer.score >= TITLE_ITSELF
  const majors = new Set(isSure ? meant.map(({ slug }) => majorAt(book, slug)) : [])
  const near = majors.size ? alike.filter(({ slug }) => majors.has(majorAt(book, slug))) : alike
  const others = [...listed, ...near]
  const found = isSure ? [...meant, ...others] : [...others, ...meant].sort((a, b) => b.score - a.score)
  const seen = new Set<string>()
  const once = found.filter(({ slug }) => seen.size < seen.add(slug).size)
  return { found: withFallingScores(once), experience: title.experience }
}

/** Drops a last word that means any person: "customer success guy". */
const fieldOf = (words: readonly string[]): readonly string[] =>
  words.length > 1 && ANYBODY.test(last(words)) ? words.slice(0, -1) : words

/** The roles with all these words, such as "customer success"; none if a word already names a worker. */
export function rolesOfField(book: Book, words: readonly string[]): string[] {
  return words.some(isWorker) ? [] : titlesWith(book, fieldOf(words)).map(({ slug }) => slug)
}

const majorAt = (book: Book, slug: string): string => titleAt(book, slug).soc.slice(0, 2)

function withFallingScores(found: readonly FoundRole[]): FoundRole[] {
  let most = 1
  return found.map((row) => ({ ...row, score: (most = Math.min(most, row.score)) }))
}

/** Score of the first of several meanings. The following ones score slightly less. */
const TOP_SCORE = 0.85

/** The roles that words with several meanings may mean, best first. */
const possibleRoles = (slugs: readonly string[], kind: 'several' | 'none'): FoundRole[] =>
  kind === 'none' ? [] : slugs.map((slug, at) => ({ slug, score: TOP_SCORE - at / 100, matched: '' }))

/** `known`: filings of the title, with a bonus for common titles. `words`: its number of words. */
type TitleWithWord = ReturnType<typeof titlesIn>[number]

/** The roles with all words; the last may be a prefix. Titles with the fewest words come first, then those with most filings. */
function titlesWith(book: Book, words: readonly string[]): FoundRole[] {
  const { filler } = book.lexicon()
  const wanted = [...new Set(words)].filter((word) => !filler.has(word))
  const lists = wanted.map((word, at) => titlesWithWord(book, word, at === wanted.length - 1))
  const [first = [], ...rest] = lists.sort((a, b) => a.length - b.length)
  const sets = rest.map((list) => new Set(list.map(({ slug }) => slug)))
  return first
    .filter(({ slug }) => sets.every((set) => set.has(slug)))
    .sort((a, b) => a.words - b.words || b.known - a.known || (a.slug < b.slug ? -1 : 1))
    .map(({ slug, words: length }) => ({
      slug,
      score: HAS_ALL + BREVITY_BONUS * Math.min(1, wanted.length / length),
      matched: '',
    }))
}

/** A word of at least this many letters also finds longer words: "engineer" finds "engineering". */
const MIN_PREFIX = 4
/** The last word may be shorter, because the user may still be typing it. */
const MIN_LAST_PREFIX = 2
/** A title that matches by a prefix counts as longer by this many words. */
const PREFIX_PENALTY = 0.25

function titlesWithWord(book: Book, word: string, isLast: boolean): readonly TitleWithWord[] {
  const whole = book.ofRow('title_words', word, 'titles', (row) => titlesIn(row[1])) ?? []
  if (word.length < (isLast && whole.length === 0 ? MIN_LAST_PREFIX : MIN_PREFIX)) return whole
  const byPrefix = () => {
    const found = new Map<string, TitleWithWord>()
    for (const [, titles] of book.starting('title_words', word))
      for (const title of titlesIn(titles))
        found.set(title.slug, { ...title, words: title.words + PREFIX_PENALTY })
    for (const title of whole) found.set(title.slug, title)
    return [...found.values()]
  }
  return book.ofRow('title_words', word, 'begun', byPrefix) ?? byPrefix()
}

const isPrefix = (book: Book, word: string): boolean => titlesWithWord(book, word, true).length > 0

const titlesIn = (text: string | undefined) =>
  (text?.split(' ') ?? []).map((entry) => {
    const [slug = '', known, words] = entry.split(':')
    return { slug, known: Number(known), words: Number(words) }
  })

function similarRoles(book: Book, words: readonly string[]): FoundRole[] {
  const best = new Map<string, FoundRole>()
  for (const { slug, likeness, words: matched } of similarWordings(book, words))
    if (likeness >= LEAST_ALIKE && likeness > (best.get(slug)?.score ?? 0))
      best.set(slug, { slug, score: Math.min(likeness, HAS_ALL), matched })
  return [...best.values()].sort((a, b) => b.score - a.score).slice(0, MAX_ALIKE)
}
