// The tool for changes. A caller only finds the changes of its own work handle, but it sees all moves of jobs.
import { several } from '../../../core/kernel/amounts.ts'
import { getAudit, listAudit } from '../../../core/audit/operations.ts'
import { fieldsOf, type Entry, type WholeEntry } from '../../../core/audit/entry.ts'
import { exportJobs } from '../../../core/jobs/queries.ts'
import { clockText, isoOf } from '../../../core/kernel/clock.ts'
import { shortId } from '../../../core/kernel/id.ts'
import { recordOf } from '../../../core/kernel/narrow.ts'
import { invalidInput } from '../../../core/kernel/schema.ts'
import { showPeriod } from '../../../core/kernel/show-instant.ts'
import { mayAsk, withLines, type ToolContext, type ToolOutput, type Tool } from '../tool.ts'
import { pageIn, periodSaid, pipelineTool } from './arguments.ts'
import { withNames } from './record-fields.ts'
import { everyRow } from './page.ts'
import { jobName, underDays } from './record-text.ts'

export const KINDS = ['job', 'contact', 'activity', 'event', 'offer', 'proposal'] as const

export const everyEntry = (ctx: ToolContext, of: { noun?: string | undefined; since?: string | undefined }) =>
  everyRow('entries', (more) => ctx.ask(listAudit, { ...of, ...more }))

export const isCalled = (id: string, text: string): boolean =>
  [id, shortId(id)].includes(text.trim().toLowerCase())

const DEFAULT_CHANGES = 15

const changes = pipelineTool({
  name: 'list_changes',
  title: 'List changes',
  description: 'Status changes of jobs, and your own changes.',
  ofWork: true,
  access: 'jobs:read',
  input: (z, common) => ({
    changeId: z.string().max(200).optional().describe('That change in full.'),
    from: common.date('Default: 7 days ago.').optional(),
    to: common.date().optional(),
    noun: z.enum(KINDS).optional(),
    timeZone: common.zone(),
    ...pageIn(z),
  }),
  async run(ctx, { changeId, from, to, noun, timeZone = ctx.timeZone, limit = DEFAULT_CHANGES, cursor }) {
    if (changeId !== undefined) return oneChange(ctx, changeId, timeZone)
    const period = periodSaid(ctx, { from: from ?? '-7d', to, timeZone }, 'behind')
    const since = period.from ?? ''
    const until = period.to ?? isoOf(ctx.now())
    if (since > until) throw invalidInput([{ path: 'from', message: 'is after to' }])
    const [moves, seen] = await Promise.all([
      (noun ?? 'job') === 'job' ? movesIn(ctx, since, until) : [],
      mayAsk(ctx, listAudit, { since, until: period.to, limit, cursor, ...(noun && { noun }) }),
    ])
    const own = seen ?? NO_CHANGES
    const mine = await Promise.all(own.entries.map((entry) => ownEntry(ctx, entry, timeZone)))
    const when = (at: string): string => clockText(at, timeZone)
    const listed = cursor === undefined ? moves.slice(-limit) : []
    const cut = listed.length < moves.length ? `, of which the latest ${listed.length} are listed` : ''
    const told = [
      moves.length
        ? `${several(moves.length, 'status move')} (${tallyOf(moves)})${cut}`
        : (noun ?? 'job') === 'job' && 'no job moved',
      seen && ownText(seen, noun, when),
    ]
    const summary = `${showPeriod(since, until, timeZone)}: ${told.filter(Boolean).join('; ')}.`
    const moved = listed.map(
      ({ jobId, job, from, status, at }) =>
        `[${shortId(jobId)}] ${when(at)} ${timeZone} ${job}: ${from ? `${from} → ` : ''}${status}`,
    )
    const made = mine.map(
      ({ id, at, operation, changed, isUndone }) =>
        `[${shortId(id)}] ${when(at)} ${timeZone} ${operation}: ${fewOf(changed, id)}${isUndone ? ' (undone)' : ''}`,
    )
    const lines = [
      ...underDays(moved),
      listed.length < moves.length && cursor === undefined && 'Earlier moves: pass to, or a higher limit.',
      own.entries.length > 0 &&
        `Yours, latest first${own.total > own.entries.length ? ` (${own.entries.length} of ${own.total})` : ''}:`,
      ...underDays(made),
      own.nextCursor && `More of yours: cursor "${own.nextCursor}".`,
    ]
    return withLines(summary, lines, {
      moves: listed,
      total: moves.length,
      own: mine,
      ...(own.others && { others: own.others.slice(0, 3) }),
      nextCursor: own.nextCursor,
    })
  },
})

type Own = Awaited<ReturnType<typeof listAudit.run>>
const NO_CHANGES: Own = { entries: [], total: 0, nextCursor: null }

/** How much this session changed, and where that of other sessions is found. */
function ownText({ total, others = [] }: Own, noun = '', when: (at: string) => string): string {
  if (total) return `you made ${several(total, 'change')}`
  const all = others.reduce((sum, { changes }) => sum + changes, 0)
  const told = `; other sessions of yours made ${all}, the latest with ${worksOf(others, when)}`
  return `you made no change${noun && ` to ${noun}s`} in this session${others.length ? told : ''}`
}

export const worksOf = (others: NonNullable<Own['others']>, when: (at: string) => string): string =>
  `work ${others
    .slice(0, 3)
    .map(({ work, changes, at }) => `"${work}" (${changes}, until ${when(at)})`)
    .join(', ')}`

async function oneChange(ctx: ToolContext, changeId: string, timeZone: string): Promise<ToolOutput> {
  const entries = await everyEntry(ctx, {})
  const found =
    entries.find(({ id }) => isCalled(id, changeId)) ?? (await ctx.ask(getAudit, { id: changeId }))
  const own = await ownEntry(ctx, found, timeZone)
  const summary = `[${shortId(own.id)}] ${clockText(own.at, timeZone)} ${own.operation}${own.isUndone ? ' (undone)' : ''}:`
  return withLines(summary, own.changed, { own: [own] })
}

/** The caller's own change, with the old and new value of each field. */
async function ownEntry(ctx: ToolContext, entry: Omit<Entry, 'changes'>, timeZone: string) {
  const { id, at, operation, undoneBy } = entry
  const changed = await changedIn(ctx, id, timeZone)
  return { id, at, operation, changed, ...(undoneBy && { isUndone: true }) }
}

/** What a change did to each record. Without the proposals that it settled, unless it did nothing else. */
async function changedIn(ctx: ToolContext, id: string, timeZone: string): Promise<string[]> {
  const { changes: rows } = await ctx.ask(getAudit, { id })
  const others = rows.filter(({ noun }) => noun !== 'proposal')
  const told = others.length ? others : rows
  const companies = await companiesOf(ctx, told)
  return told.map((row, at) => didText(row, timeZone, companies[at]))
}

/** The company of each record that belongs to a job; a job that is gone has none. */
const companiesOf = (ctx: ToolContext, rows: readonly WholeChange[]): Promise<(string | undefined)[]> =>
  Promise.all(
    rows.map(async ({ noun, before, after }) => {
      const { jobId } = recordOf(after ?? before)
      if (noun === 'job' || typeof jobId !== 'string') return undefined
      const [named] = await withNames(ctx, [{ jobId }]).catch(() => [])
      return named?.company
    }),
  )

export const changedBy = async (ctx: ToolContext, changeId: string): Promise<string> =>
  fewOf(await changedIn(ctx, changeId, ctx.timeZone), changeId)

type WholeChange = WholeEntry['changes'][number]

/** `job Acme — Cook (status applied → rejected)`, `event Onsite created`. */
function didText({ noun, name, did, ...sides }: WholeChange, timeZone: string, company = ''): string {
  const fields = fieldsOf(sides)
  // The end of what moved follows from its start.
  const told = fields
    .filter((field) => field !== 'endsAt' || !fields.includes('startsAt'))
    .map((field) => fieldText(field, sides.before?.[field], sides.after?.[field], timeZone))
  const of = company && !name?.includes(company) ? ` of ${company}` : ''
  return `${noun} ${name ?? ''}${of} ${told.length ? `(${told.join(', ')})` : did}`
}

const MAX_VALUE_CHARACTERS = 40
const INSTANT = /^\d{4}-\d\d-\d\dT/

/** `status applied → rejected`; the field alone where its values are long. */
function fieldText(field: string, before: unknown, after: unknown, timeZone: string): string {
  const [was, is] = [before, after].map((value) => {
    if (value === null || value === undefined || value === '') return 'none'
    if (typeof value === 'string' && INSTANT.test(value)) return clockText(value, timeZone)
    return typeof value === 'object' ? '' : String(value)
  })
  const isShort = was && is && Math.max(was.length, is.length) <= MAX_VALUE_CHARACTERS
  return isShort ? `${field} ${was} → ${is}` : field
}

export const fewOf = (names: readonly string[], changeId: string): string =>
  names.length > 5
    ? `${names.slice(0, 5).join('; ')} and ${names.length - 5} more (list_changes with changeId "${shortId(changeId)}")`
    : names.join('; ')

async function movesIn(ctx: ToolContext, since: string, until: string) {
  const jobs = await everyRow('jobs', (more) => ctx.ask(exportJobs, more))
  return jobs
    .flatMap((job) =>
      job.history.map(({ status, at, note }, place) => ({
        jobId: job.id,
        job: jobName(job),
        from: job.history[place - 1]?.status ?? null,
        status,
        at: at ?? '',
        note,
      })),
    )
    .filter(({ from, status, at }) => at >= since && at <= until && from !== status)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** How many moves led to each status: `3 applied, 1 rejected`. */
function tallyOf(moves: readonly { status: string }[]): string {
  const counts = new Map<string, number>()
  for (const { status } of moves) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ')
}

export const CHANGE_TOOLS: readonly Tool[] = [changes]
