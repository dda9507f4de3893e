// Writes the wordings of all roles as tables, so that a title is found with a few reads.
import { listIn } from '../../kernel/narrow.ts'
import type { Row } from '../file/layout.ts'
import type { Rows } from './book.ts'
import { openLexicon, type Lexicon } from './lexicon.ts'
import { byCodeUnits } from './plain.ts'
import { readTitle } from './title.ts'

export interface TitleSources extends Rows {
  names(): readonly string[]
}

/** The wordings of all roles, the positions of the wordings with each word, and the rarity of words. */
export type TitleIndex = ReturnType<typeof indexTitles>

/** Reads all titles once and builds the index that several tables share. */
export function indexTitles(source: TitleSources) {
  const lexicon = openLexicon(source.rows('words'))
  const wordings = wordingsOf(lexicon, source)
  const positions = new Map<string, number[]>()
  wordings.forEach(({ words }, at) => {
    for (const word of new Set(words)) listIn(positions, word).push(at)
  })
  const rarity = (word: string) =>
    lexicon.filler.has(word) ? 0.5 : Math.log(1 + wordings.length / (positions.get(word)?.length ?? 1))
  return { lexicon, wordings, positions, rarity }
}

/** A way to word a title, in the catalogue's spelling, with the roles that it may mean and their weights. */
export interface Wording {
  words: readonly string[]
  roles: Map<string, number>
}

/** Weights of a role's own title and of a listed wording, and the factor for a wording without its level. */
const OWN_TITLE = 1.05
const LISTED = 1
const UNLEVELLED = 0.8
export const CHUNK = 256

/** All wordings. Those of the same first role are adjacent, so that they are read together. */
function wordingsOf(lexicon: Lexicon, source: TitleSources): Wording[] {
  const wordings = new Map<string, Wording>()
  const hold = (words: readonly string[], slug: string, weight: number) => {
    const key = words.join(' ')
    const wording = wordings.get(key) ?? { words, roles: new Map<string, number>() }
    wordings.set(key, wording)
    wording.roles.set(slug, Math.max(weight, wording.roles.get(slug) ?? 0))
  }
  const unlevelled: [string[], string, number][] = []
  for (const { slug, text, weight } of textsOfRoles(source)) {
    const { words, base } = readTitle(lexicon, text)
    if (words.length === 0) continue
    hold(words, slug, weight)
    if (base.length < words.length) unlevelled.push([base, slug, Math.min(1, weight) * UNLEVELLED])
  }
  const direct = new Set(wordings.keys())
  for (const [base, slug, weight] of unlevelled)
    if (base.length > 1 && !direct.has(base.join(' '))) hold(base, slug, weight)
  return [...wordings.values()].sort(
    (a, b) => byCodeUnits(firstRole(a), firstRole(b)) || byCodeUnits(a.words.join(' '), b.words.join(' ')),
  )
}

function* textsOfRoles(source: TitleSources): Generator<{ slug: string; text: string; weight: number }> {
  const renamed = successorSlugs(source)
  for (const [slug = '', title = ''] of source.rows('roles')) {
    const now = renamed.get(slug)
    yield { slug: now ?? slug, text: title, weight: now === undefined ? OWN_TITLE : LISTED }
  }
  for (const [slug = '', text = '', weight] of source.rows('aliases'))
    yield { slug: renamed.get(slug) ?? slug, text, weight: Number(weight) }
  for (const [, slug = '', texts = ''] of source.rows('translations'))
    for (const text of texts.split('|')) yield { slug, text, weight: LISTED }
}

const successorSlugs = (source: TitleSources): ReadonlyMap<string, string> =>
  new Map(
    source.names().includes('former_roles')
      ? [...source.rows('former_roles')].map(([former = '', slug = '']): [string, string] => [former, slug])
      : [],
  )

const firstRole = (wording: Wording): string =>
  [...wording.roles].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]

/** The words sorted, without stop words. The same for "manager of engineering" and "engineering manager". */
export const sortedKey = ({ filler }: Lexicon, words: readonly string[]): string =>
  words
    .filter((word) => !filler.has(word))
    .sort()
    .join(' ')

/** Rows `key, words, roles` of the wordings. The key is `sortedKey`. */
export function* wordingRows({ lexicon, wordings }: TitleIndex): Generator<Row> {
  for (const { words, roles } of wordings)
    yield [sortedKey(lexicon, words), words.join(' '), roleWeights(roles)]
}

const roleWeights = (roles: ReadonlyMap<string, number>): string =>
  [...roles]
    .sort((a, b) => b[1] - a[1] || byCodeUnits(a[0], b[0]))
    .map(([slug, weight]) => `${slug}:${Math.round(weight * 1000) / 1000}`)
    .join(' ')

/** Rows `number, wordings`: `CHUNK` wordings each, as "words|roles" separated by semicolons. */
export function* wordingListRows({ wordings }: TitleIndex): Generator<Row> {
  const lines = wordings.map(({ words, roles }) => `${words.join(' ')}|${roleWeights(roles)}`)
  for (let at = 0; at < lines.length; at += CHUNK)
    yield [String(at / CHUNK), lines.slice(at, at + CHUNK).join(';')]
}

/** Rows `word, rarity, wordings`: positions in `wording_list`, each as the difference from the one before, in base 36. */
export function* wordingWordRows({ positions, rarity }: TitleIndex): Generator<Row> {
  for (const [word, list] of positions) {
    const gaps = list.map((position, at) => (position - (list[at - 1] ?? 0)).toString(36))
    yield [word, rarity(word).toFixed(2), gaps.join(' ')]
  }
}

/** One row: for each wording, the summed rarity of its words, in quarters, as base64 bytes. */
export function* wordingWeightRows({ wordings, rarity }: TitleIndex): Generator<Row> {
  const weights = Uint8Array.from(wordings, ({ words }) =>
    Math.min(255, Math.round(4 * words.reduce((sum, word) => sum + rarity(word), 0))),
  )
  yield [Buffer.from(weights).toString('base64')]
}

/** Rows `bucket, words`: words with their number of wordings, by first letter and length. */
export function* spellingRows({ positions }: TitleIndex): Generator<Row> {
  const buckets = new Map<string, string[]>()
  for (const [word, list] of positions)
    if (word.length >= MIN_LETTERS && !/\d/.test(word))
      listIn(buckets, bucketOf(word, word.length)).push(`${word}:${list.length}`)
  for (const [bucket, words] of buckets) yield [bucket, words.join(' ')]
}

/** Shorter words are not corrected, because too many others are similar. */
const MIN_LETTERS = 4

/** The bucket with possible corrections of this length. People rarely mistype the first letter. */
export const bucketOf = (word: string, length: number): string => `${word[0]}${length}`

/** Rows `word, slugs` for the words of role titles. An entry is "slug:filings of the title:number of its words". */
export function* titleWordRows(source: TitleSources, { lexicon }: TitleIndex): Generator<Row> {
  const renamed = successorSlugs(source)
  const slugs = new Map<string, string[]>()
  for (const [slug = '', title = '', , , reason = '', , , filings] of source.rows('roles')) {
    if (renamed.has(slug)) continue
    const words = readTitle(lexicon, title).words
    const known = Number(filings) + (reason === 'common_title' || reason === 'occupation' ? COMMON_WORTH : 0)
    for (const word of new Set(words)) listIn(slugs, word).push(`${slug}:${known}:${words.length}`)
  }
  for (const [word, list] of slugs) yield [word, list.join(' ')]
}

/** In the order of search, the title of an occupation and a common title count as this many more filings. */
const COMMON_WORTH = 2_000

/** Rows `bucket, titles` of `title_rare`: the rest of each hash with the number of its occupation. */
export function* rareTitleRows(source: TitleSources): Generator<Row> {
  const buckets = new Map<string, string[]>()
  for (const [soc = '', gaps = ''] of source.rows('title_rare')) {
    let hash = 0
    for (const gap of gaps.split(' ')) {
      hash += Number.parseInt(gap, 36)
      const { bucket, rest } = hashBucket(hash)
      listIn(buckets, bucket).push(`${rest}:${soc}`)
    }
  }
  for (const [bucket, titles] of buckets) yield [bucket, titles.join(' ')]
}

/** The bucket of a hash (its first 12 bits: 4,096 buckets), and the other bits. */
export const hashBucket = (hash: number): { bucket: string; rest: string } => ({
  bucket: (hash >>> 20).toString(36),
  rest: (hash & 0xfffff).toString(36),
})

/** FNV-1a, 32 bits. Collisions between titles are rare. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Rows `soc, slug`: the role with the occupation's official title, else with a common title, else with the most filings. */
export function* occupationRoleRows(source: TitleSources): Generator<Row> {
  const best = new Map<string, { slug: string; worth: number }>()
  const renamed = successorSlugs(source)
  for (const [slug = '', , soc = '', , reason = '', , , filings] of source.rows('roles')) {
    const worth = reason === 'occupation' ? Infinity : Number(filings) + (reason === 'common_title' ? 1e6 : 0)
    if (!renamed.has(slug) && worth > (best.get(soc)?.worth ?? -1)) best.set(soc, { slug, worth })
  }
  for (const [soc, { slug }] of best) yield [soc, slug]
}
