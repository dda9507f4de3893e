// The judgement of a message: by the rules, and by what was learned of labelled mail, which decides where the rules say
// nothing and objects where they are alone.
import type { Verdict } from '../verdicts.ts'
import { isPlainChange } from './change.ts'
import type { Circumstances } from './circumstances.ts'
import {
  counted,
  opinionOf,
  OUTCOMES,
  shippedWeights,
  type Opinion,
  type Outcome,
  type Text,
  type Weights,
} from './learned.ts'
import { says, type Theme, placeOf } from './phrases.ts'
import type { Sentence } from './sentences.ts'
import { isTaught, tongueOf } from './setting.ts'
import { because, isDenied, judge, NOTHING, type Judgement } from './verdict.ts'
import lists from '../../../sql/data/mail/plain.json' with { type: 'json' }
import { entriesOf } from '../../kernel/narrow.ts'

// Phrases so plain that nothing else has to be weighed: the letter tells its reader the verdict in the words that systems
// for applicants use.
const PLAIN = new Map(entriesOf(lists).map(([verdict, phrases]) => [verdict, new RegExp(phrases.join('|'))]))

/** A verdict that a sentence says on no condition is the rules' alone: the learned reading was also taught by traps. */
function isPlain(ruled: Judgement, sentences: readonly Sentence[], known: Circumstances): boolean {
  const { verdict } = ruled
  if (verdict === null && !ruled.cancelled) return false
  // Friends tell what others wrote to them.
  if (known.private && !known.strong && !known.thread) return false
  // A call that is off is told by its own words; of no tracked job it is nobody's.
  const changes = isChange(ruled)
  if (changes && known.link < 0.5 && !known.thread) return false
  const said = verdict === null ? undefined : PLAIN.get(verdict)
  const isOpen = (folded: string) => placeOf('condition', folded) >= 0 && !says('conditionNot', folded)
  return sentences.some(
    (each) => (changes ? isPlainChange(each) : said?.test(each.folded)) && !isOpen(each.folded),
  )
}

/** What the word of the rules is worth, in natural logarithms of the odds: said firmly, and said softly. */
const RULES = { said: 1.2, shown: 0.9 }

/** Rules that have a phrase for it are at least so sure. */
const BY_PHRASE = 0.86

/** What else the learned reading needs to give a verdict alone: some chances are higher, and some need a sentence that says it. */
const ALONE: Partial<Record<Outcome, { chance: number; said: number }>> = {
  applied: { chance: 0, said: 0.6 },
  rejected: { chance: 0.7, said: 0 },
}

/** The chance that a verdict needs: where the rules found something of the search, and where they found nothing. */
const ENOUGH = { found: 0.55, nothing: 0.65 }

/** Chances above which a sentence says something surely, and below which none does. */
const SURELY = 0.95
const DOUBT = 0.1

/** The chance above which a sentence calls an appointment off: of one that another fixes less surely, and by
 * itself; the chance up to which the rules are not believed. */
const CALLED_OFF = { of: 0.3, alone: 0.6, doubted: 0.1 }

export function judgeWith(
  subject: Sentence,
  body: readonly Sentence[],
  known: Circumstances,
  weights: Weights = shippedWeights(),
): Judgement {
  const ruled = judge(subject, body, known)
  const text = counted(subject, body)
  const tongue = tongueOf(text.sentences.map(({ folded }) => folded).join(' '))
  if (!isTaught(tongue)) return ruled
  if (isByItsKind(ruled, known) || isPlain(ruled, text.sentences, known) || !mayBeWork(text, known))
    return ruled
  const opinion = opinionOf(text, known, weights)
  const isDoubted = isChange(ruled) && !known.thread && opinion.said('moved').chance <= CALLED_OFF.doubted
  return settled(isDoubted ? judge(subject, body, known, false) : ruled, opinion, known, {
    papers: some(text, 'papers'),
    meeting: some(text, 'meet') || text.sentences.some(({ folded }) => /\d/.test(folded)),
  })
}

/** What the rules decide alone by what a message is; an appointment that is called off is told by its words and its event. */
const isByItsKind = (ruled: Judgement, { autoReply, invitation }: Circumstances): boolean =>
  ruled.foreign ||
  (ruled.cancelled && invitation !== null) ||
  autoReply ||
  (invitation !== null && ruled.verdict === 'interview' && ruled.sure > 0.9)

const mayBeWork = ({ subject, sentences }: ReturnType<typeof counted>, known: Circumstances): boolean =>
  known.link >= 0.5 ||
  known.thread ||
  [subject, ...sentences].some(({ folded }) => says('work', folded)) ||
  says('hiring', known.sender)

interface Asked {
  /** A licence, a reference or a certificate: what is due by a day is no test. */
  papers: boolean
  /** Somebody sees, hears or calls somebody, or a number says when. */
  meeting: boolean
}

const some = ({ sentences }: Text, theme: Theme): boolean =>
  sentences.some(({ folded }) => says(theme, folded))

export function settled(ruled: Judgement, opinion: Opinion, known: Circumstances, asked: Asked): Judgement {
  const chances = together(ruled, opinion.chances)
  const best = chances.indexOf(Math.max(...chances))
  const learned = OUTCOMES[best] ?? 'none'
  const sure = Math.min(0.99, chances[best] ?? 0)
  const isTracked = known.link >= 0.5 || known.thread
  if (isChange(ruled)) return ruled
  if (isEnding(ruled.verdict) && isEnding(learned)) return { ...ruled, sure: Math.max(ruled.sure, sure) }
  if (isTracked && isCalledOff(learned, opinion))
    return calledOff(opinion, ruled.verdict === 'interview' && learned === 'interview' ? ruled : NOTHING)
  const enough = ruled.about && !ruled.outreach ? ENOUGH.found : ENOUGH.nothing
  if (ruled.verdict === null && isOverruled(learned, sure, opinion, asked)) return ruled
  if (learned !== 'none' && sure >= enough)
    return learned === ruled.verdict
      ? { ...ruled, sure: Math.max(ruled.sure, sure) }
      : shown(learned, opinion, sure)
  if (ruled.verdict === null || isSaid(ruled.verdict, opinion)) return ruled
  return { ...NOTHING, about: isTracked, sure: 1 - sure }
}

/** A sentence says the same as the rules without doubt, and none that a stranger offers a job. */
const isSaid = (verdict: Verdict, { said }: Opinion): boolean =>
  said(verdict).chance > SURELY && said('outreach').chance < DOUBT && said('noise').chance < DOUBT

/** It changes an appointment of a search that goes on. */
const isChange = ({ asks, cancelled, verdict }: Judgement): boolean =>
  asks || (cancelled && !isEnding(verdict))

/** A position that is gone, and one that somebody else got, are told apart by the rules. */
const isEnding = (outcome: Outcome | null): boolean => outcome === 'rejected' || outcome === 'closed'

const isCalledOff = (learned: Outcome, { said }: Opinion): boolean =>
  (learned === 'interview' && said('moved').chance > Math.max(CALLED_OFF.of, said('interview').chance)) ||
  (learned === 'none' && said('moved').chance > CALLED_OFF.alone)

/** An appointment is called off; the verdict stays where another is fixed. */
const calledOff = ({ said }: Opinion, { verdict }: Judgement): Judgement => ({
  ...NOTHING,
  verdict,
  cancelled: true,
  about: true,
  sure: 0.8,
  evidence: [{ quote: said('moved').at.quote, why: 'It calls an appointment off, or moves it.' }],
})

const shown = (verdict: Verdict, { said }: Opinion, sure: number): Judgement => ({
  ...NOTHING,
  verdict,
  about: true,
  sure,
  evidence: [because(verdict, { at: said(verdict).at, soft: true })],
})

/** Where the rules say nothing: too little for a verdict, or said in a sentence that by the rules denies it. */
function isOverruled(learned: Outcome, sure: number, { said }: Opinion, asked: Asked): boolean {
  if (learned === 'none') return false
  if ((learned === 'assessment' && asked.papers) || (learned === 'interview' && !asked.meeting)) return true
  const { at, chance } = said(learned)
  const least = ALONE[learned]
  // Offers are made in sentences that also say what is not yet.
  const denied = learned !== 'offer' && isDenied(learned, at)
  return denied || (least !== undefined && (sure < least.chance || chance < least.said))
}

/** The chances of the outcomes when the rules say this one; where they say none they weigh nothing. */
function together({ verdict, sure }: Judgement, chances: readonly number[]): number[] {
  const word = Math.exp(sure < BY_PHRASE && verdict !== 'interview' ? RULES.shown : RULES.said)
  const raised = chances.map((chance, at) => (chance + 1e-3) * (OUTCOMES[at] === verdict ? word : 1))
  const total = raised.reduce((sum, each) => sum + each, 0)
  return raised.map((each) => each / total)
}
