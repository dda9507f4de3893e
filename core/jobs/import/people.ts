// The people whom a row of jobs names: a recruiter, a hiring manager, who referred, a contact.
import { isEmail } from '../../kernel/email.ts'
import { entriesOf, keysOf } from '../../kernel/narrow.ts'
import { isGeneric, isPrivate, personIn } from '../../reading/people.ts'
import { isPlatform } from '../../reading/employers.ts'
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

/** How a person of a column is reached: by a column of its own, or the only person of the row. */
const REACHED = { recruiterEmail: 'recruiter', contactEmail: 'contact', contactPhone: 'contact' } as const

/** All columns that say something of a person. */
export const PEOPLE_FIELDS: readonly Field[] = [...keysOf(TYPES), ...keysOf(REACHED)]

const ADDRESS = /<?([^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+)>?/
const PROFILE = /(?:https?:\/\/)?(?:[\w-]+\.)?linkedin\.com\/in\/[^\s,;)]+/i
const PHONE = /\+?\(?\d[\d\s().-]{6,18}\d/

/** `jane.doe@acme.com` is Jane Doe's. */
function ownerOf(address: string): string | null {
  const [local = '', domain = ''] = address.split('@')
  const parts = /^(\p{L}{2,})[._-](\p{L}{2,})$/u.exec(local)
  if (!parts || isGeneric(address) || isPrivate(domain)) return null
  return parts
    .slice(1)
    .map((part) => part.toLowerCase().replace(/^./u, (first) => first.toUpperCase()))
    .join(' ')
}

/** A person in words, with the address and the number beside the name; null where no person is named for certain. */
function personOf(text: string): NamedPerson | null {
  const email = ADDRESS.exec(text)?.[1]
  const profile = PROFILE.exec(text)?.[0]
  const plain = text.replace(ADDRESS, ' ').replace(PROFILE, ' ')
  const phone = PHONE.exec(plain)?.[0].trim()
  const words = plain
    .replace(PHONE, ' ')
    .replace(/[<>[\]]|\(\s*\)|^[\s,:–-]+|[\s,:–-]+$/g, ' ')
    .trim()
  const isGiven = email !== undefined && !isGeneric(email) && /^\p{Lu}[\p{L}'’-]+$/u.test(words)
  const name = words === '' ? email && ownerOf(email) : isGiven ? words : personIn(words)
  if (!name || isPlatform(name)) return null
  return {
    name,
    ...(email && isEmail(email) && { email }),
    ...(phone && { phone }),
    ...(profile && { linkedinUrl: profile.replace(/^(?!https?:)/i, 'https://') }),
  }
}

const JOINT = /\s*[;\n|&/]\s*|\s(?:and|und|et|y|e|och|en)\s/u

/** The people in a cell; null unless all of it is of people. */
function peopleOf(text: string): NamedPerson[] | null {
  const whole = text.includes('/in/') || text.includes('://') ? [text] : text.split(JOINT)
  const parts = whole.flatMap((part) => {
    const listed = part.split(/,\s+/)
    // `Doe, Jane` is one person; `Jane Doe, John Roe` are two.
    return listed.length > 1 && listed.every((each) => personOf(each)) ? listed : [part]
  })
  const people = parts.filter((part) => part.trim() !== '').map(personOf)
  return people.every((one) => one !== null) ? people : null
}

/** The people of a row, and which of its columns name none for certain. */
export function peopleIn(values: ReadonlyMap<Field, string>): { people: NamedPerson[]; unread: Field[] } {
  const unread: Field[] = []
  const people = entriesOf(TYPES).flatMap(([field, type]) => {
    const text = values.get(field)
    const found = text === undefined ? [] : peopleOf(text)
    if (!found) unread.push(field)
    return (found ?? []).map((one) => ({ field, person: { ...one, ...(type && { type }) } }))
  })
  for (const [column, of] of entriesOf(REACHED)) {
    const text = values.get(column)
    if (text === undefined) continue
    const own = people.filter(({ field }) => field === of)
    const [only, more] = own.length > 0 ? own : people
    const part = column === 'contactPhone' ? { phone: text } : { email: text }
    const alone = people.length === 0 && 'email' in part ? personOf(text) : null
    const isFree = only && !more && Object.keys(part).every((name) => !(name in only.person))
    if (isFree && (column === 'contactPhone' || isEmail(text))) only.person = { ...only.person, ...part }
    else if (alone) people.push({ field: of, person: alone })
    else unread.push(column)
  }
  return { people: people.map(({ person }) => person), unread }
}
