// Prepares the tracked jobs for comparison with messages.
import { parseUrl } from '../../kernel/url.ts'
import { aliasesOf, companyKey, domainOf, initialsOf, isCommon, isHiringSystem, roleWords } from './names.ts'
import { fold, spaced } from './sentences.ts'

export interface TrackedJob {
  id: string
  company: string
  role: string
  status: string
  url: string | null
  location: string | null
  contacts: readonly { name: string; email: string | null }[]
  aliases: readonly string[]
}

/** A job with its names, words and contacts, prepared once for many messages. */
export type PreparedJob = ReturnType<typeof prepare>[number]

const hostOf = (url: string | null): string => parseUrl(url ?? '')?.hostname.toLowerCase() ?? ''

/** What may be a posting's number in its address: parts with three digits in a row, and numbers of five digits or more. */
const numbersIn = (url: string | null): string[] => {
  const parts = (url ?? '')
    .toLowerCase()
    .split(/[/?&=#]/)
    .slice(3)
  const whole = parts.filter((part) => /\d{3}/.test(part) && part.length >= 5 && part.length <= 40)
  const bare = whole.flatMap((part) => part.match(/\d{5,}/g) ?? [])
  return [...new Set([...whole, ...bare])]
}

/** The spellings of a role with two or more of its first words as initials. */
const abbreviatedRoles = (words: readonly string[]): string[] =>
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

/** `hollisandwray` for Hollis & Wray, and the first word that is not common: `sbb` for SBB CFF FFS. */
function sitesOf(key: string, company: string): string[] {
  const joined = ['', 'and', 'und', 'et', 'y'].map((and) =>
    companyKey(company.replaceAll('&', ` ${and} `)).replace(/[^a-z0-9]/g, ''),
  )
  const telling = key.split(' ').find((word) => !isCommon(word)) ?? ''
  return [...new Set([...joined, telling])].filter(({ length }) => length >= MIN_SITE)
}
const MIN_SITE = 3

/** Prepares jobs. It first counts the words of all companies, to find the distinctive ones. */
export function prepare(jobs: readonly TrackedJob[]) {
  const keyed = jobs.map((job) => ({ job, key: companyKey(job.company) }))
  const companies = [...new Set(keyed.map(({ key }) => key))]
  const words = countsOf(companies.flatMap((key) => [...new Set(key.split(' '))]))
  const people = new Map<string, TrackedJob['contacts'][number][]>(companies.map((key) => [key, []]))
  for (const { job, key } of keyed) people.get(key)?.push(...job.contacts)
  return keyed.map(({ job, key }) => {
    const [host, role] = [hostOf(job.url), roleWords(job.role)]
    return {
      job,
      keys: [...new Set([key, ...aliasesOf(key), ...job.aliases.map(companyKey)])].filter(Boolean),
      firstWord: firstWordOf(key),
      /** The first word of the company's name, as the user wrote it. */
      short: job.company.normalize('NFC').split(/[\s,]+/)[0] ?? '',
      /** Domain names that may be the company's: its whole name without spaces, and its first distinctive word. */
      sites: sitesOf(key, job.company),
      compact: key.replace(/[^a-z0-9]/g, ''),
      initials: initialsOf(key),
      words: role,
      phrase: spaced(fold(job.role).replace(/\s*\([^)]*\)/g, '')).trim(),
      roleInitials: initialsOf(job.role.replace(/\b(?:I{1,3}|IV|V|\d)\b/g, '')),
      /** The role with its first words as initials: `or analyst` for Operations Research Analyst. */
      shortRoles: abbreviatedRoles(role),
      host: domainOf(host),
      /** The posting's domain, unless many employers share it. */
      ownDomain: isHiringSystem(host) ? '' : domainOf(host),
      key,
      /** Distinctive words of the name that no other tracked company has. */
      ownWords: key
        .split(' ')
        .filter((word) => word.length >= MIN_OWN && !isCommon(word) && words.get(word) === 1),
      numbers: numbersIn(job.url),
      people: people.get(key) ?? [],
    }
  })
}

/** One pattern for all jobs, so that a text is searched once. It may match too often, but misses none. */
export function mentionsOf(jobs: readonly PreparedJob[]): RegExp {
  const [parts, words] = [new Set<string>(), new Set<string>()]
  for (const { keys, compact, sites, host, initials, people } of jobs) {
    for (const site of sites) words.add(site)
    // A company's first word may be a part of an address; a short one must be a whole word.
    for (const first of keys.map(firstWordOf)) (first.length < MIN_PART ? words : parts).add(first)
    if (compact.length >= MIN_STEM) parts.add(compact.slice(0, MIN_STEM))
    parts.add(host)
    words.add(initials)
    for (const { email } of people) parts.add(email?.toLowerCase() ?? '')
  }
  const anyOf = (texts: ReadonlySet<string>, shortest: number) =>
    // Sorted, so that the regex compares shared prefixes once. An empty set matches nothing.
    [...texts]
      .filter(({ length }) => length >= shortest)
      .sort()
      .map(escaped)
      .join('|') || '(?!)'
  return new RegExp(`${anyOf(parts, 1)}|(?<![a-z0-9])(?:${anyOf(words, 2)})(?![a-z0-9])`)
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A domain may be a shortened name. It then has at least so many of the name's first letters. */
const MIN_STEM = 6

const MIN_OWN = 5

/** Shorter words occur inside too many others. */
const MIN_PART = 4
