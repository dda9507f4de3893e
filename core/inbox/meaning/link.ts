// Which tracked job a message is about: by thread, people, addresses, numbers, and the names of company and role.
import { fold, type Sentence } from './sentences.ts'
import { aliasesOf, companyKey, employerIn, initialsOf, isHost, roleWords } from './names.ts'
import type { Mail } from '../reading/mail.ts'

/** What the tracker knows about a job. */
export interface Tracked {
  id: string
  company: string
  role: string
  status: string
  url: string | null
  location: string | null
  /** E-mail addresses and names of its contacts. */
  contacts: readonly { name: string; email: string | null }[]
  /** Names the company was seen under in messages that were accepted. */
  aliases: readonly string[]
}

export interface Link {
  job: Tracked | null
  /** 0 to 1. */
  sure: number
  why: string
  /** How much of the job’s role is named, 0 to 4. */
  role: number
  /** By more than a part of a name. */
  strong: boolean
  /** The jobs it could as well be, when there is a tie. */
  tied: readonly Tracked[]
}

interface Prepared {
  job: Tracked
  keys: readonly string[]
  firstWord: string
  compact: string
  initials: string
  words: readonly string[]
  phrase: string
  roleInitials: string
  host: string
  numbers: readonly string[]
  /** Contacts of any job of the same company. */
  people: readonly { name: string; email: string | null }[]
}

const hostOf = (url: string | null): string => {
  try {
    return url === null ? '' : new URL(url).hostname.toLowerCase()
  } catch {
    return ''
  }
}

/** The registrable part of a host, near enough: its last two labels, three under `co.uk` and the like. */
export function domainOf(host: string): string {
  const labels = host.split('.')
  const isShared = labels.length > 2 && /^(?:co|com|org|ac|gov|net|edu)$/.test(labels.at(-2)!)
  return labels.slice(isShared ? -3 : -2).join('.')
}

/** Identifiers of a posting: parts of its address with enough digits to be no year and no count. */
const numbersIn = (url: string | null): string[] => {
  const parts = (url ?? '')
    .toLowerCase()
    .split(/[/?&=#]/)
    .slice(3)
  const whole = parts.filter((part) => /\d{3}/.test(part) && part.length >= 5 && part.length <= 40)
  const bare = whole.flatMap((part) => part.match(/\d{5,}/g) ?? [])
  return [...new Set([...whole, ...bare])]
}

/** The jobs of a tracker, prepared once for many messages. */
export function prepare(jobs: readonly Tracked[]): Prepared[] {
  return jobs.map((job) => {
    const key = companyKey(job.company)
    return {
      job,
      keys: [...new Set([key, ...aliasesOf(key), ...job.aliases.map(companyKey)])].filter(Boolean),
      firstWord: key.split(' ')[0] ?? '',
      compact: key.replace(/[^a-z0-9]/g, ''),
      initials: initialsOf(key),
      words: roleWords(job.role),
      phrase: fold(job.role)
        .replace(/\s*\([^)]*\)/g, '')
        .trim(),
      roleInitials: initialsOf(job.role.replace(/\b(?:I{1,3}|IV|V|\d)\b/g, '')),
      host: hostOf(job.url),
      numbers: numbersIn(job.url),
      people: jobs.filter((other) => companyKey(other.company) === key).flatMap(({ contacts }) => contacts),
    }
  })
}

/** The texts of a message in which names are looked for. */
export interface Names {
  mail: Mail
  subject: Sentence
  sentences: readonly Sentence[]
  /** What is quoted or stands in the signature, folded. */
  below: string
  /** Jobs that the answered messages were about, nearest last. */
  thread: readonly string[]
  /** The sentence that decides, when there is one. */
  deciding: string | null
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const hasPhrase = (text: string, phrase: string): boolean =>
  phrase.length > 1 && new RegExp(`(?:^|[^a-z0-9])${escaped(phrase)}(?![a-z0-9])`).test(text)

const spaced = (folded: string): string => folded.replace(/[^\p{L}\p{N}&+#]+/gu, ' ')

interface Scored {
  one: Prepared
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
  label: string
  people: readonly string[]
}

const textsOf = ({ mail, subject, sentences, below, deciding }: Names): Texts => {
  const address = mail.from?.address ?? ''
  const domain = domainOf(address.split('@')[1] ?? '')
  const body = sentences.map(({ folded }) => folded).join(' \n ')
  const alias = [mail.replyTo?.address, mail.sender?.address].filter((each) => each !== undefined)
  return {
    employer: companyKey(employerIn(mail.from?.name ?? '')),
    name: spaced(fold(`${mail.from?.name ?? ''} \n ${employerIn(mail.from?.name ?? '')}`)),
    subject: spaced(subject.folded),
    body: spaced(body),
    below: spaced(below),
    raw: `${subject.folded} \n ${body} \n ${below}`,
    deciding: spaced(fold(deciding ?? '')),
    domain,
    label: `${address.split('@')[0]} ${domain.split('.')[0] ?? ''} ${alias.map((each) => domainOf(each.split('@')[1] ?? '')).join(' ')}`,
    people: [address, ...alias],
  }
}

/** How strongly a message names a job's company. */
function companyScore(
  one: Prepared,
  texts: Texts,
  unique: ReadonlySet<string>,
): { score: number; why: string } {
  const { name, subject, body, below, domain, label } = texts
  const named = (text: string) => one.keys.some((key) => hasPhrase(text, key))
  // A first word that no other tracked company has stands for the whole name, except as a common word.
  const partly = (text: string) =>
    one.firstWord.length >= 4 && unique.has(one.firstWord) && hasPhrase(text, one.firstWord)
  const known = one.people.find(({ email }) => email && texts.people.includes(email.toLowerCase()))
  if (named(name)) return { score: 5, why: `The sender’s name is that of ${one.job.company}.` }
  if (known) return { score: 4.8, why: `${known.name} is a contact at ${one.job.company}.` }
  const bare = label.replace(/[^a-z0-9 ]/g, '')
  const ownHost = one.host && !isHost(one.host) && domainOf(one.host) === domain
  if (ownHost) return { score: 5, why: `The sender’s domain ${domain} is that of the posting.` }
  if (one.compact.length >= 5 && bare.includes(one.compact))
    return { score: 4.5, why: `The sender’s address names ${one.job.company}.` }
  const stem = domain.split('.')[0]!.replace(/[^a-z0-9]/g, '')
  if (stem.length >= 6 && stem.length > one.firstWord.length && one.compact.startsWith(stem))
    return { score: 4.2, why: `The sender’s domain ${domain} begins like ${one.job.company}.` }
  if (one.initials && new RegExp(`(?:^|[^a-z])${one.initials}(?:[^a-z]|$)`).test(label))
    return { score: 4, why: `The sender’s address has the initials of ${one.job.company}.` }
  if (named(subject)) return { score: 4, why: `The subject names ${one.job.company}.` }
  if (named(body)) return { score: 3.5, why: `The text names ${one.job.company}.` }
  if (startsLike(one, texts.employer) && unique.has(one.firstWord))
    return { score: 3.5, why: `The sender’s name begins like ${one.job.company}.` }
  if (partly(subject)) return { score: 3, why: `The subject names ${one.firstWord}.` }
  if (named(below)) return { score: 2.5, why: `The quoted text or signature names ${one.job.company}.` }
  if (partly(body) && !isCommon(one.firstWord)) return { score: 2, why: `The text names ${one.firstWord}.` }
  return { score: 0, why: '' }
}

/** The sender calls itself by the beginning of the company’s name, and by nothing else. */
const startsLike = ({ keys, firstWord }: Prepared, employer: string): boolean =>
  firstWord.length >= 4 &&
  employer !== '' &&
  keys.some((key) => key === employer || key.startsWith(`${employer} `))

const COMMON = new Set(
  'apple block square target gap shell oracle indeed meta general american united first national global north south east west northern central university hotel bank banco grupo groupe clinique clinica city state school institut verlag stadtwerke bayerische deutsche allgemeine harbor acme open data cloud digital smart blue green black white iron copper silver golden alpha delta omega summit pioneer prime core next unity spark'.split(
    ' ',
  ),
)
const isCommon = (word: string): boolean => COMMON.has(word)

/** How much of a job's role a message names. */
function roleScore(one: Prepared, { subject, body, below, deciding, raw }: Texts): number {
  const phrase = spaced(one.phrase).trim()
  const inside = (text: string) => (hasPhrase(text, phrase) ? 1 : 0)
  const share = (text: string) => {
    const words = new Set(text.split(' '))
    const stems = [...words]
      .filter((word) => word.length > 5)
      .map((word) => word.slice(0, Math.max(5, word.length - 3)))
    const hits = one.words.filter(
      (word) => words.has(word) || (word.length > 6 && stems.some((stem) => word.startsWith(stem))),
    )
    return one.words.length ? hits.length / one.words.length : 0
  }
  const expanded = (text: string) => roleWords(text).join(' ')
  const initials = one.roleInitials && hasPhrase(raw, one.roleInitials) ? 0.8 : 0
  return Math.max(
    inside(deciding) * 4,
    inside(subject) * 3.5,
    inside(body) * 3,
    share(expanded(subject)) * 2.8,
    share(expanded(body)) * 2,
    inside(below) * 2,
    initials * 2.5,
  )
}

/** What identifies a job beyond names. */
function certainScore(
  one: Prepared,
  { raw }: Texts,
  thread: readonly string[],
): { score: number; why: string } {
  const place = thread.lastIndexOf(one.job.id)
  if (place >= 0)
    return { score: 5 + (place + 1) / thread.length, why: 'It answers a message about this job.' }
  const number = one.numbers.find((each) =>
    new RegExp(`(?:^|[^a-z0-9])${escaped(each)}(?![a-z0-9])`).test(raw),
  )
  if (number !== undefined) return { score: 6, why: `It has the posting’s number ${number}.` }
  return { score: 0, why: '' }
}

const OVER = new Set(['rejected', 'withdrawn', 'accepted'])
const NONE: Link = { job: null, sure: 0, why: 'No tracked job is named.', role: 0, strong: false, tied: [] }

/** The job a message is about; null when it names none, or several alike. */
export function linkOf(
  names: Names,
  prepared: readonly Prepared[],
  over: ReadonlySet<string> = new Set(),
): Link {
  const texts = textsOf(names)
  const firsts = prepared.map(({ firstWord, job }) => `${firstWord}\n${companyKey(job.company)}`)
  const unique = new Set(
    [...new Set(firsts)]
      .map((each) => each.split('\n')[0]!)
      .filter((word, _, all) => all.filter((other) => other === word).length === 1),
  )
  const scored = prepared.flatMap((one): Scored[] => {
    const company = companyScore(one, texts, unique)
    const certain = certainScore(one, texts, names.thread)
    const hosted = company.score === 0 && certain.score === 0 && sharesHost(one, texts)
    if (!company.score && !certain.score && !hosted) return []
    const role = roleScore(one, texts)
    if (hosted && role < 3) return []
    const why = [
      certain.why,
      company.why,
      hosted ? 'The posting is on the system that sent it, and the role is the same.' : '',
    ].filter(Boolean)
    return [{ one, company: hosted ? 1.5 : company.score, role, certain: certain.score, why }]
  })
  return pick(scored, texts, over)
}

/** The system that sent the message hosts the posting: with the role, that tells a job whose company goes by another name. */
const sharesHost = (one: Prepared, { domain }: Texts): boolean =>
  Boolean(domain) && one.host !== '' && domainOf(one.host) === domain

const total = ({ company, role, certain }: Scored): number => company + role + certain

function pick(scored: readonly Scored[], texts: Texts, over: ReadonlySet<string>): Link {
  if (!scored.length) return NONE
  // A company named as the sender outweighs one that is only mentioned.
  const strongest = Math.max(...scored.map(({ company, certain }) => Math.max(company, certain)))
  const serious = scored.filter(({ company, certain }) => Math.max(company, certain) >= strongest - 1.6)
  const ranked = [...serious].sort((one, other) => total(other) - total(one))
  const [best, second] = ranked as [Scored, Scored | undefined]
  if (Math.max(best.company, best.certain) < 1.5) return NONE
  const isTie = second !== undefined && total(best) - total(second) < 0.6
  const open = isTie
    ? ranked.filter((each) => total(best) - total(each) < 0.6).filter(({ one }) => !isOver(one.job, over))
    : []
  if (isTie && open.length !== 1)
    return {
      job: null,
      sure: 0.4,
      why: 'It could be about several jobs.',
      role: best.role,
      strong: best.company >= 4,
      tied: ranked.slice(0, 5).map(({ one }) => one.job),
    }
  const winner = isTie ? open[0]! : turned(best, ranked, over, texts)
  const sure = Math.min(0.99, 0.55 + 0.05 * total(winner))
  return {
    job: winner.one.job,
    sure,
    why: winner.why[0] ?? '',
    role: winner.role,
    strong: winner.certain > 0 || winner.company >= 4,
    tied: [],
  }
}

const isOver = (job: Tracked, over: ReadonlySet<string>): boolean => over.has(job.id) || OVER.has(job.status)

/** A thread whose job has ended goes on about the only other open job of that company. */
function turned(best: Scored, ranked: readonly Scored[], over: ReadonlySet<string>, { raw }: Texts): Scored {
  if (!over.has(best.one.job.id) || best.role >= 2.8) return best
  const others = ranked.filter(
    ({ one }) =>
      companyKey(one.job.company) === companyKey(best.one.job.company) &&
      one !== best.one &&
      !isOver(one.job, over),
  )
  return others.length === 1 && raw.length < 20_000 ? others[0]! : best
}
