// Column headers of files of logged activities: spreadsheets, other trackers, and our own exports.
import lists from '../../../sql/data/reading/headings.json' with { type: 'json' }
import { headingsOf } from '../../kernel/record.ts'
import { tableOf } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
import { ACTIVITY } from '../fields.ts'

const aliases = headingsOf(ACTIVITY, lists.activities)

export type Field = keyof typeof aliases

export const activityTable = tableOf(
  {
    noun: 'activities',
    neededColumns: 'Date, Type and Title',
    lists: ['activities'],
    rowMarkers: ['occurredAt', 'body', 'title'],
  },
  aliases,
  ['updatedAt'],
)

export const ACTIVITY_IMPORT = importSchemas(activityTable, ['type', 'title'])
