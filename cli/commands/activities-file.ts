// `crm activities import|export`.
import { ACTIVITY, type Activity } from '../../core/activities/fields.ts'
import { importActivities, listActivities } from '../../core/activities/operations.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { importCommandOf } from './import-rows.ts'
import { everyPage } from './pages.ts'

export const importCommand = importCommandOf({
  about: 'Import logged activities from a spreadsheet (CSV, xlsx), JSON, or crm itself.',
  operation: importActivities,
  formats: ['csv', 'json', 'xlsx'],
  examples: [
    'crm activities import log.csv --dry-run',
    'crm activities import log.xlsx --map Wann=occurredAt',
  ],
  titles: ['type', 'title'],
  load: async () => (await import('../../core/activities/import/rows.ts')).activityRows,
  call: ({ client }, input) => client.call(importActivities, input),
})

export const exportCommand = exportCommandOf<Activity>({
  about: 'Export every activity as CSV, JSON or xlsx; crm activities import reads it back.',
  operation: listActivities.name,
  noun: 'activities',
  formats: ['csv', 'json', 'xlsx'],
  examples: ['crm activities export log.csv'],
  columns: fileColumns(ACTIVITY),
  async read(client) {
    const page = await everyPage(true, 'activities', (more) => client.call(listActivities, more))
    return { page, records: page.activities }
  },
})
