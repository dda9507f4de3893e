// The interface by which each domain restores its rows for undo.
import type { Transaction } from './transaction.ts'

/** The operation of a restore in the audit trail: undo does not reach behind it by itself. */
export const RESTORE = 'db.restore'

/** A record as stored in the audit trail. */
export type StoredRecord = Readonly<Record<string, unknown>>

/** The state of an undo in progress. */
export interface UndoState {
  tx: Transaction
  /** Jobs whose last activity must be recomputed. */
  touched: Set<string>
  /**
   * Reports why something could not be restored, in words that follow the row's name: “its contact no longer
   * exists”.
   */
  say(reason: string): void
}

/** A change to one row, as stored in an audit record. */
export interface StoredChange<R extends object = StoredRecord> {
  noun: string
  id: string
  before: R | null
  after: R | null
}

/** How the rows of one noun are put back; `R` is the shape in which the noun's changes are recorded. */
export interface UndoHandler<R extends object = StoredRecord> {
  /** Fields in groups that are restored together or not at all. */
  groups: readonly (readonly string[])[]
  nameOf(record: R): string
  /**
   * Locks the row and returns it in the shape of the audit record; undefined when the user has no such row.
   */
  find(undoing: UndoState, id: string): Promise<object | undefined>
  /** Restores a deleted row. False when that is impossible, after reporting why. */
  restore(undoing: UndoState, record: R): Promise<boolean>
  /** Restores the previous values of these fields. */
  change(undoing: UndoState, id: string, fields: Partial<R>, change: StoredChange<R>): Promise<void>
  /** Deletes a row. False when it has to stay, after reporting why. */
  remove(undoing: UndoState, id: string): Promise<boolean>
  /** Recomputes what this noun derives from the rows restored, once at the end. */
  settle?(tx: Transaction, touched: ReadonlySet<string>): Promise<void>
}

/** A noun's handler as undo keeps it: what it is given is what the same noun recorded. */
export const undoHandler = <R extends object>(handler: UndoHandler<R>): UndoHandler => handler as UndoHandler

/** The nouns that undo can restore, parents first. Only an undo and a history load their handlers. */
export type UndoHandlers = Readonly<Record<string, UndoableNoun>>

interface UndoableNoun {
  /** The noun whose scopes a change needs: `jobs` for `jobs:write` and `jobs:delete`. */
  scopes: string
  load(): Promise<UndoHandler>
}

/** Handlers by noun. */
export type LoadedHandlers = Readonly<Record<string, UndoHandler>>

declare module '../kernel/context.ts' {
  interface Services {
    undoHandlers: UndoHandlers
  }
}

/** The nouns that undo can restore. */
export const undoableNouns = ({ undoHandlers }: { undoHandlers: UndoHandlers }): string[] =>
  Object.keys(undoHandlers)

/** The handlers of these nouns, as far as there are any. */
export async function loadHandlers(
  handlers: UndoHandlers,
  nouns: readonly string[],
): Promise<LoadedHandlers> {
  const wanted = Object.entries(handlers).filter(([noun]) => nouns.includes(noun))
  return Object.fromEntries(
    await Promise.all(wanted.map(async ([noun, { load }]) => [noun, await load()] as const)),
  )
}
