// Converts rows of the audit trail to the API's records.
import { isRecord } from '../kernel/narrow.ts'
import type { UndoHandlers, StoredRecord } from '../database/undo-handler.ts'
import type { Change } from '../kernel/context.ts'
import type { ChangeKind, Entry, RowChange, WholeEntry } from './record.ts'
import type { AuditRow } from './store.ts'

/** Stored only for undo; not shown, even sealed. */
const HIDDEN = ['sealedSecret']

/** Derived from other changes. */
const DERIVED = ['updatedAt', 'statusChangedAt', 'history', 'compensation']

const kindOf = ({ before, after }: Change): ChangeKind =>
  before === null ? 'created' : after === null ? 'deleted' : 'updated'

/** The undo handlers know how each noun is called. */
type Known = { undoHandlers: UndoHandlers }

const recordIn = (side: unknown): StoredRecord | null => (isRecord(side) ? side : null)

function nameOf({ undoHandlers }: Known, { noun, before, after }: Change): string | null {
  const record = recordIn(after ?? before)
  const name = record?.['name'] ?? record?.['email'] ?? null
  return record && undoHandlers[noun]
    ? undoHandlers[noun].nameOf(record)
    : typeof name === 'string'
      ? name
      : null
}

function fieldsOf(change: Change): string[] {
  const [before, after] = [recordIn(change.before), recordIn(change.after)]
  if (!before || !after) return []
  return Object.keys(after).filter(
    (field) => !DERIVED.includes(field) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
}

const shortOf = (known: Known, change: Change): RowChange => ({
  noun: change.noun,
  id: change.id,
  name: nameOf(known, change),
  did: kindOf(change),
  fields: fieldsOf(change),
})

const shown = (side: unknown): Record<string, unknown> | null => {
  const record = recordIn(side)
  return record && Object.fromEntries(Object.entries(record).filter(([field]) => !HIDDEN.includes(field)))
}

const headOf = (row: AuditRow) => ({
  id: row.id,
  at: row.at,
  operation: row.operation,
  client: row.client,
  credential: { kind: row.credentialKind, id: row.credentialId, name: row.credentialName },
  actorId: row.actorId,
  requestId: row.requestId,
  undoable: row.undoneBy === null && row.undoable,
  undoneBy: row.undoneBy,
  changeCount: row.changeCount,
})

export const entryOf = (known: Known, row: AuditRow): Entry => ({
  ...headOf(row),
  changes: row.changes.map((change) => shortOf(known, change)),
})

export const wholeEntryOf = (known: Known, row: AuditRow): WholeEntry => ({
  ...headOf(row),
  changes: row.changes.map((change) => ({
    noun: change.noun,
    id: change.id,
    name: nameOf(known, change),
    did: kindOf(change),
    before: shown(change.before),
    after: shown(change.after),
  })),
})
