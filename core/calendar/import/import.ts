// Imports rows of events. Known events stay unchanged; rows of an edited export change theirs.
import { linkedImporter } from '../../contacts/import/linked.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../kernel/context.ts'
import { changedRow, importRows, rowResult, type RowResult } from '../../sheets/import.ts'
import type { Links } from '../../sheets/links.ts'
import type { ImportIn } from '../../sheets/report.ts'
import { changeEvent, scheduleEvent, type EventIn } from '../schedule.ts'
import * as store from '../store.ts'
import { eventRows, toEvent, type EventRow } from './rows.ts'
import { applyVersion } from './versions.ts'

export const importEventRows = (ctx: Context, input: ImportIn) =>
  importRows(ctx, input, linkedImporter(eventRows, toEvent, applyRow))

async function applyRow(tx: Transaction, row: EventRow, links: Links): Promise<RowResult> {
  const { id, named: _, left: __, source, isCancelled, remark, createdAt, ...event } = row
  const notes = [row.notes, ...links.unlinked].filter(Boolean).join('\n') || null
  const fields = { ...event, notes, jobId: links.jobId, contactId: links.contactId }
  const done =
    source || isCancelled
      ? await applyVersion(tx, fields, source, isCancelled)
      : await applyFields(tx, fields, id, createdAt)
  const remarks = [done.reason, remark, ...(done.outcome === 'created' ? links.unlinked : [])]
  return { ...done, reason: remarks.filter(Boolean).join(' ') || null }
}

async function applyFields(
  tx: Transaction,
  fields: Required<EventIn>,
  id: string | null,
  createdAt: string | null,
): Promise<RowResult> {
  const { userId } = tx.principal
  const known =
    id === null
      ? await store.findSameEvent(tx.sql, userId, fields)
      : await store.findEventForUpdate(tx.sql, userId, id)
  if (!known) {
    const added = await scheduleEvent(tx, fields, { id, createdAt })
    return rowResult('created', added.id, null)
  }
  // Calendar programs do not know the links that were made here.
  const wanted =
    id === null
      ? { ...fields, jobId: fields.jobId ?? known.jobId, contactId: fields.contactId ?? known.contactId }
      : fields
  return changedRow(known, wanted, () => changeEvent(tx, known.id, wanted))
}
