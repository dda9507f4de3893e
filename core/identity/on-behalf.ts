// Makes the context of a user for background workers, which have no credential.
import { backgroundContext, type Context, type Services } from '../kernel/context.ts'
import { principalOf } from './principal.ts'
import { findUser } from './store.ts'

export async function contextFor(services: Services, id: string, by: string): Promise<Context | undefined> {
  const user = await findUser(services.sql, id)
  if (!user) return undefined
  const principal = principalOf(id, user, { kind: 'anonymous', id: null, name: by })
  return backgroundContext(services, principal, { operation: by })
}
