// Judges a message by the rules and the classifier. The classifier decides if the rules find nothing, and may overrule them.
import type { Verdict } from '../verdicts.ts'
import { isPlainChange } from './change.ts'
import type { Circumstances } from './approach.ts'
import {
  mailText,
  opinionOf,
  OUTCOMES,
  shippedWeights,
  type Opinion,
  type Outcome,
  type MailText,
  type Weights,
} from './learned.ts'
import { anySays, expressionFor, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import { isTaught, tongueOf } from './setting.ts'
import { evidenceOf, isConditional, isDenied, judge, NOTHING, type Judgement } from './verdict.ts'
import lists from '../../../sql/data/mail/plain.json' with { type: 'json' }
import { entriesOf } from '../../kernel/narrow.ts'

// Phrases that are enough for a verdict, because only applicant tracking systems write them.
const PLAIN = new Map(entriesOf(lists).map(([verdict, phrases]) => [verdict, expressionFor(phrases)]))

/** Whether one phrase proves the rules' verdict. The classifier is then not asked: it learned from look-alikes and may doubt even a plain one. */
function isPlain(ruled: Judgement, sentences: readonly Sentence[], known: Circumstances): boolean {
  const { verdict } = ruled
  if (verdict === null && !ruled.cancelled) return false
  // A friend may quote what others wrote.
  if (known.isPrivate && !known.isStrongLink && !known.isReply) return false
  // `isPlainChange` has the phrases for cancellations. They prove nothing without a tracked job.
  const changes = isChange(ruled)
  if (changes && known.linkConfidence < 0.5 && !known.isReply) return false
  const pattern = verdict === null ? undefined : PLAIN.get(verdict)
  return sentences.some(
    (each) => (changes ? isPlainChange(each) : pattern?.test(each.folded)) && !isConditional(each.folded),
  )
}

/** What the rules add to the log-odds of their own verdict: `firm` if they are sure of it, else `soft`. */
const WEIGHT = { firm: 1.2, soft: 0.9 }

/** From this confidence on, a verdict of the rules is firm. An interview always is. */
const FIRM = 0.86

/** Minima for a verdict that only the classifier gives: `chance` of the message, `sentence` of its strongest sentence. */
const CLASSIFIER_MINIMA: Partial<Record<Outcome, { chance: number; sentence: number }>> = {
  applied: { chance: 0, sentence: 0.6 },
  rejected: { chance: 0.7, sentence: 0 },
}

/** Minimum probability of a verdict: `found` if the rules say that the message is about a job search, else `nothing`. */
const MIN_CHANCE = { found: 0.55, nothing: 0.65 }

/** Above this probability, a sentence surely belongs to a class. */
const SURE = 0.95
const UNLIKELY = 0.1

/**
 * Minimum probability that a sentence cancels or moves an appointment: `withInterview` if the classifier finds an interview, else
 * `alone`. At `doubted` or below, a cancellation that the rules found is ignored.
 */
const CANCEL_CHANCE = { withInterview: 0.3, alone: 0.6, doubted: 0.1 }

export async function judgeWith(
  subject: Sentence,
  body: readonly Sentence[],
  known: Circumstances,
  letOthersRun: () => Promise<void> | undefined,
  weights: Weights = shippedWeights(),
): Promise<Judgement> {
  const ruled = judge(subject, body, known)
  await letOthersRun()
  const text = mailText(subject, body)
  const tongue = tongueOf(text.sentences.map(({ folded }) => folded).join(' '))
  if (!isTaught(tongue)) return ruled
  if (
    isSettledByKind(ruled, text.sentences, known) ||
    isPlain(ruled, text.sentences, known) ||
    !mayBeWork(text, known)
  )
    return ruled
  const opinion = opinionOf(text, known, weights)
  await letOthersRun()
  const isDoubted =
    isChange(ruled) && !known.isReply && opinion.strongest('moved').chance <= CANCEL_CHANCE.doubted
  return combine(isDoubted ? judge(subject, body, known, false) : ruled, opinion, known, text.sentences)
}

const NAMED_INTERVIEW =
  /\b(?:interview|phone screen|recruiter (?:call|screen)|vorstellungsgesprach|entrevista|entretien|colloquio)\b/

const isPause = ({ verdict, cancelled, evidence }: Judgement): boolean =>
  verdict === null && !cancelled && evidence.length > 0

/** Whether the rules alone decide, by the kind of message or its calendar event. */
const isSettledByKind = (
  ruled: Judgement,
  sentences: readonly Sentence[],
  { autoReply, invitation }: Circumstances,
): boolean =>
  ruled.foreign ||
  isPause(ruled) ||
  (ruled.cancelled && invitation !== null) ||
  autoReply ||
  (invitation !== null &&
    ruled.verdict === 'interview' &&
    (ruled.sure > 0.9 || sentences.some(({ folded }) => NAMED_INTERVIEW.test(folded))))

const mayBeWork = ({ subject, sentences }: MailText, known: Circumstances): boolean =>
  known.linkConfidence >= 0.5 ||
  known.isReply ||
  anySays('work', [subject, ...sentences]) ||
  says('hiring', known.sender)

function combine(
  ruled: Judgement,
  opinion: Opinion,
  known: Circumstances,
  sentences: readonly Sentence[],
): Judgement {
  const chances = weightedChances(ruled, opinion.chances)
  const best = chances.indexOf(Math.max(...chances))
  const learned = OUTCOMES[best] ?? 'none'
  const sure = Math.min(0.99, chances[best] ?? 0)
  const isTracked = known.linkConfidence >= 0.5 || known.isReply
  if (isChange(ruled)) return ruled
  // The rules distinguish a closed position from a rejection better.
  if (isEnding(ruled.verdict) && isEnding(learned)) return { ...ruled, sure: Math.max(ruled.sure, sure) }
  if (isTracked && isCalledOff(learned, opinion))
    return calledOff(opinion, ruled.verdict === 'interview' && learned === 'interview' ? ruled : NOTHING)
  const enough = ruled.about && !ruled.outreach ? MIN_CHANCE.found : MIN_CHANCE.nothing
  if (ruled.verdict === null && isOverruled(learned, sure, opinion, sentences)) return ruled
  if (learned !== 'none' && sure >= enough)
    return learned === ruled.verdict
      ? { ...ruled, sure: Math.max(ruled.sure, sure) }
      : byClassifier(learned, opinion, sure)
  if (ruled.verdict === null || isSupported(ruled.verdict, opinion)) return ruled
  return { ...NOTHING, about: isTracked, sure: 1 - sure }
}

/** Whether one sentence surely supports the rules' verdict, and no sentence looks like recruiting or noise. */
const isSupported = (verdict: Verdict, { strongest }: Opinion): boolean =>
  strongest(verdict).chance > SURE &&
  strongest('outreach').chance < UNLIKELY &&
  strongest('noise').chance < UNLIKELY

/** Whether the message changes an appointment while the application stays open. */
const isChange = ({ asks, cancelled, verdict }: Judgement): boolean =>
  asks || (cancelled && !isEnding(verdict))

/** Whether the application ended, by a rejection or because the position was closed. */
const isEnding = (outcome: Outcome | null): boolean => outcome === 'rejected' || outcome === 'closed'

const isCalledOff = (learned: Outcome, { strongest }: Opinion): boolean =>
  (learned === 'interview' &&
    strongest('moved').chance > Math.max(CANCEL_CHANCE.withInterview, strongest('interview').chance)) ||
  (learned === 'none' && strongest('moved').chance > CANCEL_CHANCE.alone)

/** The judgement of a cancellation. It keeps the verdict `interview` only if the message also sets a new appointment. */
const calledOff = ({ strongest }: Opinion, { verdict }: Judgement): Judgement => ({
  ...NOTHING,
  verdict,
  cancelled: true,
  about: true,
  sure: 0.8,
  evidence: [{ quote: strongest('moved').at.quote, why: 'It calls an appointment off, or moves it.' }],
})

const byClassifier = (verdict: Verdict, { strongest }: Opinion, sure: number): Judgement => ({
  ...NOTHING,
  verdict,
  about: true,
  sure,
  evidence: [evidenceOf(verdict, { at: strongest(verdict).at, soft: true })],
})

/** Whether to ignore the classifier where the rules find nothing: its evidence is weak, or a sentence denies its verdict. */
function isOverruled(
  learned: Outcome,
  sure: number,
  { strongest }: Opinion,
  sentences: readonly Sentence[],
): boolean {
  if (learned === 'none') return false
  // The deadline for documents, such as references, does not make it an assessment.
  if (learned === 'assessment' && anySays('papers', sentences)) return true
  const mayMeet = () => anySays('meet', sentences) || sentences.some(({ folded }) => /\d/.test(folded))
  if (learned === 'interview' && !mayMeet()) return true
  if (isEnding(learned) && anySays('stillIn', sentences)) return true
  const { at, chance } = strongest(learned)
  const least = CLASSIFIER_MINIMA[learned]
  // An offer is not checked for denials: its sentence often also says what is still open.
  const denied = learned !== 'offer' && isDenied(learned, at)
  return denied || (least !== undefined && (sure < least.chance || chance < least.sentence))
}

/** The classifier's probabilities, with the rules' weight added to their verdict, if they have one. */
function weightedChances({ verdict, sure }: Judgement, chances: readonly number[]): number[] {
  const factor = Math.exp(sure < FIRM && verdict !== 'interview' ? WEIGHT.soft : WEIGHT.firm)
  const raised = chances.map((chance, at) => (chance + 1e-3) * (OUTCOMES[at] === verdict ? factor : 1))
  const total = raised.reduce((sum, each) => sum + each, 0)
  return raised.map((each) => each / total)
}
