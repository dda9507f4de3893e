// Converts rows of cells to activities. What has no field, or does not fit into it, is kept in the body.
import { longestOf } from '../../kernel/record.ts'
import {
  dateOf,
  findProblem,
  instantIn,
  notesWith,
  sortFields,
  textsOf,
  typeIn,
} from '../../sheets/fields.ts'
import { namingIn, type Naming } from '../../sheets/links.ts'
import { rowsOf, type Reading } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { ACTIVITY, ACTIVITY_TYPES, type ActivityType } from '../fields.ts'
import { activityTable, type Field } from './columns.ts'

export interface ActivityRow extends Naming {
  /** The id of our own export, or null. */
  id: string | null
  type: ActivityType
  title: string | null
  body: string | null
  /** Where a file does not say when, it is not made up: the row fails. */
  occurredAt: string
  createdAt: string | null
}

const LONGEST = longestOf(ACTIVITY)

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

export function toActivity(row: Row, reading: Reading<Field>): ActivityRow | { problem: string } {
  if (row.problem !== null) return { problem: row.problem }
  const sorted = sortFields(row, reading.table, { derived: ['updatedAt'] })
  const { values, rest, id } = sorted
  const said = values.get('occurredAt')
  if (said === undefined) return { problem: 'The row has no date.' }
  const occurredAt = dateOf(said, reading)?.at ?? null
  if (occurredAt === null) return { problem: `The date “${said.slice(0, 60)}” cannot be read.` }
  const type = typeIn(sorted, ACTIVITY_TYPES, (words) => TYPES[words])
  const createdAt = instantIn(sorted, 'createdAt', 'Created', reading)
  const [title, body] = [values.get('title') ?? null, notesWith(values.get('body'), rest) ?? null]
  const problem = findProblem({ title: title ?? '', body: body ?? '' }, LONGEST)
  if (problem !== null) return { problem }
  if (!title?.trim() && !body?.trim() && (type ?? 'note') === 'note')
    return { problem: 'The row has neither title nor body.' }
  const { left } = sorted
  return { id, type: type ?? 'note', title, body, occurredAt, createdAt, ...namingIn(values), left }
}

export const activityRows = rowsOf(
  {
    table: activityTable,
    dates: ['occurredAt', 'createdAt'],
    derived: ['updatedAt'],
    titleOf: (row, { table }) => textsOf<'type' | 'title'>(row, table, ['type', 'title']),
  },
  toActivity,
  ({ occurredAt, title }) => [`${occurredAt} ${title}`],
)
