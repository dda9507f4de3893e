// A learned reading beside the rules: how likely each verdict is, by sentences of labelled mail. Its weights are compiled by
// `npm run data:mail` into sql/data/mail/learned.bin.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlFolder } from '../../database/schema-steps.ts'
import { once } from '../../kernel/once.ts'
import { VERDICTS, type Verdict } from '../verdicts.ts'
import type { Circumstances } from './circumstances.ts'
import { BUCKETS, featuresOf } from './features.ts'
import { says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

/** What a sentence may say: a verdict, that an appointment moves, or something without one. */
export const SAYINGS = [...VERDICTS, 'moved', 'search', 'outreach', 'noise'] as const
export type Saying = (typeof SAYINGS)[number]

/** What a message may mean: none first. */
export const OUTCOMES = ['none', ...VERDICTS] as const
export type Outcome = 'none' | Verdict

export interface Layer {
  weights: Int8Array | Float32Array
  /** What a weight of one stands for, for each class. */
  scales: Float32Array
  biases: Float32Array
}

/** Sentences are read first, messages by what their sentences say. */
export interface Weights {
  sentences: Layer
  messages: Layer
}

export function chancesOf({ weights, scales, biases }: Layer, features: Int32Array): Float64Array {
  const classes = biases.length
  const sums = new Float64Array(classes)
  for (let each = 0; each < features.length; each += 1) {
    const row = features[each]! * classes
    for (let at = 0; at < classes; at += 1) sums[at]! += weights[row + at]!
  }
  const share = 1 / Math.sqrt(features.length + 1)
  for (let at = 0; at < classes; at += 1) sums[at] = sums[at]! * scales[at]! * share + biases[at]!
  return softened(sums)
}

export function chancesBy({ weights, scales, biases }: Layer, values: readonly number[]): Float64Array {
  const classes = biases.length
  const sums = new Float64Array(classes)
  for (const [feature, value] of values.entries())
    for (let at = 0; at < classes; at += 1) sums[at]! += weights[feature * classes + at]! * value
  for (let at = 0; at < classes; at += 1) sums[at] = sums[at]! * scales[at]! + biases[at]!
  return softened(sums)
}

function softened(scores: Float64Array): Float64Array {
  const most = Math.max(...scores)
  let total = 0
  for (let at = 0; at < scores.length; at += 1) total += scores[at] = Math.exp(scores[at]! - most)
  for (let at = 0; at < scores.length; at += 1) scores[at]! /= total
  return scores
}

/** What is read of a message: its sentences but for footers. */
export interface Text {
  subject: Sentence
  sentences: readonly Sentence[]
}

export interface Features {
  subject: Int32Array
  sentences: readonly Int32Array[]
  facts: readonly number[]
  isTracked: boolean
  isPerson: boolean
}

/** The parts of a message that count: footers and greetings say the same to everybody. */
export const counted = (subject: Sentence, body: readonly Sentence[]): Text => ({
  subject,
  sentences: body.filter(({ folded }) => !says('footer', folded) && !says('closing', folded)),
})

export function featuresOfText({ subject, sentences }: Text, known: Circumstances): Features {
  const all = [subject, ...sentences]
  const some = (theme: Parameters<typeof says>[0]) => all.some(({ folded }) => says(theme, folded))
  const isTracked = known.link >= 0.5 || known.thread
  const facts = [
    true,
    known.list,
    known.bulk,
    known.autoReply,
    known.invitation === 'set',
    known.invitation === 'cancel',
    known.person,
    known.private,
    known.thread,
    isTracked,
    known.strong,
    known.role,
    known.awaited,
    known.link > 0.85,
    sentences.length < 4,
    sentences.length > 15,
    says('hiring', known.sender),
    some('work'),
    some('elsewhere'),
    some('alert'),
    some('outreach'),
  ].map(Number)
  return {
    subject: featuresOf(subject),
    sentences: sentences.map(featuresOf),
    facts,
    isTracked,
    isPerson: known.person,
  }
}

const oddsOf = (chance: number): number => Math.log((chance + 1e-3) / (1 - chance + 1e-3)) / 4

/** What a message's sentences say, as the values that messages are judged by, and which sentence says each most. */
export function summed(
  features: Features,
  layer: Layer,
): { values: number[]; said: { place: number; chance: number }[] } {
  const chances = features.sentences.map((each) => chancesOf(layer, each))
  const subject = chancesOf(layer, features.subject)
  const found: { place: number; chance: number }[] = []
  const values = [...features.facts]
  for (const at of SAYINGS.keys()) {
    const said = chances.map((each) => each[at]!)
    const [most = 0, second = 0] = said.toSorted((one, other) => other - one)
    const total = said.reduce((sum, each) => sum + each, 0)
    const mean = total / Math.max(1, said.length)
    found.push({ place: said.indexOf(most), chance: most })
    values.push(oddsOf(most), oddsOf(second), oddsOf(subject[at]!), mean, Math.log1p(total))
    values.push(
      features.isTracked ? oddsOf(most) : 0,
      features.isPerson ? oddsOf(most) : 0,
      features.isTracked ? 0 : mean,
    )
  }
  return { values, said: found }
}

export interface Opinion {
  /** By `OUTCOMES`. */
  chances: readonly number[]
  /** The sentence that says something most, the subject where there is no other, and how likely it does. */
  said(saying: Saying): { at: Sentence; chance: number }
}

export function opinionOf(text: Text, known: Circumstances, { sentences, messages }: Weights): Opinion {
  const { values, said } = summed(featuresOfText(text, known), sentences)
  return {
    chances: [...chancesBy(messages, values)],
    said(saying) {
      const { place, chance } = said[SAYINGS.indexOf(saying)] ?? { place: -1, chance: 0 }
      return { at: text.sentences[place] ?? text.subject, chance }
    },
  }
}

export const shippedWeights = once(() =>
  readWeights(readFileSync(join(sqlFolder(), 'data', 'mail', 'learned.bin'))),
)

/** The layers of the file: a line of JSON, then the weights of sentences, one byte each. */
export function readWeights(bytes: Buffer): Weights {
  const cut = bytes.indexOf(10)
  // As the build wrote it.
  const head = JSON.parse(bytes.subarray(0, cut).toString('utf8')) as Record<
    'scales' | 'biases' | 'messageWeights' | 'messageBiases',
    number[]
  >
  const body = bytes.subarray(cut + 1)
  if (body.length !== BUCKETS * SAYINGS.length) throw new Error('sql/data/mail/learned.bin is damaged.')
  return {
    sentences: {
      weights: new Int8Array(body.buffer, body.byteOffset, body.length),
      scales: Float32Array.from(head.scales),
      biases: Float32Array.from(head.biases),
    },
    messages: {
      weights: Float32Array.from(head.messageWeights),
      scales: new Float32Array(OUTCOMES.length).fill(1),
      biases: Float32Array.from(head.messageBiases),
    },
  }
}
