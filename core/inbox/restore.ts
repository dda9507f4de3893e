// Undo of decisions on proposals: the proposal becomes pending again.
import { must, picked } from '../kernel/narrow.ts'
import type { UndoHandler, StoredRecord, UndoState } from '../undo-handler.ts'
import { recordChange } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { isId } from '../kernel/id.ts'
import * as store from './store.ts'

const DECIDED = ['state', 'jobId', 'company', 'role', 'decidedAt', 'eventId'] as const

export const storedOf = (row: store.MessageRow) => picked(row, ['id', 'subject', ...DECIDED])

const lock = ({ tx }: UndoState, id: string) =>
  isId(id) ? store.findMessageForUpdate(tx.sql, tx.principal.userId, id) : Promise.resolve(undefined)

export const proposalUndo: UndoHandler = {
  groups: [DECIDED],
  nameOf: ({ subject }) => `“${String(subject)}”`,
  async find(undoing, id): Promise<StoredRecord | undefined> {
    const row = await lock(undoing, id)
    return row && storedOf(row)
  },
  // A proposal is only deleted with everything else, so there is nothing to restore.
  restore: () => Promise.resolve(false),
  remove: () => Promise.resolve(false),
  async change(undoing, id, fields) {
    const { tx } = undoing
    const before = must(await lock(undoing, id))
    const after = { ...before, ...fields, updatedAt: isoOf(tx.clock.now()) }
    await store.updateMessage(tx.sql, tx.principal.userId, id, after)
    recordChange(tx, 'proposal', id, storedOf(before), storedOf(after))
  },
}
