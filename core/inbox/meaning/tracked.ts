// The tracked jobs as messages are compared with them.
import { parseUrl } from '../../kernel/url.ts'
import { aliasesOf, companyKey, domainOf, initialsOf, isCommon, isHost, roleWords } from './names.ts'
import { fold, spaced } from './sentences.ts'

export interface Tracked {
  id: string
  company: string
  role: string
  status: string
  url: string | null
  location: string | null
  contacts: readonly { name: string; email: string | null }[]
  /** Names the company was seen under in messages that were accepted. */
  aliases: readonly string[]
}

/** A job with everything that is compared, made once for many messages. */
export interface Prepared {
  job: Tracked
  keys: readonly string[]
  firstWord: string
  /** The same, as the tracker has it. */
  short: string
  /** The names of domains that are the company’s: its name run together, and its first word that tells. */
  sites: readonly string[]
  /** The domain of the posting, unless a system hosts it for many. */
  ownDomain: string
  key: string
  /** Words of the name, as telling as a name, that no other tracked company has. */
  ownWords: readonly string[]
  compact: string
  initials: string
  words: readonly string[]
  phrase: string
  roleInitials: string
  /** The role with its first words as initials: `or analyst` for Operations Research Analyst. */
  shortRoles: readonly string[]
  host: string
  numbers: readonly string[]
  /** Contacts of any job of the same company. */
  people: readonly { name: string; email: string | null }[]
}

const hostOf = (url: string | null): string => parseUrl(url ?? '')?.hostname.toLowerCase() ?? ''

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

/** The ways to write a role with two or more of its first words as initials. */
const shortened = (words: readonly string[]): string[] =>
  words.slice(2).map((_, at) => {
    const initials = words.slice(0, at + 2).map((word) => word[0])
    return `${initials.join('')} ${words.slice(at + 2).join(' ')}`
  })

export function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

const firstWordOf = (key: string): string => key.split(' ')[0] ?? ''

/** `sbb` for SBB CFF FFS, `hollisandwray` for Hollis & Wray, but no common word: another company may be called by a later word. */
function sitesOf(key: string, company: string): string[] {
  const joined = ['', 'and', 'und', 'et', 'y'].map((and) =>
    companyKey(company.replaceAll('&', ` ${and} `)).replace(/[^a-z0-9]/g, ''),
  )
  const telling = key.split(' ').find((word) => !isCommon(word)) ?? ''
  return [...new Set([...joined, telling])].filter(({ length }) => length >= MIN_SITE)
}
const MIN_SITE = 3

/** The jobs of a tracker, prepared once for many messages; what is of all companies is counted first, as there may be many. */
export function prepare(jobs: readonly Tracked[]): Prepared[] {
  const keyed = jobs.map((job) => ({ job, key: companyKey(job.company) }))
  const companies = [...new Set(keyed.map(({ key }) => key))]
  const words = countsOf(companies.flatMap((key) => [...new Set(key.split(' '))]))
  const people = new Map<string, Tracked['contacts'][number][]>(companies.map((key) => [key, []]))
  for (const { job, key } of keyed) people.get(key)?.push(...job.contacts)
  return keyed.map(({ job, key }) => {
    const [host, role] = [hostOf(job.url), roleWords(job.role)]
    return {
      job,
      keys: [...new Set([key, ...aliasesOf(key), ...job.aliases.map(companyKey)])].filter(Boolean),
      firstWord: firstWordOf(key),
      short: job.company.normalize('NFC').split(/[\s,]+/)[0] ?? '',
      sites: sitesOf(key, job.company),
      compact: key.replace(/[^a-z0-9]/g, ''),
      initials: initialsOf(key),
      words: role,
      phrase: spaced(fold(job.role).replace(/\s*\([^)]*\)/g, '')).trim(),
      roleInitials: initialsOf(job.role.replace(/\b(?:I{1,3}|IV|V|\d)\b/g, '')),
      shortRoles: shortened(role),
      host: domainOf(host),
      ownDomain: isHost(host) ? '' : domainOf(host),
      key,
      ownWords: key
        .split(' ')
        .filter((word) => word.length >= MIN_OWN && !isCommon(word) && words.get(word) === 1),
      numbers: numbersIn(job.url),
      people: people.get(key) ?? [],
    }
  })
}

/**
 * As one expression, which reads a text once however many jobs there are: a company's first word, the domain of a
 * posting, initials, a contact's address. It finds too often rather than too rarely.
 */
export function mentionsOf(jobs: readonly Prepared[]): RegExp {
  const [parts, words] = [new Set<string>(), new Set<string>()]
  for (const { keys, compact, sites, host, initials, people } of jobs) {
    for (const site of sites) words.add(site)
    // A company's first word counts also as a part of an address; a short one as a word of its own.
    for (const first of keys.map(firstWordOf)) (first.length < MIN_PART ? words : parts).add(first)
    if (compact.length >= MIN_STEM) parts.add(compact.slice(0, MIN_STEM))
    parts.add(host)
    words.add(initials)
    for (const { email } of people) parts.add(email?.toLowerCase() ?? '')
  }
  const anyOf = (texts: ReadonlySet<string>, shortest: number) =>
    // In order, as beginnings that are alike are then compared once; of none, nothing is found.
    [...texts]
      .filter(({ length }) => length >= shortest)
      .sort()
      .map(escaped)
      .join('|') || '(?!)'
  return new RegExp(`${anyOf(parts, 1)}|(?<![a-z0-9])(?:${anyOf(words, 2)})(?![a-z0-9])`)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A domain that begins like a company's name has at least this much of it. */
const MIN_STEM = 6

/** Shorter words of a name tell nothing by themselves. */
const MIN_OWN = 5

/** Shorter words are parts of too many others. */
const MIN_PART = 4
