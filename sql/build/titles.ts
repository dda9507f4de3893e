/** Trains the classifier from job titles to occupations on filings and O*NET's titles, and builds the title_* tables. */
import retired from '../data/pay/retired_codes.json' with { type: 'json' }
import { hashOf } from '../../core/intelligence/words/compile-titles.ts'
import { ALWAYS, featuresOf } from '../../core/intelligence/words/occupations.ts'
import { readTitle } from '../../core/intelligence/words/title.ts'
import { LEXICON } from './filed-title.ts'
import type { Occupations } from './occupations.ts'
import { BENCHMARK, type National } from './national.ts'
import { field, type Raw, totals } from './raw.ts'
import { aliasesOf, readCommon } from './roles.ts'
import { byCodeUnits } from '../../core/intelligence/words/plain.ts'
import { table, type Table } from './table.ts'

/** Shorter titles name a line of work, and one employer's filing does not show what others mean by them. */
const MIN_RARE_WORDS = 2

type TitleFiling = { title: string; soc: string; filings: number }

type CountedTitle = { key: string; words: string[]; filings: number; bySoc: Map<string, number> }

/** The trained model: counts of titles with enough filings, the other filed titles, and a classifier. */
type LearnedTitles = ReturnType<typeof learnTitles>

/** `tables.json` names this number too. */
const COUNT_FILINGS = 5
const COUNTS_PER_TITLE = 4
const FEATURE_TITLES = 4
/** Smaller weights are dropped, which costs 0.2 points of held-out accuracy. */
const MIN_WEIGHT = 0.3

/** SOC 2010 codes still used in FY2022 filings, and their SOC 2018 successors (BLS crosswalk). */
const RETIRED: Readonly<Record<string, string>> = retired

/** The current occupation of a filed code, after mapping retired codes, or null. */
function currentSoc(code: string, occupations: Occupations): string | null {
  const next = RETIRED[code] ?? RETIRED[code.slice(0, 7)]
  return occupations.resolve(next ?? code)
}

function readTitleFilings(raw: Raw, occupations: Occupations): TitleFiling[] {
  return raw.read('dol_lca/lca_title_soc_counts_fy2022_2025.csv.gz').flatMap((row) => {
    const soc = currentSoc(field(row, 'soc_code'), occupations)
    return soc ? [{ title: field(row, 'job_title'), soc, filings: Number(field(row, 'filings')) }] : []
  })
}

/** How many filings a title of O*NET and one of our list count as, so that work that is rarely filed for visas is known. */
const ONET_WORTH = 4
const COMMON_WORTH = 64

const listed = (titles: readonly string[], soc: string | null, filings: number): TitleFiling[] =>
  soc ? titles.map((title) => ({ title, soc, filings })) : []

const readListedTitles = (raw: Raw, { resolve }: Occupations): TitleFiling[] => [
  ...raw
    .read('onet_29_3/alternate_titles.csv.gz')
    .flatMap((row) => listed([field(row, 'Alternate Title')], resolve(field(row, 'O*NET-SOC Code')), ONET_WORTH)),
  ...readCommon().flatMap((row) => listed([field(row, 'title'), ...aliasesOf(row)], resolve(field(row, 'onet')), COMMON_WORTH)),
]

function countTitles(filings: Iterable<TitleFiling>): CountedTitle[] {
  const titles = new Map<string, CountedTitle>()
  const read = new Map<string, string[]>()
  for (const { title, soc, filings: count } of filings) {
    const words = read.get(title) ?? readTitle(LEXICON, title).base
    read.set(title, words)
    const key = words.join(' ')
    const counted = titles.get(key) ?? { key, words, filings: 0, bySoc: new Map<string, number>() }
    titles.set(key, counted)
    counted.filings += count
    counted.bySoc.set(soc, (counted.bySoc.get(soc) ?? 0) + count)
  }
  titles.delete('')
  return [...titles.values()].sort((a, b) => byCodeUnits(a.key, b.key))
}

/** Trains on filed and listed titles. The order of the result depends only on the titles. */
function learnTitles(socs: string[], filed: CountedTitle[], listed: CountedTitle[], national: National) {
  const position = new Map(socs.map((soc, at) => [soc, at]))
  const examples = [...filed, ...listed].map((title) => exampleOf(title, position))
  return {
    position,
    counts: filed.filter((title) => title.filings >= COUNT_FILINGS),
    rare: filed.filter((title) => title.filings < COUNT_FILINGS && title.words.length >= MIN_RARE_WORDS),
    logits: employmentLogits(socs, examples, national),
    vote: learnVote(examples, socs.length),
  }
}

/**
 * Logits to add for each occupation: half the logarithm of its share of the nation's jobs over its share of the examples.
 * Visas are filed for engineers far more often than for cashiers, and postings are not. An occupation without a figure has few.
 */
function employmentLogits(socs: readonly string[], examples: readonly Example[], national: National): number[] {
  const jobs = socs.map((soc) => (national.at(soc, BENCHMARK)?.employment ?? 5_000) + 1_250)
  const seen = socs.map(() => 2)
  for (const { targets, weight } of examples)
    for (const [at, share] of targets) seen[at]! += weight * share
  const sum = (list: readonly number[]) => list.reduce((all, one) => all + one, 0)
  const scale = sum(seen) / sum(jobs)
  return jobs.map((count, at) => 0.5 * Math.max(-3, Math.min(3, Math.log((count * scale) / seen[at]!))))
}

/** The weight of a title grows more slowly than its filings, since a thousand filings repeat one judgement. */
function exampleOf(title: CountedTitle, position: ReadonlyMap<string, number>): Example {
  const targets = [...title.bySoc].map(([soc, filings]) => [position.get(soc) ?? 0, filings / title.filings] as const)
  return { features: featuresOf(title.words), targets, weight: Math.min(8, Math.sqrt(title.filings)) }
}

export function buildTitleTables(raw: Raw, occupations: Occupations, national: National): Table[] {
  const socs = occupations.list.map((occupation) => occupation.soc).sort(byCodeUnits)
  const filed = countTitles(readTitleFilings(raw, occupations))
  const learned = learnTitles(socs, filed, countTitles(readListedTitles(raw, occupations)), national)
  return [
    table('title_socs', 'soc', socs.map((soc) => [soc])),
    table('title_features', 'feature weights', featureRows(learned)),
    table('title_counts', 'title counts', countRows(learned)),
    table('title_rare', 'soc hashes', rareRows(learned)),
  ]
}

/** Rows of title_features: `position:weight` pairs without near-zero weights. Empty features are dropped. */
function featureRows({ vote, logits }: LearnedTitles): [string, string][] {
  const rows = vote.features.map((feature, at): [string, string] => {
    const pairs: string[] = []
    for (let soc = 0; soc < vote.classes; soc++) {
      const weight = vote.weights[at * vote.classes + soc] ?? 0
      const tenths = Math.abs(weight) >= MIN_WEIGHT ? Math.round(weight * 10) : 0
      const added = feature === ALWAYS ? tenths + Math.round((logits[soc] ?? 0) * 10) : tenths
      if (added !== 0) pairs.push(`${soc}:${added}`)
    }
    return [feature, pairs.join(' ')]
  })
  return rows.filter(([, weights]) => weights !== '').sort((a, b) => byCodeUnits(a[0], b[0]))
}

/** Rows of title_counts: a title's most frequent occupations with their filings. */
function countRows({ counts, position }: LearnedTitles): [string, string][] {
  return counts.map(({ key, bySoc }) => {
    const leading = [...bySoc].sort((a, b) => b[1] - a[1] || byCodeUnits(a[0], b[0])).slice(0, COUNTS_PER_TITLE)
    return [key, leading.map(([soc, filings]) => `${position.get(soc) ?? 0}:${filings}`).join(' ')]
  })
}

/** Rows of title_rare: titles by the occupation under which they are filed most. Titles without one are dropped. */
function rareRows({ rare, position }: LearnedTitles): [number, string][] {
  const bySoc = Array.from(position, (): string[] => [])
  for (const { key, bySoc: filings } of rare) {
    const [first, second] = [...filings].sort((a, b) => b[1] - a[1])
    if (first && first[1] > (second?.[1] ?? 0)) bySoc[position.get(first[0]) ?? 0]!.push(key)
  }
  return bySoc.flatMap((titles, soc) => (titles.length ? [[soc, hashesOf(titles)]] : []))
}

/** The hashes of titles in ascending order. Each is the difference from the one before, in base 36. */
function hashesOf(titles: readonly string[]): string {
  const hashes = Uint32Array.from(titles, hashOf).sort()
  return Array.from(hashes, (hash, at) => (hash - (hashes[at - 1] ?? 0)).toString(36)).join(' ')
}

/** Multinomial logistic regression over sparse features, by stochastic gradient descent with a fixed seed. */

/** A training example: its features, the share of each class, and its weight. */
type Example = { features: readonly string[]; targets: readonly (readonly [number, number])[]; weight: number }

/** Learned weights by feature: `weights[feature * classes + class]`. */
type Classifier = { classes: number; features: string[]; weights: Float32Array }

const EPOCHS = 5
const RATE = 0.25
/** The bias feature learns more slowly. Otherwise it would follow the last examples. */
const ALWAYS_RATE = 0.1
const NO_CHANGE = 1e-3

type Encoded = { features: Int32Array; targets: Example['targets']; step: number }

/** Learns one weight per feature and class. Features in fewer than `FEATURE_TITLES` examples are ignored. */
function learnVote(examples: readonly Example[], classes: number): Classifier {
  const features = [ALWAYS, ...commonFeatures(examples)]
  const position = new Map(features.map((feature, at) => [feature, at]))
  const encoded = examples.map((example) => encode(example, position))
  const weights = new Float32Array(features.length * classes)
  const chances = new Float32Array(classes)
  const random = seeded(1)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(encoded, random)
    const rate = RATE * (1 - epoch / EPOCHS)
    for (const example of encoded) learnFrom(example, weights, chances, rate)
  }
  return { classes, features, weights }
}

function commonFeatures(examples: readonly Example[]): string[] {
  const counts = totals(examples.flatMap(({ features }) => features), (feature) => feature)
  return [...counts].filter(([, count]) => count >= FEATURE_TITLES).map(([feature]) => feature)
}

function encode({ features, targets, weight }: Example, position: ReadonlyMap<string, number>): Encoded {
  const known = features.flatMap((feature) => position.get(feature) ?? [])
  return { features: Int32Array.of(0, ...known), targets, step: weight / Math.sqrt(known.length + 1) }
}

function learnFrom(example: Encoded, weights: Float32Array, chances: Float32Array, rate: number): void {
  const classes = chances.length
  predict(example.features, weights, chances)
  for (const [target, share] of example.targets) chances[target] = (chances[target] ?? 0) - share
  for (const feature of example.features) {
    const step = rate * example.step * (feature === 0 ? ALWAYS_RATE : 1)
    const row = feature * classes
    for (let at = 0; at < classes; at++) {
      const error = chances[at] as number
      if (error > NO_CHANGE || error < -NO_CHANGE) weights[row + at] = (weights[row + at] as number) - step * error
    }
  }
}

function predict(features: Int32Array, weights: Float32Array, chances: Float32Array): void {
  const classes = chances.length
  chances.fill(0)
  for (const feature of features) {
    const row = feature * classes
    for (let at = 0; at < classes; at++) chances[at] = (chances[at] as number) + (weights[row + at] as number)
  }
  let max = -Infinity
  for (const sum of chances) if (sum > max) max = sum
  let total = 0
  for (let at = 0; at < classes; at++) total += chances[at] = Math.exp((chances[at] as number) - max)
  for (let at = 0; at < classes; at++) chances[at] = (chances[at] as number) / total
}

function shuffle<T>(list: T[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const held = list[at] as T
    list[at] = list[other] as T
    list[other] = held
  }
}

/** A linear congruential generator. It is good enough for shuffling and the same on every platform. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return (state >>> 0) / 2 ** 32
  }
}
