// The tool that imports a list of jobs. A model passes on the person's words, so dates may be words too.
import { several } from '../../../core/kernel/amounts.ts'
import type { DateOrder } from '../../../core/kernel/date-order.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { importJobs } from '../../../core/jobs/operations.ts'
import { DATES, tableFor } from '../../../core/jobs/import/columns.ts'
import { readMoment } from '../../../core/reading/moments.ts'
import { findDateOrder, readDate } from '../../../core/reading/table-dates.ts'
import { withMapping } from '../../../core/sheets/headers.ts'
import { oneLine } from '../foreign-text.ts'
import { keyIn, pipelineTool, zoneIn } from './arguments.ts'
import { clockText, jobName } from './record-text.ts'

export const bringJobs = pipelineTool({
  name: 'import_jobs',
  title: 'Import jobs',
  description:
    'Adds a list of jobs, or updates those already there, as one change. Tell the person what was not understood.',
  effect: 'write',
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
  async run(ctx, { rows: said, timeZone = ctx.timeZone, ...input }) {
    const { rows, read } = withDates(said, { now: ctx.now(), timeZone, ...input })
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
      read.size && `Dates read: ${[...read].join(', ')}.`,
      ...report.notes,
    ]
    const words = [summary, ...columns, ...lines].filter(Boolean).map((each) => oneLine(String(each)))
    return { summary, words: words.join('\n'), rows: report.rows }
  },
})

type Cells = Readonly<Record<string, unknown>>

interface Reading {
  now: number
  timeZone: string
  dateOrder?: DateOrder | undefined
  columns?: Readonly<Record<string, string>> | undefined
}

const PLANS: readonly string[] = ['deadline', 'followUpAt']

/** The rows with a date in place of words such as “last Friday” or “Nov 3”, and how each was read. */
function withDates(rows: readonly Cells[], { now, timeZone, columns, ...reading }: Reading) {
  const table = withMapping(tableFor(rows.flatMap((row) => Object.keys(row))), columns)
  const fieldOf = (column: string) => DATES.find((date) => date === table.fieldOf(column.trim()))
  const dates = rows.flatMap((row) => Object.entries(row).filter(([column]) => fieldOf(column)))
  const dateOrder = reading.dateOrder ?? findDateOrder(dates.map(([, cell]) => String(cell)))
  const read = new Set<string>()
  const dated = ([column, cell]: [string, unknown]): [string, unknown] => {
    const field = fieldOf(column)
    if (!field || typeof cell !== 'string' || readDate(cell, { dateOrder, timeZone })) return [column, cell]
    const { value } = readMoment(cell, new Date(now), timeZone, {
      direction: PLANS.includes(field) ? 'ahead' : 'behind',
      untimed: 'midnight',
      ...(dateOrder && { order: dateOrder }),
    })
    if (!value || value.endsAt !== null) return [column, cell]
    const clock = clockText(value.at, timeZone)
    const day = clock.slice(4, 14)
    read.add(`“${cell}” is ${clock.replace(/ 00:00$/, '')}`)
    return [column, value.isDay || clock.endsWith(' 00:00') ? day : value.at]
  }
  return { rows: rows.map((row) => Object.fromEntries(Object.entries(row).map(dated))), read }
}
