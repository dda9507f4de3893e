// How users with a password sign up, in and out. The result of signing in is a session cookie.
import { createHmac } from 'node:crypto'
import { claimKey, findResponseOfUser, storeResponse } from '../database/idempotency.ts'
import { recordChange, transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { CrmError, fail } from '../kernel/errors.ts'
import { newId } from '../kernel/id.ts'
import { invalidInput, objectSchema, type Parsed } from '../kernel/schema.ts'
import { countAttempt, countProbe, refuseBlockedNetwork, rememberNetwork } from './sign-in-throttle.ts'
import { passwordProblem } from './passwords.ts'
import { emailIn, nameIn, passwordIn, profileOf, userOf } from './user.ts'
import type { UserProfile } from './records.ts'
import { principalOf } from './principal.ts'
import { endSession, signSession, startSession } from './sessions.ts'
import * as store from './store.ts'

export function checkPassword(password: string, email: string): void {
  const message = passwordProblem(password, email)
  if (message) throw invalidInput([{ path: 'password', message }])
}

/** Keys the request's fingerprint with a secret. The plain one is a fast hash of the body: passwords could be guessed from it. */
export const withKeyedFingerprint = (ctx: Context): Context => {
  if (!ctx.idempotency) return ctx
  const { key, fingerprint } = ctx.idempotency
  const keyed = createHmac('sha256', ctx.vault.deriveKey('fingerprint')).update(fingerprint).digest()
  return { ...ctx, idempotency: { key, fingerprint: keyed } }
}

type NewUser = Pick<store.UserRow, 'name' | 'tier' | 'admin'> & { email: string; passwordHash: string | null }

/** Inserts a user with their e-mail address inside a transaction; throws `email_taken`. */
export async function insertUserWithEmail(tx: Context, id: string, user: NewUser): Promise<store.UserRow> {
  const at = isoOf(tx.clock.now())
  await store.insertUser(tx.sql, { id, ...user, at })
  if (!(await store.insertEmail(tx.sql, id, user.email))) return fail('email_taken', {})
  return { id, ...user, localOwner: false, createdAt: at }
}

export const SignUpIn = objectSchema((z) => ({
  email: emailIn(z),
  password: passwordIn(z),
  name: nameIn(z).optional(),
}))
type SignUp = Parsed<typeof SignUpIn>

/** Creates an account and signs in. Throws `invalid_input`, `email_taken`, `guesses_limited`, `busy`. */
export async function signUp(context: Context, input: SignUp): Promise<{ user: UserProfile }> {
  const ctx = withKeyedFingerprint(context)
  checkPassword(input.password, input.email)
  await refuseBlockedNetwork(ctx)
  const passwordHash = await ctx.passwords.hash(input.password)
  const wanted: NewUser = { ...input, name: input.name ?? null, tier: 'free', admin: false, passwordHash }
  try {
    const { user, session } = await makeAccount(ctx, wanted)
    await rememberNetwork(ctx, user.id)
    ctx.report.session = await signSession(ctx, user.id, session)
    return { user }
  } catch (error) {
    if (!(error instanceof CrmError) || error.code !== 'email_taken') throw error
    const repeated = await findRepeatedSignUp(ctx, input)
    if (repeated) return repeated
    // `email_taken` shows that an account exists, so it counts like a wrong password.
    await countProbe(ctx)
    throw error
  }
}

/** Claims the Idempotency-Key after the user exists, because keys belong to a user. */
function makeAccount({ idempotency, ...ctx }: Context, user: NewUser) {
  const id = newId()
  const principal = principalOf(id, user, { kind: 'session', id: null, name: null })
  return transaction({ ...ctx, principal }, async (tx) => {
    const row = await insertUserWithEmail(tx, id, user)
    const answer = { user: profileOf(row) }
    const keyed = { ...tx, idempotency }
    await claimKey(keyed)
    await storeResponse(keyed, answer, tx.recordId)
    recordChange(tx, 'user', id, null, userOf(row))
    return { ...answer, session: await startSession(tx, id) }
  })
}

async function findRepeatedSignUp(ctx: Context, { email, password }: SignUp) {
  if (!ctx.idempotency) return undefined
  const known = await store.findUserByEmail(ctx.sql, email)
  const earlier = known && (await findResponseOfUser(ctx, known.id, ctx.idempotency))
  if (!earlier || !(await ctx.passwords.verify(known.passwordHash, password))) return undefined
  ctx.report.replayed = true
  await signInAs(ctx, known)
  return earlier as { user: UserProfile } // Stored by the same operation.
}

/** Signs in with a password. Throws `sign_in_failed`, `guesses_limited`, `busy`. */
export async function signIn(ctx: Context, { email, password }: { email: string; password: string }) {
  const known = await store.findUserByEmail(ctx.sql, email)
  const attempt = await countAttempt(ctx, email, known?.id ?? null)
  // Does the same work for an unknown address, so that the time does not show whether an account exists.
  const matches = await ctx.passwords
    .verify(known?.passwordHash ?? null, password)
    .catch(async (error: unknown) => {
      await attempt.cancelled()
      throw error
    })
  if (!known || !matches) return fail('sign_in_failed', {})
  await attempt.succeeded(known.id)
  await signInAs(ctx, known)
  return { user: profileOf(known) }
}

async function signInAs({ idempotency: _, ...ctx }: Context, user: store.UserRow): Promise<void> {
  const principal = principalOf(user.id, user, { kind: 'session', id: null, name: null })
  const session = await transaction({ ...ctx, principal }, (tx) => startSession(tx, user.id))
  ctx.report.session = await signSession(ctx, user.id, session)
}

export async function signOut({ idempotency: _, ...ctx }: Context): Promise<{ signedOut: true }> {
  if (ctx.principal.credential.kind === 'session') {
    await transaction(ctx, endSession)
    ctx.credentials.clear()
  }
  ctx.report.session = null
  return { signedOut: true }
}
