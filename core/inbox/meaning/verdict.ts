// What a letter says about an application: the verdict, and the sentence that shows it.
import { first } from '../../kernel/must.ts'
import { namesSum } from '../../reading/money.ts'
import type { Verdict } from '../verdicts.ts'
import { findArranged } from './arranged.ts'
import { isAnswered, isElsewhere, isForAudience, isForMany, isOutreach } from './audience.ts'
import { changeIn, placeOfChange } from './change.ts'
import type { Circumstances, Said } from './circumstances.ts'
import { placeOf, says, type Theme } from './phrases.ts'
import type { Sentence } from './sentences.ts'

export interface Evidence {
  /** A sentence of the message, on one line. */
  quote: string
  why: string
}

export interface Judgement {
  verdict: Verdict | null
  /** An appointment is called off or moved. */
  cancelled: boolean
  /** It only asks whether the appointment could be moved. */
  asks: boolean
  /** It is about a search at all, with or without a verdict. */
  about: boolean
  /** Somebody who was not written to offers a job. */
  outreach: boolean
  /** It says nothing, because of what it is and not for want of words: sent to many, of a friend, about a flat. */
  foreign: boolean
  /** How sure the rules are, 0 to 1. */
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

/** A condition before this place in a sentence makes what follows hypothetical. */
function isConditional(folded: string, place: number, anywhere = false): boolean {
  const condition = placeOf('condition', folded)
  if (condition < 0 || says('conditionNot', folded)) return false
  return anywhere || condition <= place
}

/** The phrases by which a sentence denies a verdict. */
const DENIED: Record<Verdict, Theme> = {
  applied: 'appliedNot',
  interview: 'interviewNot',
  assessment: 'assessmentNot',
  offer: 'offerNot',
  rejected: 'rejectedNot',
  withdrawn: 'withdrawnNot',
  closed: 'closedNot',
}

/** The sentence has words that deny the verdict. */
export const isDenied = (verdict: Verdict, { folded }: Sentence): boolean => says(DENIED[verdict], folded)

const isShort = ({ folded }: Sentence): boolean => folded.length < 4

/** The first sentence that says a verdict, without denying it or making it a condition. */
function find(sentences: readonly Sentence[], verdict: Verdict, anywhere = false): Said | null {
  for (const at of sentences) {
    if (isShort(at)) continue
    const place = placeOf(verdict, at.folded)
    if (place < 0 || isDenied(verdict, at) || isConditional(at.folded, place, anywhere)) continue
    return { at, soft: false }
  }
  return null
}

/** A rejection, or a softer one when only regret is expressed. */
function findRejection(sentences: readonly Sentence[]): Said | null {
  const said = find(sentences, 'rejected')
  return said && { at: said.at, soft: says('rejectedSoft', said.at.folded) }
}

/** A position that is gone for everybody: a sentence that names who got it is a rejection. */
function findClosing(sentences: readonly Sentence[]): Said | null {
  return find(
    sentences.filter(({ folded }) => !says('person', folded)),
    'closed',
  )
}

/** Thanks for an application are a receipt only when nothing else is asked. */
function findReceipt(sentences: readonly Sentence[]): Said | null {
  const plain = find(
    sentences.filter(({ folded }) => !says('appliedThanks', folded)),
    'applied',
  )
  if (plain) return plain
  const thanks = find(sentences, 'applied')
  return thanks && { ...thanks, soft: true }
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

/** The sentence that says a verdict, and why it counts. */
export const because = (verdict: Verdict, { at }: Said): Evidence => ({ quote: at.quote, why: WHY[verdict] })

/** How sure a verdict is: by what says it, and whether the message belongs to a tracked job. */
const sureness = (said: Said, { link }: Circumstances): number =>
  Math.min(0.99, (said.soft ? 0.72 : 0.86) + 0.13 * link)

const judged = (verdict: Verdict, said: Said, known: Circumstances): Judgement => ({
  ...NOTHING,
  verdict,
  about: true,
  sure: sureness(said, known),
  evidence: [because(verdict, said)],
})

/** Writes to who buys, not to who applies. */
const SHOP = /\b(?:rewards?|reservations?|bookings?|orders?|billing|members?|membership|tickets?)\b/

/** Without `withChanges`, what is said of an appointment that exists counts for nothing. */
export function judge(
  subject: Sentence,
  body: readonly Sentence[],
  known: Circumstances,
  withChanges = true,
): Judgement {
  const spoken = body.filter(({ folded }) => !says('footer', folded))
  const all = [subject, ...spoken]
  const isMine = known.link >= 0.5 || known.thread
  const whole = all.map(({ folded }) => folded).join(' \n ')
  const isWork = says('work', whole) && (known.host || says('hiring', `${whole} \n ${known.sender}`))
  if (!isMine && !known.invitation && !isWork) return isElsewhere(subject, spoken, known) ? FOREIGN : NOTHING
  // Friends speak of employers too.
  if (known.private && isMine && !known.strong && !known.thread && !known.invitation)
    return { ...FOREIGN, about: true }
  const isSurelyMine = isMine && known.strong && (known.thread || known.role || says('hiring', whole))
  // Who buys of an employer gets mail too.
  const isShop = !known.person || SHOP.test(known.sender)
  const isCustomer = isShop && !known.thread && says('elsewhere', subject.folded) && !says('yours', whole)
  if ((!isSurelyMine || isCustomer) && isElsewhere(subject, spoken, known)) return FOREIGN
  if (!known.thread && !known.strong && isForAudience(subject, spoken)) return FOREIGN
  if (known.autoReply) return judgeReply(all, known)
  if (known.invitation === null && isForMany(subject, spoken, known, isMine)) return FOREIGN
  const verdict = decide(subject, spoken, known, isMine, withChanges)
  if (verdict.verdict === null && verdict.cancelled === false && !isMine && isOutreach(all))
    return { ...NOTHING, about: true, outreach: true, sure: 0.85 }
  return verdict
}

/** An answer by a program can only confirm that something arrived. */
function judgeReply(all: readonly Sentence[], known: Circumstances): Judgement {
  const said = findReceipt(all)
  const isAway = all.some(({ folded }) =>
    /\b(?:out of (?:the )?office|abwesen\w*|absente?|fuera de la oficina|ausencia|annual leave|on leave|vacation)\b/.test(
      folded,
    ),
  )
  return said && !isAway ? judged('applied', said, known) : { ...NOTHING, about: known.link >= 0.5 }
}

const asks = (body: readonly Sentence[]): boolean =>
  body.some(
    ({ folded, quote }) => says('question', folded) || (quote.endsWith('?') && !says('interview', folded)),
  )

function decide(
  subject: Sentence,
  body: readonly Sentence[],
  known: Circumstances,
  isMine: boolean,
  withChanges: boolean,
): Judgement {
  const all = [subject, ...body]
  const ordered = [...body, subject]
  const outreach = isOutreach(all) && !known.thread && !known.awaited && !isAnswered(body)
  const rejected = findRejection(ordered)
  const closed = findClosing(ordered)
  const withdrawn = find(ordered, 'withdrawn')
  if (withdrawn && (!rejected || rejected.at === withdrawn.at)) return judged('withdrawn', withdrawn, known)
  const isOff = isMine && ordered.some((each) => changeIn(each) === 'off' && says('talk', each.folded))
  if (closed && (!rejected || rejected.soft || rejected.at === closed.at))
    return { ...judged('closed', closed, known), cancelled: isOff }
  if (rejected && !(outreach && !isMine)) return { ...judged('rejected', rejected, known), cancelled: isOff }
  if (outreach && !known.invitation) return { ...NOTHING, about: true, outreach: true, sure: 0.85 }
  return decideProgress(subject, ordered, known, isMine, withChanges)
}

function decideProgress(
  subject: Sentence,
  ordered: readonly Sentence[],
  known: Circumstances,
  isMine: boolean,
  withChanges: boolean,
): Judgement {
  const receipt = findReceipt(ordered)
  const offer = find(ordered, 'offer', true) ?? findFigures(ordered)
  const assessment = find(ordered, 'assessment', true)
  const cancelled = withChanges ? findCancellation(ordered, known) : null
  const interview =
    find(ordered, 'interview', true) ?? (cancelled ? null : findArranged(ordered, known, receipt))
  const body = ordered.filter((each) => each !== subject)
  if (known.invitation === 'cancel' || (cancelled && (isMine || interview)))
    return changed(cancelled ?? { at: subject, soft: true }, interview, known)
  if (offer) return judged('offer', offer, known)
  const isInterview = ordered.some(({ folded }) => says('meeting', folded) && says('hiring', folded))
  if (known.invitation === 'set' && (isMine || interview || isInterview))
    return judged('interview', interview ?? { at: subject, soft: false }, known)
  if (receipt && !receipt.soft && !interview && !assessment) return judged('applied', receipt, known)
  if (assessment && !(interview && isSettled(interview, assessment)))
    return judged('assessment', assessment, known)
  if (interview) return judged('interview', interview, known)
  if (receipt && !(receipt.soft && asks(body))) return judged('applied', receipt, known)
  return { ...NOTHING, about: isMine || receipt !== null, sure: isMine ? 0.8 : 0.9 }
}

/** The conversation is what the letter is about, and the test a part of it. */
const isSettled = (interview: Said, assessment: Said): boolean =>
  interview.at !== assessment.at && says('meeting', interview.at.folded) && /\d/.test(interview.at.folded)

/** Pay together with a beginning, in a letter to one person, is an offer without the word. */
function findFigures(sentences: readonly Sentence[]): Said | null {
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

/** Somebody calls an appointment off, moves it, or asks to. */
function findCancellation(sentences: readonly Sentence[], { invitation }: Circumstances): Said | null {
  const at = sentences.find((each) => {
    const change = changeIn(each)
    return change === 'asked' || (change && !isConditional(each.folded, placeOfChange(each.folded)))
  })
  return at ? { at, soft: false } : invitation === 'cancel' ? { at: first(sentences), soft: true } : null
}

/** `cancelled` with a verdict: the appointment was moved; the event tells where to. */
function changed(said: Said, interview: Said | null, known: Circumstances): Judgement {
  const asks = changeIn(said.at) === 'asked' && known.invitation === null
  // A sentence that only calls off names the interview that will not be.
  const isSet = interview && known.invitation !== 'cancel' && !changeIn(interview.at)
  return {
    ...NOTHING,
    verdict: asks || isSet ? 'interview' : null,
    cancelled: !asks,
    asks,
    about: true,
    sure: sureness(said, known),
    evidence: [
      { quote: said.at.quote, why: asks ? ASKS : 'It calls an appointment off, or moves it.' },
      ...(interview && interview.at !== said.at ? [because('interview', interview)] : []),
    ],
  }
}

const ASKS = 'It asks whether an appointment can be moved: answer it, nothing moves until then.'
