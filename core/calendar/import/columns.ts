// Column headers of files of events: calendars, spreadsheets, and our own exports.
import { headingsOf } from '../../kernel/record.ts'
import { tableOf } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
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

export const eventTable = tableOf(
  {
    noun: 'events',
    neededColumns: 'Title and Start',
    lists: ['events', 'calendar'],
    rowMarkers: ['startsAt'],
  },
  aliases,
  ['updatedAt'],
  ['sequence', 'stamp', 'status', 'date', 'dates', 'remark'],
)

export const EVENT_IMPORT = importSchemas(eventTable, ['title', 'startsAt'])
