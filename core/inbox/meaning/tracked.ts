// The tracked jobs as messages are compared with them.
import { aliasesOf, companyKey, domainOf, initialsOf, isCommon, isHost, roleWords } from './names.ts'
import { fold, hasPhrase, spaced } from './sentences.ts'

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

/** A job with everything that is compared, made once for many messages. */
export interface Prepared {
  job: Tracked
  keys: readonly string[]
  firstWord: string
  /** No other tracked company begins with that word. */
  isOnlyFirst: boolean
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

const hostOf = (url: string | null): string => {
  try {
    return url === null ? '' : new URL(url).hostname.toLowerCase()
  } catch {
    return ''
  }
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

/** The ways to write a role with two or more of its first words as initials. */
const shortened = (words: readonly string[]): string[] =>
  words.slice(2).map((_, at) => {
    const initials = words.slice(0, at + 2).map((word) => word[0])
    return `${initials.join('')} ${words.slice(at + 2).join(' ')}`
  })

const ownWordsOf = (key: string, companies: readonly string[]): string[] =>
  key
    .split(' ')
    .filter((word) => word.length >= MIN_OWN && !isCommon(word))
    .filter((word) => companies.every((other) => other === key || !other.split(' ').includes(word)))

/** The jobs of a tracker, prepared once for many messages. */
export function prepare(jobs: readonly Tracked[]): Prepared[] {
  const companies = [...new Set(jobs.map(({ company }) => companyKey(company)))]
  return jobs.map((job) => {
    const key = companyKey(job.company)
    return {
      job,
      keys: [...new Set([key, ...aliasesOf(key), ...job.aliases.map(companyKey)])].filter(Boolean),
      firstWord: key.split(' ')[0] ?? '',
      compact: key.replace(/[^a-z0-9]/g, ''),
      initials: initialsOf(key),
      words: roleWords(job.role),
      phrase: spaced(fold(job.role).replace(/\s*\([^)]*\)/g, '')).trim(),
      roleInitials: initialsOf(job.role.replace(/\b(?:I{1,3}|IV|V|\d)\b/g, '')),
      shortRoles: shortened(roleWords(job.role)),
      host: domainOf(hostOf(job.url)),
      ownDomain: isHost(hostOf(job.url)) ? '' : domainOf(hostOf(job.url)),
      isOnlyFirst: companies.every((other) => other === key || other.split(' ')[0] !== key.split(' ')[0]),
      key,
      ownWords: ownWordsOf(key, companies),
      numbers: numbersIn(job.url),
      people: jobs.filter((other) => companyKey(other.company) === key).flatMap(({ contacts }) => contacts),
    }
  })
}

/**
 * Whether a folded text may name a tracked job: it has the first word of a company, the domain of a posting, initials, or
 * a contact’s address. It says yes too often, and no only where nothing is named.
 */
export const mayName = (folded: string, jobs: readonly Prepared[]): boolean =>
  jobs.some(
    ({ keys, compact, host, initials, people }) =>
      keys.some((key) => begins(folded, key)) ||
      (compact.length >= MIN_STEM && folded.includes(compact.slice(0, MIN_STEM))) ||
      (host !== '' && folded.includes(host)) ||
      (initials !== '' && hasPhrase(folded, initials)) ||
      people.some(({ email }) => email && folded.includes(email.toLowerCase())),
  )

/** A company's first word is in the text, also as a part of an address; a short one as a word of its own. */
function begins(folded: string, key: string): boolean {
  const [first = ''] = key.split(' ')
  return first.length < MIN_PART ? hasPhrase(folded, first) : folded.includes(first)
}

/** A domain that begins like a company's name has at least this much of it. */
const MIN_STEM = 6

/** Shorter words of a name tell nothing by themselves. */
const MIN_OWN = 5

/** Shorter words are parts of too many others. */
const MIN_PART = 4
