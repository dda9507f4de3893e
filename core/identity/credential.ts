// The credentials of programs, tokens and keys: shown once, stored as a hash, revoked with immediate effect.
import { createHmac, randomBytes } from 'node:crypto'
import { changed, transaction, type Transaction } from '../database/transaction.ts'
import { isoOf, msOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { isId, newId } from '../kernel/id.ts'
import { invalidInput } from '../kernel/schema.ts'
import { mintSecret, type CredentialPrefix, type MintedSecret } from './secret-text.ts'
import * as store from './store.ts'

const MAX_ACTIVE = 100

const KINDS = {
  token: { prefix: 'ext_', what: 'token', missing: 'token_not_found' },
  key: { prefix: 'intelligence_', what: 'intelligence key', missing: 'key_not_found' },
} as const

/** The first answer must be given again, yet no secret stored: it derives from the Idempotency-Key and the id. */
function secretFor(
  { idempotency, principal, vault }: Context,
  prefix: CredentialPrefix,
): (id: string) => MintedSecret {
  if (!idempotency) {
    const secret = mintSecret(prefix, randomBytes(32))
    return () => secret
  }
  return (id) => {
    const what = JSON.stringify([prefix, principal.userId, id, idempotency.key])
    const key = vault.deriveKey('repeatable-secret')
    return mintSecret(prefix, createHmac('sha256', key).update(what).digest())
  }
}

type NewCredential<N extends store.CredentialNoun> = Parameters<typeof store.insertCredential<N>>[2]

/** Returns it with its secret; `complete` adds what only its kind has. Throws `credentials_full`. */
export async function createCredential<N extends store.CredentialNoun>(
  ctx: Context,
  noun: N,
  { name, expiresAt }: { name: string; expiresAt?: string | undefined },
  complete: (base: CredentialBase, user: store.UserRow, tx: Transaction) => Promise<NewCredential<N>>,
) {
  if (expiresAt !== undefined && msOf(expiresAt) <= ctx.clock.now())
    throw invalidInput([{ path: 'expiresAt', message: 'is in the past' }])
  const { prefix, what } = KINDS[noun]
  const secret = secretFor(ctx, prefix)
  const record = await transaction(ctx, async (tx) => {
    const { userId } = tx.principal
    const createdAt = isoOf(tx.clock.now())
    const user = (await store.findUserForUpdate(tx.sql, userId)) ?? fail('user_not_found', { id: userId })
    const id = newId()
    const { hash, lastFour } = secret(id)
    const base = { id, userId, hash, name, lastFour, createdAt, expiresAt: expiresAt ?? null }
    const whole = await complete(base, user, tx)
    const { active } = await store.countCredentials(tx.sql, noun, userId, createdAt)
    if (active >= MAX_ACTIVE) fail('credentials_full', { limit: MAX_ACTIVE, what })
    const row = await store.insertCredential(tx.sql, noun, whole)
    changed(tx, noun, id, null, row)
    return row
  })
  return { record, secret: secret(record.id).text }
}

interface CredentialBase {
  id: string
  userId: string
  hash: Buffer
  name: string
  lastFour: string
  createdAt: string
  expiresAt: string | null
}

/** Revokes a credential of the principal's user; idempotent. Throws `key_not_found` or `token_not_found`. */
export async function revokeCredential(
  ctx: Context,
  noun: store.CredentialNoun,
  id: string,
): Promise<{ deleted: true; id: string }> {
  const { missing } = KINDS[noun]
  if (!isId(id)) return fail(missing, { id })
  await transaction(ctx, async (tx) => {
    const { userId } = tx.principal
    const before = await store.findCredentialForUpdate(tx.sql, noun, userId, id)
    if (!before) return fail(missing, { id })
    if (before.revokedAt) return
    const revokedAt = isoOf(tx.clock.now())
    await store.updateRevoked(tx.sql, noun, userId, before.id, revokedAt)
    changed(tx, noun, before.id, before, { ...before, revokedAt })
  })
  ctx.credentials.clear()
  return { deleted: true, id: id.toLowerCase() }
}
