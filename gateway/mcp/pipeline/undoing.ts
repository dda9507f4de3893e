// The tool that takes changes back. A caller can take back only those of its own work handle.
import { clockText } from '../../../core/kernel/clock.ts'
import { several } from '../../../core/kernel/amounts.ts'
import { getAudit, listAudit, undoChange } from '../../../core/audit/operations.ts'
import type { Entry } from '../../../core/audit/entry.ts'
import { asCrmError, CrmError, fail } from '../../../core/kernel/errors.ts'
import { isId, shortId } from '../../../core/kernel/id.ts'
import { isOneOf } from '../../../core/kernel/narrow.ts'
import { invalidInput } from '../../../core/kernel/schema.ts'
import type { ToolContext, ToolOutput, Tool } from '../tool.ts'
import type { Zod } from '../../../core/kernel/zod.ts'
import { named } from '../foreign-text.ts'
import { pipelineTool, type Args, type Common } from './arguments.ts'
import { everyEntry, fewOf, isCalled, KINDS, worksOf } from './changes.ts'

const undoIn = (z: Zod, common: Common) => ({
  changeId: z.string().max(2_000).optional(),
  id: z.string().max(200).optional().describe('A record, by id or name: your last change to it.'),
  noun: z.enum(KINDS).optional().describe('Only changes to this kind of record.'),
  since: common.date().optional(),
  timeZone: common.zone(),
  session: z.boolean().optional().describe('All that you changed.'),
  dryRun: z.boolean().optional(),
  ...common.confirmation(),
})
type UndoIn = Omit<Args<ReturnType<typeof undoIn>>, 'confirmation'>

const undo = pipelineTool({
  name: 'undo',
  title: 'Undo changes',
  description:
    'Reverts your last change, those you name, or one kind of record (noun); never what others did. Several need a confirmation. Later changes are kept and listed.',
  access: 'audit:write',
  input: undoIn,
  async run(ctx, said) {
    try {
      const input = said.noun === 'proposal' ? await ofDecisions(ctx, said) : said
      const { id, changeId, noun, since, session } = input
      const isSeveral = session || (id === undefined && changeId === undefined && (noun ?? since))
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

/** A decision on mail is one change with what it did to jobs and events, so it is taken back whole. */
async function ofDecisions(ctx: ToolContext, input: UndoIn): Promise<UndoIn> {
  const { id, changeId, since, noun, dryRun } = input
  if (id !== undefined || changeId !== undefined) return { changeId: await ownChange(ctx, input), dryRun }
  const entries = await everyEntry(ctx, { noun, since })
  const ids = entries.filter(isStanding).map((entry) => entry.id)
  return ids.length ? { changeId: ids.toReversed().join(' '), dryRun } : fail('nothing_to_undo', {})
}

const isStanding = ({ undoable, operation }: Pick<Entry, 'undoable' | 'operation'>): boolean =>
  undoable && operation !== 'audit.undo'

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
  const { entries } = await ctx.ask(listAudit, { limit: 100 })
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
  const standing = (await everyEntry(ctx, { noun })).filter(isStanding)
  const named = changeId ? standing.filter(({ id }) => isCalled(id, changeId)) : standing
  for (const entry of named)
    if (!text || (await rowsOf(ctx, entry)).some((row) => isMeant(row, text))) return entry.id
  if (isId(text) && !changeId) return text
  if (named[0] && changeId) {
    const records = named[0].changes.map(({ noun, name }) => `${noun} ${name ?? ''}`)
    const message = `names “${text}”, but that change is of ${fewOf(records, changeId)}: pass one of the two`
    throw invalidInput([{ path: 'id', message }])
  }
  const hint = `You have no change to “${text || changeId}” that is still in effect. What others did is theirs to undo; pass work if it was in another session.`
  return fail('nothing_to_undo', {}, { hint })
}

/** The rows of a change, of which a list has only the first. */
const rowsOf = async (ctx: ToolContext, { id, changes, changeCount }: Entry) =>
  changeCount > changes.length ? (await ctx.ask(getAudit, { id })).changes : changes

const isMeant = ({ id, name }: Pick<Entry['changes'][number], 'id' | 'name'>, text: string): boolean =>
  isCalled(id, text) || (text.length > 1 && (name ?? '').toLowerCase().includes(text.trim().toLowerCase()))

async function undoSeveral(ctx: ToolContext, input: UndoIn): Promise<ToolOutput> {
  const span = { since: input.since ?? START_OF_TIME, ...(input.noun && { noun: input.noun }) }
  const plan = await ctx.ask(undoChange, { ...span, dryRun: true })
  if (input.dryRun) return undoResult(plan, true)
  const held =
    plan.undone.length > 1 &&
    (await ctx.confirm(async () => {
      const { undone, rows } = await ctx.ask(undoChange, { ...span, dryRun: true })
      const question = `Take back ${several(undone.length, 'change')}: ${tallyOfRows(rows)}.`
      return { question, records: undone.map(({ id }) => id) }
    }))
  return held || undoResult(await ctx.ask(undoChange, span), false)
}

/** The audit trail limits an agent to its own work anyway. */
const START_OF_TIME = '1970-01-01T00:00:00.000Z'

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

export const UNDO_TOOLS: readonly Tool[] = [undo]
