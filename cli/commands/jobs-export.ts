// `crm jobs export`: all jobs with their histories, in a format that an import reads back unchanged.
import type { JobWithHistory } from '../../core/jobs/job.ts'
import { JOB } from '../../core/jobs/fields.ts'
import { exportJobs } from '../../core/jobs/queries.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { everyPage } from './pages.ts'

export const exportCommand = exportCommandOf<JobWithHistory>({
  about: 'Export every job with its history as CSV, JSON or xlsx; an import reads it back.',
  operation: exportJobs.name,
  noun: 'jobs',
  formats: ['csv', 'json', 'xlsx'],
  examples: [
    'crm jobs export jobs.csv',
    'crm jobs export jobs.xlsx --force',
    'crm jobs export --format json | jq ".jobs[].company"',
  ],
  columns: [...fileColumns(JOB), 'history'],
  async read(client) {
    const page = await everyPage(true, 'jobs', (more) => client.call(exportJobs, more))
    return { page, records: page.jobs }
  },
})
