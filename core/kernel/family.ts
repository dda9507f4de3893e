// Families of routes: the settings shared by all operations under one path prefix.

export const TIERS = ['free', 'pro', 'ultra'] as const
export type Tier = (typeof TIERS)[number]

/** Names of limits (core/limits/limits.ts). The limit of a single operation has that operation's name. */
export type LimitName = 'pipeline' | `intelligence-${Tier}` | `${string}.${string}`

export type CredentialKind = 'anonymous' | 'local' | 'session' | 'token' | 'key'

export interface Family {
  name:
    'oauth' | 'pipeline' | 'intelligence' | 'account' | 'admin' | 'auth' | 'assistants' | 'scout' | 'billing'
  prefix: string
  plan: Tier
  /** The limit that each call counts against: the user's pipeline limit, a key's tier, or the operation's own; null for none. */
  limit: 'pipeline' | 'intelligence' | 'own' | null
  credential: 'token' | 'key' | 'session'
}

export const FAMILIES: readonly Family[] = [
  { name: 'pipeline', prefix: '/api/mcp/', plan: 'ultra', limit: 'pipeline', credential: 'token' },
  {
    name: 'intelligence',
    // No trailing slash, so that a 404 of the bare path has this family's format too.
    prefix: '/api/v1/intelligence',
    plan: 'free',
    limit: 'intelligence',
    credential: 'key',
  },
  { name: 'account', prefix: '/api/account', plan: 'free', limit: null, credential: 'session' },
  { name: 'admin', prefix: '/api/admin/', plan: 'free', limit: null, credential: 'session' },
  { name: 'billing', prefix: '/api/billing/', plan: 'free', limit: 'own', credential: 'session' },
  { name: 'auth', prefix: '/api/auth/', plan: 'free', limit: null, credential: 'session' },
  { name: 'oauth', prefix: '/oauth/', plan: 'free', limit: null, credential: 'session' },
  { name: 'scout', prefix: '/api/scout-actions', plan: 'free', limit: 'own', credential: 'session' },
  { name: 'assistants', prefix: '/api/', plan: 'free', limit: 'own', credential: 'session' },
]

const LONGEST_FIRST = [...FAMILIES].sort((one, other) => other.prefix.length - one.prefix.length)

/** The family of a path, by the longest matching prefix; undefined for the service's own pages. */
export const familyOfPath = (path: string): Family | undefined => familyFrom(path, 0)

/** Compares in place, because each call looks up its family three times. */
const familyFrom = (text: string, at: number): Family | undefined =>
  LONGEST_FIRST.find(({ prefix }) => text.startsWith(prefix, at))

export function familyOf(op: { name: string; http: string }): Family {
  const family = familyFrom(op.http, op.http.indexOf(' ') + 1)
  if (!family) throw new Error(`${op.name} is outside every family: ${op.http}`)
  return family
}

export const planIncludes = (tier: Tier, plan: Tier): boolean => TIERS.indexOf(tier) >= TIERS.indexOf(plan)

/** Why a feature of the ultra plan has stopped; null if the plan includes it. */
export const stoppedByPlan = (tier: Tier): string | null =>
  planIncludes(tier, 'ultra')
    ? null
    : `Nothing is sent: this needs the ultra plan, and yours is ${tier}. It goes on with that plan, and can be removed on any.`
