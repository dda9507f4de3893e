// Finds the tracked job of a message: by thread, people, addresses, numbers, and the names of company and role.
import { first } from '../../kernel/narrow.ts'
import { spelledAlike } from '../../kernel/folded.ts'
import { fold, hasPhrase, spaced, type Sentence } from './sentences.ts'
import type { PreparedJob, TrackedJob } from './tracked.ts'
import { isFunction, isPublicMail } from '../../reading/people.ts'
import { companyKey, domainOf, employerIn, isCommon, isHost, isRelay, roleWords } from './names.ts'
import type { Mail } from '../reading/mail.ts'

export interface Link {
  job: TrackedJob | null
  /** Confidence, 0 to 1. */
  sure: number
  why: string
  /** Whether several jobs match. The deciding sentence may then choose another. */
  rivals: boolean
  /** How much of the job's role is in the message, 0 to 4. */
  role: number
  /** Whether more than a part of a name matched. */
  strong: boolean
  sender: boolean
  tied: readonly TrackedJob[]
}

export interface Names {
  mail: Mail
  subject: Sentence
  sentences: readonly Sentence[]
  /** Quoted text and the signature, folded. */
  below: string
  /** The jobs of the messages that this one answers: ids, the latest last. */
  thread: readonly string[]
  /** The sentence that gives the verdict, if any. */
  deciding: string | null
}

interface ScoredJob {
  one: PreparedJob
  company: number
  role: number
  certain: number
  why: string[]
}

interface Texts {
  name: string
  employer: string
  subject: string
  body: string
  below: string
  raw: string
  deciding: string
  domain: string
  isRelay: boolean
  label: string
  /** The name in the sender's domain; empty if many people use the domain. */
  site: string
  /** Not folded, because `Stark` is a name and `stark` a word. */
  written: { subject: string; body: string }
  people: readonly string[]
  /** The role words of the texts, computed once a job’s company matches. */
  roles: () => { subject: RoleText; body: RoleText }
}

interface RoleText {
  words: ReadonlySet<string>
  stems: readonly string[]
}

function roleTextOf(text: string): RoleText {
  const words = new Set(roleWords(text))
  const long = [...words].filter((word) => word.length > 5)
  return { words, stems: long.map((word) => word.slice(0, Math.max(5, word.length - 3))) }
}

const textsOf = ({ mail, subject, sentences, below, deciding }: Names): Texts => {
  const address = mail.from?.address ?? ''
  const domain = domainOf(address.split('@')[1] ?? '')
  const body = sentences.map(({ folded }) => folded).join(' \n ')
  const alias = [mail.replyTo?.address, mail.sender?.address].filter((each) => each !== undefined)
  const isOwn = !isHost(domain) && !isPublicMail(domain)
  // A platform that forwards messages is not the employer, even if the user tracks a job there.
  const relay = isRelay(mail.from)
  const sender = relay ? '' : (mail.from?.name ?? '')
  let roles: ReturnType<Texts['roles']> | undefined
  const [subjectWords, bodyWords] = [spaced(subject.folded), spaced(body)]
  return {
    roles: () => (roles ??= { subject: roleTextOf(subjectWords), body: roleTextOf(bodyWords) }),
    employer: companyKey(employerIn(sender)),
    name: spaced(fold(`${sender} \n ${employerIn(sender)}`)),
    subject: subjectWords,
    body: bodyWords,
    below: spaced(below),
    raw: `${subject.folded} \n ${body} \n ${below}`,
    deciding: spaced(fold(deciding ?? '')),
    domain,
    isRelay: relay,
    label: relay
      ? ''
      : `${address.split('@')[0]} ${isOwn ? siteOf(domain) : ''} ${alias.map((each) => domainOf(each.split('@')[1] ?? '')).join(' ')}`,
    people: [address, ...alias],
    site: isOwn ? siteOf(domain) : '',
    written: {
      subject: subject.quote.normalize('NFC'),
      body: sentences.map(({ quote }) => quote.normalize('NFC')).join(' \n '),
    },
  }
}

const siteOf = (domain: string): string => first(domain.split('.')).replace(/[^a-z0-9]/g, '')

function companyScore(one: PreparedJob, texts: Texts): { score: number; why: string } {
  const { name, subject, body, below, domain, label, site, written } = texts
  const named = (text: string) => one.keys.some((key) => hasPhrase(text, key))
  // The first word counts as the whole name if it is capitalised. If several such names match, none counts.
  const partly = (text: string) => one.firstWord.length >= 4 && hasName(text, one)
  const writes = ({ email }: { email: string | null }) =>
    email !== null && texts.people.includes(email.toLowerCase())
  const known = one.people.find(writes)
  // Only this job of the company has the contact.
  const own = one.job.contacts.find(writes)
  if (own) return { score: 5.7, why: `${own.name} is a contact at ${one.job.company}.` }
  if (named(name)) return { score: 5, why: `The sender’s name is that of ${one.job.company}.` }
  if (known) return { score: 4.8, why: `${known.name} is a contact at ${one.job.company}.` }
  const bare = label.replace(/[^a-z0-9 ]/g, '')
  if (!texts.isRelay && one.ownDomain && one.ownDomain === domain)
    return { score: 5, why: `The sender’s domain ${domain} is that of the posting.` }
  if (one.compact.length >= 5 && bare.includes(one.compact))
    return { score: 4.5, why: `The sender’s address names ${one.job.company}.` }
  if (site !== '' && one.sites.includes(site))
    return { score: 4.3, why: `The sender’s domain ${domain} has the name of ${one.job.company}.` }
  if (site.length >= 6 && site.length > one.firstWord.length && one.compact.startsWith(site))
    return { score: 4.2, why: `The sender’s domain ${domain} begins like ${one.job.company}.` }
  if (one.initials && hasPhrase(label, one.initials))
    return { score: 4, why: `The sender’s address has the initials of ${one.job.company}.` }
  if (named(subject)) return { score: 4, why: `The subject names ${one.job.company}.` }
  if (named(body)) return { score: 3.5, why: `The text names ${one.job.company}.` }
  if (startsLike(one, texts.employer))
    return { score: 3.5, why: `The sender’s name begins like ${one.job.company}.` }
  const passed = texts.isRelay
    ? one.job.contacts.find((each) => isNamedIn(each.name, `${subject} ${body}`))
    : undefined
  if (passed) return { score: 3.2, why: `The text names ${passed.name}, a contact at ${one.job.company}.` }
  if (partly(written.subject)) return { score: 3, why: `The subject names ${one.short}.` }
  if (named(below)) return { score: 2.5, why: `The quoted text or signature names ${one.job.company}.` }
  if (!isCommon(one.firstWord) && partly(written.body))
    return { score: 2, why: `The text names ${one.short}.` }
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

function roleScore(one: PreparedJob, texts: Texts): number {
  const { subject, body, below, deciding, raw } = texts
  const inside = (text: string) => (hasPhrase(text, one.phrase) ? 1 : 0)
  const share = ({ words, stems }: RoleText) => {
    const hits = one.words.filter(
      (word) => words.has(word) || (word.length > 6 && stems.some((stem) => word.startsWith(stem))),
    )
    return one.words.length ? hits.length / one.words.length : 0
  }
  const initials = one.roleInitials && hasPhrase(raw, one.roleInitials) ? 0.8 : 0
  return Math.max(
    inside(deciding) * 4,
    inside(subject) * 3.7,
    inside(body) * 3,
    share(texts.roles().subject) * 2.8,
    share(texts.roles().body) * 2,
    inside(below) * 2,
    initials * 2.5,
    one.shortRoles.some((short) => hasPhrase(subject, short) || hasPhrase(body, short)) ? 2.9 : 0,
  )
}

/** The score of evidence without names: the thread or the posting's number. */
function certainScore(
  one: PreparedJob,
  { raw }: Texts,
  thread: readonly string[],
): { score: number; why: string } {
  const place = thread.lastIndexOf(one.job.id)
  if (place >= 0)
    return { score: 5 + (place + 1) / thread.length, why: 'It answers a message about this job.' }
  const number = one.numbers.find((each) => hasPhrase(raw, each))
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
  sender: false,
  tied: [],
}

/** The job of a message. The link's job is null if none matches, or several match equally. */
export function linkOf(
  names: Names,
  prepared: readonly PreparedJob[],
  over: ReadonlySet<string> = new Set(),
): Link {
  const texts = textsOf(names)
  const scored = prepared.flatMap((one): ScoredJob[] => {
    const company = companyScore(one, texts)
    const certain = certainScore(one, texts, names.thread)
    const hint = company.score === 0 && certain.score === 0 ? hintOf(one, texts) : null
    if (!company.score && !certain.score && !hint) return []
    const role = roleScore(one, texts)
    if (hint && role < 3) return []
    const why = [certain.why, company.why, hint ?? ''].filter(Boolean)
    return [{ one, company: hint ? 1.5 : company.score, role, certain: certain.score, why }]
  })
  return chooseJob(scored, texts, over)
}

/** Evidence that counts only with the role: the posting's host, or a distinctive word of the company's name. */
function hintOf(one: PreparedJob, { domain, name, label }: Texts): string | null {
  if (domain && one.host === domain)
    return 'The posting is on the system that sent it, and the role is the same.'
  const sender = spelledAlike(`${name} ${label}`)
  const part = one.ownWords.find((word) => sender.includes(spelledAlike(word)))
  return part === undefined ? null : `The sender’s name or address has “${part}”, and the role is the same.`
}

const total = ({ company, role, certain }: ScoredJob): number => company + role + certain

/** Whether the message names the role only within another job's role: “Software Engineer” in “Software Engineer II”. */
const isNamedWithin = (
  { one: { phrase }, role }: ScoredJob,
  { one: longer, role: named }: ScoredJob,
): boolean =>
  named >= Math.max(3, role) && phrase !== longer.phrase && hasPhrase(spaced(longer.phrase), phrase)

function chooseJob(scored: readonly ScoredJob[], texts: Texts, over: ReadonlySet<string>): Link {
  if (!scored.length) return NO_LINK
  // A company that sent the message counts more than one that the message mentions.
  const strongest = Math.max(...scored.map(({ company, certain }) => Math.max(company, certain)))
  const serious = scored.filter(({ company, certain }) => Math.max(company, certain) >= strongest - 1.6)
  const ranked = [...serious].sort((one, other) => total(other) - total(one))
  const best = first(ranked)
  if (Math.max(best.company, best.certain) < 1.5) return NO_LINK
  const close = ranked.filter((each) => total(best) - total(each) < 0.6)
  const tied = close.filter((each) => !close.some((other) => isNamedWithin(each, other)))
  const isTie = tied.length > 1
  const open = tied.filter(({ one }) => !isOver(one.job, over))
  if (isTie && open.length !== 1)
    return {
      job: null,
      sure: 0.4,
      why: 'It could be about several jobs.',
      rivals: true,
      role: best.role,
      strong: best.company >= 4,
      sender: best.company > 4,
      tied: ranked.slice(0, 5).map(({ one }) => one.job),
    }
  const winner = isTie ? first(open) : movedToOpenJob(tied[0] ?? best, ranked, over, texts)
  const sure = Math.min(0.99, 0.55 + 0.05 * total(winner))
  return {
    job: winner.one.job,
    sure,
    why: winner.why[0] ?? '',
    rivals: scored.length > 1,
    role: winner.role,
    strong: winner.certain > 0 || winner.company >= 4,
    sender: winner.company > 4,
    tied: [],
  }
}

export const isOver = (job: TrackedJob, over: ReadonlySet<string>): boolean =>
  over.has(job.id) || ENDED_STATUSES.has(job.status)

/** If the thread's job has ended, links the company's only other open job. */
function movedToOpenJob(
  best: ScoredJob,
  ranked: readonly ScoredJob[],
  over: ReadonlySet<string>,
  { raw }: Texts,
): ScoredJob {
  if (!over.has(best.one.job.id) || best.role >= 2.8) return best
  const others = ranked.filter(
    ({ one }) => one.key === best.one.key && one !== best.one && !isOver(one.job, over),
  )
  return others.length === 1 && raw.length < 20_000 ? first(others) : best
}
