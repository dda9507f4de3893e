// The interface by which each domain restores its rows for undo.
import type { Transaction } from './transaction.ts'

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
export interface StoredChange {
  noun: string
  id: string
  before: StoredRecord | null
  after: StoredRecord | null
}

export interface Reverser {
  /** The noun whose scopes a change needs: `jobs` for `jobs:write` and `jobs:delete`. */
  scopes: string
  /** Fields in groups that are restored together or not at all. */
  groups: readonly (readonly string[])[]
  nameOf(record: StoredRecord): string
  /**
   * Locks the row and returns it in the shape of the audit record; undefined when the user has no such row.
   */
  find(undoing: UndoState, id: string): Promise<StoredRecord | undefined>
  /** Restores a deleted row. False when that is impossible, after reporting why. */
  restore(undoing: UndoState, record: StoredRecord): Promise<boolean>
  /** Restores the previous values of these fields. */
  change(undoing: UndoState, id: string, fields: StoredRecord, change: StoredChange): Promise<void>
  /** Deletes a row. False when it has to stay, after reporting why. */
  remove(undoing: UndoState, id: string): Promise<boolean>
  /** Recomputes what this noun derives from the rows restored, once at the end. */
  settle?(tx: Transaction, touched: ReadonlySet<string>): Promise<void>
}

/** The nouns that undo can restore, parents first. */
export type Reversers = Readonly<Record<string, Reverser>>

declare module '../kernel/context.ts' {
  interface Services {
    reversers: Reversers
  }
}

/** The nouns that undo can restore. */
export const undoableNouns = ({ reversers }: { reversers: Reversers }): string[] => Object.keys(reversers)
