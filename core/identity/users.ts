// User administration.
import { changed, transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { TIERS } from '../kernel/family.ts'
import { isId, newId } from '../kernel/id.ts'
import { invalidInput, type Parsed, objectSchema } from '../kernel/schema.ts'
import { emailIn, nameIn, passwordIn, userOf, type User } from './person.ts'
import { actingFor } from './principal.ts'
import { checkPassword, insertPerson, withSealedFingerprint } from './sign-in.ts'
import * as store from './store.ts'

export const UserIn = objectSchema((z) => ({
  email: emailIn(z),
  name: nameIn(z).optional(),
  tier: z.enum(TIERS).optional().describe('Default: free.'),
  admin: z.boolean().optional(),
  password: passwordIn(z)
    .optional()
    .describe('Without one the user cannot sign in, but can have credentials.'),
}))

export const RoleChange = objectSchema((z) => ({
  tier: z.enum(TIERS).optional(),
  admin: z.boolean().optional(),
}))

export async function createUser(context: Context, input: Parsed<typeof UserIn>): Promise<User> {
  const { email, name = null, tier = 'free', admin = false, password } = input
  if (password !== undefined) checkPassword(password, email)
  const ctx = password === undefined ? context : withSealedFingerprint(context)
  const passwordHash = password === undefined ? null : await ctx.passwords.hash(password)
  const id = newId()
  // The audit record belongs to the new user; the Idempotency-Key stays with the administrator who sent it.
  return transaction({ ...ctx, principal: actingFor(ctx.principal, id) }, async (tx) => {
    const row = await insertPerson(
      tx.sql,
      id,
      { email, name, tier, admin, passwordHash },
      isoOf(tx.clock.now()),
    )
    const user = userOf(row)
    changed(tx, 'user', id, null, user)
    return user
  })
}

/** Changes a user's tier and role. Throws `user_not_found`; the local owner cannot be changed. */
export async function changeRole(ctx: Context, id: string, change: Parsed<typeof RoleChange>): Promise<User> {
  if (!isId(id)) return fail('user_not_found', { id })
  const userId = id.toLowerCase()
  const user = await transaction(await asActor(ctx, userId), async (tx) => {
    const row = await store.findUserForUpdate(tx.sql, userId)
    if (!row) return fail('user_not_found', { id })
    const given = (await store.findGivenTier(tx.sql, userId)) ?? row.tier
    const { tier = given, admin = row.admin } = change
    if (tier === given && admin === row.admin) return userOf(row)
    if (row.localOwner)
      throw invalidInput([
        { path: 'id', message: 'is the owner of this installation, who keeps permanent ultra' },
      ])
    await store.updateUserRole(tx.sql, { id: userId, tier, admin, at: isoOf(tx.clock.now()) })
    const after = userOf((await store.findUser(tx.sql, userId)) ?? row)
    changed(tx, 'user', userId, userOf(row), after)
    return after
  })
  ctx.credentials.clear()
  return user
}

export async function findUser({ sql }: Context, id: string): Promise<User> {
  const row = isId(id) ? await store.findUser(sql, id) : undefined
  return row ? userOf(row) : fail('user_not_found', { id })
}

/** The context of an administrator acting for another user; throws `user_not_found`. */
export async function asActor(ctx: Context, id: string): Promise<Context> {
  const { id: userId } = await findUser(ctx, id)
  return { ...ctx, principal: actingFor(ctx.principal, userId) }
}
