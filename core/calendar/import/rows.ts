// Converts rows of cells to events. Text without a field, or too long for one, goes to the notes.
import { isoOf, MINUTE_MS, msOf } from '../../kernel/clock.ts'
import { MAX_NOTES } from '../../kernel/notes.ts'
import { filled, longestOf } from '../../kernel/record.ts'
import { zoneName } from '../../reading/zones.ts'
import {
  dateOf,
  readFields,
  findProblem,
  instantIn,
  notesWith,
  setAside,
  sortFields,
  textsOf,
  withTimes,
  type SortedCells,
} from '../../sheets/fields.ts'
import { namingIn, type NamedLinks } from '../../sheets/links.ts'
import { rowReader, type RowContext } from '../../sheets/rows.ts'
import type { Row } from '../../sheets/sheet.ts'
import { typeNamed } from '../event-words.ts'
import { EVENT, type CalendarEvent } from '../fields.ts'
import { namedZone } from '../reading/file-zones.ts'
import type { SourceRow } from '../store.ts'
import { eventTable, type Field } from './columns.ts'

export interface EventRow extends NamedLinks, Omit<CalendarEvent, 'id' | 'createdAt' | 'updatedAt'> {
  id: string | null
  createdAt: string | null
  /** Which version of an event in another calendar the row is; null for a row without a UID. */
  source: Version | null
  isCancelled: boolean
  /** Noon of a day without a time, at which crm once put such events. */
  noon: string | null
  remark: string | null
}

export interface Version extends Omit<SourceRow, 'eventId'> {
  /** On the first row of a series: all its dates; else empty. */
  dates: string[]
}

function versionOf({ values }: SortedCells<Field>): Version | null {
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

const LONGEST = { ...longestOf(EVENT), notes: MAX_NOTES }
const NOON = { hour: 12, minute: 0 }
const FIRST_MINUTE = { hour: 0, minute: 0 }
const LAST_MINUTE = { hour: 23, minute: 59 }

export function toEvent(row: Row, reading: RowContext<Field>): EventRow | { problem: string } {
  if (row.problem !== null) return { problem: row.problem }
  const sorted = sortFields(withTimes(row, reading, ['startsAt', 'endsAt']), reading.table)
  const { values, rest, id } = sorted
  const source = versionOf(sorted)
  const isCancelled = /^cancel?led$/i.test(values.get('status') ?? '')
  if (!isCancelled) setAside(sorted, 'status', 'Status')
  const isBare = isCancelled && source !== null
  const title = values.get('title') ?? ''
  if (!title.trim() && !isBare) return { problem: 'The row has no title.' }
  const type = typeNamed(values.get('type') ?? '')
  if (type) values.set('type', type)
  const zoned = zoneOf(sorted)
  const text = values.get('startsAt')
  if (text === undefined && !isBare) return { problem: 'The row has no start.' }
  const time = type === 'deadline' ? LAST_MINUTE : FIRST_MINUTE
  const startsAt = text === undefined ? '' : zoned.instant(text, reading, time)
  if (startsAt === null) return { problem: `The start “${text?.slice(0, 60)}” cannot be read.` }
  if (zoned.unknown !== null && text !== undefined && zoned.matters(text, reading))
    return {
      problem: `The time zone “${zoned.unknown.slice(0, 60)}” is not known: write its name, such as Europe/Berlin, or the offset beside the time.`,
    }
  const untimed = startsAt === zoned.instant(text, reading, NOON) ? undefined : text
  const day = type === 'deadline' ? undefined : untimed
  const ends = zoned.instant(values.get('endsAt') ?? day, reading, LAST_MINUTE)
  const endsAt = ends !== null && ends >= startsAt ? ends : null
  if (endsAt === null) setAside(sorted, 'endsAt', 'End')
  // The notes keep what stands beside a date.
  instantIn(sorted, 'startsAt', 'Start', reading)
  instantIn(sorted, 'endsAt', 'End', reading)
  const createdAt = instantIn(sorted, 'createdAt', 'Created', reading)
  const read: Partial<CalendarEvent> = readFields(EVENT, sorted, reading)
  const notes = notesWith(values.get('notes'), rest) ?? null
  const problem = findProblem({ ...read, title, notes, uid: source?.uid }, LONGEST)
  if (problem !== null) return { problem }
  const times = { startsAt, endsAt, timeZone: zoned.name }
  return {
    noon: zoned.instant(untimed, reading, NOON),
    ...{ source, isCancelled, remark: values.get('remark') ?? null, id, createdAt },
    ...filled(EVENT, { ...read, ...times, title, notes }),
    ...namingIn(values),
    left: sorted.left,
  }
}

type TimeOfDay = Parameters<typeof dateOf>[2]

/** The zone of a row. `unknown` is a name that is none; `matters` says whether an instant depends on the zone. */
function zoneOf(sorted: SortedCells<Field>) {
  const text = sorted.values.get('timeZone')
  const zone = text === undefined ? null : namedZone(text)
  if (!zone) setAside(sorted, 'timeZone', 'Time zone')
  const readIn = (timeZone: string, text: string | undefined, reading: RowContext<Field>, time?: TimeOfDay) =>
    dateOf(text, { ...reading, timeZone }, time)?.at ?? null
  const matters = (text: string | undefined, reading: RowContext<Field>) =>
    readIn('UTC', text, reading) !== readIn('Etc/GMT+12', text, reading)
  return {
    name: zone && zoneName(zone),
    unknown: zone ? null : (text ?? null),
    instant(text: string | undefined, reading: RowContext<Field>, time: TimeOfDay): string | null {
      if (!zone || 'name' in zone) return readIn(zone?.name ?? reading.timeZone, text, reading, time)
      // Node 20: it knows no zone such as `+05:30`.
      const at = readIn('UTC', text, reading, time)
      return at && matters(text, reading) ? isoOf(msOf(at) - zone.offset * MINUTE_MS) : at
    },
    matters,
  }
}

export const eventRows = rowReader(
  {
    table: eventTable,
    dates: ['startsAt', 'endsAt'],
    titleOf: (row, { table }) => textsOf<'title' | 'startsAt'>(row, table, ['title', 'startsAt']),
  },
  toEvent,
  ({ startsAt, title }) => [`${startsAt} ${title}`],
)
