// Taking changes back: the latest first, each as far as later changes allow, in one transaction that is itself recorded.
import type { KeptChange, Undoing } from '../database/reverser.ts'
import { transaction, type Transaction } from '../database/transaction.ts'
import { MINUTE_MS, msOf } from '../kernel/clock.ts'
import type { Change, Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { Id, idIn, Instant, instantIn, text } from '../kernel/fields.ts'
import { recipe, type Parsed } from '../kernel/schema.ts'
import { retouch } from '../jobs/restore.ts'
import { REVERSERS, UNDOABLE } from './reversers.ts'
import { settle } from './settle.ts'
import { visibleNouns } from './sight.ts'
import * as store from './store.ts'

export const UndoIn = recipe((z) =>
  z.strictObject({
    id: idIn(z)
      .optional()
      .describe('One change; the last that stands unless given. An undo is a change too.'),
    session: text(z, 200)
      .optional()
      .describe(
        'All that one client or token did in its last sitting: part of its name as the trail shows it.',
      ),
    since: instantIn(z)
      .optional()
      .describe('All changes since then; with session: since then, not its last sitting.'),
    dryRun: z.boolean().optional().describe('Say what would happen, and change nothing.'),
  }),
)
export type UndoIn = Parsed<typeof UndoIn>

const UNDONE = ['removed', 'restored', 'changed'] as const

export const Undone = recipe((z) =>
  z.strictObject({
    undo: Id()
      .nullable()
      .describe('The undo as a change of its own: undo it to do it all again. null when it changed nothing.'),
    undone: z
      .array(z.strictObject({ id: Id(), at: Instant(), operation: z.string(), client: z.string() }))
      .describe('The changes taken back, the latest first.'),
    rows: z.array(
      z.strictObject({
        noun: z.string(),
        id: z.string(),
        name: z.string(),
        did: z.enum(UNDONE),
        fields: z.array(z.string()).describe('Those set back, of a changed one.'),
      }),
    ),
    notUndone: z
      .array(z.strictObject({ noun: z.string(), id: z.string(), name: z.string(), reason: z.string() }))
      .describe('What could not be taken back, or not wholly, and why.'),
  }),
)
export type Undone = Parsed<typeof Undone>

/** Changes that one undo takes back at most. */
const MOST = 200

/** A pause this long ends a sitting. */
const PAUSE_MS = 30 * MINUTE_MS

/** Thrown to end a dry run: only what really was done and taken back tells exactly what would happen. */
const TAKEN_BACK = new Error('The dry run ends here.')

/** Takes changes back and answers what became of each row; throws when nothing could be. */
export async function undo(ctx: Context, input: UndoIn): Promise<Undone> {
  let answer: Undone | undefined
  const work = async (tx: Transaction): Promise<Undone> => {
    answer = await undoAll(tx, await chosen(tx, input))
    if (input.dryRun) throw TAKEN_BACK
    return answer
  }
  return transaction(ctx, work).catch((error: unknown) => {
    if (error === TAKEN_BACK && answer) return { ...answer, undo: null }
    throw error
  })
}

/** The changes that are meant, the latest first, locked. */
async function chosen(tx: Transaction, { id, session, since }: UndoIn): Promise<store.AuditRow[]> {
  const userId = tx.principal.userId
  const nouns = { seen: visibleNouns(tx), undoable: UNDOABLE }
  if (id !== undefined) {
    const row = await store.findAuditForUpdate(tx.sql, userId, id, nouns)
    if (!row) return fail('change_not_found', { id })
    if (row.undoneBy) fail('change_undone', { id, by: row.undoneBy })
    if (!row.undoable) fail('change_kept', { operation: row.operation })
    return [row]
  }
  const isOne = session === undefined && since === undefined
  const filter = { session, since, nouns: UNDOABLE }
  const standing = await store.listStanding(tx.sql, userId, filter, isOne ? 1 : MOST + 1)
  const meant = since === undefined ? sitting(standing) : standing
  if (meant.length > MOST) fail('too_many_changes', { most: MOST })
  if (!meant.length) fail('nothing_to_undo', {})
  const rows: store.AuditRow[] = []
  for (const each of meant) rows.push((await store.findAuditForUpdate(tx.sql, userId, each.id, nouns))!)
  return rows
}

/** The changes up to the first long pause, from the latest back. */
function sitting<Row extends { at: string }>(rows: readonly Row[]): Row[] {
  const end = rows.findIndex(({ at }, place) => {
    const later = rows[place - 1]
    return later !== undefined && msOf(later.at) - msOf(at) > PAUSE_MS
  })
  return rows.slice(0, end < 0 ? undefined : end)
}

async function undoAll(tx: Transaction, rows: readonly store.AuditRow[]): Promise<Undone> {
  const answer: Undone = { undo: tx.recordId, undone: [], rows: [], notUndone: [] }
  const touched = new Set<string>()
  for (const row of rows) {
    const { id, at, operation, client, changes } = row
    const [done, refused] = [answer.rows.length, answer.notUndone.length]
    // Backwards, step by step: what was done last is taken back first.
    for (const change of undoableOf(changes)) {
      requireScope(tx, change, isOwn(tx, row))
      await undoRow(tx, change, answer, touched)
    }
    // One that is as it was before already, for nothing was changed in the end, counts as undone too.
    if (answer.rows.length > done || answer.notUndone.length === refused)
      answer.undone.push({ id, at, operation, client })
  }
  if (!answer.undone.length) refuse(answer)
  if (!tx.changes.length) answer.undo = null
  await retouch(tx, touched)
  const ids = answer.undone.map(({ id }) => id)
  await store.markUndone(tx.sql, tx.principal.userId, ids, tx.recordId)
  await store.markStanding(tx.sql, tx.principal.userId, ids)
  return answer
}

const undoableOf = (changes: readonly Change[]): KeptChange[] =>
  (changes as KeptChange[]).filter(({ noun }) => UNDOABLE.includes(noun)).toReversed()

/** Nothing came of it, and the reasons say why. */
function refuse({ notUndone }: Undone): never {
  const shown = notUndone.slice(0, 5).map(({ noun, name, reason }) => `${noun} ${name}: ${reason}`)
  return fail('nothing_undone', { reasons: shown.join('; ') })
}

async function undoRow(
  tx: Transaction,
  change: KeptChange,
  answer: Undone,
  touched: Set<string>,
): Promise<void> {
  const { noun, id } = change
  const reverser = REVERSERS[noun]!
  const name = reverser.nameOf((change.after ?? change.before)!)
  const say = (reason: string) => void answer.notUndone.push({ noun, id, name, reason })
  const undoing: Undoing = { tx, touched, say }
  const verdict = settle(reverser.groups, change, await reverser.find(undoing, id))
  const did = (what: (typeof UNDONE)[number], fields: string[] = []) =>
    void answer.rows.push({ noun, id, name, did: what, fields })
  if (verdict.act === 'nothing') return verdict.reason ? say(verdict.reason) : undefined
  if (verdict.act === 'remove') return void ((await reverser.remove(undoing, id)) && did('removed'))
  if (verdict.act === 'restore')
    return void ((await reverser.restore(undoing, change.before!)) && did('restored'))
  await reverser.change(undoing, id, verdict.fields, change)
  // A group is named for its first field: the status, not its dates.
  const fields = reverser.groups.map(([first]) => first!).filter((first) => first in verdict.fields)
  did('changed', fields)
  for (const field of verdict.stays) say(`its ${field} changed since`)
}

/** Whether whoever asks made the change, with the same credential and the same program. */
const isOwn = ({ principal: { credential }, client }: Transaction, row: store.AuditRow): boolean =>
  row.credentialKind === credential.kind && row.credentialId === credential.id && row.client === client

/** Who may add a row may take back that they did; removing one that others added is deleting it. */
function requireScope({ principal }: Transaction, { noun, before }: KeptChange, own: boolean): void {
  const deed = before === null && !own ? 'delete' : 'write'
  const scope = `${REVERSERS[noun]!.scopes}:${deed}`
  if ((principal.scopes as ReadonlySet<string>).has(scope)) return
  const hint = deed === 'delete' ? { hint: 'Without it you can take back only what you added yourself.' } : {}
  fail('scope_missing', { scope }, hint)
}
