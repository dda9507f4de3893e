// Which part of the audit trail a credential may see: a token sees records it can change, a session also the account.
import type { Context } from '../kernel/context.ts'
import { undoableNouns } from '../database/reverser.ts'

/** The nouns whose changes a principal may see; undefined means all. */
export const visibleNouns = ({
  principal,
  reversers,
}: Pick<Context, 'principal' | 'reversers'>): readonly string[] | undefined =>
  principal.scopes.has('tokens:read') ? undefined : undoableNouns({ reversers })
