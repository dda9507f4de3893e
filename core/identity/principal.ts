// Builds a principal from a user and a credential.
import type { Principal } from '../kernel/context.ts'
import { planIncludes, type Tier } from '../kernel/family.ts'
import type { User } from './records.ts'
import { ADMIN_BUNDLE, NO_SCOPES, SESSION_BUNDLE } from './scopes.ts'

type TierAndRole = Pick<User, 'tier' | 'admin'>

/** Administrators always have ultra, whatever they pay for. */
export const effectiveTier = ({ tier, admin }: TierAndRole): Tier => (admin ? 'ultra' : tier)

export const leastTier = (one: Tier, other: Tier): Tier => (planIncludes(one, other) ? other : one)

const ANONYMOUS = '00000000-0000-0000-0000-000000000000'

export const anonymous = (): Principal => ({
  userId: ANONYMOUS,
  tier: 'free',
  admin: false,
  scopes: NO_SCOPES,
  credential: { kind: 'anonymous', id: null, name: null, scope: null },
})

export const principalOf = (
  userId: string,
  user: TierAndRole,
  credential: Pick<Principal['credential'], 'kind' | 'id' | 'name'>,
): Principal => ({
  userId,
  tier: effectiveTier(user),
  admin: user.admin,
  scopes: user.admin ? ADMIN_BUNDLE : SESSION_BUNDLE,
  credential: { ...credential, scope: null },
})

export const actingFor = (principal: Principal, userId: string): Principal => ({
  ...principal,
  userId,
  actorId: principal.actorId ?? principal.userId,
})

export const ownerPrincipal = (userId: string): Principal =>
  principalOf(userId, { tier: 'ultra', admin: true }, { kind: 'local', id: null, name: null })
