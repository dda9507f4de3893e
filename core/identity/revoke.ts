// Revoking a token or a key: with immediate effect, and as often as one likes.
import type { Sql } from '../database/connect.ts'
import { changed, transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { isId } from '../kernel/id.ts'

export interface CredentialKind {
  noun: 'key' | 'token'
  find(sql: Sql, userId: string, id: string): Promise<{ id: string; revokedAt: string | null } | undefined>
  revoke(sql: Sql, userId: string, id: string, at: string): PromiseLike<unknown>
}

/** Revokes a credential of the principal's user. Throws `key_not_found` or `token_not_found`. */
export async function revokeCredential(
  ctx: Context,
  id: string,
  { noun, find, revoke }: CredentialKind,
): Promise<{ deleted: true; id: string }> {
  const missing = noun === 'key' ? 'key_not_found' : 'token_not_found'
  if (!isId(id)) return fail(missing, { id })
  await transaction(ctx, async (tx) => {
    const { userId } = tx.principal
    const before = await find(tx.sql, userId, id)
    if (!before) return fail(missing, { id })
    if (before.revokedAt) return
    const revokedAt = isoOf(tx.clock.now())
    await revoke(tx.sql, userId, before.id, revokedAt)
    changed(tx, noun, before.id, before, { ...before, revokedAt })
  })
  ctx.credentials.clear()
  return { deleted: true, id: id.toLowerCase() }
}
