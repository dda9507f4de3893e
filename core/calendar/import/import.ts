// Imports rows of events: what is in the calendar already is left alone, an edited export changes its rows.
import { linkedImporter } from '../../contacts/import/linked.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../kernel/context.ts'
import { changedRow, importRows, type Done } from '../../sheets/import.ts'
import type { Links } from '../../sheets/links.ts'
import type { ImportIn } from '../../sheets/report.ts'
import { changeEvent, scheduleEvent } from '../schedule.ts'
import * as store from '../store.ts'
import { eventRows, toEvent, type EventRow } from './rows.ts'

/** Imports events. */
export const importEventRows = (ctx: Context, input: ImportIn) =>
  importRows(ctx, input, linkedImporter(eventRows, toEvent, applyRow))

async function applyRow(tx: Transaction, row: EventRow, links: Links): Promise<Done> {
  const { userId } = tx.principal
  const { id, named: _, left: __, ...event } = row
  const notes = [row.notes, ...links.unlinked].filter(Boolean).join('\n') || null
  const fields = { ...event, notes, jobId: links.jobId, contactId: links.contactId }
  const known =
    id === null
      ? await store.findSameEvent(tx.sql, userId, fields)
      : await store.findEventForUpdate(tx.sql, userId, id)
  if (!known) {
    const added = await scheduleEvent(tx, fields, id ?? undefined)
    return { outcome: 'created', id: added.id, reason: links.unlinked.join('; ') || null }
  }
  // A calendar program does not know the links that were made here.
  const wanted =
    id === null
      ? { ...fields, jobId: fields.jobId ?? known.jobId, contactId: fields.contactId ?? known.contactId }
      : fields
  return changedRow(known, wanted, () => changeEvent(tx, known.id, wanted))
}
