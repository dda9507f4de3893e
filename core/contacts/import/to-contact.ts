// Converts a row of cells to a contact. Text without a field, or too long for one, goes to the notes.
import { isAhead } from '../../kernel/clock.ts'
import { MAX_NOTES } from '../../kernel/notes.ts'
import { recordBy } from '../../kernel/narrow.ts'
import { longestOf } from '../../kernel/record.ts'
import {
  readFields,
  findProblem,
  instantIn,
  notesWith,
  problemOfTags,
  setAside,
  sortFields,
  textsOf,
} from '../../sheets/fields.ts'
import type { UnusedCell } from '../../sheets/report.ts'
import { rowReader, type RowContext } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { CONTACT, type Contact } from '../fields.ts'
import { contactTable, type Field } from './columns.ts'
import { surnameFirst } from '../../reading/people.ts'
import { headerWords } from '../../sheets/headers.ts'
import { plain } from '../../sheets/text.ts'

type Cell = Row['cells'][number]

const GOOGLE = /^(?:(?:e mail|phone|website|organization|address) 1 \w+|labels|group membership)$/
const WEBSITE =
  /^(?:website \d+ value|(?:business |personal )?(?:web page|webpage|website|webseite|page web|página web))$/
const JOB_TITLE = /^(?:job|organization|organization 1) title$/
const COURTESY = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|herr|frau|hr|fr|m|mme|mlle|sr|sra|srta|sig|dhr|mevr)\.?$/i

/** Groups that Google adds on its own, and that are no tags of the user. */
const GROUPS = new Set(['mycontacts', 'starred'])

/** The row with one value per cell, and courtesy titles in a column of their own. Our own export stays unchanged. */
function normalizedRow(row: Row): Row {
  if (row.cells.some(([column]) => contactTable.fieldOf(column) === 'updatedAt')) return row
  const isGoogle = row.cells.some(([column]) => GOOGLE.test(headerWords(column)))
  const cells = isGoogle ? row.cells.flatMap(splitValues) : row.cells
  const hasJob = cells.some(([column]) => JOB_TITLE.test(headerWords(column)))
  const columnOf = (cell: Cell) =>
    isCourtesy(cell, hasJob) ? 'Form of address' : isProfile(cell) ? 'linkedinUrl' : cell[0]
  return { ...row, cells: cells.map((cell) => [columnOf(cell), cell[1]] as const) }
}

/** Whether a title is a form of address: “Ms.” always; the column “Title” if the file also has “Job Title”. */
const isCourtesy = ([column, value]: Cell, hasJob: boolean): boolean =>
  headerWords(column) === 'title' && typeof value === 'string' && (hasJob || COURTESY.test(value.trim()))

const isProfile = ([column, value]: Cell): boolean =>
  typeof value === 'string' && WEBSITE.test(headerWords(column)) && /\blinkedin\./i.test(value)

/** Splits a cell at ` ::: `, Google's separator. Drops Google's `* ` before a value, and its own groups. */
function splitValues([column, value]: Cell): Cell[] {
  const field = contactTable.fieldOf(column)
  if (typeof value !== 'string' || field === 'notes') return [[column, value]]
  const parts = value.split(/\s+:::\s+/).map((part) => part.replace(/^\*\s+/, ''))
  if (field === 'tags') return [[column, parts.filter((part) => !GROUPS.has(part.toLowerCase()))]]
  return parts.map((part) => [column, part])
}

export interface ContactRow {
  id: string | null
  fields: Partial<Contact> & { name: string }
  createdAt: string | null
  left: UnusedCell[]
}

const TITLES = ['firstName', 'lastName', 'name', 'company'] as const
const LONGEST = { ...longestOf(CONTACT), notes: MAX_NOTES }

/** A name, and what the first and last name say otherwise. Beside “Vorname”, “Name” is the surname. */
function namesIn({ name, firstName, lastName }: Record<(typeof TITLES)[number], string | null>) {
  const isSurname =
    name && firstName && !lastName && !name.includes(firstName) && !/^\p{Lu}\S*\s.*\p{Lu}/u.test(name)
  const whole = [firstName, isSurname ? name : lastName].filter(Boolean).join(' ')
  return { name: (isSurname ? null : name) ?? whole, whole }
}

export function toContact(row: Row, reading: RowContext<Field>): ContactRow | { problem: string } {
  if (row.problem !== null) return { problem: row.problem }
  const sorted = sortFields(normalizedRow(row), reading.table, ['tags', 'jobIds'])
  const { values, rest, id } = sorted
  const { name: written, whole } = namesIn(recordBy(TITLES, (field) => values.get(field) ?? null))
  // A name in an export of crm is as the user wrote it.
  const name = (id === null && surnameFirst(written)) || written
  if (name !== written) sorted.left.push({ field: 'name', text: written, why: `It was read as ${name}.` })
  if (whole && whole !== name) rest.push(`First and last name: ${whole}`)
  if ((values.get('phone')?.length ?? 0) > 50) setAside(sorted, 'phone', 'Phone')
  const { tags = [], ...read }: Partial<Contact> = readFields(CONTACT, sorted, reading)
  const at = read.lastContactedAt
  if (at && isAhead(at, reading.now ?? Infinity)) {
    sorted.left.push({ field: 'lastContactedAt', text: at, why: 'It is in the future.' })
    delete read.lastContactedAt
  }
  const createdAt = instantIn(sorted, 'createdAt', 'Created', reading)
  const notes = notesWith(values.get('notes'), rest)
  if (!name.trim()) return { problem: 'The row has no name.' }
  const fields = { ...read, name, ...(notes && { notes }), ...(tags.length > 0 && { tags }) }
  const problem = findProblem({ ...fields, tags: tags.join() }, LONGEST) ?? problemOfTags(tags, id !== null)
  return problem === null ? { id, fields, createdAt, left: sorted.left } : { problem }
}

const profileOf = (url: string | null | undefined): string | null =>
  url
    ? url
        .toLowerCase()
        .replace(/^https?:\/\/(?:\w+\.)?(?=linkedin\.)/, '')
        .replace(/[?#].*$/, '')
        .replace(/(?<!\/)\/+$/, '')
    : null

type KnownPerson = Partial<Pick<Contact, 'email' | 'linkedinUrl' | 'company'>> & {
  id?: string | null
  name: string
}

export function matchKeysOf({ id, name, company, email, linkedinUrl }: KnownPerson): string[] {
  const profile = profileOf(linkedinUrl)
  return [
    ...(id ? [`id ${id}`] : []),
    ...(email ? [`email ${email.trim().toLowerCase()}`] : []),
    ...(profile ? [`profile ${profile}`] : []),
    `name ${plain(surnameFirst(name) ?? name)} ${plain(company)}`,
  ]
}

export const contactRows = rowReader(
  {
    table: contactTable,
    dates: ['lastContactedAt', 'createdAt'],
    titleOf(row, { table }) {
      const texts = textsOf(row, table, TITLES)
      return { name: namesIn(texts).name || null, company: texts.company }
    },
  },
  toContact,
  ({ fields, id }) => matchKeysOf({ ...fields, id }),
)
