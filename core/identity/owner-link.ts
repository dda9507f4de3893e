// The link of `crm settings`: it signs the local owner in to /settings, once, within five minutes. The link names a `sessions`
// row without a cookie, so nothing else accepts it.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { transaction } from '../database/transaction.ts'
import { isoOf, MINUTE_MS } from '../kernel/clock.ts'
import type { Context, Services } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { isId } from '../kernel/id.ts'
import { ownerPrincipal } from './principal.ts'
import { signSession, startSession } from './sessions.ts'
import * as store from './store.ts'

const LINK_MS = 5 * MINUTE_MS

const sealOf = ({ vault }: Pick<Services, 'vault'>, id: string): Buffer =>
  createHmac('sha256', vault.deriveKey('owner-link')).update(id).digest()

export async function makeOwnerLink(ctx: Context): Promise<{ link: string; expiresAt: string }> {
  const { id, expiresAt } = await transaction({ ...ctx, operation: 'session.link' }, (tx) =>
    startSession(tx, tx.principal.userId, LINK_MS),
  )
  return { link: `${id}.${sealOf(ctx, id).toString('base64url')}`, expiresAt }
}

/** Signs the local owner in. Throws `link_used` if the link is wrong, too old, or used. */
export async function signInByLink({ idempotency: _, ...ctx }: Context, link: string): Promise<void> {
  const [id = '', seal = ''] = link.split('.')
  const [given, right] = [Buffer.from(seal, 'base64url'), sealOf(ctx, id)]
  const owner = await store.findLocalOwner(ctx.sql)
  if (!owner || !isId(id) || given.length !== right.length || !timingSafeEqual(given, right))
    return fail('link_used', {})
  const asOwner = { ...ctx, principal: ownerPrincipal(owner.id), operation: 'session.start' }
  const session = await transaction(asOwner, async (tx) => {
    const isFirst = await store.useLink(tx.sql, owner.id, id, isoOf(tx.clock.now()))
    return isFirst ? startSession(tx, owner.id) : fail('link_used', {})
  })
  ctx.report.session = await signSession(ctx, owner.id, session)
}
