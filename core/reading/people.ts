// Recognises the names of people, and distinguishes them from companies, teams and job functions.
import { folded } from '../kernel/folded.ts'
import { cut } from '../kernel/plain-characters.ts'
import names from '../../sql/data/mail/names.json' with { type: 'json' }

export const LEGAL = new RegExp(String.raw`[\s,]+(?:${names.legalForms})\.?(?=$|[\s,])`, 'g')
export const TEAM = new RegExp(
  String.raw`(?:^|[\s,:|–-]+)(?:the\s|das\s|ihr\s|equipe\s|equipo de\s|service\s)?(?:${names.team})(?=$|[\s,|:–-])`,
  'g',
)
const GENERIC = new RegExp(
  String.raw`^(?:${names.generic})(?:[+._-].*)?$|(?:^|[._-])(?:no-?reply|noreply|ne-pas-repondre|notifications?)`,
)
const TITLE = new RegExp(String.raw`^(?:(?:${names.titles})\.?\s+)+`, 'i')

export const withoutTitle = (name: string): string => name.trim().replace(TITLE, '')

export const LONGEST_NAME = 300

/** Whether an address is of a function, not of a person. */
export const isGeneric = (address: string): boolean => GENERIC.test(folded(address.split('@')[0] ?? ''))

const PUBLIC_MAIL = new RegExp(String.raw`^(?:${names.private})\.`)

/** Whether anybody can have an address at this domain. Then it says nothing about the employer. */
export const isPublicMail = (domain: string): boolean => PUBLIC_MAIL.test(domain)

/** Words for a department, a job title or an office. They are no part of a person's name. */
const FUNCTION = new RegExp(`^(?:${names.functions})$`)

export const isFunction = (word: string): boolean => FUNCTION.test(folded(word))

const NAME_PLACEHOLDER = new RegExp(`^(?:${names.remarks})$`)

/** Whether a cell only says that there is no name: “No Referral”, “Cold Call”. */
export const isPlaceholder = (word: string): boolean => NAME_PLACEHOLDER.test(folded(word))

const FULL_NAME =
  /^\p{Lu}[\p{L}'’.-]+(?:\s(?:\p{Lu}[\p{L}'’.-]*|de|del|la|van|von|der|den|da|di|du|el|bin|zu|le)){1,4}$/u

const PARTICLES =
  /^(?:(?:van|von|vom|zu|zum|zur|der|den|ter|ten|de|del|della|di|da|do|dos|das|du|la|le|el|al|bin|ibn|af|av|st\.?)\s)+/i
const SURNAME = /^(?:\p{Ll}{1,3}['’-])?\p{Lu}[\p{L}'’.-]*$/u
const GIVEN = /^\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*)?$/u
const SUFFIX = /^(?:jr|sr|i{2,3}|iv|esq|ph\.?d|m\.?d|j\.?d|mba|cpa|cfa|pmp|rn|pe|m\.?sc|b\.?sc)\.?$/i

/** “van der Berg, Jan” and “Smith, Jr., John” in reading order; null if the text may be anything else, such as “Foo, Inc.” */
export function surnameFirst(name: string): string | null {
  const parts = name.trim().split(/\s*,\s*/)
  const suffix = parts.length === 3 ? parts.slice(1).find((part) => SUFFIX.test(part)) : undefined
  const [last = '', first = '', more] = parts.filter((part) => part !== suffix)
  const words = folded(name)
  const isName =
    SURNAME.test(last.replace(PARTICLES, '')) &&
    GIVEN.test(first) &&
    !first.split(' ').some((word) => SUFFIX.test(word))
  // “Doe, ACM” may name anything; “DOE, JANE” is a person.
  const isCode = /^\p{Lu}{2,}$/u.test(first) && !isLoud(last)
  const isOther = words.split(/[ ,-]+/).some(isFunction) || ` ${words}`.search(LEGAL) >= 0
  if (more !== undefined || !isName || isCode || isOther) return null
  return [`${first} ${last}`, suffix].filter(Boolean).join(', ')
}

/** A person's name in reading order, without functions and company; null if the text is no name. */
export function personIn(displayName: string): string | null {
  const plain = cut(displayName, LONGEST_NAME)
    .replace(/["„“]/g, '')
    .replace(/\s*\(.*?\)\s*/g, ' ')
    .replace(/\s+(?:via|from|von|über|bei|at|de chez)\s+.*$/i, '')
    .replace(/\s*(?:様|さま|さん|殿)\s*$/, '')
    .trim()
  const name = (surnameFirst(plain) ?? plain)
    .replace(/,.*$/s, '')
    .replace(/\s+/g, ' ')
    .replace(/\s[|–—-]\s.*$/, '')
    .trim()
  const bare = name.replace(TITLE, '')
  if (!FULL_NAME.test(bare)) return null
  const words = folded(bare)
  if (words.split(/[ -]/).some(isFunction)) return null
  return ` ${words}`.search(TEAM) >= 0 || ` ${words}`.search(LEGAL) >= 0 ? null : inPlainCase(name)
}

const isLoud = (word: string): boolean => /^\p{Lu}[\p{Lu}'’-]+\p{Lu}$/u.test(word)

/** Writes `Marie DUPONT` and `DUPONT Marie` as Marie Dupont, `O’NEILL` as O’Neill. A surname in capitals may come first. */
function inPlainCase(name: string): string {
  const words = name.split(' ')
  const [first = '', ...others] = words
  const turned = words.length === 2 && isLoud(first) && !others.some(isLoud) ? [...others, first] : words
  return turned
    .map((word) =>
      isLoud(word)
        ? word.toLowerCase().replace(/(?<!\p{L}['’]?)(?:\p{L}['’])?\p{L}/gu, (each) => each.toUpperCase())
        : word,
    )
    .join(' ')
}
