// Undo of kept postings: they come back with their job, and go back to the job they were merged from.
import { createHash } from 'node:crypto'
import { undoOf } from '../database/undo-handler.ts'
import * as store from './store-postings.ts'

export const keptPostingUndo = undoOf<store.KeptRow>({
  noun: 'kept-posting',
  groups: [['jobId']],
  nameOf: ({ at }) => `of ${at.slice(0, 10)}`,
  find: ({ sql, principal }, id) => store.findPostingForUpdate(sql, principal.userId, id),
  insert: ({ sql, principal }, row) =>
    store.insertPosting(sql, principal.userId, row, createHash('sha256').update(row.body).digest()),
  update: ({ sql, principal }, { jobId }, before) => store.movePosting(sql, principal.userId, before, jobId),
  remove: ({ sql, principal }, row) => store.removePosting(sql, principal.userId, row),
})
