// Applies the rules to a message: the verdict on an application, and the sentence that supports it.
import { first } from '../../kernel/narrow.ts'
import { namesSum } from '../../reading/money.ts'
import type { Evidence } from '../proposal.ts'
import type { Verdict } from '../verdicts.ts'
import { findArranged, type Statement } from './arranged.ts'
import { changeIn, placeOfChange } from './change.ts'
import type { Circumstances } from './approach.ts'
import { anySays, themeAt, says } from './phrases.ts'
import type { Sentence } from './sentences.ts'

export interface Judgement {
  verdict: Verdict | null
  cancelled: boolean
  /** Whether it only asks to move an appointment. */
  asks: boolean
  /** Whether it is about a job search, with or without a verdict. */
  about: boolean
  /** Whether a recruiter writes about a job that the user did not apply for. */
  outreach: boolean
  /** Whether its kind rules out any verdict: a mass mailing, a friend's message, a flat. */
  foreign: boolean
  /** Confidence of the rules, 0 to 1. */
  sure: number
  evidence: Evidence[]
}

export const NOTHING: Judgement = {
  verdict: null,
  cancelled: false,
  asks: false,
  about: false,
  outreach: false,
  foreign: false,
  sure: 0.95,
  evidence: [],
}
const FOREIGN: Judgement = { ...NOTHING, foreign: true }

/** Whether a condition makes the statement hypothetical: before this position, or anywhere in the sentence. */
export function isConditional(folded: string, place = Infinity): boolean {
  const condition = themeAt('condition', folded)
  return condition >= 0 && condition <= place && !says('conditionNot', folded)
}

export const isDenied = (verdict: Verdict, { folded }: Sentence): boolean => says(`${verdict}Not`, folded)

/** The first sentence that states a verdict, without a denial or a condition. */
function findVerdict(sentences: readonly Sentence[], verdict: Verdict, anywhere = false): Statement | null {
  for (const at of sentences) {
    if (at.folded.length < 4) continue
    const place = themeAt(verdict, at.folded)
    if (place < 0 || isDenied(verdict, at) || isConditional(at.folded, anywhere ? Infinity : place)) continue
    return { at, soft: false }
  }
  return null
}

/** A rejection; soft if the sentence only expresses regret. */
function findRejection(sentences: readonly Sentence[]): Statement | null {
  const verdict = findVerdict(sentences, 'rejected')
  return verdict && { at: verdict.at, soft: says('rejectedSoft', verdict.at.folded) }
}

/** A position that is closed for everybody. If the sentence names the person who was hired, it is a rejection. */
function findClosing(sentences: readonly Sentence[]): Statement | null {
  if (anySays('stillIn', sentences)) return null
  const plain = sentences.filter(({ folded }) => !says('person', folded) && !says('paused', folded))
  return findVerdict(plain, 'closed')
}

/** A position that is on hold for a while: nothing has ended. */
const pauseIn = (sentences: readonly Sentence[], known: Circumstances): Judgement | null => {
  const paused = sentences.find(({ folded }) => says('paused', folded) && says('closed', folded))
  return paused && known.linkConfidence >= 0.5
    ? { ...NOTHING, about: true, sure: 0.86, evidence: [{ quote: paused.quote, why: WHY_PAUSED }] }
    : null
}
const WHY_PAUSED = 'It says that the position is on hold for now: the application stays open.'

/** A confirmation of receipt. A thank-you alone is soft, because the message may ask for something else. */
function findReceipt(sentences: readonly Sentence[]): Statement | null {
  const others = sentences.filter(({ folded }) => !says('appliedThanks', folded))
  const plain = findVerdict(others, 'applied')
  if (plain) return plain
  const thanks = findVerdict(sentences, 'applied')
  const isSorry = sentences.some(({ folded }) => says('regret', folded) && !says('rejectedNot', folded))
  return thanks && !isSorry ? { ...thanks, soft: true } : null
}

const WHY: Record<Verdict, string> = {
  applied: 'It confirms that the application arrived.',
  interview: 'It invites to a conversation or arranges one.',
  assessment: 'It asks for a test or an exercise.',
  offer: 'It offers the job.',
  rejected: 'It says that the choice fell otherwise.',
  withdrawn: 'It confirms that the application was withdrawn.',
  closed: 'It says that the position is filled, stopped or on hold.',
}

export const evidenceOf = (verdict: Verdict, { at }: Statement): Evidence => ({
  quote: at.quote,
  why: WHY[verdict],
})

/** Confidence in a verdict, from the strength of its sentence and of the link to a tracked job. */
const sureness = (statement: Statement, { linkConfidence }: Circumstances): number =>
  Math.min(0.99, (statement.soft ? 0.72 : 0.86) + 0.13 * linkConfidence)

const judgementOf = (verdict: Verdict, statement: Statement, known: Circumstances): Judgement => ({
  ...NOTHING,
  verdict,
  about: true,
  sure: sureness(statement, known),
  evidence: [evidenceOf(verdict, statement)],
})

/** Senders that write to customers, not to applicants. */
const SHOP_SENDER = /\b(?:rewards?|reservations?|bookings?|orders?|billing|members?|membership|tickets?)\b/

/** Judges a message by the rules. Without `withChanges`, it ignores statements about existing appointments. */
export function judge(
  subject: Sentence,
  body: readonly Sentence[],
  known: Circumstances,
  withChanges = true,
): Judgement {
  const spoken = body.filter(({ folded }) => !says('footer', folded))
  const all = [subject, ...spoken]
  const isLinked = known.linkConfidence >= 0.5 || known.isReply
  const text = all.map(({ folded }) => folded).join(' \n ')
  const isWork =
    says('work', text) && (known.fromHiringSystem || says('hiring', `${text} \n ${known.sender}`))
  if (!isLinked && !known.invitation && !isWork) return isOffTopic(all, known) ? FOREIGN : NOTHING
  // Friends mention employers too, but they do not invite to an interview for a named role.
  const invites = known.namesRole && findVerdict(spoken, 'interview', true)
  if (known.isPrivate && isLinked && !known.isStrongLink && !known.isReply && !known.invitation && !invites)
    return { ...FOREIGN, about: true }
  const isSurelyLinked =
    isLinked && known.isStrongLink && (known.isReply || known.namesRole || says('hiring', text))
  // Customers of an employer get its mail too.
  const isShop = !known.fromPerson || SHOP_SENDER.test(known.sender)
  const isCustomer = isShop && !known.isReply && says('elsewhere', subject.folded) && !says('yours', text)
  if ((!isSurelyLinked || isCustomer) && isOffTopic(all, known)) return FOREIGN
  // Invitations to public events have words like those to an interview.
  if (!known.isReply && !known.isStrongLink && anySays('audience', all)) return FOREIGN
  if (known.autoReply) return judgeReply(all, known)
  if (known.invitation === null && isForMany(all, known, isLinked)) return FOREIGN
  const verdict = decide(subject, spoken, known, isLinked, withChanges)
  if (verdict.verdict === null && verdict.cancelled === false && !isLinked && anySays('outreach', all))
    return { ...NOTHING, about: true, outreach: true, sure: 0.85 }
  return verdict
}

const AWAY =
  /\b(?:out of (?:the )?office|abwesen\w*|absente?|fuera de la oficina|ausencia|annual leave|on leave|vacation)\b/

/** An automatic reply can only confirm receipt. */
function judgeReply(all: readonly Sentence[], known: Circumstances): Judgement {
  const receipt = findReceipt(all)
  const isAway = all.some(({ folded }) => AWAY.test(folded))
  return receipt && !isAway
    ? judgementOf('applied', receipt, known)
    : { ...NOTHING, about: known.linkConfidence >= 0.5 }
}

const hasQuestion = (body: readonly Sentence[]): boolean =>
  body.some(
    ({ folded, quote }) => says('question', folded) || (quote.endsWith('?') && !says('interview', folded)),
  )

function decide(
  subject: Sentence,
  body: readonly Sentence[],
  known: Circumstances,
  isLinked: boolean,
  withChanges: boolean,
): Judgement {
  const all = [subject, ...body]
  const ordered = [...body, subject]
  const outreach = anySays('outreach', all) && !known.isReply && !known.awaited && !isAboutApplication(body)
  const rejected = findRejection(ordered)
  const closed = findClosing(ordered)
  const withdrawn = findVerdict(ordered, 'withdrawn')
  if (withdrawn && (!rejected || rejected.at === withdrawn.at))
    return judgementOf('withdrawn', withdrawn, known)
  const isOff = isLinked && ordered.some((each) => changeIn(each) === 'off' && says('talk', each.folded))
  if (closed && (!rejected || rejected.soft || rejected.at === closed.at))
    return { ...judgementOf('closed', closed, known), cancelled: isOff }
  if (rejected && !(outreach && !isLinked))
    return { ...judgementOf('rejected', rejected, known), cancelled: isOff }
  if (outreach && !known.invitation) return { ...NOTHING, about: true, outreach: true, sure: 0.85 }
  const progress = decideProgress(subject, ordered, known, isLinked, withChanges)
  const isNews = progress.verdict !== null || progress.cancelled
  return isNews ? progress : (pauseIn(ordered, known) ?? progress)
}

function decideProgress(
  subject: Sentence,
  ordered: readonly Sentence[],
  known: Circumstances,
  isLinked: boolean,
  withChanges: boolean,
): Judgement {
  const receipt = findReceipt(ordered)
  const offer = findVerdict(ordered, 'offer', true) ?? findFigures(ordered)
  const assessment = findVerdict(ordered, 'assessment', true)
  const cancelled = withChanges ? findCancellation(ordered, known) : null
  const interview =
    findVerdict(ordered, 'interview', true) ?? (cancelled ? null : findArranged(ordered, known, receipt))
  const body = ordered.filter((each) => each !== subject)
  if (known.invitation === 'cancel' || (cancelled && (isLinked || interview)))
    return judgeChange(cancelled ?? { at: subject, soft: true }, interview, known)
  if (offer) return judgementOf('offer', offer, known)
  const isInterview = ordered.some(({ folded }) => says('meeting', folded) && says('hiring', folded))
  if (known.invitation === 'set' && (isLinked || interview || isInterview))
    return judgementOf('interview', interview ?? { at: subject, soft: false }, known)
  if (receipt && !receipt.soft && !interview && !assessment) return judgementOf('applied', receipt, known)
  if (assessment && !(interview && isMainlyInterview(interview, assessment)))
    return judgementOf('assessment', assessment, known)
  if (interview) return judgementOf('interview', interview, known)
  if (receipt && !(receipt.soft && hasQuestion(body))) return judgementOf('applied', receipt, known)
  return { ...NOTHING, about: isLinked || receipt !== null, sure: isLinked ? 0.8 : 0.9 }
}

const isMainlyInterview = (interview: Statement, assessment: Statement): boolean =>
  interview.at !== assessment.at && says('meeting', interview.at.folded) && /\d/.test(interview.at.folded)

/** An offer that does not call itself one: it has pay, a start date and paperwork. */
function findFigures(sentences: readonly Sentence[]): Statement | null {
  const at = sentences.find(
    ({ folded }) =>
      namesSum(folded) &&
      /\b(?:base|salary|bonus|jahresgehalt|brutto|salario|remuneration|equity)\b/.test(folded) &&
      /\b(?:start\w*|begin\w*|from|eintritt|a partir|debut|incorpora\w+)\b/.test(folded),
  )
  const paper = sentences.some(({ folded }) =>
    /\b(?:paperwork|contract|sign|signed off|unterschr\w+|firma\w*|signer)\b/.test(folded),
  )
  return at && paper ? { at, soft: true } : null
}

function findCancellation(sentences: readonly Sentence[], { invitation }: Circumstances): Statement | null {
  const at = sentences.find((each) => {
    const change = changeIn(each)
    return change === 'asked' || (change && !isConditional(each.folded, placeOfChange(each.folded)))
  })
  return at ? { at, soft: false } : invitation === 'cancel' ? { at: first(sentences), soft: true } : null
}

/** Judges a change of an appointment. If the result is `cancelled` and has a verdict, the appointment was moved. */
function judgeChange(change: Statement, interview: Statement | null, known: Circumstances): Judgement {
  const asks = changeIn(change.at) === 'asked' && known.invitation === null
  // A sentence that only cancels also mentions the interview, but sets no new one.
  const isSet = interview && known.invitation !== 'cancel' && !changeIn(interview.at)
  return {
    ...NOTHING,
    verdict: asks || isSet ? 'interview' : null,
    cancelled: !asks,
    asks,
    about: true,
    sure: sureness(change, known),
    evidence: [
      { quote: change.at.quote, why: asks ? WHY_ASKS : 'It calls an appointment off, or moves it.' },
      ...(interview && interview.at !== change.at ? [evidenceOf('interview', interview)] : []),
    ],
  }
}

const WHY_ASKS = 'It asks whether an appointment can be moved: answer it, nothing moves until then.'

/** Words of hiring, for any job: a `Dental Assistant position` is no appointment with a dentist. */
const HIRING_WORDS =
  /\b(?:position of|role of|role at|job (?:at|title)|vacancy|hiring (?:team|manager)|recruit\w*|(?:the|our|this|an?|open) (?:\S+ ){0,5}(?:position|opening|role)\b|(?:der|die|als) \S+ \(?m\/w\/d|(?:stelle|position|bewerbung) als|vorstellungsgesprach|(?:puesto|vacante) de|(?:au|le) poste|poste d[e'])/

/** Whether the message is about another kind of application, such as for a flat or a loan. */
const isOffTopic = (all: readonly Sentence[], { sender }: Circumstances): boolean =>
  anySays('elsewhere', all) && !says('hiring', sender) && !all.some(({ folded }) => HIRING_WORDS.test(folded))

/** Whether it was sent to many people: an alert, a newsletter, or a notice about a profile. */
function isForMany(all: readonly Sentence[], known: Circumstances, isLinked: boolean): boolean {
  const alerts = all.filter(({ folded }) => says('alert', folded)).length
  const isYours = anySays('yours', all)
  if (known.list) return !(isLinked && isYours && !alerts)
  if (says('alert', first(all).folded)) return !isLinked || !anySays('rejected', all)
  return alerts > 0 && (!isLinked || alerts > 1) && !isYours
}

/** Whether it mentions an application of the user, so that it is no first contact. */
const isAboutApplication = (body: readonly Sentence[]): boolean =>
  body.some(
    ({ folded }) =>
      says('yours', folded) && !/\bupdated\b|\byour (?:\S+ )?resume\b|\blebenslauf\b/.test(folded),
  )
