// What a credential permits.

/** A permission: `jobs:read`, `contacts:write`, `webhooks:delete`. */
export type Scope = `${string}:${'read' | 'write' | 'delete'}`

/** Who may call: holders of a scope, anyone signed in, or anyone at all. */
export type Access = Scope | 'session' | 'public'
