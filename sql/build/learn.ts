/** Multinomial logistic regression over sparse features, by stochastic gradient descent with a fixed seed. */

import { totals } from './raw.ts'

/** A training example: its features, the share of each class, and its weight. */
export type Example = { features: readonly string[]; targets: readonly (readonly [number, number])[]; weight: number }

/** Learned weights by feature: `weights[feature * classes + class]`. */
export type Classifier = { classes: number; features: string[]; weights: Float32Array }

export type LearnOptions = { classes: number; always: string; seenAtLeast: number }

const EPOCHS = 5
const RATE = 0.25
/** The bias feature learns more slowly. Otherwise it would follow the last examples. */
const ALWAYS_RATE = 0.1
const NO_CHANGE = 1e-3

type Encoded = { features: Int32Array; targets: Example['targets']; step: number }

/** Learns one weight per feature and class. Features in fewer than `seenAtLeast` examples are ignored. */
export function learnVote(examples: readonly Example[], options: LearnOptions): Classifier {
  const features = [options.always, ...commonFeatures(examples, options.seenAtLeast)]
  const position = new Map(features.map((feature, at) => [feature, at]))
  const encoded = examples.map((example) => encode(example, position))
  const weights = new Float32Array(features.length * options.classes)
  const chances = new Float32Array(options.classes)
  const random = seeded(1)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(encoded, random)
    const rate = RATE * (1 - epoch / EPOCHS)
    for (const example of encoded) learnFrom(example, weights, chances, rate)
  }
  return { classes: options.classes, features, weights }
}

function commonFeatures(examples: readonly Example[], seenAtLeast: number): string[] {
  const counts = totals(examples.flatMap(({ features }) => features), (feature) => feature)
  return [...counts].filter(([, count]) => count >= seenAtLeast).map(([feature]) => feature)
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
