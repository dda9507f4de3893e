// Normalises the names of companies, roles and people for comparison.
import { cut } from '../../kernel/plain-characters.ts'
import { isPlatformDomain, isPlatformSender, isTool } from '../../reading/employers.ts'
import { LEGAL, LONGEST_NAME, personIn, TEAM } from '../../reading/people.ts'
import names from '../../../sql/data/mail/names.json' with { type: 'json' }
import { fold } from './sentences.ts'

const squeezed = (text: string): string =>
  text
    .replace(/[^\p{L}\p{N}&+#]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The lookup key of a company's name: folded, without legal form and punctuation. */
export function companyKey(name: string): string {
  const folded = fold(cut(name, LONGEST_NAME)).replace(/\((?:.*?)\)/g, ' ')
  return squeezed(folded.replace(LEGAL, ' ').replace(LEGAL, ' ')) || squeezed(folded)
}

/** The employer in a sender's name, without `Careers`, `via …` and `on behalf of`. */
export function employerIn(displayName: string): string {
  const name = cut(displayName, LONGEST_NAME)
    .replace(/^.*\bon behalf of\s+/i, '')
    .replace(/^.*\b(?:im Auftrag von|en nombre de|de la part de)\s+/i, '')
    .replace(/\s+(?:via|through|über|vía)\s+.*$/i, '')
    .replace(/["„“]/g, '')
  const folded = fold(name)
  let kept = name
  for (const { 0: found, index } of [...folded.matchAll(TEAM)].toReversed())
    kept =
      kept.length === folded.length ? kept.slice(0, index) + ' ' + kept.slice(index + found.length) : kept
  return kept
    .replace(/\s+/g, ' ')
    .replace(/^[\s,|:@–—-]+|[\s,|:@–—-]+$/g, '')
    .trim()
}

const groups = names.aliases.map((group) => group.map(companyKey))

/** Lookup keys of the same company's other names: parents, brands. */
export const aliasesOf = (key: string): readonly string[] =>
  groups.find((group) => group.includes(key))?.filter((each) => each !== key) ?? []

const COMMON = new Set(names.common.split(' '))
export const isCommon = (word: string): boolean => COMMON.has(word)

/** The approximate registrable domain of a host: its last two labels, or three under `co.uk` and the like. */
export function domainOf(host: string): string {
  const labels = host.split('.')
  const isShared = labels.length > 2 && /^(?:co|com|org|ac|gov|net|edu)$/.test(labels.at(-2)!)
  return labels.slice(isShared ? -3 : -2).join('.')
}

const HOST_WORD = new RegExp(String.raw`(?:^|[.-])(?:${names.hostWords})(?:[.-]|hq\b|mail)`)

/** Whether a domain belongs to a system that writes for many employers. */
export function isHiringSystem(domain: string): boolean {
  const folded = fold(domain)
  return (
    names.hosts.some((host) => folded === host || folded.endsWith(`.${host}`)) ||
    HOST_WORD.test(folded) ||
    isPlatformDomain(folded)
  )
}

/** Whether the sender is a platform that writes under its own name. Then only the text names the employer. */
export const isFromPlatform = (sender: { name: string; address: string } | null): boolean =>
  sender !== null &&
  (isTool(sender.name) ||
    (isHiringSystem(sender.address.split('@')[1] ?? '') && isPlatformSender(sender.name)))

/** Whether the address at a hiring system spells the employer's name: `Halden Freight <haldenfreight@myworkday.com>`. */
export function isSpelledByHiringSystem(name: string, address: string): boolean {
  const [local = '', host = ''] = address.split('@')
  const letters = squeezed(fold(name)).replaceAll(' ', '')
  return isHiringSystem(host) && letters.length > 3 && local.replace(/[^a-z0-9]/g, '').startsWith(letters)
}

/** Whether a system for many employers sends under what may be a person's name: `Priya Nair <no-reply@hire.lever.co>`. */
export const isPersonOnHiringSystem = (sender: { name: string; address: string } | null): boolean =>
  sender !== null &&
  isHiringSystem(sender.address.split('@')[1] ?? '') &&
  personIn(sender.name)?.split(' ').length === 2 &&
  !isSpelledByHiringSystem(sender.name, sender.address)

/** Words of many roles. They do not distinguish two roles. */
export const SHARED_ROLE_WORD =
  /^(?:engineer|developer|manager|analyst|designer|specialist|consultant|scientist|architect|associate|assistant|coordinator|director|officer|executive|administrator|technician|representative|lead|software|senior|junior|staff|principal|head|team|intern|[ivx\d]+)$/

const FILLER = new Set(names.filler.split(' '))

const tellingWords = (folded: string): string[] =>
  squeezed(folded)
    .split(' ')
    .filter((word) => word && !FILLER.has(word))

/** The distinctive words of a role: abbreviations are expanded, and forms of gender and seniority are equal. */
export function roleWords(role: string): string[] {
  const folded = fold(role)
    .replace(/\((?:[mwfdhx\s/,*|-]+|gn|all genders)\)/g, ' ')
    .replace(/[:*·_/]\s?(?:in|innen|e|a|o|r)(?=$|\W)/g, '')
    .replace(/\bswe\b/g, 'software engineer')
    .replace(/\bsre\b/g, 'site reliability engineer')
    .replace(/\bpm\b/g, 'product manager')
    .replace(/\bsr\b\.?/g, 'senior ')
    .replace(/\bjr\b\.?/g, 'junior ')
    .replace(/\beng\b\.?/g, 'engineer ')
    .replace(/\bmgr\b\.?/g, 'manager ')
  return [...new Set(tellingWords(folded))]
}

/** The initials of a name, such as `cda` for Clinical Data Analyst; empty for fewer than three words. */
export function initialsOf(text: string): string {
  const words = tellingWords(fold(text))
  return words.length < 3 ? '' : words.map((word) => word[0]).join('')
}
