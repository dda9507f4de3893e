// Column headers of files of events: calendars, spreadsheets, and our own exports.
import lists from '../../../sql/data/reading/headings.json' with { type: 'json' }
import { headingsOf } from '../../kernel/record.ts'
import { tableOf } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
import { EVENT } from '../fields.ts'

const aliases = headingsOf(EVENT, lists.events)

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
