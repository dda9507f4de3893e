// Column headers of files of events: calendars, spreadsheets, and our own exports.
import lists from '../../../sql/data/reading/headings.json' with { type: 'json' }
import { tableOf } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
import { EVENT } from '../fields.ts'

export const eventTable = tableOf(
  EVENT,
  lists.events,
  {
    noun: 'events',
    neededColumns: 'Title and Start',
    lists: ['events', 'calendar'],
    rowMarkers: ['startsAt'],
  },
  ['updatedAt'],
  ['sequence', 'stamp', 'status', 'date', 'dates', 'remark'],
)

export type Field = (typeof eventTable.fields)[number]

export const EVENT_IMPORT = importSchemas(eventTable, ['title', 'startsAt'])
