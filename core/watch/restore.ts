// Undo of watched boards and of decisions about postings.
import { undoHandler } from '../undo-handler.ts'
import { recordWith } from '../database/record-statements.ts'
import { dropWatch, restoreWatch, watchedOf, type StoredWatch } from './add.ts'
import { decide, decisionOf, type StoredDecision } from './posting.ts'
import { MAX_WATCHES } from './watch.ts'
import * as watches from './store/watches.ts'
import * as store from './store/postings.ts'

/** Undo of accepting or dismissing a posting: the posting becomes new again. */
export const postingUndo = undoHandler<StoredDecision>({
  groups: [['state', 'jobId']],
  nameOf: ({ company, role }) => `${String(company)} — ${String(role)}`,
  async find({ tx }, id) {
    const row = await store.findPostingForUpdate(tx, id)
    return row && decisionOf(row)
  },
  restore: async ({ say }) => {
    say('its board is no longer watched')
    return false
  },
  async change({ tx }, id, fields) {
    const row = await store.lockPosting(tx, id)
    const { state, jobId } = { ...row, ...fields }
    await decide(tx, row, { state, jobId })
  },
  remove: async () => false,
})

export const boardUndo = undoHandler<StoredWatch>({
  groups: [],
  nameOf: ({ board }) => String(board),
  async find({ tx }, id) {
    const row = await recordWith(watches.findWatchForUpdate)(tx, id)
    return row && watchedOf(row)
  },
  async restore({ tx, say }, record) {
    const isFull = (await watches.countWatches(tx.sql, tx.principal.userId)) >= MAX_WATCHES
    const isRestored = !isFull && (await restoreWatch(tx, record))
    if (!isRestored) say(isFull ? 'the number of watches is at its limit' : 'its board is watched again')
    return isRestored
  },
  change: async () => undefined,
  async remove({ tx }, id) {
    await dropWatch(tx, id)
    return true
  },
})
