// The undo tool: by default the caller's own last change.
import { listAudit, undoChange } from '../../../core/audit/operations.ts'
import type { Entry } from '../../../core/audit/record.ts'
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
    id: z
      .string()
      .max(100)
      .optional()
      .describe('A change, or a record, for your last change to it (id or 8 digits).'),
    session: z
      .boolean()
      .optional()
      .describe('Everything you changed in this session; with dryRun, a list of it.'),
    dryRun: z.boolean().optional().describe('Preview only.'),
    ...confirmationIn(z),
  }),
)

const undo = toolWithInput({
  name: 'undo',
  title: 'Undo changes',
  description:
    'Reverts your last change; with session, everything you changed in this session, which the person must confirm. Later changes are kept and listed. An undo is a change too, and can be undone by its id.',
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

async function undoOne(ctx: ToolContext, { id, dryRun }: UndoIn): Promise<ToolOutput> {
  const meant = (await ownLast(ctx, id))?.id ?? id
  if (meant !== undefined && !isId(meant))
    fail(
      'nothing_to_undo',
      {},
      {
        hint: `You have no change to “${meant}” that is still in effect. To undo others’ changes, pass the change’s id.`,
      },
    )
  return undoResult(await ctx.ask(undoChange, { id: meant, dryRun }), dryRun === true)
}

/** How many of the caller's changes to search. */
const MAX_ENTRIES = 50

/**
 * The caller's last change still in effect: of all, or to
 * the record `id`; undefined if `id` names no such record.
 */
async function ownLast(ctx: ToolContext, id: string | undefined): Promise<Entry | undefined> {
  const { by, text } = ctx.self
  const { entries } = await ctx.ask(listAudit, { [by]: text, limit: MAX_ENTRIES })
  const standing = entries.filter(({ undoable, operation }) => undoable && operation !== 'audit.undo')
  if (id !== undefined) return standing.find(({ changes }) => changes.some((row) => isMeant(row.id, id)))
  return standing[0] ?? fail('nothing_to_undo', {}, { hint: 'None of your changes is still in effect.' })
}

const isMeant = (rowId: string, id: string): boolean => rowId === id || shortId(rowId) === id.toLowerCase()

async function undoSitting(ctx: ToolContext, { dryRun }: UndoIn): Promise<ToolOutput> {
  const session = ctx.self.text
  const plan = await ctx.ask(undoChange, { session, dryRun: true })
  if (dryRun) return undoResult(plan, true)
  const held = plan.undone.length > 1 && (await ctx.confirm(() => sittingOf(ctx, session)))
  return held || undoResult(await ctx.ask(undoChange, { session }), false)
}

/** The changes of a session, for the confirmation. */
async function sittingOf(ctx: ToolContext, session: string): Promise<Matter> {
  const { undone } = await ctx.ask(undoChange, { session, dryRun: true })
  const moment = { now: ctx.now(), timeZone: ctx.timeZone }
  const changes = undone.map(({ at, operation }) => `${operation} ${away(at, moment)}`)
  const question = `Take back ${changes.length} changes: ${changes.slice(0, 20).join(', ')}.`
  return { question, records: undone.map(({ id }) => id) }
}

interface Undone {
  undo: string | null
  undone: object[]
  rows: { noun: string; name: string; did: string }[]
  notUndone: { noun: string; name: string; reason: string }[]
}

function undoResult({ undo: id, undone, rows, notUndone }: Undone, isPlan: boolean): ToolOutput {
  const did = rows.map(({ noun, name, did }) => `${noun} ${name} ${did}`)
  const kept = notUndone.map(({ noun, name, reason }) => `${noun} ${name}: ${reason}`)
  const summary = [
    `${isPlan ? 'Would take back' : 'Took back'} ${undone.length} change${undone.length === 1 ? '' : 's'}: ${did.join('; ') || 'nothing was different'}.`,
    kept.length > 0 && `Not taken back: ${kept.join('; ')}.`,
    id && `To have it back: undo with id ${id}.`,
  ]
  return { summary: summary.filter(Boolean).join('\n'), undone, rows, notUndone, undo: id } as ToolOutput
}

export const UNDO_TOOLS: readonly Tool[] = [undo]
