// What each domain implements, so that undo can restore its rows.
import { must, recordOf } from './kernel/narrow.ts'
import { nextVersion } from './kernel/version.ts'
import { recordChange, emit, type Transaction } from './database/transaction.ts'

export type StoredRecord = Readonly<Record<string, unknown>>

export interface UndoState {
  tx: Transaction
  /** Jobs whose last activity must be recomputed. */
  touched: Set<string>
  /** Reports why something could not be restored. The text follows the row's name: “its contact no longer exists”. */
  say(reason: string): void
}

/** Says how many linked records no longer exist. */
export function sayMissing(say: UndoState['say'], noun: string, missing: number): void {
  if (missing)
    say(missing === 1 ? `one of its ${noun}s no longer exists` : `${missing} of its ${noun}s no longer exist`)
}

export interface StoredChange<R extends object = StoredRecord> {
  noun: string
  id: string
  before: R | null
  after: R | null
}

/** Restores the rows of one noun. `R` is the form of its recorded changes. */
export interface UndoHandler<R extends object = StoredRecord> {
  /** Groups of fields. The fields of a group are restored together or not at all. */
  groups: readonly (readonly string[])[]
  nameOf(record: R): string
  /** Locks the row, and returns it in the form of an audit record. Undefined if the user has no such row. */
  find(undoing: UndoState, id: string): Promise<object | undefined>
  /** Restores a deleted row. If that is impossible, says why and returns false. */
  restore(undoing: UndoState, record: R): Promise<boolean>
  change(undoing: UndoState, id: string, fields: Partial<R>, change: StoredChange<R>): Promise<void>
  /** Deletes a row. If it must stay, says why and returns false. `added` is the row as the change added it. */
  remove(undoing: UndoState, id: string, added: R): Promise<boolean>
  /** Why a row can only be undone together with others of its change; null if it can be undone alone. */
  follows?(id: string, others: readonly StoredChange[]): string | null
  /** Recomputes what depends on the restored rows, once at the end. */
  settle?(tx: Transaction, touched: ReadonlySet<string>): Promise<void>
}

/** Reads and writes the rows of a noun; `undoOf` does the rest. */
interface Rows<R extends object> extends Pick<UndoHandler<R>, 'groups' | 'nameOf' | 'follows' | 'settle'> {
  noun: string
  find(tx: Transaction, id: string): Promise<R | undefined>
  /** The record without links to records that are gone. If it cannot be restored, says why and returns null. */
  withoutBrokenLinks?(undoing: UndoState, record: R): Promise<R | null>
  insert(tx: Transaction, record: R): Promise<unknown>
  update(tx: Transaction, after: R, before: R): Promise<unknown>
  remove(tx: Transaction, record: R): Promise<unknown>
  /** Why an added row cannot be removed; null if it can be. */
  keeps?(tx: Transaction, id: string): Promise<string | null>
  events?: {
    restored?(record: R, cameWithJob: boolean): string | null
    changed?(before: R, after: R): string | null
    removed?: string
    /** The data of these events; the record by default. */
    eventData?(tx: Transaction, record: R): Promise<object>
  }
}

/** The id of a record, or the `suggestionId` of a snoozed suggestion, which has no id. */
const idOf = (record: object): string => {
  const { id, suggestionId } = recordOf(record)
  return String(id ?? suggestionId)
}

/** The record with a new `updatedAt`. An audit record from before versions has only a `createdAt`. */
function renewed<R extends object>(tx: Transaction, record: R): R {
  const { updatedAt, createdAt } = recordOf(record)
  const at = updatedAt ?? createdAt
  return 'createdAt' in record && typeof at === 'string'
    ? { ...record, updatedAt: nextVersion(tx, { updatedAt: at }) }
    : record
}

/** Makes the handler of a noun whose rows are in one table. Jobs have several: see jobs/restore.ts. */
export function undoOf<R extends object>(rows: Rows<R>): UndoHandler {
  const { noun, events = {}, withoutBrokenLinks: fitting = (_, record) => Promise.resolve(record) } = rows
  const touch = ({ touched }: UndoState, ...records: object[]): void => {
    for (const { jobId } of records.map(recordOf)) if (typeof jobId === 'string') touched.add(jobId)
  }
  const emitEvent = async (tx: Transaction, name: string | null | undefined, record: R): Promise<void> => {
    if (name) emit(tx, name, (await events.eventData?.(tx, record)) ?? record)
  }
  const cameWithJob = (tx: Transaction, record: R): boolean =>
    tx.changes.some(
      (change) => change.noun === 'job' && change.id === recordOf(record)['jobId'] && change.before === null,
    )
  return undoHandler<R>({
    ...rows,
    find: ({ tx }, id) => rows.find(tx, id),
    async restore(undoing, record) {
      const { tx } = undoing
      const fit = await fitting(undoing, renewed(tx, record))
      if (!fit) return false
      await rows.insert(tx, fit)
      touch(undoing, fit)
      recordChange(tx, noun, idOf(fit), null, fit)
      await emitEvent(tx, events.restored?.(fit, cameWithJob(tx, fit)), fit)
      return true
    },
    async change(undoing, id, fields) {
      const { tx } = undoing
      const before = must(await rows.find(tx, id))
      const after = await fitting(undoing, renewed(tx, { ...before, ...fields }))
      if (!after) return
      await rows.update(tx, after, before)
      touch(undoing, before, after)
      recordChange(tx, noun, id, before, after)
      await emitEvent(tx, events.changed?.(before, after), after)
    },
    async remove(undoing, id) {
      const { tx } = undoing
      const before = must(await rows.find(tx, id))
      const reason = await rows.keeps?.(tx, id)
      if (reason) {
        undoing.say(reason)
        return false
      }
      await rows.remove(tx, before)
      touch(undoing, before)
      recordChange(tx, noun, id, before, null)
      await emitEvent(tx, events.removed, before)
      return true
    },
  })
}

/** Drops the record type of a handler. The cast is safe: undo passes a handler only records of its noun. */
export const undoHandler = <R extends object>(handler: UndoHandler<R>): UndoHandler => handler as UndoHandler

/** The nouns that undo can restore, parents first. Only the audit trail and undo load the handlers. */
export type UndoHandlers = Readonly<Record<string, UndoableNoun>>

interface UndoableNoun {
  /** The noun in the scopes that a change needs: `jobs` for `jobs:write` and `jobs:delete`. */
  scopes: string
  load(): Promise<UndoHandler>
}

export type LoadedHandlers = Readonly<Record<string, UndoHandler>>

declare module './kernel/context.ts' {
  interface Services {
    undoHandlers: UndoHandlers
  }
}

export const undoableNouns = ({ undoHandlers }: { undoHandlers: UndoHandlers }): string[] =>
  Object.keys(undoHandlers)

export async function loadHandlers(
  handlers: UndoHandlers,
  nouns: readonly string[],
): Promise<LoadedHandlers> {
  const wanted = Object.entries(handlers).filter(([noun]) => nouns.includes(noun))
  return Object.fromEntries(
    await Promise.all(wanted.map(async ([noun, { load }]) => [noun, await load()] as const)),
  )
}
