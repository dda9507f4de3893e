// Reads the people in a row of jobs: a recruiter, a hiring manager, a referrer, a contact.
import { CONTACT } from '../../contacts/fields.ts'
import { isEmail, isWebAddress } from '../../kernel/addresses.ts'
import { folded, spelledAlike } from '../../kernel/folded.ts'
import { entriesOf, keysOf } from '../../kernel/narrow.ts'
import { longestOf } from '../../kernel/record.ts'
import { isFunction, isGeneric, isPublicMail, isPlaceholder, personIn } from '../../reading/people.ts'
import { isPlatform } from '../../reading/employers.ts'
import { findProblem } from '../../sheets/fields.ts'
import { companyKey } from '../duplicates.ts'
import type { Field } from './columns.ts'

export interface NamedPerson {
  readonly name: string
  readonly company?: string
  readonly type?: 'recruiter' | 'hiring-manager' | 'referral'
  readonly email?: string
  readonly phone?: string
  readonly linkedinUrl?: string
}

const TYPES = {
  ...({ recruiter: 'recruiter', hiringManager: 'hiring-manager', referral: 'referral' } as const),
  contact: undefined,
}

/** Maps a column of addresses to the column with that person's name. Without a name, the address belongs to the only person. */
const CONTACT_COLUMNS = {
  recruiterEmail: 'recruiter',
  contactEmail: 'contact',
  contactPhone: 'contact',
} as const

export const PEOPLE_FIELDS: readonly Field[] = [...keysOf(TYPES), ...keysOf(CONTACT_COLUMNS)]

/** Matches only at the start of a word: a match from every character would take quadratic time. */
const ADDRESS = /<?(?<![^\s<>()[\],;:"])([^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+)>?/
const PROFILE = /(?:https?:\/\/)?(?:[\w-]{1,20}\.)?linkedin\.com\/in\/[^\s,;)]+/i
const PHONE = /\+?\(?\d[\d\s().-]{6,18}\d/
/** A date as long as a phone number. */
const DATE = /^\(?(?:(?:19|20)\d\d-\d\d?-\d\d?|\d\d?([.-])\d\d?\1(?:19|20)?\d\d)(?:$|\s)/

/** The name in an address: Jane Doe for `jane.doe@acme.com`. */
function nameInAddress(address: string): string | null {
  const [local = '', domain = ''] = address.split('@')
  const parts = /^(\p{L}{2,})[._-](\p{L}{2,})$/u.exec(local)
  if (!parts || isGeneric(address) || isPublicMail(domain)) return null
  return parts
    .slice(1)
    .map((part) => part.toLowerCase().replace(/^./u, (first) => first.toUpperCase()))
    .join(' ')
}

/** A longer cell is prose rather than a name. */
const LONGEST_CELL = 500
const LONGEST = longestOf(CONTACT)

const fitsContact = (person: NamedPerson): boolean =>
  findProblem({ ...person }, LONGEST) === null &&
  (person.linkedinUrl === undefined || isWebAddress(person.linkedinUrl))

interface FoundPerson {
  readonly person: NamedPerson
  /** The other words around the name, such as an agency. */
  readonly remark: readonly string[]
}

const wordsIn = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** The person in a text, with the e-mail address and number beside the name; null if no name is certain. */
function personOf(text: string): FoundPerson | null {
  if (text.length > LONGEST_CELL) return null
  const email = ADDRESS.exec(text)?.[1]
  const profile = PROFILE.exec(text)?.[0]
  const plain = text.replace(ADDRESS, ' ').replace(PROFILE, ' ')
  const digits = PHONE.exec(plain)?.[0] ?? ''
  const phone = DATE.test(digits) ? '' : digits
  const words = plain
    .replace(phone, ' ')
    .replace(/[<>[\]]|\(\s*\)|^[\s,:–-]+|[\s,:–-]+$/g, ' ')
    .trim()
  const isGiven =
    email !== undefined && !isGeneric(email) && /^\p{Lu}[\p{L}'’-]+$/u.test(words) && !isFunction(words)
  const name = words === '' ? email && nameInAddress(email) : isGiven ? words : personIn(words)
  if (!name || isPlatform(name) || wordsIn(name).some(isPlaceholder)) return null
  const isReached = email !== undefined && isEmail(email)
  const person = {
    name,
    ...(isReached && { email }),
    ...(phone && { phone }),
    ...(profile && { linkedinUrl: profile.replace(/^(?!https?:)/i, 'https://') }),
  }
  const own = wordsIn(name)
  const beside = wordsIn(words === '' || isReached ? words : `${words} ${email ?? ''}`)
  return fitsContact(person) ? { person, remark: beside.filter((word) => !own.includes(word)) } : null
}

const NAME_SEPARATOR = /\s*[;\n|&/]\s*|\s(?:and|und|et|y|e|och|en)\s/u

/** The people in a cell; null unless the whole cell consists of people. */
function peopleOf(text: string): FoundPerson[] | null {
  if (text.length > LONGEST_CELL) return null
  const whole = text.includes('/in/') || text.includes('://') ? [text] : text.split(NAME_SEPARATOR)
  const parts = whole.flatMap((part) => {
    const listed = part.split(/,\s+/)
    // `Doe, Jane` is one person; `Jane Doe, John Roe` are two.
    return listed.length > 1 && listed.every((each) => personOf(each)) ? listed : [part]
  })
  const people = parts.filter((part) => part.trim() !== '').map(personOf)
  return people.every((one) => one !== null) ? people : null
}

/** Whether a person's e-mail address is of an employer other than `company`. */
export function worksElsewhere({ email }: { readonly email?: string | null }, company = ''): boolean {
  const domain = email?.split('@')[1] ?? ''
  return (
    domain !== '' &&
    !isPublicMail(domain) &&
    !spelledAlike(wordsIn(domain).join('')).includes(companyKey(company))
  )
}

/** Whether an address or remark shows that the person works elsewhere. */
function isElsewhere({ person, remark }: FoundPerson, company: string): boolean {
  const own = wordsIn(company)
  return worksElsewhere(person, company) || !remark.every((word) => isFunction(word) || own.includes(word))
}

/** The person's employer. A recruiter may work for an agency and a referrer anywhere, so their employer stays unknown. */
function employerOf(field: Field, found: FoundPerson, company = ''): { company?: string } {
  const isOutside = field === 'recruiter' || field === 'referral'
  const isOpen = isOutside || company === '' || isElsewhere(found, company)
  return isOpen || !fitsContact({ name: '', company }) ? {} : { company }
}

/** The people; the columns that could not be read; and those whose text does not fit into a contact. */
export function peopleIn(values: ReadonlyMap<Field, string>) {
  const unread: Field[] = []
  const people = entriesOf(TYPES).flatMap(([field, type]) => {
    const text = values.get(field)
    const found = text === undefined ? [] : peopleOf(text)
    if (!found) unread.push(field)
    return (found ?? []).map(({ person, remark }) => ({
      ...{ field, remark },
      person: { ...person, ...(type && { type }) },
    }))
  })
  for (const [column, of] of entriesOf(CONTACT_COLUMNS)) {
    const text = values.get(column)
    if (text === undefined) continue
    const own = people.filter(({ field }) => field === of)
    const [only, more] = own.length > 0 ? own : people
    const part = column === 'contactPhone' ? { phone: text } : { email: text }
    const alone = people.length === 0 && 'email' in part ? personOf(text) : null
    const isFree = only && !more && Object.keys(part).every((name) => !(name in only.person))
    if (isFree && (column === 'contactPhone' || isEmail(text)) && fitsContact({ ...only.person, ...part }))
      only.person = { ...only.person, ...part }
    else if (alone) people.push({ field: of, ...alone })
    else unread.push(column)
  }
  const company = values.get('company')
  return {
    people: people.map((one) => ({ ...one.person, ...employerOf(one.field, one, company) })),
    unread,
    remarked: keysOf(TYPES).filter((each) =>
      people.some(({ field, remark }) => field === each && remark.length > 0),
    ),
  }
}
