// Corrects the date of an application.
import type { Transaction } from '../database/transaction.ts'
import { fail } from '../kernel/errors.ts'
import { lineOf, writeHistory } from './changes.ts'
import { lockJob } from './references.ts'
import { inOrder, redated, withEntry } from './history.ts'
import type { Job } from './job.ts'
import * as store from './store.ts'

/** In its history; a job without an application gets that entry. Refuses a date after a later status. */
export async function dateApplication(tx: Transaction, id: string, at: string): Promise<Job> {
  const row = await lockJob(tx, id)
  const lines = await store.listHistoryLines(tx.sql, tx.principal.userId, row.id)
  const applied = inOrder(lines).find(({ status }) => status === 'applied')
  if (!applied) return writeHistory(tx, row, withEntry(lines, lineOf(tx, 'applied', at, null)))
  const change = redated(lines, applied, at) ?? fail('application_date_late', { at })
  return writeHistory(tx, row, change)
}
