// Converts rows of cells to activities. Text without a field, or too long for one, goes to the body.
import { filled, longestOf } from '../../kernel/record.ts'
import {
  readFields,
  findProblem,
  instantIn,
  notesWith,
  sortFields,
  textsOf,
  withTimes,
} from '../../sheets/fields.ts'
import { namingIn, type NamedLinks } from '../../sheets/links.ts'
import { rowReader, type RowContext } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { ACTIVITY, type Activity } from '../fields.ts'
import { activityTable, type Field } from './columns.ts'

/** A row without a date fails: crm invents no date. */
export interface ActivityRow extends NamedLinks, Omit<Activity, 'id' | 'createdAt' | 'updatedAt'> {
  id: string | null
  createdAt: string | null
}

const LONGEST = longestOf(ACTIVITY)

export function toActivity(row: Row, reading: RowContext<Field>): ActivityRow | { problem: string } {
  if (row.problem !== null) return { problem: row.problem }
  const sorted = sortFields(withTimes(row, reading, ['occurredAt']), reading.table)
  const { values, rest, id } = sorted
  const text = values.get('occurredAt')
  if (text === undefined) return { problem: 'The row has no date.' }
  const occurredAt = instantIn(sorted, 'occurredAt', 'Date', reading)
  if (occurredAt === null) return { problem: `The date “${text.slice(0, 60)}” cannot be read.` }
  const createdAt = instantIn(sorted, 'createdAt', 'Created', reading)
  const read: Partial<Activity> = readFields(ACTIVITY, sorted, reading)
  const { type = 'note', title = null } = read
  const body = notesWith(values.get('body'), rest) ?? null
  const problem = findProblem({ ...read, body }, LONGEST)
  if (problem !== null) return { problem }
  if (!title?.trim() && !body?.trim() && type === 'note')
    return { problem: 'The row has neither title nor body.' }
  const { left } = sorted
  return {
    ...filled(ACTIVITY, { ...read, type, body, occurredAt }),
    id,
    createdAt,
    ...namingIn(values),
    left,
  }
}

export const activityRows = rowReader(
  {
    table: activityTable,
    dates: ['occurredAt', 'createdAt'],
    titleOf: (row, { table }) => textsOf<'type' | 'title'>(row, table, ['type', 'title']),
  },
  toActivity,
  ({ occurredAt, title }) => [`${occurredAt} ${title}`],
)
