// Operations on identity: sign-in, tokens and keys, and administration of users.
import {
  ById,
  Deleted,
  Nothing,
  PathId,
  PageIn,
  pageIn,
  pageOut,
  objectSchema,
  invalidInput,
  type Parsed,
} from '../kernel/schema.ts'
import { operation } from '../kernel/operation.ts'
import { pageOf, type Window } from '../kernel/page.ts'
import * as credential from './credential.ts'
import { emailIn, nameIn, passwordIn, findProfile, userOf } from './user.ts'
import * as signing from './sign-in.ts'
import { Key, Token, User, UserProfile } from './records.ts'
import * as store from './store.ts'
import { recordChange, transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { TIERS } from '../kernel/family.ts'
import { isId, newId } from '../kernel/id.ts'
import { must } from '../kernel/narrow.ts'
import { actingFor } from './principal.ts'

const UserIn = objectSchema((z) => ({
  email: emailIn(z),
  name: nameIn(z).optional(),
  tier: z.enum(TIERS).optional().describe('Default: free.'),
  admin: z.boolean().optional(),
  password: passwordIn(z)
    .optional()
    .describe('Without one the user cannot sign in, but can have credentials.'),
}))

const RoleChange = objectSchema((z) => ({
  id: PathId(),
  tier: z.enum(TIERS).optional(),
  admin: z.boolean().optional(),
}))

async function createUser(context: Context, input: Parsed<typeof UserIn>): Promise<User> {
  const { email, name = null, tier = 'free', admin = false, password } = input
  if (password !== undefined) signing.checkPassword(password, email)
  const ctx = password === undefined ? context : signing.withKeyedFingerprint(context)
  const passwordHash = password === undefined ? null : await ctx.passwords.hash(password)
  const id = newId()
  // The audit record belongs to the new user. The Idempotency-Key belongs to the administrator.
  return transaction({ ...ctx, principal: actingFor(ctx.principal, id) }, async (tx) => {
    const user = userOf(await signing.insertUserWithEmail(tx, id, { email, name, tier, admin, passwordHash }))
    recordChange(tx, 'user', id, null, user)
    return user
  })
}

/** Changes a user's tier and role. Throws `user_not_found`; the local owner cannot be changed. */
async function changeRole(ctx: Context, { id, ...change }: Parsed<typeof RoleChange>): Promise<User> {
  if (!isId(id)) return fail('user_not_found', { id })
  const userId = id.toLowerCase()
  const user = await transaction(await asActor(ctx, userId), async (tx) => {
    const row = await store.findUserForUpdate(tx.sql, userId)
    if (!row) return fail('user_not_found', { id })
    const given = must(await store.findGivenTier(tx.sql, userId))
    const { tier = given.tier, admin = row.admin } = change
    if (tier === given.tier && admin === row.admin) return userOf(row)
    const message = 'is the owner of this installation, who keeps permanent ultra'
    if (row.localOwner) throw invalidInput([{ path: 'id', message }])
    await store.updateUserRole(tx.sql, { id: userId, tier, admin, at: isoOf(tx.clock.now()) })
    const after = userOf((await store.findUser(tx.sql, userId)) ?? row)
    recordChange(tx, 'user', userId, userOf(row), after)
    return after
  })
  ctx.credentials.clear()
  return user
}

async function findUser({ sql }: Context, id: string): Promise<User> {
  const row = isId(id) ? await store.findUser(sql, id) : undefined
  return row ? userOf(row) : fail('user_not_found', { id })
}

/** The context in which an administrator acts for another user. Throws `user_not_found`. */
async function asActor(ctx: Context, id: string): Promise<Context> {
  const { id: userId } = await findUser(ctx, id)
  return { ...ctx, principal: actingFor(ctx.principal, userId) }
}

const SignedIn = objectSchema(() => ({ user: UserProfile() }))
// The length limits of new passwords do not apply here: a password of another length is just wrong.
const SignInIn = objectSchema((z) => ({ email: emailIn(z), password: z.string().min(1).max(1_000) }))
const SignedOut = objectSchema((z) => ({ signedOut: z.literal(true) }))
const SessionOut = objectSchema(() => ({ user: UserProfile().nullable() }))

const UserQuery = objectSchema((z) => ({
  email: emailIn(z).optional().describe('The exact address.'),
  ...pageIn(z),
}))
const TokenFor = objectSchema(() => ({ id: PathId(), ...credential.TokenIn().shape }))
const KeyFor = objectSchema(() => ({ id: PathId(), ...credential.KeyIn().shape }))

export const signup = operation({
  name: 'auth.signup',
  summary: 'Create an account and sign in.',
  http: 'POST /api/auth/signup',
  access: 'public',
  effect: 'write',
  status: 201,
  input: signing.SignUpIn,
  output: SignedIn,
  run: signing.signUp,
})

export const login = operation({
  name: 'auth.login',
  summary: 'Sign in; sets the session cookie.',
  http: 'POST /api/auth/login',
  access: 'public',
  effect: 'write',
  input: SignInIn,
  output: SignedIn,
  run: signing.signIn,
})

export const logout = operation({
  name: 'auth.logout',
  summary: 'Sign out; the session ends at once and the cookie is cleared.',
  http: 'POST /api/auth/logout',
  access: 'public',
  effect: 'write',
  input: Nothing,
  output: SignedOut,
  run: signing.signOut,
})

export const getSession = operation({
  name: 'auth.session',
  summary: 'Show the signed-in user, or null.',
  http: 'GET /api/auth/session',
  access: 'public',
  effect: 'read',
  input: Nothing,
  output: SessionOut,
  async run({ sql, principal }) {
    if (principal.credential.kind === 'anonymous') return { user: null }
    return { user: (await findProfile(sql, principal.userId)) ?? null }
  },
})

export const listTokens = operation({
  name: 'tokens.list',
  summary: 'List your extension tokens, newest first, including revoked ones.',
  http: 'GET /api/account/tokens',
  access: 'tokens:read',
  input: PageIn,
  output: pageOut('tokens', Token),
  async run(ctx, asked) {
    const { rows, ...page } = await credential.pageOfCredentials(ctx, 'token', asked)
    return { tokens: rows, ...page }
  },
})

export const addToken = operation({
  name: 'tokens.create',
  summary: 'Create an extension token. It is shown only once.',
  http: 'POST /api/account/tokens',
  access: 'tokens:write',
  status: 201,
  input: credential.TokenIn,
  output: credential.NewToken,
  run: credential.createToken,
})

export const removeToken = operation({
  name: 'tokens.revoke',
  summary: 'Revoke an extension token immediately.',
  http: 'DELETE /api/account/tokens/:id',
  access: 'tokens:delete',
  input: ById,
  output: Deleted,
  run: (ctx, { id }) => credential.revokeCredential(ctx, 'token', id),
})

export const listKeys = operation({
  name: 'keys.list',
  summary: 'List your intelligence keys, newest first, including revoked ones.',
  http: 'GET /api/account/keys',
  access: 'keys:read',
  input: PageIn,
  output: pageOut('keys', Key),
  async run(ctx, asked) {
    const { rows, ...page } = await credential.pageOfCredentials(ctx, 'key', asked)
    return { keys: rows, ...page }
  },
})

export const addKey = operation({
  name: 'keys.create',
  summary: 'Create an intelligence key. It is shown only once.',
  http: 'POST /api/account/keys',
  access: 'keys:write',
  status: 201,
  input: credential.KeyIn,
  output: credential.NewKey,
  run: credential.createKey,
})

export const removeKey = operation({
  name: 'keys.revoke',
  summary: 'Revoke an intelligence key immediately.',
  http: 'DELETE /api/account/keys/:id',
  access: 'keys:delete',
  input: ById,
  output: Deleted,
  run: (ctx, { id }) => credential.revokeCredential(ctx, 'key', id),
})

export const listUsers = operation({
  name: 'users.list',
  summary: 'List the users of this installation, newest first.',
  http: 'GET /api/admin/users',
  access: 'users:read',
  input: UserQuery,
  output: pageOut('users', User),
  async run({ sql }, { email, ...asked }) {
    const list = (window: Window) => store.listUsers(sql, { email, ...window })
    const { rows, ...page } = await pageOf(asked, '-createdAt', list, () => store.countUsers(sql, email))
    return { users: rows.map(userOf), ...page }
  },
})

export const getUser = operation({
  name: 'users.get',
  summary: 'Show one user.',
  http: 'GET /api/admin/users/:id',
  access: 'users:read',
  input: ById,
  output: User,
  run: (ctx, { id }) => findUser(ctx, id),
})

export const addUser = operation({
  name: 'users.create',
  summary: 'Create a user account.',
  http: 'POST /api/admin/users',
  access: 'users:write',
  status: 201,
  input: UserIn,
  output: User,
  run: createUser,
})

export const updateUser = operation({
  name: 'users.update',
  summary: 'Change a user’s plan, or make them an administrator.',
  http: 'PATCH /api/admin/users/:id',
  access: 'users:write',
  input: RoleChange,
  output: User,
  run: changeRole,
})

export const addTokenFor = operation({
  name: 'users.createToken',
  summary: 'Create an extension token for a user. It is shown only once.',
  http: 'POST /api/admin/users/:id/tokens',
  access: 'users:write',
  status: 201,
  input: TokenFor,
  output: credential.NewToken,
  run: async (ctx, { id, ...token }) => credential.createToken(await asActor(ctx, id), token),
})

export const addKeyFor = operation({
  name: 'users.createKey',
  summary: 'Create an intelligence key for a user. It is shown only once.',
  http: 'POST /api/admin/users/:id/keys',
  access: 'users:write',
  status: 201,
  input: KeyFor,
  output: credential.NewKey,
  run: async (ctx, { id, ...key }) => credential.createKey(await asActor(ctx, id), key),
})

export const operations = [
  signup,
  login,
  logout,
  getSession,
  listTokens,
  addToken,
  removeToken,
  listKeys,
  addKey,
  removeKey,
  listUsers,
  getUser,
  addUser,
  updateUser,
  addTokenFor,
  addKeyFor,
]
