// The owner of the local database. They do not sign in, are administrators, and always have Ultra.
import { recordChange, transaction } from '../database/transaction.ts'
import { backgroundContext, type Context, type Principal, type Services } from '../kernel/context.ts'
import { isoOf } from '../kernel/clock.ts'
import { newId } from '../kernel/id.ts'
import { ownerPrincipal } from './principal.ts'
import * as store from './store.ts'

export async function localOwner(services: Services): Promise<Principal> {
  const owner = await store.findLocalOwner(services.sql)
  return ownerPrincipal(owner ? owner.id : await makeOwner(services))
}

/** Null if the database must be migrated first. One query, because every terminal command waits for it. */
export async function localOwnerIfMigrated(services: Services, isReady: (schema: number) => boolean) {
  const { owner, schema } = await store.findOwnerAndSchema(services.sql)
  if (!isReady(schema)) return null
  return ownerPrincipal(owner ?? (await makeOwner(services)))
}

async function makeOwner(services: Services): Promise<string> {
  const id = newId()
  const made = await transaction(userCreationContext(services, ownerPrincipal(id)), async (tx) => {
    const at = isoOf(tx.clock.now())
    if (!(await store.insertLocalOwner(tx.sql, id, at))) return false
    const user = { id, email: null, name: null, tier: 'ultra', admin: true, createdAt: at }
    recordChange(tx, 'user', id, null, user)
    return true
  })
  if (made) return id
  // Another process created it first.
  const owner = await store.findLocalOwner(services.sql)
  if (!owner) throw new Error('The local owner disappeared while it was being created.')
  return owner.id
}

export const userCreationContext = (services: Services, principal: Principal): Context =>
  backgroundContext(services, principal, { operation: 'users.create', client: 'crm' })
