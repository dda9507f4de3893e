// The interface by which each domain restores its rows for undo.
import type { Transaction } from './transaction.ts'

/** A record as stored in the audit trail. */
export type Kept = Readonly<Record<string, unknown>>

/** The state of an undo in progress. */
export interface Undoing {
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
export interface KeptChange {
  noun: string
  id: string
  before: Kept | null
  after: Kept | null
}

export interface Reverser {
  /** The noun whose scopes a change needs: `jobs` for `jobs:write` and `jobs:delete`. */
  scopes: string
  /** Fields in groups that are restored together or not at all. */
  groups: readonly (readonly string[])[]
  nameOf(record: Kept): string
  /**
   * Locks the row and returns it in the shape of the audit record; undefined when the user has no such row.
   */
  find(undoing: Undoing, id: string): Promise<Kept | undefined>
  /** Restores a deleted row. False when that is impossible, after reporting why. */
  restore(undoing: Undoing, record: Kept): Promise<boolean>
  /** Restores the previous values of these fields. */
  change(undoing: Undoing, id: string, fields: Kept, change: KeptChange): Promise<void>
  /** Deletes a row. False when it has to stay, after reporting why. */
  remove(undoing: Undoing, id: string): Promise<boolean>
}
