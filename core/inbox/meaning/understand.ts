// Reads what a message says about a job search: job, verdict, appointment, deadline, person, and the evidence.
import { msOf } from '../../kernel/clock.ts'
import { takingTurns } from '../../kernel/turns.ts'
import { lettersBelow, type Letter } from '../reading/letter.ts'
import type { Mail } from '../reading/decode.ts'
import {
  cancelledIn,
  appointmentIn,
  contradictionsIn,
  fromInvitation,
  oldTimeIn,
  otherTimesIn,
  type Appointment,
} from './appointment.ts'
import { gatherFacts, asSentence, type MessageFacts, type Knowledge } from './approach.ts'
import { changeIn } from './change.ts'
import { deadlineIn } from './deadline.ts'
import type { Invitation } from './invitation.ts'
import { linkOf, type Link } from './link.ts'
import type { TrackedJob } from './tracked.ts'
import { isPersonOnHiringSystem, isFromPlatform, roleWords, SHARED_ROLE_WORD } from './names.ts'
import { personOf } from './people.ts'
import { says } from './phrases.ts'
import { fold, sentencesOf, type Sentence } from './sentences.ts'
import { tongueOf, type Setting } from './setting.ts'
import { companyNamed, employerSaid, pairNamed, roleNamed, roleOnCard } from './vacancy.ts'
import { judgeWith } from './settled.ts'
import type { Judgement } from './verdict.ts'
import type { Weights } from './learned.ts'
import type { Evidence } from '../proposal.ts'
import type { Verdict } from '../verdicts.ts'
import { readOffer } from '../../offers/reading/read.ts'
import { payOnPage } from '../../reading/pay-on-page.ts'

// Maximum length of a quotation about pay.
const MAX_CHARACTERS = 500
const OFFER_PARTS = new Set(['base', 'signing', 'bonus', 'equity', 'relocation', 'hours', 'pto', 'start'])

function payIn(sentences: readonly Sentence[]) {
  for (const { quote } of sentences) {
    const text = /\d/.test(quote) ? payOnPage(quote, '').words : null
    if (text !== null) return { text: text.slice(0, MAX_CHARACTERS), quote }
  }
  return null
}

/** The sentences that state the parts of an offer. If none states base pay, those with any pay. */
function offeredIn(sentences: readonly Sentence[], now: number) {
  const read = (quote: string) => readOffer(quote, { now, timeZone: 'UTC' })
  const named = sentences.filter(
    ({ quote }) => /\d/.test(quote) && read(quote).read.some(({ field }) => OFFER_PARTS.has(field)),
  )
  const base = named.find(({ quote }) => read(quote).terms.base)
  if (!base) return payIn(sentences)
  const text = named.map(({ quote }) => quote.replace(/https?:\S+/g, '').trim()).join('; ')
  return { text: text.slice(0, MAX_CHARACTERS), quote: base.quote }
}

/**
 * What a message says. `cancelled`: it cancels an appointment, or replaces it by this one. `replaces`: the old time of the
 * appointment, if the message states it. `deadline`: the day; `deadlineAt` is the instant if a time is stated: ISO, UTC.
 */
export type Finding = Awaited<ReturnType<typeof assemble>>

export const noFinding = (mail: Mail | null, now: string): Finding => ({
  ...{ status: null, job: null, tied: [], company: null, role: null, saidCompany: null },
  ...{ about: false, outreach: false, mine: false },
  ...{ appointment: null, cancelled: false, replaces: null, deadline: null, deadlineAt: null },
  ...{ contact: null, pay: null, confidence: 0.95, evidence: [] },
  sentAt: mail?.sentAt ?? now,
})

const REPLY_PREFIX = /^(?:(?:re|aw|rv|tr|wg|fwd?|antw|sv)\s*:\s*)+/i

/** Analyses a message. It only compares the text with phrases, and never follows instructions in it. */
export async function understand(raw: Mail, known: Knowledge, weights?: Weights): Promise<Finding> {
  const letOthersRun = takingTurns()
  const read = await gatherFacts(raw, known, letOthersRun)
  await letOthersRun()
  const { mail, mine, subject, sentences, invitation, clues, link, circumstances } = read
  const none = noFinding(mail, known.now)
  const { company = null, role = null } = link.job ?? {}
  if (mine) return { ...none, mine: true, job: link.job, about: link.job !== null, company, role }
  // In a thread, the subject repeats what was said before.
  const isRepeated = REPLY_PREFIX.test(subject.quote) && circumstances.isReply
  const newSubject = asSentence(isRepeated ? '' : subject.quote.replace(REPLY_PREFIX, ''))
  const spoken = invitation ? [...sentences, asSentence(invitation.summary)] : sentences
  const judgement = await judgeWith(newSubject, spoken, circumstances, letOthersRun, weights)
  if (!judgement.about && judgement.verdict === null && !judgement.cancelled) return none
  const verdictSentence = judgement.evidence[0]?.quote
  const finalLink =
    link.rivals && verdictSentence !== undefined
      ? linkOf({ ...clues, verdictSentence }, known.jobs, known.endedJobIds)
      : link
  await letOthersRun()
  return assemble({ ...read, link: finalLink }, judgement, known.now, letOthersRun)
}

const NO_DEADLINE = new Set<Verdict | null>(['rejected', 'closed', 'withdrawn', 'applied'])

/** The role and employer that a message names. `stated` is an employer beside the role; `said` is the likeliest employer. */
function vacancyIn(mail: Mail, letter: Letter, texts: readonly string[]) {
  const pair = pairNamed(texts)
  const role = pair?.role ?? roleNamed(texts)
  const relayed = isFromPlatform(mail.from)
  const mayBePerson = isPersonOnHiringSystem(mail.from)
  const said =
    (relayed || mayBePerson ? pair?.company : undefined) ??
    (mayBePerson ? employerSaid(texts, mail.from?.name ?? '', role) : null) ??
    companyNamed(mail, texts, role) ??
    pair?.company ??
    null
  return {
    said,
    stated: pair?.company ?? null,
    role: withoutEmployer(role, said) ?? (said && relayed ? roleOnCard(letter.own, said) : null),
  }
}

/** “Branch Associate - Calder Credit Union” names the employer too; “Head of Stripe” is a role. */
function withoutEmployer(role: string | null, employer: string | null): string | null {
  const head = role && employer && role.endsWith(` ${employer}`) ? role.slice(0, -employer.length) : ''
  return /[,|–-]\s*$/.test(head) ? head.replace(/[\s,|–-]+$/, '') : role
}

const settingOf = (
  mail: Mail,
  sentences: readonly Sentence[],
  job: TrackedJob | null,
  sentAt: string,
): Setting => ({
  sentMs: msOf(sentAt),
  offsetMinutes: mail.offsetMinutes,
  tongue: tongueOf(sentences.map(({ folded }) => folded).join(' ')),
  place: job?.location ? fold(job.location) : null,
})

async function assemble(
  read: MessageFacts,
  judgement: Judgement,
  now: string,
  letOthersRun: () => Promise<void> | undefined,
) {
  const { mail, letter, sentences, subject, link, invitation } = read
  const sentAt = mail.sentAt ?? now
  const texts = [mail.subject.replace(REPLY_PREFIX, ''), ...sentences.map(({ quote }) => quote)]
  const { said, stated, role } = vacancyIn(mail, letter, texts)
  const job = judgement.outreach || isOtherRole(link, role, judgement) ? null : link.job
  await letOthersRun()
  const setting = settingOf(mail, sentences, job, sentAt)
  // If no tracked job is known, a cancelled appointment was not part of the search.
  const appointment =
    judgement.cancelled && !job && !link.tied.length
      ? null
      : appointmentOf(judgement, invitation, [subject, ...sentences], letter, setting)
  await letOthersRun()
  const value = appointment?.value ?? null
  const fresh = appointment?.fresh ? value : null
  const replaced = fresh && replacedBy(read)
  const verdict = judgement.cancelled && judgement.verdict === null && fresh ? 'interview' : judgement.verdict
  const mayBeDue = !NO_DEADLINE.has(verdict) && !judgement.outreach && (verdict !== null || job)
  const isTask = verdict === 'assessment' || verdict === 'offer'
  const deadline = mayBeDue ? deadlineIn(sentences, setting, isTask) : null
  const pay =
    verdict === 'offer' ? offeredIn(sentences, msOf(sentAt)) : judgement.outreach ? payIn(sentences) : null
  return {
    status: verdict,
    job,
    tied: job ? [] : link.tied,
    company: job?.company ?? said,
    saidCompany: said,
    role: job?.role ?? role,
    ...{ about: true, outreach: judgement.outreach, mine: false },
    appointment: value,
    cancelled: judgement.cancelled || replaced !== null,
    replaces:
      judgement.cancelled && !invitation ? oldTimeIn([subject, ...sentences], setting, fresh) : replaced,
    deadline: deadline?.day ?? null,
    deadlineAt: deadline?.at ?? null,
    contact:
      job || verdict || judgement.outreach
        ? personOf(mail, letter, { company: job?.company ?? stated, contacts: job?.contacts ?? [] })
        : null,
    pay: pay?.text ?? null,
    confidence: confidenceOf(judgement, namesAnotherRole(link, job, role) ? null : link, job, verdict),
    evidence: [
      ...judgement.evidence,
      ...linkEvidence(mail, link, job, role),
      ...(value ? [{ quote: value.quote, why: value.uncertain ?? 'It says when.' }] : []),
      ...otherTimes(read, judgement, setting, value),
      ...(deadline ? [{ quote: deadline.quote, why: deadline.uncertain ?? 'It sets a deadline.' }] : []),
      ...(pay ? [{ quote: pay.quote, why: 'It names pay.' }] : []),
      ...unreadParts(read),
    ].filter(({ quote }) => quote !== ''),
    sentAt,
  }
}

/** The old time of an invitation: that of one date of a series, or of an appointment that the same message cancels. */
const replacedBy = ({ invitation, otherInvitations }: MessageFacts): string | null =>
  invitation?.replaces ??
  (invitation && otherInvitations.find(({ asks }) => asks === 'cancel')?.startsAt) ??
  null

/** What the proposal leaves out: unread attachments, and letters that follow the first one. */
const unreadParts = ({ mail, letter, doubts }: MessageFacts): Evidence[] => [
  ...saidOf(lettersBelow(letter), 'Another letter begins here: check which job each is about.'),
  ...doubts.slice(0, MAX_OTHER_TIMES),
  { quote: mail.unread.join(', '), why: 'These attachments were not read.' },
]

const MAX_OTHER_TIMES = 3

/** What the message says of other times. Only one time is proposed, so the user must see the others. */
function otherTimes(
  { invitation, otherInvitations, subject, sentences }: MessageFacts,
  { verdict, cancelled }: Judgement,
  setting: Setting,
  appointment: Appointment | null,
): Evidence[] {
  if (verdict !== 'interview' || cancelled) return []
  const texts = [subject, ...sentences]
  if (!invitation || !appointment)
    return [
      ...(invitation ? [{ quote: invitation.line, why: 'The time of the invitation is past.' }] : []),
      ...saidOf(
        invitation ? [] : otherTimesIn(texts, setting, appointment),
        appointment ? OTHER_TIME : 'It offers several times: add the one that you choose.',
      ),
    ]
  const repeats = invitation.repeats ? [invitation.repeats] : []
  const sessions = otherInvitations
    .filter(({ asks, startsAt }) => asks === 'set' && startsAt !== invitation.startsAt)
    .map(({ summary, startsAt }) => `${summary}: ${startsAt}`)
  return [
    ...saidOf(repeats, 'It repeats: these dates are not in the proposal.'),
    ...saidOf([...sessions, ...contradictionsIn(texts, setting, appointment)], OTHER_TIME),
  ]
}

const OTHER_TIME = 'It names another time, which is not in the proposal.'

const saidOf = (quotes: readonly string[], why: string): Evidence[] =>
  quotes.slice(0, MAX_OTHER_TIMES).map((quote) => ({ quote, why }))

function linkEvidence(mail: Mail, link: Link, job: Link['job'], role: string | null): Evidence[] {
  if (!job) return link.tied.length ? [{ quote: mail.subject, why: `${link.why} ${listed(link.tied)}` }] : []
  const why = `It names this role, and the job is “${job.role}”.`
  const other = role && namesAnotherRole(link, job, role) ? [{ quote: role, why }] : []
  return [{ quote: quoteFor(mail, link), why: link.why }, ...other]
}

const listed = (jobs: readonly TrackedJob[]): string =>
  `${jobs.map(({ company, role }) => `“${role}” at ${company}`).join(', ')}.`

const quoteFor = (mail: Mail, { why }: Link): string =>
  /sender|contact|system that sent/.test(why)
    ? `${mail.from?.name ?? ''} <${mail.from?.address ?? ''}>`
    : mail.subject

/** Whether the message's role shares no distinctive word with the tracked one. It is then about another application. */
function isOtherRole(link: Link, role: string | null, { verdict }: Judgement): boolean {
  if (!link.job || !role || verdict === null || /number|answers a message/.test(link.why)) return false
  const all = [roleWords(link.job.role), roleWords(role)] as const
  const telling = all.map((words) => words.filter((word) => !SHARED_ROLE_WORD.test(word)))
  const areTold = telling.every((words) => words.length > 0)
  const [tracked = [], named = []] = areTold ? telling : all
  const shares = named.some((word) =>
    tracked.some((other) => other.startsWith(word.slice(0, 5)) || word.startsWith(other.slice(0, 5))),
  )
  return (
    named.length > 0 &&
    !shares &&
    link.role < (areTold ? 2 : 1) &&
    !isCompanyName(role, link.job) &&
    says('work', fold(role)) === false
  )
}

/** Whether the message names a role that has other words than the tracked one, and lacks some of its words. */
function namesAnotherRole(link: Link, job: TrackedJob | null, role: string | null): boolean {
  if (job === null || role === null || link.role >= 2.8 || isCompanyName(role, job)) return false
  const [tracked, named] = [roleWords(job.role), roleWords(role)]
  return named.some((word) => !tracked.includes(word)) && tracked.some((word) => !named.includes(word))
}

const isCompanyName = (role: string, { company }: TrackedJob): boolean => {
  const [one, other] = [fold(role), fold(company)]
  return one.includes(other) || other.includes(one)
}

/** The appointment. `fresh`: the meeting is set for this time. Otherwise this is the time of a cancelled meeting. */
function appointmentOf(
  judgement: Judgement,
  invitation: Invitation | null,
  sentences: readonly Sentence[],
  letter: Letter,
  setting: Setting,
): { value: Appointment; fresh: boolean } | null {
  const { verdict, cancelled, asks } = judgement
  if (verdict !== 'interview' && !cancelled) return null
  if (invitation) {
    const value = fromInvitation(invitation, sentences, setting)
    const late = msOf(value.startsAt) < setting.sentMs - 86_400_000
    return late ? null : { value, fresh: invitation.asks === 'set' }
  }
  const quoted = sentencesOf(letter.trailingText)
  const isChange = cancelled || asks
  const isOver = verdict !== null && verdict !== 'interview'
  const calling = isChange ? sentences.filter((each) => changeIn(each) !== 'off') : sentences
  const fixed = isOver ? null : appointmentIn(calling, setting, isChange, quoted)
  if (fixed && (!cancelled || isMoved(sentences, fixed))) return { value: { ...fixed, asks }, fresh: true }
  const oldTime = cancelled ? cancelledIn(sentences, quoted, setting) : null
  return oldTime ? { value: oldTime, fresh: false } : null
}

/** Whether a sentence sets a new time. Otherwise the message only cancels the old one. */
const isMoved = (sentences: readonly Sentence[], { quote }: Appointment): boolean =>
  sentences.some(
    (each) => each.quote === quote && ((changeIn(each) ?? 'off') !== 'off' || says('again', each.folded)),
  )

function confidenceOf(
  judgement: Judgement,
  link: Link | null,
  job: TrackedJob | null,
  verdict: Verdict | null,
): number {
  if (verdict === null && !judgement.cancelled) return round(judgement.sure)
  const linked = job ? (link?.sure ?? 0) : link?.tied.length ? 0.6 : 0.85
  return round(judgement.sure * (0.6 + 0.4 * linked))
}

const round = (value: number): number => Math.round(value * 100) / 100
