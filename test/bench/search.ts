// Measures free-text search on the shipped catalogue: how often hard queries find their role, and how fast.
import type { Book } from '../../core/intelligence/words/book.ts'
import { openShipped } from '../../core/intelligence/file/shipped.ts'
import { openWords } from '../../core/intelligence/words/book.ts'
import { plainText } from '../../core/intelligence/words/plain.ts'
import { searchRoles } from '../../core/intelligence/words/search.ts'

/** One measured figure; `floor` is the required minimum (for times, the maximum). */
export interface Figure {
  name: string
  value: number
  unit: string
  floor?: number
}

interface Query {
  kind: string
  text: string
  slugs: ReadonlySet<string>
}

/** A small deterministic generator (mulberry32), so that every run uses the same queries. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * One typo: a letter dropped, doubled, replaced or swapped with the next, never the first letter of a word.
 */
function withTypo(text: string, random: () => number): string {
  const places = [...text].flatMap((letter, at) =>
    at > 0 && /[a-z]/.test(letter) && text[at - 1] !== ' ' ? [at] : [],
  )
  const at = places[Math.floor(random() * places.length)]
  if (at === undefined) return text
  const letter = text[at] ?? ''
  const slips = [
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + letter + text.slice(at),
    text.slice(0, at) + String.fromCharCode(97 + Math.floor(random() * 26)) + text.slice(at + 1),
    text.slice(0, at - 1) + letter + (text[at - 1] ?? '') + text.slice(at + 1),
  ]
  return slips[Math.floor(random() * slips.length)] ?? text
}

function reordered(text: string, random: () => number): string {
  const words = text.split(' ')
  const turn = 1 + Math.floor(random() * (words.length - 1))
  return [...words.slice(turn), ...words.slice(0, turn)].join(' ')
}

/** The title with one phrase abbreviated: "quality assurance engineer" → "qa engineer". */
function abbreviated(book: Book, text: string): string | null {
  for (const [short, { inside }] of book.lexicon().abbreviations)
    if (inside !== null && inside !== short && ` ${text} `.includes(` ${inside} `))
      return ` ${text} `.replace(` ${inside} `, ` ${short} `).trim()
  return null
}

/**
 * The hard queries: for every `every`-th role, its title with one typo, with two, reordered, and abbreviated.
 */
export function hardQueries(book: Book, every: number): Query[] {
  const random = seeded(20260601)
  return [...book.rows('roles')]
    .filter((_, at) => at % every === 0)
    .flatMap(([slug = '', name = '']) => {
      const title = plainText(name)
      const slugs = new Set([book.get('former_roles', slug)?.[1] ?? slug])
      const once = withTypo(title, random)
      const queries: Query[] = [
        { kind: 'one typo', text: once, slugs },
        { kind: 'two typos', text: withTypo(once, random), slugs },
      ]
      if (title.includes(' ')) queries.push({ kind: 'word order', text: reordered(title, random), slugs })
      const short = abbreviated(book, title)
      if (short !== null) queries.push({ kind: 'abbreviation', text: short, slugs })
      return queries
    })
}

interface Tally {
  asked: number
  first: number
  five: number
}

/** Runs every query and counts hits by kind; the time of a query is its best of three rounds in milliseconds, since one may wait for other processes. */
export function measure(
  book: Book,
  queries: readonly Query[],
): { tallies: Map<string, Tally>; timesMs: number[] } {
  const find = (text: string) => searchRoles(book, text, { limit: 50 }).data.slice(0, 5)
  for (const query of queries.slice(0, 500)) find(query.text)
  const tallies = new Map<string, Tally>()
  const timesMs = queries.map(() => Infinity)
  // The words of a query have left the reader's memory of the last words when it is asked again.
  for (let round = 0; round < 3; round++)
    for (const [at, query] of queries.entries()) {
      const before = performance.now()
      const found = find(query.text)
      timesMs[at] = Math.min(timesMs[at] ?? Infinity, performance.now() - before)
      if (round === 0) count(tallies, query, found)
    }
  return { tallies, timesMs: timesMs.sort((a, b) => a - b) }
}

function count(
  tallies: Map<string, Tally>,
  { kind: own, slugs }: Query,
  found: readonly { slug: string }[],
): void {
  const place = found.findIndex(({ slug }) => slugs.has(slug))
  for (const kind of [own, 'all']) {
    const tally = tallies.get(kind) ?? { asked: 0, first: 0, five: 0 }
    tallies.set(kind, tally)
    tally.asked++
    if (place === 0) tally.first++
    if (place >= 0) tally.five++
  }
}

/** Runs the search benchmark on the shipped tables. */
export async function benchSearch(): Promise<Figure[]> {
  const book = openWords(openShipped())
  const { tallies, timesMs } = measure(book, hardQueries(book, 2))
  const share = (kind: string, place: 'first' | 'five') => {
    const tally = tallies.get(kind)
    return tally ? Math.round((1000 * tally[place]) / tally.asked) / 10 : 0
  }
  const kinds = ['one typo', 'two typos', 'word order', 'abbreviation']
  return [
    { name: 'search: hard queries right at first place', value: share('all', 'first'), unit: '%', floor: 90 },
    { name: 'search: hard queries right within five', value: share('all', 'five'), unit: '%', floor: 95 },
    ...kinds.flatMap((kind) => [
      { name: `search: ${kind}, first place`, value: share(kind, 'first'), unit: '%' },
      { name: `search: ${kind}, within five`, value: share(kind, 'five'), unit: '%' },
    ]),
    { name: 'search: p50', value: round(timesMs[Math.floor(timesMs.length * 0.5)]), unit: 'ms' },
    { name: 'search: p99', value: round(timesMs[Math.floor(timesMs.length * 0.99)]), unit: 'ms', floor: 1 },
    { name: 'search: queries asked', value: timesMs.length, unit: 'queries' },
  ]
}

function round(value: number | undefined): number {
  return Math.round((value ?? 0) * 1000) / 1000
}
