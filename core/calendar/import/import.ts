// Imports rows of events: what is in the calendar already is left alone, an edited export changes its rows.
import { keysOf } from '../../kernel/narrow.ts'
import { contactsNamed } from '../../contacts/references.ts'
import type { Transaction } from '../../database/transaction.ts'
import { everyJob } from '../../jobs/references.ts'
import { isUnchanged } from '../../kernel/fields.ts'
import { eachRow, type Done, type Importer } from '../../sheets/import.ts'
import { linkerOf, type Links } from '../../sheets/links.ts'
import { changeEvent, scheduleEvent } from '../schedule.ts'
import * as store from '../store.ts'
import type { Field } from './columns.ts'
import { eventRows, toEvent, type EventRow } from './rows.ts'

/** The import of events. */
export const eventImporter: Importer<Field, { title: string | null; startsAt: string | null }> = {
  ...eventRows,
  async run(tx, rows, reading) {
    const { userId } = tx.principal
    const linkOf = linkerOf(await everyJob(tx.sql, userId), await contactsNamed(tx.sql, userId))
    return eachRow(
      rows,
      (row) => toEvent(row, reading),
      (read) => applyRow(tx, read, linkOf(read)),
    )
  },
}

async function applyRow(tx: Transaction, row: EventRow, links: Links): Promise<Done> {
  const { userId } = tx.principal
  const { id, named: _, ...event } = row
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
  const changed = keysOf(wanted).filter((field) => known[field] !== wanted[field])
  if (isUnchanged(known, { ...known, ...wanted }))
    return { outcome: 'skipped', id: known.id, reason: 'Already there.' }
  await changeEvent(tx, known.id, wanted)
  return {
    outcome: 'updated',
    id: known.id,
    reason: `Changes ${changed.join(', ')}.`,
  }
}
