// The owner of the local database, who needs no sign-in: an administrator with permanent ultra access.
import type { Sql } from '../database/connect.ts'
import { changed, transaction } from '../database/transaction.ts'
import { backgroundContext } from '../kernel/background.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context, Principal, Services } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import { ADMIN_BUNDLE } from './scopes.ts'
import * as store from './store.ts'

const ownerWith = (userId: string): Principal => ({
  userId,
  tier: 'ultra',
  admin: true,
  scopes: ADMIN_BUNDLE,
  credential: { kind: 'local', id: null, name: null, scope: null },
})

/** The local owner, made on first use. One query once they exist. */
export async function localOwner(services: Services): Promise<Principal> {
  const owner = await store.findLocalOwner(services.sql)
  return ownerWith(owner ? owner.id : await makeOwner(services))
}

/**
 * The local owner of a database whose schema `isReady` accepts; null when it has to be brought up to date first. One
 * question for both: each takes a trip, and the first commands of a day wait for them.
 */
export async function localOwnerOf(
  services: Services,
  isReady: (schema: number) => boolean,
): Promise<Principal | null> {
  const { owner, schema } = await store.findOwnerAndSchema(services.sql)
  if (!isReady(schema)) return null
  return ownerWith(owner ?? (await makeOwner(services)))
}

/** The local owner where all is as it should be: they are there, and `isReady` accepts the schema. Null otherwise. */
export async function knownOwner(sql: Sql, isReady: (schema: number) => boolean): Promise<Principal | null> {
  const { owner, schema } = await store.findOwnerAndSchema(sql)
  return owner !== null && isReady(schema) ? ownerWith(owner) : null
}

async function makeOwner(services: Services): Promise<string> {
  const id = newId()
  const made = await transaction(firstUse(services, ownerWith(id)), async (tx) => {
    const at = isoOf(tx.clock.now())
    if (!(await store.insertLocalOwner(tx.sql, id, at))) return false
    changed(tx, 'user', id, null, { id, email: null, name: null, tier: 'ultra', admin: true, createdAt: at })
    return true
  })
  if (made) return id
  // Another process was first.
  const owner = await store.findLocalOwner(services.sql)
  if (!owner) throw new Error('The local owner disappeared while it was being created.')
  return owner.id
}

/** The context in which a person is made because they were met for the first time, outside any operation. */
export const firstUse = (services: Services, principal: Principal): Context =>
  backgroundContext(services, principal, { operation: 'users.create', client: 'crm' })
