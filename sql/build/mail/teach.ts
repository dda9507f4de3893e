// Trains on labelled mail in two steps: classes of sentences, then verdicts of messages from the classes of their
// sentences.
import { once } from '../../../core/kernel/once.ts'
import { BUCKETS } from '../../../core/inbox/meaning/features.ts'
import {
  chancesOf,
  OUTCOMES,
  SENTENCE_CLASSES,
  messageFeatures,
  type Features,
  type Layer,
  type Outcome,
  type SentenceClass,
  type Weights,
} from '../../../core/inbox/meaning/learned.ts'
import { learned, type Example } from './regression.ts'
import { writtenExamples } from './sentences.ts'

/** A labelled message: its sentences as features, its kind, and its verdict. */
export interface Lesson {
  features: Features
  kind: string
  status: Outcome
}

/** The class of sentences in messages without a verdict, by the kind of message. */
const SAID: Record<string, SentenceClass> = {
  alert: 'noise',
  newsletter: 'noise',
  outreach: 'outreach',
  cancellation: 'moved',
}
const SENTENCES = { features: BUCKETS, classes: SENTENCE_CLASSES.length, rounds: 12, rate: 0.25, decay: 1e-5 }
const PARTS = 4

function sayingsOf({ kind, status, features }: Lesson): SentenceClass[] {
  if (kind === 'reschedule') return ['moved', 'interview']
  if (status !== 'none') return [status]
  // A message of an employer belongs to the search even without a verdict. Other messages do not.
  return [kind === 'other' && !features.isTracked ? 'noise' : (SAID[kind] ?? 'search')]
}

const hasDeciding = ({ kind, status }: Lesson): boolean => status !== 'none' || kind === 'cancellation'

function examplesOf(lesson: Lesson, layer: Layer): Example[] {
  const { sentences } = lesson.features
  const sayings = sayingsOf(lesson).map((saying) => SENTENCE_CLASSES.indexOf(saying))
  if (!hasDeciding(lesson))
    return sentences.map((features) => ({
      features,
      target: sayings[0]!,
      weight: sayings[0] === SENTENCE_CLASSES.indexOf('search') ? 0.4 : 0.35,
    }))
  const chances = sentences.map((features) => chancesOf(layer, features))
  const isSaid = (at: number) => sayings.some((saying) => chances[at]![saying]! > 0.5)
  return sayings.flatMap((target) => {
    const deciding = mostAt(chances.map((each) => each[target]!))
    return sentences.flatMap((features, at): Example[] => {
      if (at === deciding) return [{ features, target, weight: 1 / sayings.length }]
      if (chances[at]![target]! > 0.5) return [{ features, target, weight: 0.4 }]
      return isSaid(at)
        ? []
        : [{ features, target: SENTENCE_CLASSES.indexOf('search'), weight: 0.25 / sayings.length }]
    })
  })
}

const mostAt = (numbers: readonly number[]): number => numbers.indexOf(Math.max(...numbers))

const primer = once(() => {
  const written = writtenExamples()
  return { written, layer: learned(written, SENTENCES) }
})

/** The labels do not say which sentence decides. Takes the one that the weights learned so far find most likely. */
function learnSentences(lessons: readonly Lesson[], rounds: number): Layer {
  const { written, layer: first } = primer()
  let layer = first
  for (let round = 0; round < rounds; round += 1) {
    const before = layer
    layer = learned([...written, ...lessons.flatMap((lesson) => examplesOf(lesson, before))], SENTENCES)
  }
  return layer
}

/** Trains the second step with weights learned from other messages, because new messages are read that way too. */
export function taught(lessons: readonly Lesson[]): Weights {
  const examples = Array.from({ length: PARTS }, (_, part) => {
    const others = learnSentences(
      lessons.filter((_lesson, at) => at % PARTS !== part),
      2,
    )
    return lessons
      .filter((_lesson, at) => at % PARTS === part)
      .map(({ features, status }): Example => {
        const { values } = messageFeatures(features, others)
        return { values, target: OUTCOMES.indexOf(status), weight: 1 }
      })
  }).flat()
  const features = examples[0]?.values?.length ?? 0
  const messages = learned(examples, {
    features,
    classes: OUTCOMES.length,
    rounds: 40,
    rate: 0.05,
    decay: 1e-3,
  })
  return { sentences: compact(learnSentences(lessons, 3)), messages }
}

/** The weights as integers from -127 to 127. The few larger ones are cut. */
function compact({ weights, biases }: Layer): Layer {
  const classes = biases.length
  const scales = biases.map((_, one) => {
    const sizes = [...weights].filter((_weight, at) => at % classes === one).map(Math.abs)
    const seen = sizes.filter((size) => size > 0).sort((a, b) => a - b)
    return (seen[Math.floor(seen.length * 0.9995)] ?? 1) / 127
  })
  const whole = Int8Array.from(weights, (weight, at) =>
    Math.max(-127, Math.min(127, Math.round(weight / scales[at % classes]!))),
  )
  return { weights: whole, scales, biases }
}
