// What a letter says in words that no phrase of ours knows: concepts that stand near each other, weighed.
import { entriesOf, isKeyOf, keysOf } from '../../kernel/narrow.ts'
import cueLists from '../../../sql/data/mail/cues.json' with { type: 'json' }
import signLists from '../../../sql/data/mail/signs.json' with { type: 'json' }
import type { Verdict } from '../verdicts.ts'
import { placeOf, says, type Theme } from './phrases.ts'
import type { Sentence } from './sentences.ts'

type Cue = keyof typeof cueLists

/** What may be weighed: the verdicts, and that none is due yet. */
type Outcome = Verdict | 'none'

/** Concepts that begin further apart than this, in characters, do not belong together. */
const NEAR = 80

/** Concepts that stand together in a sentence, and others that it must not have. */
interface Sign {
  points: number
  cues: readonly Cue[]
  without: readonly Cue[]
}

function cueOf(word: string): Cue {
  if (isKeyOf(cueLists, word)) return word
  throw new Error(`There is no concept ${word}.`)
}

const signOf = (points: number, words: readonly string[]): Sign => ({
  points,
  cues: words.filter((word) => !word.startsWith('!')).map(cueOf),
  without: words.filter((word) => word.startsWith('!')).map((word) => cueOf(word.slice(1))),
})

const SIGNS: { outcome: Outcome; signs: Sign[] }[] = entriesOf(signLists).map(([outcome, signs]) => ({
  outcome,
  signs: signs.map(([points, cues]) => signOf(Number(points), String(cues).split(' '))),
}))

/** Sentences with these are no evidence of the outcome. */
const DENIED: Record<Outcome, Theme | null> = {
  applied: 'appliedNot',
  interview: 'interviewNot',
  assessment: 'assessmentNot',
  offer: 'offerNot',
  rejected: 'rejectedNot',
  withdrawn: 'withdrawnNot',
  closed: 'closedNot',
  none: null,
}

const compiled = new Map<Cue, RegExp>()

function expressionOf(cue: Cue): RegExp {
  const known = compiled.get(cue)
  if (known) return known
  const made = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${cueLists[cue].join('|')})(?!\p{L})`, 'gu')
  compiled.set(cue, made)
  return made
}

/** Where the concepts of a sentence stand, each looked for once. */
function placesIn(folded: string): (cue: Cue) => readonly number[] {
  const found = new Map<Cue, number[]>()
  return (cue) => {
    const known = found.get(cue)
    if (known) return known
    const places = [...folded.matchAll(expressionOf(cue))].map(({ index }) => index)
    found.set(cue, places)
    return places
  }
}

const CUES = keysOf(cueLists)

/** Every concept of a folded sentence, with the first place where it stands, in a fixed order. */
export const conceptsIn = (folded: string): { cue: string; place: number }[] =>
  CUES.flatMap((cue) => {
    const expression = expressionOf(cue)
    expression.lastIndex = 0
    const found = expression.exec(folded)
    return found ? [{ cue, place: found.index }] : []
  })

/** The concepts of a sign stand near one of the first of them, each in a place of its own. */
function has({ cues, without }: Sign, places: (cue: Cue) => readonly number[]): boolean {
  const [first, ...others] = cues
  if (!first || without.some((cue) => places(cue).length > 0)) return false
  return places(first).some((place) =>
    others.every((other) => places(other).some((each) => each !== place && Math.abs(each - place) <= NEAR)),
  )
}

export interface Weighed {
  outcome: Outcome
  points: number
  /** The sentence that says most of it. */
  at: Sentence | null
}

interface Read {
  at: Sentence
  places: (cue: Cue) => readonly number[]
  isOpen: boolean
}

/** The sentence has words by which it does not say the outcome. */
export const isDenied = (outcome: Outcome, { folded }: Sentence): boolean => {
  const denied = DENIED[outcome]
  return denied !== null && says(denied, folded)
}

const countsFor = (outcome: Outcome, { at, isOpen }: Read): boolean =>
  (!isOpen || outcome === 'applied' || outcome === 'none') && !isDenied(outcome, at)

/** Each sign counts once, in the first sentence that has it. */
function weighOne(outcome: Outcome, signs: readonly Sign[], read: readonly Read[]): Weighed {
  const counted = read.filter((each) => countsFor(outcome, each))
  const sums = new Map<Sentence, number>()
  let points = 0
  for (const sign of signs) {
    const found = counted.find(({ places }) => has(sign, places))
    if (!found) continue
    points += sign.points
    sums.set(found.at, (sums.get(found.at) ?? 0) + sign.points)
  }
  const [deciding] = [...sums].sort(([, one], [, other]) => other - one)
  return { outcome, points, at: deciding?.[0] ?? null }
}

/** What sentences are evidence of, the weightiest first. */
export function weigh(sentences: readonly Sentence[]): Weighed[] {
  const read = sentences.map((at) => ({
    at,
    places: placesIn(at.folded),
    isOpen: placeOf('condition', at.folded) >= 0 && !says('conditionNot', at.folded),
  }))
  return SIGNS.map(({ outcome, signs }) => weighOne(outcome, signs, read)).sort(
    (one, other) => other.points - one.points,
  )
}
