// Converts rows of cells to activities. What has no field, or does not fit into it, is kept in the body.
import { findProblem, instantOf, notesWith, setAside, sortFields } from '../../sheets/fields.ts'
import type { Left } from '../../sheets/report.ts'
import type { Reading, Rows } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { ACTIVITY_TYPES, type ActivityType } from '../fields.ts'
import { activityTable, type Field } from './columns.ts'

export interface ActivityRow {
  id: string | null
  type: ActivityType
  title: string | null
  body: string | null
  /** Where a file does not say when, it is not made up: the row fails. */
  occurredAt: string
  createdAt: string | null
  jobId: string | null
  contactId: string | null
  named: { company: string | undefined; role: string | undefined; contact: string | undefined }
  left: Left[]
}

const LONGEST = { title: 200, body: 10_000 }

const TYPES: Readonly<Record<string, ActivityType>> = {
  'e mail': 'email',
  mail: 'email',
  'phone call': 'call',
  phone: 'call',
  linkedin: 'message',
  'linkedin message': 'message',
  'coffee chat': 'meeting',
  applied: 'application',
  apply: 'application',
  rejected: 'rejection',
  'follow up': 'follow-up',
  followup: 'follow-up',
  'status change': 'status-change',
}

function typeOf(text: string): ActivityType | undefined {
  const words = text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
  return ACTIVITY_TYPES.find((type) => type.replace('-', ' ') === words) ?? TYPES[words]
}

export function toActivity(row: Row, reading: Reading<Field>): ActivityRow | { problem: string } {
  if (row.problem !== null) return { problem: row.problem }
  const sorted = sortFields(row, reading.table, { lists: [], derived: ['updatedAt'] })
  const { values, rest, id } = sorted
  const said = values.get('occurredAt')
  if (said === undefined) return { problem: 'The row has no date.' }
  const occurredAt = instantOf(said, reading)
  if (occurredAt === null) return { problem: `The date “${said.slice(0, 60)}” cannot be read.` }
  const type = typeOf(values.get('type') ?? '')
  if (!type) setAside(sorted, 'type', 'Type')
  const createdAt = instantOf(values.get('createdAt'), reading)
  if (!createdAt) setAside(sorted, 'createdAt', 'Created')
  const [title, body] = [values.get('title') ?? null, notesWith(values.get('body'), rest) ?? null]
  const problem = findProblem({ title: title ?? '', body: body ?? '' }, LONGEST)
  if (problem !== null) return { problem }
  if (!title?.trim() && !body?.trim() && (type ?? 'note') === 'note')
    return { problem: 'The row has neither title nor body.' }
  const named = { company: values.get('company'), role: values.get('role'), contact: values.get('contact') }
  const [jobId, contactId] = [values.get('jobId') ?? null, values.get('contactId') ?? null]
  const { left } = sorted
  return { id, type: type ?? 'note', title, body, occurredAt, createdAt, jobId, contactId, named, left }
}

export const activityRows: Rows<Field, { type: string | null; title: string | null }> = {
  table: activityTable,
  dates: ['occurredAt', 'createdAt'],
  derived: ['updatedAt'],
  problemOf(row, reading) {
    const read = toActivity(row, reading)
    return 'problem' in read ? read.problem : null
  },
  titleOf(row, table) {
    const { values } = sortFields(row, table, { lists: [], derived: [] })
    return { type: values.get('type') ?? null, title: values.get('title') ?? null }
  },
  traitsOf(row, reading) {
    const read = toActivity(row, reading)
    return 'problem' in read ? [] : [`${read.occurredAt} ${read.title}`]
  },
}
