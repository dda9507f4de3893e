// Undoes changes, latest first, as far as later changes allow. The undo is one transaction with an audit record.
import type { Scope } from '../kernel/scope.ts'
import { must } from '../kernel/narrow.ts'
import {
  loadHandlers,
  undoableNouns,
  type UndoHandler,
  type StoredChange,
  type UndoState,
  type StoredRecord,
} from '../undo-handler.ts'
import { zoneOf } from '../identity/user.ts'
import { showInstant } from '../kernel/show-instant.ts'
import { type Transaction, transactionOrDryRun } from '../database/transaction.ts'
import { MINUTE_MS, msOf } from '../kernel/clock.ts'
import type { Change, Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { Id, idIn, Instant, instantIn, text, type Parsed, objectSchema } from '../kernel/schema.ts'
import { shortId } from '../kernel/id.ts'
import { agentOf, mayRead, revertibleNouns, type AuditRow } from './entry.ts'
import * as store from './store.ts'

// How to undo a change of one row, given its current state, without losing later changes.
type Reversal =
  | { act: 'remove' }
  | { act: 'restore' }
  /** `kept`: the groups that a later change touched. Each is named by its first field. */
  | { act: 'change'; fields: StoredRecord; kept: string[] }
  /** Why nothing is done; null if the row already equals `before`. */
  | string
  | null

type Groups = UndoHandler['groups']

/** Decides what to do to a row, so that only this change is undone. */
function planReversal(groups: Groups, { before, after }: StoredChange, current?: StoredRecord): Reversal {
  if (before === null) return reverseCreated(groups, after ?? {}, current)
  if (after === null) return current ? 'it exists again' : { act: 'restore' }
  if (!current) return 'it has been deleted since'
  return reverseUpdated(groups, before, after, current)
}

function reverseCreated(groups: Groups, after: StoredRecord, current?: StoredRecord): Reversal {
  if (!current) return 'it is already gone'
  const changed = groups.filter((group) => !isSame(group, ignoreDeletedLinks(after, current), current))
  return changed.length ? `its ${namesOf(changed)} changed since, so it was kept` : { act: 'remove' }
}

/** Ignores missing links: deleting the linked record removed them, which is no change of this row. */
const ignoreDeletedLinks = (record: StoredRecord, current: StoredRecord): StoredRecord =>
  Object.fromEntries(
    Object.entries(record).map(([field, value]) => {
      const left = current[field]
      const isFewer = field.endsWith('Ids') && Array.isArray(left) && left.every((id) => isIn(value, id))
      return [field, isFewer ? left : value]
    }),
  )

const isIn = (ids: unknown, id: unknown): boolean => Array.isArray(ids) && ids.includes(id)

function reverseUpdated(
  groups: Groups,
  before: StoredRecord,
  after: StoredRecord,
  current: StoredRecord,
): Reversal {
  // Moving a job to its current status changes no field, but adds a history entry.
  const addsHistoryEntry = (group: readonly string[]) => group.includes('status') && hasHistory(before, after)
  const groupsToUndo = groups.filter((group) =>
    isSame(group, before, after) ? addsHistoryEntry(group) : !isSame(group, before, current),
  )
  const changedSince = groupsToUndo.filter((group) => !isSame(group, after, current))
  const fields = groupsToUndo.filter((group) => !changedSince.includes(group)).flat()
  const kept = changedSince.map(([first]) => must(first))
  if (fields.length)
    return { act: 'change', fields: Object.fromEntries(fields.map((name) => [name, before[name]])), kept }
  return changedSince.length ? `its ${namesOf(changedSince)} changed since` : null
}

const hasHistory = (...records: StoredRecord[]): boolean =>
  records.some(({ history }) => Array.isArray(history) && history.length > 0)

const namesOf = (groups: Groups): string => groups.map(([first]) => first).join(', ')

/** A field that one of the records lacks counts as equal. */
const isSame = (group: readonly string[], one: StoredRecord, other: StoredRecord): boolean =>
  group.every(
    (field) =>
      one[field] === undefined ||
      other[field] === undefined ||
      JSON.stringify(one[field]) === JSON.stringify(other[field]),
  )

export const UndoIn = objectSchema((z) => ({
  id: idIn(z)
    .optional()
    .describe('The change to undo; by default the latest one still in effect. An undo is a change too.'),
  session: text(z, 200)
    .optional()
    .describe(
      'Part of a client’s or token’s name in the audit trail: everything it did in its last session.',
    ),
  since: instantIn(z)
    .optional()
    .describe('All changes since then; with session, all its changes since then.'),
  noun: text(z, 50).optional().describe('Undoes only what changed this kind of record: job, event, ….'),
  dryRun: z.boolean().optional().describe('Report what would happen, and change nothing.'),
}))
export type UndoIn = Parsed<typeof UndoIn>

const UNDONE = ['removed', 'restored', 'changed'] as const

export const UndoReport = objectSchema((z) => ({
  undo: Id()
    .nullable()
    .describe('The undo’s own change: undo it to apply everything again. null when nothing changed.'),
  undone: z
    .array(z.strictObject({ id: Id(), at: Instant(), operation: z.string(), client: z.string() }))
    .describe('The changes undone, latest first.'),
  rows: z.array(
    z.strictObject({
      noun: z.string(),
      id: z.string(),
      name: z.string(),
      did: z.enum(UNDONE),
      fields: z.array(z.string()).describe('For a changed row, the fields that were reset.'),
    }),
  ),
  notUndone: z
    .array(z.strictObject({ noun: z.string(), id: z.string(), name: z.string(), reason: z.string() }))
    .describe('What could not be undone, or only partly, and why.'),
}))
export type UndoReport = Parsed<typeof UndoReport>

const MAX_CHANGES = 200
const MAX_IN_SESSION = 5_000

const SESSION_GAP_MS = 30 * MINUTE_MS

/** Undoes changes and reports each row. Throws if nothing could be undone. */
export async function undo(ctx: Context, input: UndoIn): Promise<UndoReport> {
  const answer = await transactionOrDryRun(ctx, input.dryRun, async (tx) =>
    undoAll(tx, await selectChanges(tx, input), input.noun),
  )
  return input.dryRun ? { ...answer, undo: null } : answer
}

async function selectChanges(tx: Transaction, { id, session, since, noun }: UndoIn) {
  const userId = tx.principal.userId
  const agent = agentOf(tx)
  const nouns = { seen: revertibleNouns(tx), undoable: undoableNouns(tx), agent }
  if (id !== undefined) {
    const row = await store.findAudit(tx.sql, userId, id, nouns, 'for update')
    if (!row) return fail('change_not_found', { id })
    if (row.undoneBy) fail('change_undone', { id, by: row.undoneBy })
    if (!row.undoable) fail('change_kept', { operation: row.operation })
    return [row]
  }
  const isOne = session === undefined && since === undefined && noun === undefined
  // A kind of record without a session or a time means all its changes.
  const isSession = since === undefined && (session !== undefined || noun === undefined)
  const kind = isSession ? undefined : noun
  const filter = { program: session, since, noun: kind, nouns: nouns.undoable, agent }
  const most = isOne ? 1 : isSession && noun ? MAX_IN_SESSION : MAX_CHANGES + 1
  const standing = await store.listInEffect(tx.sql, userId, filter, noun, most)
  const made = isSession ? lastSession(standing) : standing
  const meant = made.filter(({ isMeant }) => isMeant)
  if (meant.length > MAX_CHANGES || made.length === MAX_IN_SESSION)
    fail('too_many_changes', { most: MAX_CHANGES })
  if (!standing.length) {
    const restored = await store.findRestore(tx.sql, userId)
    const zone = await zoneOf(tx)
    const at = restored && showInstant(restored.at, new Date(tx.clock.now()), zone, 'long')
    if (at) fail('restore_kept', { at })
  }
  const rows: AuditRow[] = []
  for (const each of meant)
    rows.push(must(await store.findAudit(tx.sql, userId, each.id, nouns, 'for update')))
  return rows.length ? rows : fail('nothing_to_undo', {})
}

function lastSession<Row extends { at: string }>(rows: readonly Row[]): Row[] {
  const end = rows.findIndex(({ at }, place) => {
    const later = rows[place - 1]
    return later !== undefined && msOf(later.at) - msOf(at) > SESSION_GAP_MS
  })
  return rows.slice(0, end < 0 ? undefined : end)
}

async function undoAll(tx: Transaction, rows: readonly AuditRow[], only?: string): Promise<UndoReport> {
  const answer: UndoReport = { undo: tx.recordId, undone: [], rows: [], notUndone: [] }
  const touched = new Set<string>()
  const partly = new Set<string>()
  const handlers = await loadHandlers(tx.undoHandlers, undoableNouns(tx))
  for (const row of rows) {
    const { id, at, operation, client, changes } = row
    if (only !== undefined && !changes.some(({ noun }) => noun === only)) fail('nothing_to_undo', {})
    const [done, refused] = [answer.rows.length, answer.notUndone.length]
    const others = only === undefined ? [] : undoableOf(tx, changes).filter(({ noun }) => noun !== only)
    for (const change of undoableOf(tx, changes)) {
      if (only !== undefined && change.noun !== only) {
        partly.add(id)
        continue
      }
      requireScope(tx, change, isOwn(tx, row))
      await undoRow({ tx, touched, handler: must(handlers[change.noun]) }, change, others, answer)
    }
    // A change also counts as undone if its rows already were as before it.
    if (answer.rows.length > done || answer.notUndone.length === refused)
      answer.undone.push({ id, at, operation, client })
  }
  // `requireScope` checked the scopes, so the transaction must not check them again by stricter rules.
  tx.needs.clear()
  if (!answer.undone.length) refuse(answer)
  if (!tx.changes.length) answer.undo = null
  for (const { settle } of Object.values(handlers)) await settle?.(tx, touched)
  const ids = answer.undone.map(({ id }) => id)
  // A change that is undone in part stays in effect, so that the rest can be undone too.
  const complete = ids.filter((id) => !partly.has(id))
  if (complete.length) await store.markUndone(tx.sql, tx.principal.userId, complete, tx.recordId)
  await store.markInEffect(tx.sql, tx.principal.userId, ids)
  return answer
}

const undoableOf = ({ undoHandlers }: Transaction, changes: readonly Change[]): StoredChange[] =>
  // The cast is safe: changes of a noun with a handler record whole rows.
  (changes as StoredChange[]).filter(({ noun }) => noun in undoHandlers).toReversed()

function refuse({ notUndone }: UndoReport): never {
  const shown = notUndone.slice(0, 5).map(({ noun, name, reason }) => `${noun} ${name}: ${reason}`)
  return fail('nothing_undone', { reasons: shown.join('; ') }, { details: { notUndone } })
}

async function undoRow(
  { tx, touched, handler: undoHandler }: Omit<UndoState, 'say'> & { handler: UndoHandler },
  change: StoredChange,
  others: readonly StoredChange[],
  answer: UndoReport,
): Promise<void> {
  const { noun, id } = change
  const name = nameFor(tx, undoHandler, change)
  const say = (reason: string) => void answer.notUndone.push({ noun, id, name, reason })
  const follows = undoHandler.follows?.(id, others)
  if (follows) return say(follows)
  const undoing: UndoState = { tx, touched, say }
  const current = await undoHandler.find(undoing, id)
  const reversal = planReversal(undoHandler.groups, change, current && { ...current })
  const did = (what: (typeof UNDONE)[number], fields: string[] = []) =>
    void answer.rows.push({ noun, id, name, did: what, fields })
  if (reversal === null || typeof reversal === 'string') return reversal ? say(reversal) : undefined
  if (reversal.act === 'remove')
    return void ((await undoHandler.remove(undoing, id, must(change.after))) && did('removed'))
  if (reversal.act === 'restore')
    return void ((await undoHandler.restore(undoing, must(change.before))) && did('restored'))
  await undoHandler.change(undoing, id, reversal.fields, change)
  const fields = undoHandler.groups.map(([first]) => must(first)).filter((first) => first in reversal.fields)
  did('changed', fields)
  for (const field of reversal.kept) say(`its ${field} changed since`)
}

/** The record's name; only its id if the caller may not read it. */
const nameFor = (tx: Transaction, { nameOf }: UndoHandler, change: StoredChange): string =>
  mayRead(tx, change.noun) ? nameOf(must(change.after ?? change.before)) : shortId(change.id)

const isOwn = ({ principal: { credential }, client }: Transaction, row: AuditRow): boolean =>
  row.credential.kind === credential.kind && row.credential.id === credential.id && row.client === client

/** Undo needs the write scope. To remove a row that another credential or client added, it needs the delete scope. */
function requireScope(
  { principal, undoHandlers }: Transaction,
  { noun, before }: StoredChange,
  own: boolean,
): void {
  const deed = before === null && !own ? 'delete' : 'write'
  const scope: Scope = `${must(undoHandlers[noun]).scopes}:${deed}`
  if (principal.scopes.has(scope)) return
  const hint = deed === 'delete' ? { hint: 'Without it you can undo only what you added yourself.' } : {}
  fail('scope_missing', { scope }, hint)
}
