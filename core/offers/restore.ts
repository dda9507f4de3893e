// Undo of offers: restores an offer or its fields, or removes one that was added.
import { undoHandler } from '../database/undo-handler.ts'
import type { UndoState } from '../database/undo-handler.ts'
import { changed, emit } from '../database/transaction.ts'
import { existingJobs } from '../jobs/references.ts'
import { nextVersion } from '../kernel/version.ts'
import { lockOffer } from './changes.ts'
import { offerOf, rowOf, storedOfferOf, type StoredOffer } from './record.ts'
import * as store from './store.ts'

async function find({ tx }: UndoState, id: string): Promise<object | undefined> {
  const row = await store.findOfferForUpdate(tx.sql, tx.principal.userId, id)
  return row && { ...storedOfferOf(row) }
}

async function restore({ tx, touched, say }: UndoState, record: StoredOffer): Promise<boolean> {
  const row = rowOf(record)
  if (!(await existingJobs(tx, [row.jobId])).length) {
    say('its job no longer exists')
    return false
  }
  await store.insertOffer(tx.sql, tx.principal.userId, { ...row, updatedAt: nextVersion(tx, row) })
  touched.add(row.jobId)
  changed(tx, 'offer', row.id, null, storedOfferOf(row))
  emit(tx, 'offer.created', offerOf(row))
  return true
}

async function change({ tx, touched }: UndoState, id: string, fields: Partial<StoredOffer>): Promise<void> {
  const before = await lockOffer(tx, id)
  const wanted = { ...storedOfferOf(before), ...fields, updatedAt: nextVersion(tx, before) }
  const after = rowOf(wanted)
  await store.updateOffer(tx.sql, tx.principal.userId, after)
  touched.add(before.jobId)
  changed(tx, 'offer', id, storedOfferOf(before), storedOfferOf(after))
  emit(tx, 'offer.updated', offerOf(after))
}

async function remove({ tx, touched }: UndoState, id: string): Promise<boolean> {
  const before = await lockOffer(tx, id)
  await store.removeOffer(tx.sql, tx.principal.userId, id)
  touched.add(before.jobId)
  changed(tx, 'offer', id, storedOfferOf(before), null)
  return true
}

/** Undo of offers. */
export const offerUndo = undoHandler<StoredOffer>({
  groups: [
    ...[['jobId'], ['status'], ['base'], ['bonus'], ['equity'], ['signing'], ['signingClawbackMonths']],
    ...[
      ['relocation'],
      ['retirementMatchPercent'],
      ['hoursPerWeek'],
      ['ptoDays'],
      ['benefits'],
      ['location'],
    ],
    ...[['remote'], ['startDate'], ['deadline', 'deadlineEventId'], ['level'], ['notes'], ['rounds']],
  ],
  nameOf: (record) => {
    const { amount, currency, period } = record.base
    return `${amount} ${currency} a ${period}`
  },
  find,
  restore,
  change,
  remove,
})
