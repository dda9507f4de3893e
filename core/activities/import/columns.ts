// Column headers of files of logged activities: spreadsheets, other trackers, and our own exports.
import { headingsOf } from '../../kernel/record.ts'
import { tableOf } from '../../sheets/headers.ts'
import { importSchemas } from '../../sheets/report.ts'
import { ACTIVITY } from '../fields.ts'

const aliases = {
  ...headingsOf(ACTIVITY),
  company: 'company, company name, employer, organization, firma',
  role: 'role, job title, position, job',
  contact: 'contact, contact name, person, with, who, contact email',
}

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
