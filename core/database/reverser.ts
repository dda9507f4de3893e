// The interface by which each domain restores its rows for undo.
import type { Transaction } from './transaction.ts'

/** A record as the audit trail keeps it. */
export type Kept = Readonly<Record<string, unknown>>

/** What an undo works with, and what it hears on the way. */
export interface Undoing {
  tx: Transaction
  /** Jobs whose last touch must be found out anew. */
  touched: Set<string>
  /** Notes, in words that follow the name of the row, what could not be put back: “its contact no longer exists”. */
  say(reason: string): void
}

/** What happened to one row, as a record tells it. */
export interface KeptChange {
  noun: string
  id: string
  before: Kept | null
  after: Kept | null
}

export interface Reverser {
  /** Whose scopes a change needs: `jobs` for `jobs:write` and `jobs:delete`. */
  scopes: string
  /** Fields that change, in groups that are put back together or not at all. */
  groups: readonly (readonly string[])[]
  nameOf(record: Kept): string
  /** The row as the record keeps it, locked; undefined when the user has none of this id. */
  find(undoing: Undoing, id: string): Promise<Kept | undefined>
  /** Puts a row back that is gone. False when it cannot be, having said why. */
  restore(undoing: Undoing, record: Kept): Promise<boolean>
  /** Sets these fields back. */
  change(undoing: Undoing, id: string, fields: Kept, change: KeptChange): Promise<void>
  /** Takes a row away. False when it has to stay, having said why. */
  remove(undoing: Undoing, id: string): Promise<boolean>
}
