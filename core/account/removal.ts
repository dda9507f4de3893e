// Deletes an account. Its billing ends first, then all its rows are deleted.
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { invalidInput } from '../kernel/schema.ts'
import * as store from './store.ts'
import { endBilling } from '../billing/change.ts'

export const CONFIRMATION = 'delete my account'

/** Throws if a subscription cannot be cancelled: a deleted account must never be charged. */
export async function deleteAccount(ctx: Context): Promise<{ deleted: true; id: string }> {
  const { userId } = ctx.principal
  const isOwner = await store.findLocalOwner(ctx.sql, userId)
  if (isOwner === undefined) fail('user_not_found', { id: userId })
  if (isOwner)
    throw invalidInput([{ path: 'id', message: 'is the owner of this installation, who cannot be deleted' }])
  await endBilling(ctx)
  // The audit trail is deleted with the account, so only the log records this.
  await store.removeUser(ctx.sql, userId)
  ctx.credentials.clear()
  ctx.log.info({ userId, requestId: ctx.requestId }, 'An account was deleted by its owner.')
  ctx.report.session = null
  return { deleted: true, id: userId }
}
