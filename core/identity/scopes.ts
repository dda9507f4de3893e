// The scopes, and the bundles of scopes that credentials can have. Permissions depend on nothing else.
import type { Scope } from '../kernel/scope.ts'

export const EFFECTS = ['read', 'write', 'delete'] as const

export const PIPELINE_NOUNS = [
  'jobs',
  'contacts',
  'activities',
  'calendar',
  'offers',
  'pipeline',
  'suggestions',
  'inbox',
  'webhooks',
  'watch',
  'me',
  'audit',
] as const

/** Only a session or the terminal has these scopes. So a token cannot create tokens or delete the account. */
const ACCOUNT_NOUNS = ['tokens', 'keys', 'billing', 'account', 'seats'] as const

type Effect = (typeof EFFECTS)[number]
type Bundle = ReadonlySet<Scope>

/** These cost money or act in the user's name. A program has such a scope only if the user grants it by name. */
const PERSONAL_NOUNS = ['assistants', 'scout'] as const

const scopes = (nouns: readonly string[], effects: readonly Effect[] = EFFECTS): Scope[] =>
  nouns.flatMap((noun) => effects.map((effect): Scope => `${noun}:${effect}`))

export const TOKEN_SCOPES = ['read-only', 'read-write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

export const TOKEN_BUNDLES: Readonly<Record<TokenScope, Bundle>> = {
  'read-only': new Set(scopes(PIPELINE_NOUNS, ['read'])),
  'read-write': new Set(scopes(PIPELINE_NOUNS)),
}

export const SESSION_BUNDLE: Bundle = new Set(
  scopes([...PIPELINE_NOUNS, ...ACCOUNT_NOUNS, ...PERSONAL_NOUNS, 'intelligence']),
)

export const ADMIN_BUNDLE: Bundle = new Set([...SESSION_BUNDLE, ...scopes(['users'])])

export const KEY_SCOPES = ['intelligence:read', 'intelligence:write'] as const

export const NO_SCOPES: Bundle = new Set()
