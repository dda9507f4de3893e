// `crm jobs import`: imports a tracker's file.
import { importJobs } from '../../core/jobs/operations.ts'
import { importCommandOf } from './import-rows.ts'

export const importCommand = importCommandOf({
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
