// Converts rows of cells to events. What has no field, or does not fit into it, is kept in the notes.
import { MAX_NOTES } from '../../kernel/notes.ts'
import { timeZoneNamed } from '../../kernel/zone.ts'
import { findProblem, instantOf, notesWith, setAside, sortFields } from '../../sheets/fields.ts'
import type { Left } from '../../sheets/report.ts'
import type { Reading, Rows } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { EVENT_TYPES, type EventType } from '../event.ts'
import { eventTable, type Field } from './columns.ts'

/** The event in a row. */
export interface EventRow {
  /** The id of our own export, or null. */
  id: string | null
  type: EventType
  title: string
  startsAt: string
  endsAt: string | null
  timeZone: string | null
  location: string | null
  notes: string | null
  jobId: string | null
  contactId: string | null
  /** Job and person by name, where there is no id. */
  named: { company: string | undefined; role: string | undefined; contact: string | undefined }
  left: Left[]
}

const LONGEST = { title: 200, location: 500, notes: MAX_NOTES }

const TYPES: Readonly<Record<string, EventType>> = {
  'phone call': 'call',
  'phone screen': 'call',
  'video call': 'call',
  'due date': 'deadline',
  'follow up': 'follow-up',
  followup: 'follow-up',
  onsite: 'interview',
}

function typeOf(text: string): EventType | undefined {
  const words = text
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
  return EVENT_TYPES.find((type) => type.replace('-', ' ') === words) ?? TYPES[words]
}

/** The event in a row, or why there is none. */
export function toEvent(row: Row, reading: Reading<Field>): EventRow | { problem: string } {
  if (row.problem !== null) return { problem: row.problem }
  const sorted = sortFields(row, reading.table, { lists: [], derived: ['updatedAt', 'derived'] })
  const { values, rest, id } = sorted
  const title = values.get('title') ?? ''
  if (!title.trim()) return { problem: 'The row has no title.' }
  const zone = timeZoneNamed(values.get('timeZone') ?? '')
  if (!zone) setAside(sorted, 'timeZone', 'Time zone')
  const local = { ...reading, timeZone: zone ?? reading.timeZone }
  const said = values.get('startsAt')
  if (said === undefined) return { problem: 'The row has no start.' }
  const startsAt = instantOf(said, local)
  if (startsAt === null) return { problem: `The start “${said.slice(0, 60)}” cannot be read.` }
  const ends = instantOf(values.get('endsAt'), local)
  const endsAt = ends !== null && ends >= startsAt ? ends : null
  if (endsAt === null) setAside(sorted, 'endsAt', 'End')
  const type = typeOf(values.get('type') ?? '')
  if (!type) setAside(sorted, 'type', 'Type')
  const [location, notes] = [values.get('location') ?? null, notesWith(values.get('notes'), rest) ?? null]
  const problem = findProblem({ title, location: location ?? '', notes: notes ?? '' }, LONGEST)
  if (problem !== null) return { problem }
  const named = { company: values.get('company'), role: values.get('role'), contact: values.get('contact') }
  const [jobId, contactId] = [values.get('jobId') ?? null, values.get('contactId') ?? null]
  const timeZone = zone ?? null
  return {
    id,
    type: type ?? 'other',
    title,
    startsAt,
    endsAt,
    timeZone,
    location,
    notes,
    jobId,
    contactId,
    named,
    left: sorted.left,
  }
}

/** The rows of a file of events. */
export const eventRows: Rows<Field, { title: string | null; startsAt: string | null }> = {
  table: eventTable,
  dates: ['startsAt', 'endsAt'],
  derived: ['updatedAt', 'derived'],
  problemOf(row, reading) {
    const read = toEvent(row, reading)
    return 'problem' in read ? read.problem : null
  },
  titleOf(row, table) {
    const { values } = sortFields(row, table, { lists: [], derived: [] })
    return { title: values.get('title') ?? null, startsAt: values.get('startsAt') ?? null }
  },
  traitsOf(row, reading) {
    const read = toEvent(row, reading)
    return 'problem' in read ? [] : [`${read.startsAt} ${read.title}`]
  },
}
