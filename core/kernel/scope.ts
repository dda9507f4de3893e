// What a credential permits.

export type Scope = `${string}:${'read' | 'write' | 'delete'}`

/** Who may call: holders of a scope, anyone signed in, or anyone at all. */
export type Access = Scope | 'session' | 'public'

export function scopeOf({ access }: { readonly access: Access }): Scope {
  if (access === 'session' || access === 'public') throw new Error('An operation without a scope is no tool.')
  return access
}
