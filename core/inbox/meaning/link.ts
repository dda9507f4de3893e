// Finds the tracked job of a message: by thread, people, addresses, numbers, and the names of company and role.
import { first } from '../../kernel/narrow.ts'
import { once } from '../../kernel/once.ts'
import { spelledAlike } from '../../kernel/folded.ts'
import { fold, hasPhrase, spaced, type Sentence } from './sentences.ts'
import type { PreparedJob, TrackedJob } from './tracked.ts'
import { isFunction, isPublicMail } from '../../reading/people.ts'
import {
  companyKey,
  domainOf,
  employerIn,
  isCommon,
  isHiringSystem,
  isFromPlatform,
  roleWords,
} from './names.ts'
import type { Mail } from '../reading/decode.ts'

export interface Link {
  job: TrackedJob | null
  /** Confidence, 0 to 1. */
  sure: number
  why: string
  /** Whether several jobs match. The sentence with the verdict may then choose another. */
  rivals: boolean
  /** How much of the job's role is in the message, 0 to 4. */
  role: number
  /** Whether more than a part of a name matched. */
  strong: boolean
  fromEmployer: boolean
  /** The jobs that match equally well, if several do. */
  tied: readonly TrackedJob[]
}

export interface LinkClues {
  mail: Mail
  subject: Sentence
  sentences: readonly Sentence[]
  /** Quoted text and the signature, folded. */
  trailingText: string
  /** The jobs of the messages that this one answers: ids, the latest last. */
  thread: readonly string[]
  verdictSentence: string | null
}

interface ScoredJob {
  prepared: PreparedJob
  company: number
  role: number
  reference: number
  why: string[]
}

type Texts = ReturnType<typeof textsOf>
type RoleText = ReturnType<typeof roleTextOf>

function roleTextOf(text: string) {
  const words = new Set(roleWords(text))
  const long = [...words].filter((word) => word.length > 5)
  return { words, stems: long.map((word) => word.slice(0, Math.max(5, word.length - 3))) }
}

const textsOf = ({ mail, subject, sentences, trailingText, verdictSentence }: LinkClues) => {
  const address = mail.from?.address ?? ''
  const domain = domainOf(address.split('@')[1] ?? '')
  const body = sentences.map(({ folded }) => folded).join(' \n ')
  const alias = [mail.replyTo?.address, mail.sender?.address].filter((each) => each !== undefined)
  const hosts = alias.map((each) => domainOf(each.split('@')[1] ?? ''))
  // The name in the sender's domain; empty if many people use the domain.
  const site = isHiringSystem(domain) || isPublicMail(domain) ? '' : siteOf(domain)
  // A platform that forwards messages is not the employer, even if the user tracks a job there.
  const relay = isFromPlatform(mail.from)
  const sender = relay ? '' : (mail.from?.name ?? '')
  const [subjectWords, bodyWords] = [spaced(subject.folded), spaced(body)]
  return {
    /** The role words of the texts, computed once a job’s company matches. */
    roles: once(() => ({ subject: roleTextOf(subjectWords), body: roleTextOf(bodyWords) })),
    employer: companyKey(employerIn(sender)),
    name: spaced(fold(`${sender} \n ${employerIn(sender)}`)),
    subject: subjectWords,
    body: bodyWords,
    trailingText: spaced(trailingText),
    raw: `${subject.folded} \n ${body} \n ${trailingText}`,
    verdictSentence: spaced(fold(verdictSentence ?? '')),
    domain,
    isRelay: relay,
    label: relay ? '' : `${address.split('@')[0]} ${site} ${hosts.join(' ')}`,
    people: [address, ...alias],
    site,
    /** The texts as written, not folded, because `Stark` is a name and `stark` a word. */
    written: {
      subject: subject.quote.normalize('NFC'),
      body: sentences.map(({ quote }) => quote.normalize('NFC')).join(' \n '),
    },
  }
}

const siteOf = (domain: string): string => first(domain.split('.')).replace(/[^a-z0-9]/g, '')

function companyScore(prepared: PreparedJob, texts: Texts): { score: number; why: string } {
  const { name, subject, body, trailingText, domain, label, site, written } = texts
  const { keys, firstWord, compact, short, initials, ownDomain } = prepared
  const { company, contacts } = prepared.job
  const namesCompany = (text: string) => keys.some((key) => hasPhrase(text, key))
  // A company’s first word counts as its name if the text capitalises it.
  const hasFirstWord = (text: string) => firstWord.length >= 4 && hasName(text, prepared)
  const isSender = ({ email }: { email: string | null }) =>
    email !== null && texts.people.includes(email.toLowerCase())
  const companyContact = prepared.people.find(isSender)
  // A contact of this job proves more than a contact of the company’s other jobs.
  const jobContact = contacts.find(isSender)
  if (jobContact) return { score: 5.7, why: `${jobContact.name} is a contact at ${company}.` }
  if (namesCompany(name)) return { score: 5, why: `The sender’s name is that of ${company}.` }
  if (companyContact) return { score: 4.8, why: `${companyContact.name} is a contact at ${company}.` }
  const letters = label.replace(/[^a-z0-9 ]/g, '')
  if (!texts.isRelay && ownDomain && ownDomain === domain)
    return { score: 5, why: `The sender’s domain ${domain} is that of the posting.` }
  if (compact.length >= 5 && letters.includes(compact))
    return { score: 4.5, why: `The sender’s address names ${company}.` }
  if (site !== '' && prepared.sites.includes(site))
    return { score: 4.3, why: `The sender’s domain ${domain} has the name of ${company}.` }
  if (site.length >= 6 && site.length > firstWord.length && compact.startsWith(site))
    return { score: 4.2, why: `The sender’s domain ${domain} begins like ${company}.` }
  if (initials && hasPhrase(label, initials))
    return { score: 4, why: `The sender’s address has the initials of ${company}.` }
  if (namesCompany(subject)) return { score: 4, why: `The subject names ${company}.` }
  if (namesCompany(body)) return { score: 3.5, why: `The text names ${company}.` }
  if (startsLike(prepared, texts.employer))
    return { score: 3.5, why: `The sender’s name begins like ${company}.` }
  const relayedContact = texts.isRelay
    ? contacts.find((each) => isNamedIn(each.name, `${subject} ${body}`))
    : undefined
  if (relayedContact)
    return { score: 3.2, why: `The text names ${relayedContact.name}, a contact at ${company}.` }
  if (hasFirstWord(written.subject)) return { score: 3, why: `The subject names ${short}.` }
  if (namesCompany(trailingText)) return { score: 2.5, why: `The quoted text or signature names ${company}.` }
  if (!isCommon(firstWord) && hasFirstWord(written.body)) return { score: 2, why: `The text names ${short}.` }
  return { score: 0, why: '' }
}

const isNamedIn = (name: string, text: string): boolean =>
  name.includes(' ') && hasPhrase(text, spaced(fold(name)))

/** Whether a text has the name in its own case or in capitals, but not in a longer name: “Marlow” in “Marlow Savings”. */
const hasName = (text: string, { short, job }: PreparedJob): boolean =>
  [short, short.toUpperCase()].some((form) => {
    const at = text.indexOf(form)
    if (at < 0 || /\p{L}$/u.test(text.slice(Math.max(0, at - 1), at))) return false
    const rest = text.slice(at + form.length, at + form.length + 40)
    const next = /^ (\p{Lu}[\p{L}-]*)/u.exec(rest)?.[1]
    return !/^\p{L}/u.test(rest) && (next === undefined || isFunction(next) || next === initialsAfter(job))
  })

/** The initials of a company's further words: `CU` for Tidewater Credit Union. */
const initialsAfter = ({ company }: TrackedJob): string =>
  company
    .split(/\s+/)
    .slice(1)
    .map((word) => word.charAt(0))
    .join('')

const startsLike = ({ keys, firstWord }: PreparedJob, employer: string): boolean =>
  firstWord.length >= 4 &&
  employer !== '' &&
  keys.some((key) => key === employer || key.startsWith(`${employer} `))

function roleScore(prepared: PreparedJob, texts: Texts): number {
  const { subject, body, trailingText, verdictSentence, raw } = texts
  const inside = (text: string) => (hasPhrase(text, prepared.phrase) ? 1 : 0)
  const share = ({ words, stems }: RoleText) => {
    const hits = prepared.words.filter(
      (word) => words.has(word) || (word.length > 6 && stems.some((stem) => word.startsWith(stem))),
    )
    return prepared.words.length ? hits.length / prepared.words.length : 0
  }
  const initials = prepared.roleInitials && hasPhrase(raw, prepared.roleInitials) ? 0.8 : 0
  return Math.max(
    inside(verdictSentence) * 4,
    inside(subject) * 3.7,
    inside(body) * 3,
    share(texts.roles().subject) * 2.8,
    share(texts.roles().body) * 2,
    inside(trailingText) * 2,
    initials * 2.5,
    prepared.shortRoles.some((short) => hasPhrase(subject, short) || hasPhrase(body, short)) ? 2.9 : 0,
  )
}

/** Scores references to the job that do not name it: the thread or the posting's number. */
function referenceScore(prepared: PreparedJob, { raw }: Texts, thread: readonly string[]) {
  const place = thread.lastIndexOf(prepared.job.id)
  if (place >= 0)
    return { score: 5 + (place + 1) / thread.length, why: 'It answers a message about this job.' }
  const number = prepared.numbers.find((each) => hasPhrase(raw, each))
  if (number !== undefined) return { score: 6, why: `It has the posting’s number ${number}.` }
  return { score: 0, why: '' }
}

const ENDED_STATUSES = new Set(['rejected', 'withdrawn', 'accepted'])
const NO_LINK: Link = {
  job: null,
  sure: 0,
  why: 'No tracked job is named.',
  rivals: false,
  role: 0,
  strong: false,
  fromEmployer: false,
  tied: [],
}

/** The job of a message. The link's job is null if none matches, or several match equally. */
export function linkOf(
  clues: LinkClues,
  jobs: readonly PreparedJob[],
  endedJobIds: ReadonlySet<string> = new Set(),
): Link {
  const texts = textsOf(clues)
  const scored = jobs.flatMap((prepared): ScoredJob[] => {
    const company = companyScore(prepared, texts)
    const reference = referenceScore(prepared, texts, clues.thread)
    const hint = company.score === 0 && reference.score === 0 ? hintOf(prepared, texts) : null
    if (!company.score && !reference.score && !hint) return []
    const role = roleScore(prepared, texts)
    if (hint && role < 3) return []
    const why = [reference.why, company.why, hint ?? ''].filter(Boolean)
    return [{ prepared, company: hint ? 1.5 : company.score, role, reference: reference.score, why }]
  })
  return chooseJob(scored, texts, endedJobIds)
}

/** Evidence that counts only with the role: the posting's host, or a distinctive word of the company's name. */
function hintOf(prepared: PreparedJob, { domain, name, label }: Texts): string | null {
  if (domain && prepared.host === domain)
    return 'The posting is on the system that sent it, and the role is the same.'
  const sender = spelledAlike(`${name} ${label}`)
  const part = prepared.ownWords.find((word) => sender.includes(spelledAlike(word)))
  return part === undefined ? null : `The sender’s name or address has “${part}”, and the role is the same.`
}

const total = ({ company, role, reference }: ScoredJob): number => company + role + reference

/** Whether the message names the role only within another job's role: “Software Engineer” in “Software Engineer II”. */
const isNamedWithin = (
  { prepared: { phrase }, role }: ScoredJob,
  { prepared: longer, role: longerRole }: ScoredJob,
): boolean =>
  longerRole >= Math.max(3, role) && phrase !== longer.phrase && hasPhrase(spaced(longer.phrase), phrase)

function chooseJob(scored: readonly ScoredJob[], texts: Texts, endedJobIds: ReadonlySet<string>): Link {
  if (!scored.length) return NO_LINK
  // A company that sent the message counts more than one that the message mentions.
  const strongest = Math.max(...scored.map(({ company, reference }) => Math.max(company, reference)))
  const plausible = scored.filter(({ company, reference }) => Math.max(company, reference) >= strongest - 1.6)
  const ranked = [...plausible].sort((one, other) => total(other) - total(one))
  const best = first(ranked)
  if (Math.max(best.company, best.reference) < 1.5) return NO_LINK
  const close = ranked.filter((each) => total(best) - total(each) < 0.6)
  const tied = close.filter((each) => !close.some((other) => isNamedWithin(each, other)))
  const isTie = tied.length > 1
  const open = tied.filter(({ prepared }) => !hasEnded(prepared.job, endedJobIds))
  if (isTie && open.length !== 1)
    return {
      job: null,
      sure: 0.4,
      why: 'It could be about several jobs:',
      rivals: true,
      role: best.role,
      strong: best.company >= 4,
      fromEmployer: best.company > 4,
      tied: ranked.slice(0, 5).map(({ prepared }) => prepared.job),
    }
  const winner = isTie ? first(open) : movedToOpenJob(tied[0] ?? best, ranked, endedJobIds, texts)
  const sure = Math.min(0.99, 0.55 + 0.05 * total(winner))
  return {
    job: winner.prepared.job,
    sure,
    why: winner.why[0] ?? '',
    rivals: scored.length > 1,
    role: winner.role,
    strong: winner.reference > 0 || winner.company >= 4,
    fromEmployer: winner.company > 4,
    tied: [],
  }
}

export const hasEnded = (job: TrackedJob, endedJobIds: ReadonlySet<string>): boolean =>
  endedJobIds.has(job.id) || ENDED_STATUSES.has(job.status)

/** If the thread's job has ended, links the company's only other open job. */
function movedToOpenJob(
  best: ScoredJob,
  ranked: readonly ScoredJob[],
  endedJobIds: ReadonlySet<string>,
  { raw }: Texts,
): ScoredJob {
  const ended = best.prepared
  if (!endedJobIds.has(ended.job.id) || best.role >= 2.8) return best
  const others = ranked.filter(
    ({ prepared: { key, job } }) => key === ended.key && job !== ended.job && !hasEnded(job, endedJobIds),
  )
  return others.length === 1 && raw.length < 20_000 ? first(others) : best
}
