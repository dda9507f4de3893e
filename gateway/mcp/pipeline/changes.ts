// The tools for changes and undo. A caller only finds the changes of its own work handle, but it sees all moves of
// jobs.
import { several } from '../../../core/kernel/amounts.ts'
import { getAudit, listAudit, undoChange } from '../../../core/audit/operations.ts'
import { fieldsOf, type Entry, type WholeEntry } from '../../../core/audit/entry.ts'
import { exportJobs } from '../../../core/jobs/queries.ts'
import { isoOf } from '../../../core/kernel/clock.ts'
import { asCrmError, CrmError, fail } from '../../../core/kernel/errors.ts'
import { isId, shortId } from '../../../core/kernel/id.ts'
import { isOneOf, recordOf } from '../../../core/kernel/narrow.ts'
import { invalidInput } from '../../../core/kernel/schema.ts'
import { showPeriod } from '../../../core/kernel/show-instant.ts'
import { mayAsk, type Matter, type ToolContext, type ToolOutput } from '../tool-context.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import type { Tool } from '../tool.ts'
import { confirmationIn, dateIn, pageIn, periodSaid, pipelineTool, zoneIn, type Args } from './arguments.ts'
import { withNames } from './names.ts'
import { everyRow } from './page.ts'
import { clockText, jobName } from './record-text.ts'
import { named } from '../foreign-text.ts'

const KINDS = ['job', 'contact', 'activity', 'event', 'offer'] as const

const undoIn = (z: Zod) => ({
  changeId: z.string().max(2_000).optional(),
  id: z.string().max(200).optional().describe('A record, by id or name: your last change to it.'),
  noun: z.enum(KINDS).optional().describe('Only changes to this kind of record.'),
  since: dateIn(z).optional(),
  timeZone: zoneIn(z),
  session: z.boolean().optional().describe('All that you changed.'),
  dryRun: z.boolean().optional(),
  ...confirmationIn(z),
})
type UndoIn = Omit<Args<ReturnType<typeof undoIn>>, 'confirmation'>

const undo = pipelineTool({
  name: 'undo',
  title: 'Undo changes',
  description:
    'Reverts your last change, those you name, or one kind of record (noun); never what others did. Several need a confirmation. Later changes are kept and listed.',
  effect: 'write',
  access: 'audit:write',
  input: undoIn,
  async run(ctx, input) {
    const isSeveral =
      input.session || (input.id === undefined && input.changeId === undefined && (input.noun ?? input.since))
    try {
      return await (isSeveral ? undoSeveral(ctx, input) : undoOne(ctx, input))
    } catch (thrown) {
      const error = asCrmError(thrown)
      const isMissing = isOneOf(['nothing_to_undo', 'change_not_found'], error.code)
      const { others } = isMissing && ctx.allows('audit:read') ? await ctx.ask(listAudit, { limit: 1 }) : {}
      if (!others) throw error
      const hint = `You changed nothing in this session. Pass the work of another: ${worksOf(others, (at) => clockText(at, ctx.timeZone))}.`
      throw new CrmError(error.code, error.message, { hint })
    }
  },
})

async function undoOne(ctx: ToolContext, input: UndoIn): Promise<ToolOutput> {
  const { id: record, noun, changeId = '' } = input
  const parts = changeId.split(/[,\s]+/).filter(Boolean)
  const ids = record === undefined && !parts.length ? await lastCall(ctx) : parts
  const isPlan = input.dryRun === true
  if (ids.length > 1) return undoEach(ctx, input, ids)
  const held = record !== undefined && !isPlan && (await heldForOthers(ctx, input))
  if (held) return held
  const undone = undoResult(await tryUndo(ctx, { ...input, changeId: parts[0] ?? '' }, isPlan), isPlan)
  if ((record === undefined && !parts.length) || noun === undefined) return undone
  return {
    ...undone,
    summary: `${undone.summary}\nOnly its part of kind ${noun}; the rest of that change stands.`,
  }
}

/** Asks before one record that is named takes others of its kind along, such as the rest of an import. */
async function heldForOthers(ctx: ToolContext, input: UndoIn): Promise<ToolOutput | null> {
  const rowsOf = async () => (await tryUndo(ctx, input, true)).rows
  const rows = await rowsOf()
  const [records, nouns] = [new Set(rows.map(({ id }) => id)), new Set(rows.map(({ noun }) => noun))]
  if (records.size <= nouns.size) return null
  return ctx.confirm(async () => {
    const question = `That record was changed together with others. Take back all of it: ${tallyOfRows(await rowsOf())}.`
    return { question, records: [...records] }
  })
}

/** The changes of the latest call that are in effect, earliest first: what moved together comes back together. */
async function lastCall(ctx: ToolContext): Promise<string[]> {
  if (!ctx.allows('audit:read')) return []
  const { entries } = await ctx.ask(listAudit, { limit: MAX_ENTRIES })
  const standing = entries.filter(({ undoable }) => undoable)
  const ofCall = standing.filter(({ requestId }) => requestId === standing[0]?.requestId)
  return ofCall.map(({ id }) => id).toReversed()
}

async function tryUndo(ctx: ToolContext, input: UndoIn, dryRun: boolean): Promise<Undone> {
  const { id: record, noun, changeId = '' } = input
  const isKnown = record === undefined && (changeId === '' || isId(changeId))
  const id = isKnown ? changeId || undefined : await ownChange(ctx, input)
  return ctx.ask(undoChange, { id, noun, dryRun })
}

/** Undoes several changes, latest first, so that each finds the state that it left. Joins the answers. */
async function undoEach(ctx: ToolContext, input: UndoIn, ids: readonly string[]): Promise<ToolOutput> {
  const each = async (dryRun: boolean): Promise<Undone> => {
    const all: Undone[] = []
    for (const changeId of ids.toReversed()) all.push(await tryUndo(ctx, { ...input, changeId }, dryRun))
    return {
      undo: all.flatMap(({ undo: again }) => again ?? []).join(', ') || null,
      undone: all.flatMap(({ undone }) => undone),
      rows: all.flatMap(({ rows }) => rows),
      notUndone: all.flatMap(({ notUndone }) => notUndone),
    }
  }
  if (input.dryRun) return undoResult(await each(true), true)
  const held = await ctx.confirm(async () => {
    const { rows } = await each(true)
    return { question: `Take back ${several(ids.length, 'change')}: ${tallyOfRows(rows)}.`, records: ids }
  })
  return held || undoResult(await each(false), false)
}

async function ownChange(ctx: ToolContext, { changeId, id: text = '', noun }: UndoIn): Promise<string> {
  const { entries } = await ctx.ask(listAudit, { limit: MAX_ENTRIES, ...(noun && { noun }) })
  const standing = entries.filter(({ undoable, operation }) => undoable && operation !== 'audit.undo')
  const named = changeId ? standing.filter(({ id }) => isCalled(id, changeId)) : standing
  const found = text ? named.find(({ changes }) => changes.some((row) => isMeant(row, text))) : named[0]
  if (found) return found.id
  if (isId(text) && !changeId) return text
  if (named[0] && changeId) {
    const of = fewOf(
      named[0].changes.map(({ noun, name }) => `${noun} ${name ?? ''}`),
      changeId,
    )
    throw invalidInput([
      { path: 'id', message: `names “${text}”, but that change is of ${of}: pass one of the two` },
    ])
  }
  const hint = `You have no change to “${text || changeId}” that is still in effect. What others did is theirs to undo; pass work if it was in another session.`
  return fail('nothing_to_undo', {}, { hint })
}

const MAX_ENTRIES = 100

const isCalled = (id: string, text: string): boolean => [id, shortId(id)].includes(text.trim().toLowerCase())

const isMeant = ({ id, name }: Entry['changes'][number], text: string): boolean =>
  isCalled(id, text) || (text.length > 1 && (name ?? '').toLowerCase().includes(text.trim().toLowerCase()))

async function undoSeveral(ctx: ToolContext, input: UndoIn): Promise<ToolOutput> {
  const span = { since: input.since ?? START_OF_TIME, ...(input.noun && { noun: input.noun }) }
  const plan = await ctx.ask(undoChange, { ...span, dryRun: true })
  if (input.dryRun) return undoResult(plan, true)
  const held = plan.undone.length > 1 && (await ctx.confirm(() => severalOf(ctx, span)))
  return held || undoResult(await ctx.ask(undoChange, span), false)
}

/** The audit trail limits an agent to its own work anyway. */
const START_OF_TIME = '1970-01-01T00:00:00.000Z'

async function severalOf(ctx: ToolContext, span: Pick<UndoIn, 'since' | 'noun'>): Promise<Matter> {
  const { undone, rows } = await ctx.ask(undoChange, { ...span, dryRun: true })
  const question = `Take back ${several(undone.length, 'change')}: ${tallyOfRows(rows)}.`
  return { question, records: undone.map(({ id }) => id) }
}

const MAX_NAMES = 4

/** A summary for the person's decision: `2 events removed (“Onsite”, “Call”), 1 job changed (“Acme — Cook”)`. */
function tallyOfRows(rows: Undone['rows']): string {
  // Groups by id, because a record may have several changes, and two records may share a name.
  const groups = new Map<string, Map<string, string>>()
  for (const { noun, did, id, name } of rows) {
    const key = `${noun} ${did}`
    groups.set(key, (groups.get(key) ?? new Map<string, string>()).set(id, name))
  }
  return [...groups]
    .map(([what, records]) => {
      const [noun, did] = what.split(' ')
      const names = [...new Set(records.values())]
      const told = names
        .slice(0, MAX_NAMES)
        .map((each) => named(each))
        .join(', ')
      const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
      return `${several(records.size, noun ?? '')} ${did} (${told}${more})`
    })
    .join('; ')
}

type Undone = Awaited<ReturnType<typeof undoChange.run>>

function undoResult({ undo: id, undone, rows, notUndone }: Undone, isPlan: boolean): ToolOutput {
  const did = rows.map(({ id: row, noun, name, did, fields }) =>
    [`${noun} ${name} ${did} [${shortId(row)}]`, fields.length > 0 && `(${fields.join(', ')})`]
      .filter(Boolean)
      .join(' '),
  )
  const kept = notUndone.map(({ noun, name, reason }) => `${noun} ${name}: ${reason}`)
  const summary = [
    `${isPlan ? 'Would take back' : 'Took back'} ${several(undone.length, 'change')}: ${did.join('; ') || 'nothing was different'}.`,
    undone.length > 0 &&
      `By: ${[...new Set(undone.map(({ operation, client }) => `${operation} of ${client}`))].join(', ')}.`,
    kept.length > 0 && `Not taken back: ${kept.join('; ')}.`,
    id && `To have it back: undo with changeId ${id}.`,
  ]
  return { summary: summary.filter(Boolean).join('\n'), undone, rows, notUndone, undo: id }
}

const DEFAULT_CHANGES = 15

const changes = pipelineTool({
  name: 'list_changes',
  title: 'List changes',
  description: 'Status changes of jobs, and your own changes.',
  effect: 'read',
  ofWork: true,
  access: 'jobs:read',
  input: (z) => ({
    changeId: z.string().max(200).optional().describe('That change in full.'),
    from: dateIn(z, 'Default: 7 days ago.').optional(),
    to: dateIn(z).optional(),
    noun: z.enum(KINDS).optional(),
    timeZone: zoneIn(z),
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
    const lines = [
      ...listed.map(
        ({ jobId, job, from, status, at }) =>
          `[${shortId(jobId)}] ${when(at)} ${job}: ${from ? `${from} → ` : ''}${status}`,
      ),
      listed.length < moves.length && cursor === undefined && 'Earlier moves: pass to, or a higher limit.',
      own.entries.length > 0 &&
        `Yours, latest first${own.total > own.entries.length ? ` (${own.entries.length} of ${own.total})` : ''}:`,
      ...mine.map(
        ({ id, at, operation, changed, isUndone }) =>
          `[${shortId(id)}] ${when(at)} ${operation}: ${fewOf(changed, id)}${isUndone ? ' (undone)' : ''}`,
      ),
      own.nextCursor && `More of yours: cursor "${own.nextCursor}".`,
    ]
    return {
      summary,
      words: [summary, ...lines].filter(Boolean).join('\n'),
      moves: listed,
      total: moves.length,
      own: mine,
      ...(own.others && { others: own.others.slice(0, 3) }),
      nextCursor: own.nextCursor,
    }
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

const worksOf = (others: NonNullable<Own['others']>, when: (at: string) => string): string =>
  `work ${others
    .slice(0, 3)
    .map(({ work, changes, at }) => `"${work}" (${changes}, until ${when(at)})`)
    .join(', ')}`

async function oneChange(ctx: ToolContext, changeId: string, timeZone: string): Promise<ToolOutput> {
  const { entries } = await ctx.ask(listAudit, { limit: MAX_ENTRIES })
  const found =
    entries.find(({ id }) => isCalled(id, changeId)) ?? (await ctx.ask(getAudit, { id: changeId }))
  const own = await ownEntry(ctx, found, timeZone)
  const summary = `[${shortId(own.id)}] ${clockText(own.at, timeZone)} ${own.operation}${own.isUndone ? ' (undone)' : ''}:`
  return { summary, words: [summary, ...own.changed].join('\n'), own: [own] }
}

/** The caller's own change, with the old and new value of each field. */
async function ownEntry(
  ctx: ToolContext,
  { id, at, operation, undoneBy }: Omit<Entry, 'changes'>,
  timeZone: string,
) {
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

const fewOf = (names: readonly string[], changeId: string): string =>
  names.length > 5
    ? `${names.slice(0, 5).join('; ')} and ${names.length - 5} more (list_changes with changeId "${shortId(changeId)}")`
    : names.join('; ')

async function movesIn(ctx: ToolContext, since: string, until: string) {
  const jobs = await everyRow('jobs', (cursor) => ctx.ask(exportJobs, { limit: 100, cursor }))
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

export const CHANGE_TOOLS: readonly Tool[] = [changes, undo]
