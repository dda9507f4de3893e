// Column headers of files of logged activities: spreadsheets, other trackers, and our own exports.
import lists from '../../../sql/data/reading/headings.json' with { type: 'json' }
import { tableOf } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
import { ACTIVITY } from '../fields.ts'

export const activityTable = tableOf(
  ACTIVITY,
  lists.activities,
  {
    noun: 'activities',
    neededColumns: 'Date, Type and Title',
    lists: ['activities'],
    rowMarkers: ['occurredAt', 'body', 'title'],
  },
  ['updatedAt'],
)

export type Field = (typeof activityTable.fields)[number]

export const ACTIVITY_IMPORT = importSchemas(activityTable, ['type', 'title'])
