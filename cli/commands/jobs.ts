// `crm jobs …`
import type { Command } from '../command.ts'
import { addCommand, editCommand, mergeCommand, removeCommand } from './jobs-change.ts'
import { attachCommand, checkCommand, openCommand } from './jobs-postings.ts'
import { listCommand, viewsCommand } from './jobs-read.ts'
import { showCommand } from './jobs-show.ts'
import { doneCommand, statusCommand } from './jobs-status.ts'
import type { JobWithHistory } from '../../core/jobs/job.ts'
import { JOB } from '../../core/jobs/fields.ts'
import { exportJobs } from '../../core/jobs/queries.ts'
import { fileColumns } from '../../core/kernel/record.ts'
import { exportCommandOf } from './export-rows.ts'
import { everyPage } from './pages.ts'
import { importJobs } from '../../core/jobs/operations.ts'
import { importCommandOf } from './import-rows.ts'

// `crm jobs import|export`.
const exportCommand = exportCommandOf<JobWithHistory>({
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

const importCommand = importCommandOf({
  about: 'Import jobs from LinkedIn, Huntr, Teal, Simplify, Notion, a spreadsheet or crm itself.',
  operation: importJobs,
  formats: ['csv', 'json', 'xlsx'],
  examples: [
    'crm jobs import "Job Applications.csv" --dry-run',
    'crm jobs import tracker.xlsx --map Firm=company --map "Date sent=appliedAt"',
    'curl -s https://example.com/jobs.json | crm jobs import - --json',
  ],
  titles: ['company', 'role'],
  options: [
    {
      flags: '--map-status <word=status>',
      about: 'What a word means: --map-status "On ice=withdrawn". Give it again for one more. Remembered.',
    },
  ],
  load: async () => (await import('../../core/jobs/import/rows.ts')).jobRows,
  call: ({ client }, input) => client.call(importJobs, input),
})

export const commands: Command[] = [
  ...[listCommand, showCommand, viewsCommand, addCommand, editCommand, statusCommand, doneCommand],
  ...[openCommand, attachCommand, mergeCommand, checkCommand, removeCommand, importCommand, exportCommand],
]
