// Converts a row of cells to a contact. What has no field, or does not fit into it, is kept in the notes.
import { given, keysOf, recordBy } from '../../kernel/narrow.ts'
import { MAX_NOTES } from '../../kernel/notes.ts'
import { isWebAddress } from '../../kernel/web-address.ts'
import { findProblem, instantOf, notesWith, setAside, sortFields } from '../../sheets/fields.ts'
import type { Left } from '../../sheets/report.ts'
import type { Reading, Rows } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { CONTACT_TYPES, type Contact } from '../fields.ts'
import { isEmail } from '../../kernel/email.ts'
import { asPeopleWrite } from './address-books.ts'
import { contactTable, type Field } from './columns.ts'

export interface ContactRow {
  id: string | null
  fields: Partial<
    Pick<
      Contact,
      'title' | 'company' | 'email' | 'phone' | 'linkedinUrl' | 'type' | 'notes' | 'tags' | 'jobIds'
    >
  > & { name: string }
  lastContactedAt: string | null
  createdAt: string | null
  left: Left[]
}

const LONGEST = { name: 200, title: 200, company: 200, notes: MAX_NOTES }
const MAX_TAGS = 10
const MAX_TAG = 100

const TYPES: Readonly<Record<string, Contact['type']>> = {
  'hiring manager': 'hiring-manager',
  manager: 'hiring-manager',
  hr: 'recruiter',
  'talent acquisition': 'recruiter',
  sourcer: 'recruiter',
  referrer: 'referral',
  colleague: 'peer',
  coworker: 'peer',
  friend: 'peer',
}

function typeOf(text: string): Contact['type'] | undefined {
  const words = text
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim()
  return CONTACT_TYPES.find((type) => type === words) ?? TYPES[words]
}

export function toContact(row: Row, reading: Reading<Field>): ContactRow | { problem: string } {
  if (row.problem !== null) return { problem: row.problem }
  const sorted = sortFields(asPeopleWrite(row), reading.table, {
    lists: ['tags', 'jobIds'],
    derived: ['derived', 'updatedAt'],
  })
  const { values, lists, rest, id } = sorted
  const whole = [values.get('firstName'), values.get('lastName')].filter(Boolean).join(' ')
  const name = values.get('name') ?? whole
  if (values.has('name') && whole && whole !== name) rest.push(`First and last name: ${whole}`)
  if (!isEmail(values.get('email') ?? '')) setAside(sorted, 'email', 'Email')
  if (!isWebAddress(addressOf(values.get('linkedinUrl')))) setAside(sorted, 'linkedinUrl', 'URL')
  if ((values.get('phone')?.length ?? 0) > 50) setAside(sorted, 'phone', 'Phone')
  const type = typeOf(values.get('type') ?? '')
  if (!type) setAside(sorted, 'type', 'Type')
  const lastContactedAt = instantOf(values.get('lastContactedAt'), reading)
  if (!lastContactedAt) setAside(sorted, 'lastContactedAt', 'Last contacted')
  const createdAt = instantOf(values.get('createdAt'), reading)
  if (!createdAt) setAside(sorted, 'createdAt', 'Created')
  const tags = lists.get('tags') ?? []
  const texts = {
    name,
    title: values.get('title'),
    company: values.get('company'),
    notes: notesWith(values.get('notes'), rest),
  }
  if (!name.trim()) return { problem: 'The row has no name.' }
  const problem = findProblem({ ...texts, tags: tags.join() }, LONGEST) ?? problemOfTags(tags)
  if (problem !== null) return { problem }
  const linkedinUrl = addressOf(values.get('linkedinUrl'))
  const jobIds = lists.get('jobIds')
  const others = {
    title: texts.title,
    company: texts.company,
    notes: texts.notes,
    email: values.get('email'),
    phone: values.get('phone'),
    linkedinUrl,
  }
  const fields = {
    name,
    ...filled(others),
    ...(type && { type }),
    ...(tags.length > 0 && { tags }),
    ...(jobIds && { jobIds: jobIds.map((each) => each.toLowerCase()) }),
  }
  return { id, fields, lastContactedAt, createdAt, left: sorted.left }
}

const filled = <Name extends string>(fields: Record<Name, string | undefined>) =>
  given(recordBy(keysOf(fields), (name) => fields[name] || undefined))

const addressOf = (text: string | undefined): string | undefined =>
  text !== undefined && /^(?:www\.)?[\w-]+(?:\.[\w-]+)+\//.test(text) ? `https://${text}` : text

function problemOfTags(tags: readonly string[]): string | null {
  if (tags.length > MAX_TAGS) return `The row has ${tags.length} tags; at most ${MAX_TAGS} fit.`
  return tags.some((tag) => tag.length > MAX_TAG) ? `A tag has more than ${MAX_TAG} characters.` : null
}

/** Names compared without width, case and space. */
const plainName = (text: string | null | undefined): string =>
  (text ?? '').normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** An address of a profile without scheme, language and query. */
const profileOf = (url: string | null | undefined): string | null =>
  url
    ? url
        .toLowerCase()
        .replace(/^https?:\/\/(?:\w+\.)?(?=linkedin\.)/, '')
        .replace(/[?#].*$|\/+$/g, '')
    : null

type KnownPerson = Partial<Pick<Contact, 'email' | 'linkedinUrl' | 'company'>> & {
  id?: string | null
  name: string
}

export function traitsOf({ id, name, company, email, linkedinUrl }: KnownPerson): string[] {
  const profile = profileOf(linkedinUrl)
  return [
    ...(id ? [`id ${id}`] : []),
    ...(email ? [`email ${email.trim().toLowerCase()}`] : []),
    ...(profile ? [`profile ${profile}`] : []),
    `name ${plainName(name)} ${plainName(company)}`,
  ]
}

export const contactRows: Rows<Field, { name: string | null; company: string | null }> = {
  table: contactTable,
  dates: ['lastContactedAt', 'createdAt'],
  derived: ['derived', 'updatedAt'],
  problemOf(row, reading) {
    const read = toContact(row, reading)
    return 'problem' in read ? read.problem : null
  },
  titleOf(row, table) {
    const { values } = sortFields(row, table, { lists: [], derived: [] })
    const whole = [values.get('firstName'), values.get('lastName')].filter(Boolean).join(' ')
    return { name: values.get('name') ?? (whole || null), company: values.get('company') ?? null }
  },
  traitsOf(row, reading) {
    const read = toContact(row, reading)
    return 'problem' in read ? [] : traitsOf({ ...read.fields, id: read.id })
  },
}
