// Column headers of files of events: calendars, spreadsheets, and our own exports.
import { keysOf } from '../../kernel/narrow.ts'
import { headingsOf } from '../../kernel/record.ts'
import { headersOf } from '../../sheets/headers.ts'
import type { Table } from '../../sheets/sheet.ts'
import { EVENT } from '../fields.ts'

const aliases = {
  ...headingsOf(EVENT),
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
}

export type Field = keyof typeof aliases

const UNMAPPED = new Set<Field>(['updatedAt', 'sequence', 'stamp', 'status', 'date', 'dates', 'remark'])

export const eventTable: Table<Field> = {
  noun: 'events',
  least: 'Title and Start',
  lists: ['events', 'calendar', 'data', 'items', 'results', 'rows'],
  telling: ['startsAt'],
  fields: keysOf(aliases).filter((field) => !UNMAPPED.has(field)),
  fieldOf: headersOf(aliases),
}
