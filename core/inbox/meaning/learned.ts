// A classifier beside the rules: the probability of each verdict. `npm run data:mail` trains it into sql/data/mail/learned.bin.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sqlFolder } from '../../database/schema-steps.ts'
import { once } from '../../kernel/once.ts'
import { VERDICTS, type Verdict } from '../verdicts.ts'
import type { Circumstances } from './approach.ts'
import { BUCKETS, featuresOf } from './features.ts'
import { anySays, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

/** The classes of a sentence: a verdict, a moved appointment, or another topic. */
export const SENTENCE_CLASSES = [...VERDICTS, 'moved', 'search', 'outreach', 'noise'] as const
export type SentenceClass = (typeof SENTENCE_CLASSES)[number]

/** The classes of a message; `none` is the first. */
export const OUTCOMES = ['none', ...VERDICTS] as const
export type Outcome = 'none' | Verdict

export interface Layer {
  weights: Int8Array | Float32Array
  /** The scale of the quantised weights, for each class. */
  scales: Float32Array
  biases: Float32Array
}

/** One layer classifies sentences. The other classifies the message by those results. */
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
  return softmax(sums.map((sum, at) => sum * scales[at]! * share + biases[at]!))
}

export function chancesBy({ weights, scales, biases }: Layer, values: readonly number[]): Float64Array {
  const classes = biases.length
  const sums = new Float64Array(classes)
  for (const [feature, value] of values.entries())
    for (let at = 0; at < classes; at += 1) sums[at]! += weights[feature * classes + at]! * value
  return softmax(sums.map((sum, at) => sum * scales[at]! + biases[at]!))
}

function softmax(scores: Float64Array): Float64Array {
  const most = Math.max(...scores)
  let total = 0
  for (let at = 0; at < scores.length; at += 1) total += scores[at] = Math.exp(scores[at]! - most)
  for (let at = 0; at < scores.length; at += 1) scores[at]! /= total
  return scores
}

/** The parts of a message that are classified. It leaves out footers and closings, because all messages have the same ones. */
export const mailText = (subject: Sentence, body: readonly Sentence[]) => ({
  subject,
  sentences: body.filter(({ folded }) => !says('footer', folded) && !says('closing', folded)),
})
export type MailText = ReturnType<typeof mailText>

export type Features = ReturnType<typeof featuresOfText>

export function featuresOfText({ subject, sentences }: MailText, known: Circumstances) {
  const all = [subject, ...sentences]
  const isTracked = known.linkConfidence >= 0.5 || known.isReply
  const facts = [
    true,
    known.list,
    known.bulk,
    known.autoReply,
    known.invitation === 'set',
    known.invitation === 'cancel',
    known.fromPerson,
    known.isPrivate,
    known.isReply,
    isTracked,
    known.isStrongLink,
    known.namesRole,
    known.awaited,
    known.linkConfidence > 0.85,
    sentences.length < 4,
    sentences.length > 15,
    says('hiring', known.sender),
    anySays('work', all),
    anySays('elsewhere', all),
    anySays('alert', all),
    anySays('outreach', all),
  ].map(Number)
  return {
    subject: featuresOf(subject),
    sentences: sentences.map(featuresOf),
    facts,
    isTracked,
    isPerson: known.fromPerson,
  }
}

const oddsOf = (chance: number): number => Math.log((chance + 1e-3) / (1 - chance + 1e-3)) / 4

/** Turns the results of the sentences into the features of the message. Finds the strongest sentence of each class. */
export function messageFeatures(features: Features, layer: Layer) {
  const chances = features.sentences.map((each) => chancesOf(layer, each))
  const subject = chancesOf(layer, features.subject)
  const found: { place: number; chance: number }[] = []
  const values = [...features.facts]
  for (const at of SENTENCE_CLASSES.keys()) {
    const chancesOfClass = chances.map((each) => each[at]!)
    const [most = 0, second = 0] = chancesOfClass.toSorted((one, other) => other - one)
    const total = chancesOfClass.reduce((sum, each) => sum + each, 0)
    const mean = total / Math.max(1, chancesOfClass.length)
    found.push({ place: chancesOfClass.indexOf(most), chance: most })
    values.push(oddsOf(most), oddsOf(second), oddsOf(subject[at]!), mean, Math.log1p(total))
    values.push(
      features.isTracked ? oddsOf(most) : 0,
      features.isPerson ? oddsOf(most) : 0,
      features.isTracked ? 0 : mean,
    )
  }
  return { values, strongest: found }
}

export type Opinion = ReturnType<typeof opinionOf>

export function opinionOf(text: MailText, known: Circumstances, { sentences, messages }: Weights) {
  const { values, strongest: strongestOf } = messageFeatures(featuresOfText(text, known), sentences)
  return {
    /** In the order of `OUTCOMES`. */
    chances: [...chancesBy(messages, values)],
    /** The strongest sentence of a class, or the subject if there is none, with its probability. */
    strongest(kind: SentenceClass) {
      const { place, chance } = strongestOf[SENTENCE_CLASSES.indexOf(kind)] ?? { place: -1, chance: 0 }
      return { at: text.sentences[place] ?? text.subject, chance }
    },
  }
}

export const shippedWeights = once(() =>
  readWeights(readFileSync(join(sqlFolder(), 'data', 'mail', 'learned.bin'))),
)

/** Parses the weights file: a line of JSON, then the sentence weights, one byte each. */
function readWeights(bytes: Buffer): Weights {
  const cut = bytes.indexOf(10)
  // The build wrote this header, so its fields need no check.
  const head = JSON.parse(bytes.subarray(0, cut).toString('utf8')) as Record<
    'scales' | 'biases' | 'messageWeights' | 'messageBiases',
    number[]
  >
  const body = bytes.subarray(cut + 1)
  if (body.length !== BUCKETS * SENTENCE_CLASSES.length)
    throw new Error('sql/data/mail/learned.bin is damaged.')
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
