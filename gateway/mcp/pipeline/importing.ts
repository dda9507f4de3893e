// The tool that imports a list of jobs.
import { several } from '../../../core/kernel/amounts.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { importJobs } from '../../../core/jobs/operations.ts'
import { oneLine } from '../foreign-text.ts'
import { keyIn, pipelineTool, zoneIn } from './arguments.ts'
import { clockText, jobName } from './record-text.ts'

export const bringJobs = pipelineTool({
  name: 'import_jobs',
  title: 'Import jobs',
  description:
    'Adds a list of jobs, or updates those already there, as one change. Tell the person what was not understood.',
  access: 'jobs:write',
  input: (z) => ({
    rows: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .max(500)
      .describe('Column name to value; any tracker’s names.'),
    columns: z.record(z.string(), z.string()).optional().describe('Its column to our field.'),
    words: z.record(z.string(), z.string()).optional().describe('Its status word to ours.'),
    dateOrder: z.enum(['month-first', 'day-first']).optional(),
    timeZone: zoneIn(z),
    dryRun: z.boolean().optional(),
    ...keyIn(z),
  }),
  async run(ctx, { rows, timeZone = ctx.timeZone, ...input }) {
    const report = await ctx.ask(importJobs, { ...input, rows: rows.map((values) => ({ values })), timeZone })
    const { created, updated, skipped, failed } = report
    const done = `${created} created, ${updated} updated, ${skipped} already there, ${failed} failed`
    const summary = `${input.dryRun ? 'Would be: ' : ''}${done}, of ${several(rows.length, 'row')}.`
    const lines = report.rows.map(({ line, outcome, id, reason, left, ...titles }) => {
      const { company, role, status, appliedAt, salary } = titles
      const strange = left.filter(({ text, why }) => !reason?.includes(text || why))
      return [
        `row ${line} ${outcome}: ${jobName({ company: company ?? '', role: role ?? '' })}`,
        id && `[${shortId(id)}]`,
        // `reason` says how the status of a job that was there changes.
        outcome === 'created' && status,
        ...[appliedAt && `applied ${clockText(appliedAt, timeZone).slice(0, -6)}`, salary],
        reason,
        ...strange.map(({ field, text, why }) => `${field} “${oneLine(text)}”: ${why}`),
      ]
        .filter(Boolean)
        .join(' · ')
    })
    const used = report.columns.filter(({ field }) => field !== null)
    const columns = [
      used.length && `Columns: ${used.map(({ column, field }) => `${column} is ${field}`).join(', ')}.`,
      ...report.notes,
    ]
    const words = [summary, ...columns, ...lines].filter(Boolean).map((each) => oneLine(String(each)))
    return { summary, words: words.join('\n'), rows: report.rows }
  },
})
