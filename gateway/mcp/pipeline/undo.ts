// The undo tool: what the caller's own session did, and nothing else.
import { listAudit, undoChange } from '../../../core/audit/operations.ts'
import { fail } from '../../../core/kernel/errors.ts'
import { isId, shortId } from '../../../core/kernel/id.ts'
import { lazySchema, type Parsed } from '../../../core/kernel/schema.ts'
import type { Matter, ToolContext } from '../tool-context.ts'
import { toolWithInput, type Tool } from '../tool.ts'
import { type ToolOutput } from '../tool-context.ts'
import { confirmationIn } from './record.ts'
import { away } from './record-text.ts'

const UndoIn = lazySchema((z) =>
  z.strictObject({
    changeId: z.string().max(100).optional().describe('From the result of your call.'),
    id: z.string().max(100).optional().describe('A record, for your last change to it.'),
    session: z.boolean().optional().describe('Everything you changed in this session.'),
    dryRun: z.boolean().optional().describe('Preview only.'),
    ...confirmationIn(z),
  }),
)

const undo = toolWithInput({
  name: 'undo',
  title: 'Undo changes',
  description:
    'Reverts your last change of this session, one by its changeId, or with session all of them, which the person must confirm. Never what others did. Later changes are kept and listed. An undo is a change too.',
  effect: 'write',
  access: 'audit:write',
  input: UndoIn,
  output: lazySchema((z) =>
    z.looseObject({
      summary: z.string(),
      undone: z.array(z.looseObject({})).optional(),
      notUndone: z.array(z.looseObject({})).optional(),
    }),
  ),
  run: (ctx, input) => (input.session ? undoSitting(ctx, input) : undoOne(ctx, input)),
})

type UndoIn = Parsed<typeof UndoIn>

async function undoOne(ctx: ToolContext, { changeId, id: record, dryRun }: UndoIn): Promise<ToolOutput> {
  const id = changeId ?? (record === undefined ? undefined : await lastChangeTo(ctx, record))
  return undoResult(await ctx.ask(undoChange, { id, dryRun }), dryRun === true)
}

/** How many of the session's changes to search. */
const MAX_ENTRIES = 100

/** The session's last change to a record that is still in effect; what is no record of its changes may be a change. */
async function lastChangeTo(ctx: ToolContext, record: string): Promise<string> {
  const { entries } = await ctx.ask(listAudit, { limit: MAX_ENTRIES })
  const standing = entries.filter(({ undoable, operation }) => undoable && operation !== 'audit.undo')
  const found = standing.find(({ changes }) => changes.some((row) => isMeant(row.id, record)))
  if (found) return found.id
  if (isId(record)) return record
  const hint = `You have no change to “${record}” in this session that is still in effect. What others did is theirs to undo.`
  return fail('nothing_to_undo', {}, { hint })
}

const isMeant = (rowId: string, id: string): boolean => rowId === id || shortId(rowId) === id.toLowerCase()

async function undoSitting(ctx: ToolContext, { dryRun }: UndoIn): Promise<ToolOutput> {
  const plan = await ctx.ask(undoChange, { since: EVER, dryRun: true })
  if (dryRun) return undoResult(plan, true)
  const held = plan.undone.length > 1 && (await ctx.confirm(() => sittingOf(ctx)))
  return held || undoResult(await ctx.ask(undoChange, { since: EVER }), false)
}

/** The whole session: the audit trail shows an agent nothing else. */
const EVER = '1970-01-01T00:00:00.000Z'

async function sittingOf(ctx: ToolContext): Promise<Matter> {
  const { undone } = await ctx.ask(undoChange, { since: EVER, dryRun: true })
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

export const UNDO_TOOLS: readonly Tool[] = [undo]
