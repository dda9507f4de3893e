// `crm jobs export`: all jobs in a format that an import reads back unchanged.
import { listJobs } from '../../core/jobs/operations.ts'
import { isOn, textOf, type Command } from '../command.ts'
import { fail } from '../../core/kernel/errors.ts'
import { everyPage } from './pages.ts'

export const exportCommand: Command = {
  name: 'export',
  about: 'Export every job as CSV or JSON; crm jobs import reads it back.',
  operation: 'jobs.list',
  args: [{ name: 'file?', about: 'The file (default, and for -: stdout).' }],
  options: [
    { flags: '--format <name>', about: 'csv or json (default: by file extension, else csv).' },
    { flags: '--force', about: 'Overwrite an existing file.' },
  ],
  examples: ['crm jobs export jobs.csv', 'crm jobs export --format json | jq ".jobs[].company"'],
  async run({ args, options, client, out }) {
    const file = args[0] === '-' ? undefined : args[0]
    const format = textOf(options, 'format') ?? (file && /\.json$/i.test(file) ? 'json' : 'csv')
    if (format !== 'csv' && format !== 'json') fail('usage', { problem: '--format must be csv or json.' })
    const page = await everyPage(true, 'jobs', (more) =>
      client.call(listJobs, { sort: 'createdAt', ...more }),
    )
    if (file === undefined && out.json) return out.list(page, page.jobs, [], '')
    const { writeCsv, writeJson } = await import('../../core/jobs/import/write.ts')
    const text = format === 'json' ? writeJson(page.jobs) : writeCsv(page.jobs)
    if (file === undefined) return out.raw(text)
    const { saveFile } = await import('./save-file.ts')
    saveFile(file, text, isOn(options, 'force'))
    out.done({ file, format, jobs: page.jobs.length }, `Wrote ${page.jobs.length} jobs to ${file}.`)
  },
}
