// What was changed, and its undo: of its own changes a caller finds those of its work handle, and nothing else; how jobs moved
// it sees whoever moved them.
import { listAudit, undoChange } from '../../../core/audit/operations.ts'
import type { Entry } from '../../../core/audit/entry.ts'
import { exportJobs } from '../../../core/jobs/queries.ts'
import { DAY_MS, isoOf } from '../../../core/kernel/clock.ts'
import { fail } from '../../../core/kernel/errors.ts'
import { isId, shortId } from '../../../core/kernel/id.ts'
import { invalidInput, lazySchema, type Parsed } from '../../../core/kernel/schema.ts'
import { showPeriod } from '../../../core/kernel/show-instant.ts'
import type { Matter, ToolContext, ToolOutput } from '../tool-context.ts'
import { toolWithInput, type Tool } from '../tool.ts'
import { dateIn, maybeInstant, periodSaid, zoneIn } from './dates.ts'
import { confirmationIn } from './record.ts'
import { everyRow } from './page.ts'
import { away, clockText, jobName } from './record-text.ts'

const KINDS = ['job', 'contact', 'activity', 'event', 'offer'] as const

const UndoIn = lazySchema((z) =>
  z.strictObject({
    changeId: z.string().max(100).optional(),
    id: z.string().max(200).optional().describe('A record, by id or name: your last change to it.'),
    noun: z
      .enum(KINDS)
      .optional()
      .describe('Only this kind: your changes to it, or with id or changeId that part of one.'),
    since: dateIn(z, '').optional(),
    timeZone: zoneIn(z),
    session: z.boolean().optional().describe('All that you changed.'),
    dryRun: z.boolean().optional(),
    ...confirmationIn(z),
  }),
)
type UndoIn = Parsed<typeof UndoIn>

const undo = toolWithInput({
  name: 'undo',
  title: 'Undo changes',
  description:
    'Reverts your last change, or those named, or a part (noun): never what others did. Several need a confirmation. Later changes are kept and listed.',
  effect: 'write',
  access: 'audit:write',
  input: UndoIn,
  run: (ctx, input) =>
    input.session || (input.id === undefined && input.changeId === undefined && (input.noun ?? input.since))
      ? undoSeveral(ctx, input)
      : undoOne(ctx, input),
})

async function undoOne(ctx: ToolContext, input: UndoIn): Promise<ToolOutput> {
  const { changeId = '', id: record, noun, dryRun } = input
  const isKnown = record === undefined && (changeId === '' || isId(changeId))
  const id = isKnown ? changeId || undefined : await ownChange(ctx, input)
  const undone = undoResult(await ctx.ask(undoChange, { id, noun, dryRun }), dryRun === true)
  if (id === undefined || noun === undefined) return undone
  return {
    ...undone,
    summary: `${undone.summary}\nOnly its part of kind ${noun}; the rest of that change stands.`,
  }
}

async function ownChange(ctx: ToolContext, { changeId, id: said = '', noun }: UndoIn): Promise<string> {
  const { entries } = await ctx.ask(listAudit, { limit: MAX_ENTRIES, ...(noun && { noun }) })
  const standing = entries.filter(({ undoable, operation }) => undoable && operation !== 'audit.undo')
  const found = standing.find(({ id, changes }) =>
    changeId ? shortId(id) === changeId.toLowerCase() : changes.some((row) => isMeant(row, said)),
  )
  if (found) return found.id
  if (isId(said)) return said
  const hint = `You have no change to “${said || changeId}” that is still in effect. What others did is theirs to undo; pass work if it was in another session.`
  return fail('nothing_to_undo', {}, { hint })
}

const MAX_ENTRIES = 100
const MAX_MOVES = 150

const isMeant = ({ id, name }: Entry['changes'][number], said: string): boolean =>
  id === said ||
  shortId(id) === said.toLowerCase() ||
  (said.length > 1 && (name ?? '').toLowerCase().includes(said.trim().toLowerCase()))

const spanOf = (ctx: ToolContext, { noun, since, timeZone }: UndoIn) => ({
  since:
    maybeInstant(ctx, { path: 'since', text: since, direction: 'behind', asPeriod: true, timeZone }) ?? EVER,
  ...(noun && { noun }),
})

async function undoSeveral(ctx: ToolContext, input: UndoIn): Promise<ToolOutput> {
  const span = spanOf(ctx, input)
  const plan = await ctx.ask(undoChange, { ...span, dryRun: true })
  if (input.dryRun) return undoResult(plan, true)
  const held = plan.undone.length > 1 && (await ctx.confirm(() => severalOf(ctx, span)))
  return held || undoResult(await ctx.ask(undoChange, span), false)
}

/** The whole work: the audit trail shows an agent nothing else. */
const EVER = '1970-01-01T00:00:00.000Z'

async function severalOf(ctx: ToolContext, span: ReturnType<typeof spanOf>): Promise<Matter> {
  const { undone } = await ctx.ask(undoChange, { ...span, dryRun: true })
  const moment = { now: ctx.now(), timeZone: ctx.timeZone }
  const changes = undone.map(({ at, operation }) => `${operation} ${away(at, moment)}`)
  const question = `Take back ${changes.length} changes: ${changes.slice(0, 20).join(', ')}.`
  return { question, records: undone.map(({ id }) => id) }
}

interface Undone {
  undo: string | null
  undone: { operation: string; client: string }[]
  rows: { id: string; noun: string; name: string; did: string; fields: readonly string[] }[]
  notUndone: { noun: string; name: string; reason: string }[]
}

function undoResult({ undo: id, undone, rows, notUndone }: Undone, isPlan: boolean): ToolOutput {
  const did = rows.map(({ id: row, noun, name, did, fields }) =>
    [`${noun} ${name} ${did} [${shortId(row)}]`, fields.length > 0 && `(${fields.join(', ')})`]
      .filter(Boolean)
      .join(' '),
  )
  const kept = notUndone.map(({ noun, name, reason }) => `${noun} ${name}: ${reason}`)
  const summary = [
    `${isPlan ? 'Would take back' : 'Took back'} ${undone.length} change${undone.length === 1 ? '' : 's'}: ${did.join('; ') || 'nothing was different'}.`,
    undone.length > 0 &&
      `By: ${[...new Set(undone.map(({ operation, client }) => `${operation} of ${client}`))].join(', ')}.`,
    kept.length > 0 && `Not taken back: ${kept.join('; ')}.`,
    id && `To have it back: undo with changeId ${id}.`,
  ]
  return { summary: summary.filter(Boolean).join('\n'), undone, rows, notUndone, undo: id }
}

const ChangesIn = lazySchema((z) =>
  z.strictObject({
    from: dateIn(z, 'Default: 7 days ago.').optional(),
    to: dateIn(z, '').optional(),
    noun: z.enum(KINDS).optional(),
    timeZone: zoneIn(z),
  }),
)

const changes = toolWithInput({
  name: 'list_changes',
  title: 'List changes',
  description:
    'How jobs moved in a time, whoever moved them, and what you changed (in this session, or under work).',
  effect: 'read',
  ofWork: true,
  access: 'jobs:read',
  input: ChangesIn,
  async run(ctx, { from, to, noun, timeZone = ctx.timeZone }) {
    const said = periodSaid(ctx, { from, to, direction: 'behind', timeZone })
    const since = said.from ?? isoOf(ctx.now() - 7 * DAY_MS)
    const until = said.to ?? isoOf(ctx.now())
    if (since > until) throw invalidInput([{ path: 'from', message: 'is after to' }])
    const [moves, own] = await Promise.all([
      (noun ?? 'job') === 'job' ? movesIn(ctx, since, until) : [],
      ctx.allows('audit:read')
        ? ctx.ask(listAudit, { since, until, limit: MAX_ENTRIES, ...(noun && { noun }) })
        : { entries: [], total: 0 },
    ])
    const mine = own.entries.map(({ id, at, operation, changes: rows, undoneBy }) => ({
      id,
      at,
      operation,
      changed: rows.map(({ noun: kind, name, did }) => `${kind} ${name ?? ''} ${did}`),
      ...(undoneBy && { isUndone: true }),
    }))
    const when = (at: string): string => clockText(at, timeZone)
    const listed = moves.slice(-MAX_MOVES)
    const cut = listed.length < moves.length ? `, of which the latest ${listed.length} are listed` : ''
    const told = moves.length ? `${moves.length} status moves (${tallyOf(moves)})${cut}` : 'no job moved'
    const summary = `${showPeriod(since, until, timeZone)}: ${told}; you made ${own.total} changes.`
    const lines = [
      ...listed.map(({ jobId, job, status, at }) => `[${shortId(jobId)}] ${when(at)} ${job}: ${status}`),
      own.entries.length > 0 &&
        `Yours, latest first${own.total > own.entries.length ? ` (${own.entries.length} of ${own.total})` : ''}:`,
      ...mine.map(
        ({ id, at, operation, changed, isUndone }) =>
          `[${shortId(id)}] ${when(at)} ${operation}: ${fewOf(changed)}${isUndone ? ' (undone)' : ''}`,
      ),
    ]
    return {
      summary,
      words: [summary, ...lines].filter(Boolean).join('\n'),
      moves: listed,
      total: moves.length,
      own: mine,
    }
  },
})

export const fewOf = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join('; ')} and ${names.length - 5} more` : names.join('; ')

/** How jobs moved in a time, earliest first, of all jobs. */
async function movesIn(ctx: ToolContext, since: string, until: string) {
  const jobs = await everyRow(async (cursor) => {
    const { jobs: rows, nextCursor: next } = await ctx.ask(exportJobs, { limit: 100, cursor })
    return { rows, next }
  })
  return jobs
    .flatMap((job) =>
      job.history.map(({ status, at, note }) => ({
        jobId: job.id,
        job: jobName(job),
        status,
        at: at ?? '',
        note,
      })),
    )
    .filter(({ at }) => at >= since && at <= until)
    .sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** How many moves led to each status: `3 applied, 1 rejected`. */
function tallyOf(moves: readonly { status: string }[]): string {
  const counts = new Map<string, number>()
  for (const { status } of moves) counts.set(status, (counts.get(status) ?? 0) + 1)
  return [...counts].map(([status, count]) => `${count} ${status}`).join(', ')
}

export const CHANGE_TOOLS: readonly Tool[] = [changes, undo]
