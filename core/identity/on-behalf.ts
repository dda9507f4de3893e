// Makes the principal and context of a user for background workers, which have no credential.
import type { Sql } from '../database/connect.ts'
import { backgroundContext, type Context, type Principal, type Services } from '../kernel/context.ts'
import { principalOf } from './principal.ts'
import { findUser } from './store.ts'

export async function findPrincipal(sql: Sql, id: string, by: string): Promise<Principal | undefined> {
  const user = await findUser(sql, id)
  return user && principalOf(id, user, { kind: 'anonymous', id: null, name: by })
}

export async function contextFor(services: Services, id: string, by: string): Promise<Context | undefined> {
  const principal = await findPrincipal(services.sql, id, by)
  return principal && backgroundContext(services, principal, { operation: by })
}
