// The reverser of kept postings: they come back with their job.
import { createHash } from 'node:crypto'
import type { Reverser } from '../database/reverser.ts'
import { changed } from '../database/transaction.ts'
import * as store from './store-postings.ts'

/** The reverser for kept postings, which only go with their job. */
export const keptPostingReverser: Reverser = {
  scopes: 'jobs',
  groups: [],
  nameOf: ({ at }) => `posting kept ${String(at).slice(0, 10)}`,
  find: async () => undefined,
  async restore({ tx }, record) {
    const row = record as object as store.KeptRow
    await store.insertPosting(
      tx.sql,
      tx.principal.userId,
      row,
      createHash('sha256').update(row.body).digest(),
    )
    changed(tx, 'kept-posting', row.id, null, row)
    return true
  },
  change: async () => {},
  remove: async () => false,
}
