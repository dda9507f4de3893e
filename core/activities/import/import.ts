// Imports activities from rows. A row with an id changes that activity. Another row adds one; if it is there, only its contact changes.
import { linkedImporter } from '../../contacts/import/linked.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../kernel/context.ts'
import { changedRow, importRows, type RowResult } from '../../sheets/import.ts'
import type { Links } from '../../sheets/links.ts'
import type { ImportIn } from '../../sheets/report.ts'
import { changeActivity, logActivity } from '../changes.ts'
import * as store from '../store.ts'
import { activityRows, toActivity, type ActivityRow } from './rows.ts'

export const importActivityRows = (ctx: Context, input: ImportIn) =>
  importRows(ctx, input, linkedImporter(activityRows, toActivity, applyRow))

async function applyRow(tx: Transaction, row: ActivityRow, links: Links): Promise<RowResult> {
  const { userId } = tx.principal
  const { id, createdAt, named: _, left: __, ...cells } = row
  const body = [row.body, ...links.unlinked].filter(Boolean).join('\n') || null
  const fields = { ...cells, body, jobId: links.jobId, contactId: links.contactId }
  const known =
    id === null
      ? await store.findSameActivity(tx.sql, userId, fields)
      : await store.findActivityForUpdate(tx.sql, userId, id)
  if (!known) {
    const added = await logActivity(tx, fields, { id, createdAt })
    return { outcome: 'created', id: added.id, reason: links.unlinked.join('; ') || null }
  }
  const kept = id === null ? { ...fields, contactId: fields.contactId ?? known.contactId } : fields
  return changedRow(known, kept, () => changeActivity(tx, known.id, kept))
}
