// Predicts the occupation of a job title: from the filings with that exact title,
// and for unseen titles with a linear classifier over words and word pairs.
// Trained by sql/build/titles.ts on 1.9 million filings and O*NET's titles.

import { runToEnd } from '../../kernel/cooperative.ts'
import { rareSocOf, rareTitlesFrom, type RareRow, type RareTitles } from './rare-titles.ts'

/** A row of the title_features table: a feature, and `soc index:weight in tenths` pairs. */
export interface FeatureRow {
  feature: string
  weights: string
}

/** A row of the title_counts table: canonical words, and `soc index:filings` pairs. */
export interface CountRow {
  title: string
  counts: string
}

/** The trained model in memory. The weights of feature f are at starts[f] … starts[f + 1]. */
export interface TitleModel {
  socs: readonly string[]
  features: ReadonlyMap<string, number>
  starts: Int32Array
  targets: Uint16Array
  weights: Float32Array
  counts: ReadonlyMap<string, string>
  rare: RareTitles
}

/** The features of a title: its words, word pairs and last word, including level words. */
export function featuresOf(words: readonly string[]): string[] {
  const features = new Set<string>()
  words.forEach((word, at) => {
    features.add(word)
    const next = words[at + 1]
    if (next !== undefined) features.add(`${word} ${next}`)
  })
  const last = words.at(-1)
  if (last !== undefined) features.add(`${last}$`)
  return [...features]
}

/** The feature of every title: the bias, reflecting how common each occupation is among the filings. */
export const ALWAYS = '*'

/** Builds the model from the shipped rows without interruption. */
export const openTitleModel = (...rows: Parameters<typeof titleModelSteps>): TitleModel =>
  runToEnd(titleModelSteps(...rows))

/** The same as a generator that yields every millisecond or so. */
export function* titleModelSteps(
  socs: readonly string[],
  features: readonly FeatureRow[],
  counts: readonly CountRow[],
  rare: readonly RareRow[],
): Generator<void, TitleModel> {
  const starts = new Int32Array(features.length + 1)
  features.forEach(({ weights }, at) => (starts[at + 1] = (starts[at] ?? 0) + pairsIn(weights)))
  const all = starts.at(-1) ?? 0
  const model = { targets: new Uint16Array(all), weights: new Float32Array(all) }
  for (const [at, row] of features.entries()) {
    writePairs(row.weights, starts[at] ?? 0, model)
    if (at % 1_000 === 0) yield
  }
  return {
    socs,
    features: new Map(features.map((row, at) => [row.feature, at])),
    starts,
    ...model,
    counts: new Map(counts.map((row) => [row.title, row.counts])),
    rare: yield* rareTitlesFrom(rare),
  }
}

const COLON = 58
const MINUS = 45

function pairsIn(text: string): number {
  let pairs = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === COLON) pairs++
  return pairs
}

/** Parses "3:12 7:-4" digit by digit: splitting a million pairs into arrays created 100 MB of garbage. */
function writePairs(text: string, from: number, into: { targets: Uint16Array; weights: Float32Array }): void {
  let [pair, value, sign] = [from, 0, 1]
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32
    if (code === COLON) {
      into.targets[pair] = value
      ;[value, sign] = [0, 1]
    } else if (code === 32) {
      if (at === 0 || text === '') continue
      into.weights[pair] = (sign * value) / 10
      ;[pair, value, sign] = [pair + 1, 0, 1]
    } else if (code === MINUS) sign = -1
    else value = value * 10 + code - 48
  }
}

function readPairs(text: string): [number, number][] {
  if (text === '') return []
  return text.split(' ').map((pair) => {
    const [soc, value] = pair.split(':')
    return [Number(soc), Number(value)]
  })
}

/**
 * The weight of the classifier relative to filings of the exact
 * title, as a number of filings (tuned on held-out employers).
 */
const VOTE_IS_WORTH = 3

/**
 * The weight of the occupation of a rare title, as a number of filings. The employer itself named the occupation,
 * and people ask about the title they have; where other employers use it, it is as often right as the classifier.
 */
const RARE_IS_WORTH = 12

/** Whether employers filed this very title. */
export const isFiled = ({ counts, rare }: TitleModel, words: readonly string[]): boolean =>
  counts.has(words.join(' ')) || rareSocOf(rare, words) !== undefined

/** The probability of each occupation, in the model's SOC order, for the words of a title (`titleWords`). */
export function occupationOdds(model: TitleModel, words: readonly string[]): Float32Array {
  const odds = vote(model, words)
  const counts = filingsOf(model, words)
  const filings = counts.reduce((total, [, count]) => total + count, 0)
  if (filings === 0) return odds
  for (let soc = 0; soc < odds.length; soc++)
    odds[soc] = ((odds[soc] ?? 0) * VOTE_IS_WORTH) / (filings + VOTE_IS_WORTH)
  for (const [soc, count] of counts) odds[soc] = (odds[soc] ?? 0) + count / (filings + VOTE_IS_WORTH)
  return odds
}

/** Filings of this very title by the position of their occupation. */
function filingsOf({ counts, rare }: TitleModel, words: readonly string[]): [number, number][] {
  const counted = counts.get(words.join(' '))
  if (counted !== undefined) return readPairs(counted)
  const soc = rareSocOf(rare, words)
  return soc === undefined ? [] : [[soc, RARE_IS_WORTH]]
}

function vote(model: TitleModel, words: readonly string[]): Float32Array {
  const sums = new Float32Array(model.socs.length)
  for (const feature of [...featuresOf(words), ALWAYS]) {
    const at = model.features.get(feature)
    if (at === undefined) continue
    const end = model.starts[at + 1] ?? 0
    for (let pair = model.starts[at] ?? 0; pair < end; pair++) {
      const soc = model.targets[pair] as number
      sums[soc] = (sums[soc] as number) + (model.weights[pair] as number)
    }
  }
  return softmax(sums)
}

function softmax(sums: Float32Array): Float32Array {
  let most = -Infinity
  for (const value of sums) if (value > most) most = value
  let total = 0
  for (let at = 0; at < sums.length; at++) {
    const value = Math.exp((sums[at] as number) - most)
    sums[at] = value
    total += value
  }
  for (let at = 0; at < sums.length; at++) sums[at] = (sums[at] as number) / total
  return sums
}
