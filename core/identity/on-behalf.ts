// Who a worker acts for: a user's principal and context without a credential.
import type { Sql } from '../database/connect.ts'
import { backgroundContext } from '../kernel/background.ts'
import type { Context, Principal, Services } from '../kernel/context.ts'
import { inPerson } from './principal.ts'
import { findUser } from './store.ts'

/** A user's principal for background work, not requested by the user; `by` names the service that does it. */
export async function findPrincipal(sql: Sql, id: string, by: string): Promise<Principal | undefined> {
  const user = await findUser(sql, id)
  return user && inPerson(id, user, { kind: 'anonymous', id: null, name: by })
}

/** A context for background work on a user's behalf; `by` names the service that does it. */
export async function contextFor(services: Services, id: string, by: string): Promise<Context | undefined> {
  const principal = await findPrincipal(services.sql, id, by)
  return principal && backgroundContext(services, principal, { operation: by })
}
