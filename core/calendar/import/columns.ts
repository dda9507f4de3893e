// Column headers of files of events: spreadsheets, calendar programs, and our own exports.
import { keysOf } from '../../kernel/narrow.ts'
import { headersOf } from '../../sheets/headers.ts'
import type { Table } from '../../sheets/sheet.ts'

/** The fields of a column; job and person by id, or by name. */
export type Field =
  | 'id'
  | 'jobId'
  | 'contactId'
  | 'type'
  | 'title'
  | 'startsAt'
  | 'endsAt'
  | 'timeZone'
  | 'location'
  | 'notes'
  | 'updatedAt'
  | 'company'
  | 'role'
  | 'contact'
  | Version
  | 'derived'

/** What tells which event of another calendar it is, and in which version. */
type Version = 'uid' | 'sequence' | 'stamp' | 'status' | 'date' | 'dates' | 'remark'

const aliases: Readonly<Record<Field, string>> = {
  id: 'id, event id',
  jobId: 'job id',
  contactId: 'contact id',
  type: 'type, event type, kind, category, categories',
  title: 'title, subject, what, summary, event, name, betreff',
  startsAt: 'starts at, start, start date, date, when, begins, start time, dtstart, beginn',
  endsAt: 'ends at, end, end date, end time, until, dtend, ende',
  timeZone: 'time zone, timezone, zone, tz',
  location: 'location, where, place, ort',
  notes: 'notes, note, description, details, comments, beschreibung',
  updatedAt: 'updated at',
  company: 'company, company name, employer',
  role: 'role, job title, position, job',
  contact: 'contact, contact name, person, with, who',
  uid: 'uid',
  sequence: 'sequence',
  stamp: 'dtstamp',
  status: 'event status, status',
  date: 'date of the series',
  dates: 'dates of the series',
  remark: 'remark of the reader',
  derived: 'created at',
}

const UNMAPPED = new Set<Field>([
  'updatedAt',
  'derived',
  'sequence',
  'stamp',
  'status',
  'date',
  'dates',
  'remark',
])

/** The table of events. */
export const eventTable: Table<Field> = {
  noun: 'events',
  least: 'Title and Start',
  lists: ['events', 'calendar', 'data', 'items', 'results', 'rows'],
  telling: ['startsAt'],
  fields: keysOf(aliases).filter((field) => !UNMAPPED.has(field)),
  fieldOf: headersOf(aliases),
}

/** The columns of an exported event, in order. */
export const EVENT_COLUMNS = [
  'id',
  'jobId',
  'contactId',
  'type',
  'title',
  'startsAt',
  'endsAt',
  'timeZone',
  'location',
  'notes',
  'updatedAt',
] as const
