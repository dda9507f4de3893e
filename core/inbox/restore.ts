// Undo of decisions on proposals: the proposal becomes pending again.
import { picked } from '../kernel/narrow.ts'
import type { UndoHandler, StoredRecord } from '../undo-handler.ts'
import { recordChange } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import * as store from './store.ts'

const DECIDED = ['state', 'jobId', 'company', 'role', 'decidedAt', 'eventId'] as const

/** What a correction changes too. Audit records of earlier versions lack these fields. */
const CORRECTED = ['status', 'ambiguous', 'cancels', 'asks'] as const

export const storedOf = (row: store.MessageRow) => picked(row, ['id', 'subject', ...DECIDED, ...CORRECTED])

export const proposalUndo: UndoHandler = {
  groups: [DECIDED, CORRECTED],
  nameOf: ({ subject }) => `“${String(subject)}”`,
  async find({ tx }, id): Promise<StoredRecord | undefined> {
    const row = await store.findProposalForUpdate(tx, id)
    return row && storedOf(row)
  },
  // Only `inbox.forget` deletes proposals, and undo does not restore what it deleted.
  restore: () => Promise.resolve(false),
  remove: () => Promise.resolve(false),
  async change({ tx }, id, fields) {
    const before = await store.lockProposal(tx, id)
    const after = { ...before, ...fields, updatedAt: isoOf(tx.clock.now()) }
    await store.updateMessage(tx.sql, tx.principal.userId, id, after)
    recordChange(tx, 'proposal', id, storedOf(before), storedOf(after))
  },
}
