// The tools for whole lists of records: import, and finding duplicates.
import { several } from '../../../core/kernel/amounts.ts'
import { listContacts } from '../../../core/contacts/operations.ts'
import { companyKey, twinFinder } from '../../../core/jobs/duplicates.ts'
import { joined } from '../../../core/jobs/names.ts'
import { withoutTitle } from '../../../core/reading/people.ts'
import { importJobs } from '../../../core/jobs/operations.ts'
import { listJobs } from '../../../core/jobs/queries.ts'
import { folded } from '../../../core/kernel/folded.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { oneLine } from '../foreign-text.ts'
import type { ToolContext } from '../tool-context.ts'
import type { Tool } from '../tool.ts'
import { keyIn, pipelineTool, zoneIn } from './arguments.ts'
import { everyRow } from './page.ts'
import { clockText, contactLine, jobLine, jobName, momentOf } from './record-text.ts'

const bringJobs = pipelineTool({
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
  async run(ctx, { rows, timeZone = ctx.timeZone, ...input }) {
    const values = rows.map((row) => ({ values: row }))
    const report = await ctx.ask(importJobs, { ...input, rows: values, timeZone })
    const { created, updated, skipped, failed } = report
    const done = `${created} created, ${updated} updated, ${skipped} already there, ${failed} failed`
    const summary = `${input.dryRun ? 'Would be: ' : ''}${done}, of ${several(rows.length, 'row')}.`
    const lines = report.rows.map(({ line, outcome, id, reason, left, ...titles }) => {
      const { company, role, status, appliedAt, salary } = titles
      const strange = left.filter(({ text, why }) => !reason?.includes(text || why))
      return [
        `row ${line} ${outcome}: ${jobName({ company: company ?? '', role: role ?? '' })}`,
        id && `[${shortId(id)}]`,
        ...[status, appliedAt && `applied ${clockText(appliedAt, timeZone).slice(0, -6)}`, salary],
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

function alike<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key) groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

interface Pair {
  noun: 'job' | 'contact'
  ids: [string, string]
  /** A line per record, with the details that distinguish them. */
  names: string[]
  why: string
}

async function jobPairs(ctx: ToolContext): Promise<Pair[]> {
  const jobs = await everyRow('jobs', (cursor) => ctx.ask(listJobs, { limit: 100, cursor }))
  const known = twinFinder<(typeof jobs)[number]>([])
  return jobs.flatMap((job) => {
    const twins = known.twinsOf(job)
    known.add(job)
    return twins.map((twin): Pair => {
      const isOne = companyKey(twin.company) === companyKey(job.company)
      return {
        ...{ noun: 'job', ids: [twin.id, job.id] },
        names: [twin, job].map((each) => jobLine(each, momentOf(ctx))),
        why: isOne ? 'same company and title' : 'same title, and one company is called like the other',
      }
    })
  })
}

async function contactPairs(ctx: ToolContext): Promise<Pair[]> {
  const contacts = await everyRow('contacts', (cursor) => ctx.ask(listContacts, { limit: 100, cursor }))
  const keys: [string, (contact: (typeof contacts)[number]) => string | null][] = [
    ['same e-mail address', ({ email }) => email?.toLowerCase() ?? null],
    ['same phone', ({ phone }) => phone?.replace(/\D/g, '').slice(-NATIONAL_DIGITS) || null],
    ['same name', ({ name }) => nameWords(name).join(' ') || null],
    ['nearly the same name', ({ name }) => joined(nameWords(name)) || null],
    ['same company, last name and initial', ({ name, company }) => company && initialAndLast(name, company)],
  ]
  const seen = new Set<string>()
  return keys.flatMap(([why, keyOf]) =>
    alike(contacts, keyOf)
      .flatMap((group) => pairsOf(group))
      .filter(([a, b]) => !seen.has(`${a.id} ${b.id}`) && seen.add(`${a.id} ${b.id}`))
      .map(([a, b]): Pair => ({
        ...{ noun: 'contact', ids: [a.id, b.id], why },
        names: [a, b].map((contact) => contactLine(contact, momentOf(ctx))),
      })),
  )
}

/** The last digits that two spellings of a phone number share, with and without the country code. */
const NATIONAL_DIGITS = 9

const nameWords = (name: string): string[] =>
  folded(withoutTitle(name))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

function initialAndLast(name: string, company: string): string | null {
  const words = nameWords(name)
  return words.length > 1 ? `${companyKey(company)} ${words.at(-1)} ${words[0]?.charAt(0)}` : null
}

const pairsOf = <Row>(rows: readonly Row[]): [Row, Row][] =>
  rows.flatMap((a, at) => rows.slice(at + 1).map((b): [Row, Row] => [a, b]))

const duplicates = pipelineTool({
  name: 'find_duplicates',
  title: 'Find duplicates',
  description:
    'Pairs of jobs and of people that are probably one. To merge a pair: update_job or update_contact with mergeFrom.',
  effect: 'read',
  access: ['jobs:read', 'contacts:read'],
  input: () => ({}),
  async run(ctx) {
    const found = await Promise.all([
      ctx.allows('jobs:read') ? jobPairs(ctx) : [],
      ctx.allows('contacts:read') ? contactPairs(ctx) : [],
    ])
    const pairs = found.flat().slice(0, MAX_PAIRS)
    const total = found.flat().length
    const summary = total ? `${pairs.length} of ${several(total, 'pair')}.` : 'Nothing is there twice.'
    const lines = pairs.map(({ noun, names, why }) => `${noun}, ${why}: ${names.join(' and ')}`)
    return { summary, words: [summary, ...lines].join('\n'), pairs, total }
  },
})

const MAX_PAIRS = 50

export const LIST_TOOLS: readonly Tool[] = [bringJobs, duplicates]
