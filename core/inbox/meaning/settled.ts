// The judgement of a message: by the rules, and by what was learned of labelled mail, which decides where the rules say
// nothing and objects where they are alone.
import type { Verdict } from '../verdicts.ts'
import type { Circumstances } from './circumstances.ts'
import { counted, opinionOf, OUTCOMES, shippedWeights, type Opinion, type Weights } from './learned.ts'
import { says } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import { because, judge, NOTHING, type Judgement } from './verdict.ts'

/** What the word of the rules is worth, in natural logarithms of the odds. */
const RULES = 1.5

/** The chance that a verdict needs: the rules say it too; they say nothing; they say that it is about something else. */
const ENOUGH = { said: 0.5, silent: 0.55, against: 0.75 }

/** Judges the sentences of a letter, its subject first. */
export function judgeWith(
  subject: Sentence,
  body: readonly Sentence[],
  known: Circumstances,
  weights: Weights = shippedWeights(),
): Judgement {
  const ruled = judge(subject, body, known)
  const text = counted(subject, body)
  if (isSettled(ruled, known) || !mayBeWork(text, known)) return ruled
  return settled(ruled, opinionOf(text, known, weights), known)
}

/** An appointment that is called off is told by its words and its event alone. */
const isSettled = (ruled: Judgement, { autoReply, invitation }: Circumstances): boolean =>
  ruled.cancelled || autoReply || (invitation !== null && ruled.verdict === 'interview' && ruled.sure > 0.9)

const mayBeWork = ({ subject, sentences }: ReturnType<typeof counted>, known: Circumstances): boolean =>
  known.link >= 0.5 ||
  known.thread ||
  [subject, ...sentences].some(({ folded }) => says('work', folded)) ||
  says('hiring', known.sender)

/** Both readings together. */
export function settled(ruled: Judgement, opinion: Opinion, known: Circumstances): Judgement {
  const chances = together(ruled.verdict, opinion.chances)
  const best = chances.indexOf(Math.max(...chances))
  const verdict = OUTCOMES[best] ?? 'none'
  const chance = chances[best] ?? 0
  if (verdict !== 'none' && verdict === ruled.verdict && chance >= ENOUGH.said)
    return { ...ruled, sure: Math.min(0.99, chance) }
  const enough = ruled.about && !ruled.outreach ? ENOUGH.silent : ENOUGH.against
  if (verdict !== 'none' && verdict !== ruled.verdict && chance >= enough)
    return {
      ...NOTHING,
      verdict,
      about: true,
      sure: Math.min(0.99, chance),
      evidence: [because(verdict, { at: opinion.sentenceFor(verdict), soft: true })],
    }
  if (ruled.verdict === null) return ruled
  return { ...NOTHING, about: known.link >= 0.5 || known.thread, sure: 1 - chance }
}

/** The chances of the outcomes when the rules say this one; where they say none they weigh nothing. */
function together(said: Verdict | null, chances: readonly number[]): number[] {
  const raised = chances.map((chance, at) => (chance + 1e-3) * (OUTCOMES[at] === said ? Math.exp(RULES) : 1))
  const total = raised.reduce((sum, each) => sum + each, 0)
  return raised.map((each) => each / total)
}
