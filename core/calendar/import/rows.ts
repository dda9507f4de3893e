// Converts rows of cells to events. What has no field, or does not fit into it, is kept in the notes.
import { MAX_NOTES } from '../../kernel/notes.ts'
import { zoneName, type Zone } from '../../reading/zones.ts'
import { findProblem, instantOf, notesWith, setAside, sortFields, type Sorted } from '../../sheets/fields.ts'
import type { Left } from '../../sheets/report.ts'
import type { Reading, Rows } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { EVENT_TYPES, type EventType } from '../fields.ts'
import { namedZone } from '../reading/file-zones.ts'
import { eventTable, type Field } from './columns.ts'

export interface EventRow {
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
  createdAt: string | null
  /** Job and person by name, where there is no id. */
  named: { company: string | undefined; role: string | undefined; contact: string | undefined }
  left: Left[]
  /** Which event of another calendar it is; null for a row without a UID. */
  source: Source | null
  isCancelled: boolean
  /** What has to be said of the row. */
  remark: string | null
}

/** An event of another calendar, in one of its versions. */
export interface Source {
  uid: string
  /** Of a series: the start that it gives to this date. */
  date: string
  /** On the first row of a series: all its dates. */
  dates: string[]
  sequence: number
  stamp: string
}

function sourceOf({ values }: Sorted<Field>): Source | null {
  const text = (field: Field) => values.get(field) ?? ''
  const uid = text('uid').slice(0, 500)
  if (uid === '') return null
  const sequence = Number(text('sequence'))
  return {
    uid,
    date: text('date').slice(0, 40),
    dates: text('dates').split(' ').filter(Boolean),
    sequence: Number.isSafeInteger(sequence) && sequence >= 0 && sequence < 2 ** 31 ? sequence : 0,
    stamp: text('stamp').replace(/\D/g, '').slice(0, 14),
  }
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
  const sorted = sortFields(row, reading.table, { lists: [], derived: ['updatedAt'] })
  const { values, rest, id } = sorted
  const source = sourceOf(sorted)
  const isCancelled = /^cancel?led$/i.test(values.get('status') ?? '')
  if (!isCancelled) setAside(sorted, 'status', 'Status')
  const isBare = isCancelled && source !== null
  const title = values.get('title') ?? ''
  if (!title.trim() && !isBare) return { problem: 'The row has no title.' }
  const zoned = zoneOf(sorted)
  const said = values.get('startsAt')
  if (said === undefined && !isBare) return { problem: 'The row has no start.' }
  const startsAt = said === undefined ? '' : zoned.instant(said, reading)
  if (startsAt === null) return { problem: `The start “${said?.slice(0, 60)}” cannot be read.` }
  if (zoned.unknown !== null && said !== undefined && zoned.matters(said, reading))
    return {
      problem: `The time zone “${zoned.unknown.slice(0, 60)}” is not known: write its name, such as Europe/Berlin, or the offset beside the time.`,
    }
  const ends = zoned.instant(values.get('endsAt'), reading)
  const endsAt = ends !== null && ends >= startsAt ? ends : null
  if (endsAt === null) setAside(sorted, 'endsAt', 'End')
  const type = typeOf(values.get('type') ?? '')
  if (!type) setAside(sorted, 'type', 'Type')
  const [location, notes] = [values.get('location') ?? null, notesWith(values.get('notes'), rest) ?? null]
  const problem = findProblem(
    { title, location: location ?? '', notes: notes ?? '', uid: source?.uid },
    LONGEST,
  )
  if (problem !== null) return { problem }
  const named = { company: values.get('company'), role: values.get('role'), contact: values.get('contact') }
  const [jobId, contactId] = [values.get('jobId') ?? null, values.get('contactId') ?? null]
  const timeZone = zoned.name
  const createdAt = instantOf(values.get('createdAt'), reading)
  if (!createdAt) setAside(sorted, 'createdAt', 'Created')
  return {
    ...{ source, isCancelled, remark: values.get('remark') ?? null },
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
    createdAt,
    named,
    left: sorted.left,
  }
}

interface Zoned {
  /** The name to show the event in. */
  name: string | null
  /** What is said of a zone that is none. */
  unknown: string | null
  instant(text: string | undefined, reading: Reading<Field>): string | null
  /** Whether a time is another in another zone. */
  matters(text: string, reading: Reading<Field>): boolean
}

function zoneOf(sorted: Sorted<Field>): Zoned {
  const text = sorted.values.get('timeZone')
  const zone = text === undefined ? null : namedZone(text)
  if (!zone) setAside(sorted, 'timeZone', 'Time zone')
  const instant = (said: string | undefined, reading: Reading<Field>, other = zone) =>
    instantOf(said, { ...reading, timeZone: other ? clockOf(other) : reading.timeZone })
  return {
    name: zone && zoneName(zone),
    unknown: zone ? null : (text ?? null),
    instant,
    matters: (said, reading) =>
      instant(said, reading, { offset: -720 }) !== instant(said, reading, { offset: 720 }),
  }
}

/** A zone as the runtime's clock takes it. */
function clockOf(zone: Zone): string {
  if ('name' in zone) return zone.name
  const two = (minutes: number) => String(Math.trunc(minutes)).padStart(2, '0')
  const { offset } = zone
  return `${offset < 0 ? '-' : '+'}${two(Math.abs(offset) / 60)}:${two(Math.abs(offset) % 60)}`
}

export const eventRows: Rows<Field, { title: string | null; startsAt: string | null }> = {
  table: eventTable,
  dates: ['startsAt', 'endsAt'],
  derived: ['updatedAt'],
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
