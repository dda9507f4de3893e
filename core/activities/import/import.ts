// Imports rows of activities: what is logged already is left alone, an edited export changes its rows.
import { keysOf } from '../../kernel/narrow.ts'
import { contactsNamed } from '../../contacts/references.ts'
import type { Transaction } from '../../database/transaction.ts'
import { everyJob } from '../../jobs/references.ts'
import { isUnchanged } from '../../kernel/fields.ts'
import { eachRow, type Done, type Importer } from '../../sheets/import.ts'
import { linkerOf, type Links } from '../../sheets/links.ts'
import { changeActivity } from '../changes.ts'
import { logActivity } from '../log.ts'
import * as store from '../store.ts'
import type { Field } from './columns.ts'
import { activityRows, toActivity, type ActivityRow } from './rows.ts'

/** The import of activities. */
export const activityImporter: Importer<Field, { type: string | null; title: string | null }> = {
  ...activityRows,
  async run(tx, rows, reading) {
    const { userId } = tx.principal
    const linkOf = linkerOf(await everyJob(tx.sql, userId), await contactsNamed(tx.sql, userId))
    return eachRow(
      rows,
      (row) => toActivity(row, reading),
      (read) => applyRow(tx, read, linkOf(read)),
    )
  },
}

async function applyRow(tx: Transaction, row: ActivityRow, links: Links): Promise<Done> {
  const { userId } = tx.principal
  const { id, type, title, occurredAt, createdAt } = row
  const body = [row.body, ...links.unlinked].filter(Boolean).join('\n') || null
  const fields = { type, title, body, occurredAt, jobId: links.jobId, contactId: links.contactId }
  const known =
    id === null
      ? await store.findSameActivity(tx.sql, userId, fields)
      : await store.findActivityForUpdate(tx.sql, userId, id)
  if (!known) {
    const added = await logActivity(tx, fields, {
      ...(id !== null && { id }),
      ...(id !== null && createdAt && { createdAt }),
    })
    return { outcome: 'created', id: added.id, reason: links.unlinked.join('; ') || null }
  }
  if (isUnchanged(known, { ...known, ...fields }))
    return { outcome: 'skipped', id: known.id, reason: 'Already there.' }
  const changed = keysOf(fields).filter((field) => known[field] !== fields[field])
  await changeActivity(tx, known.id, fields)
  return {
    outcome: 'updated',
    id: known.id,
    reason: `Changes ${changed.join(', ')}.`,
  }
}
