// What a credential may do.
import { fail } from './errors.ts'

export type Scope = `${string}:${'read' | 'write' | 'delete'}`

/** Who may call: credentials with a scope, anyone signed in, or anyone. */
export type Access = Scope | 'session' | 'public'

export function scopeOf({ access }: { readonly access: Access }): Scope {
  if (access === 'session' || access === 'public') throw new Error('An operation without a scope is no tool.')
  return access
}

/** Refuses a call that lacks scopes, naming all of them at once. */
export function requireScopes(has: (scope: Scope) => boolean, needs: Iterable<Scope>): void {
  const missing = [...new Set(needs)].filter((scope) => !has(scope)).sort()
  if (missing.length) fail('scope_missing', { scope: missing.join(', ') }, { details: { missing } })
}
