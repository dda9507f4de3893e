// Who acts at the terminal of a local installation: an administrator with permanent ultra access.
import type { Principal } from '../kernel/context.ts'
import { ADMIN_BUNDLE } from './scopes.ts'

export const ownerWith = (userId: string): Principal => ({
  userId,
  tier: 'ultra',
  admin: true,
  scopes: ADMIN_BUNDLE,
  credential: { kind: 'local', id: null, name: null, scope: null },
})
