// What Google's and Outlook's address books write in a way of their own: several values in a cell, their own groups, courtesy titles.
import { headerWords } from '../../sheets/headers.ts'
import type { Row } from '../../sheets/sheet.ts'
import { contactTable } from './columns.ts'

type Cell = Row['cells'][number]

const GOOGLE = /^(?:(?:e mail|phone|website|organization|address) 1 \w+|labels|group membership)$/
const WEBSITE = /^website \d+ value$/
const JOB_TITLE = /^(?:job|organization|organization 1) title$/
const COURTESY = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|herr|frau|hr|fr|m|mme|mlle|sr|sra|srta|sig|dhr|mevr)\.?$/i

/** Groups that Google itself puts people into. */
const GROUPS = new Set(['mycontacts', 'starred'])

/** The row with one value to a cell, and with titles that are no job's under another name; one of our own export as it is. */
export function asPeopleWrite(row: Row): Row {
  if (row.cells.some(([column]) => contactTable.fieldOf(column) === 'updatedAt')) return row
  const isGoogle = row.cells.some(([column]) => GOOGLE.test(headerWords(column)))
  const cells = isGoogle ? row.cells.flatMap(parted) : row.cells
  const hasJob = cells.some(([column]) => JOB_TITLE.test(headerWords(column)))
  return {
    ...row,
    cells: cells.map((cell) => (isCourtesy(cell, hasJob) ? ['Form of address', cell[1]] : cell)),
  }
}

/** Beside “Job Title”, “Title” is how a person is addressed; and so is “Ms.” anywhere. */
const isCourtesy = ([column, value]: Cell, hasJob: boolean): boolean =>
  headerWords(column) === 'title' && typeof value === 'string' && (hasJob || COURTESY.test(value.trim()))

/** The values of a cell, which Google parts by ` ::: `; its own marks are no part of them. */
function parted([column, value]: Cell): Cell[] {
  const field = contactTable.fieldOf(column)
  if (typeof value !== 'string' || field === 'notes') return [[column, value]]
  const parts = value.split(/\s+:::\s+/).map((part) => part.replace(/^\*\s+/, ''))
  if (field === 'tags') return [[column, parts.filter((part) => !GROUPS.has(part.toLowerCase()))]]
  const isProfile = (part: string) => WEBSITE.test(headerWords(column)) && /\blinkedin\./i.test(part)
  return parts.map((part) => [isProfile(part) ? 'linkedinUrl' : column, part])
}
