// Secrets in responses that may be requested again. With an Idempotency-Key the same response must be
// returned, yet a stored response must not contain a secret. So the secret is derived from the root key, the
// request's key and the record's id: only the record is stored, and the secret is derived again when needed.
import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../kernel/context.ts'
import { mintSecret, type MintedSecret, type SecretPrefix } from './secret-text.ts'

/** Returns a function that mints a record's secret, always the same one for the same id. */
export function repeatableSecret(
  { idempotency, principal, vault }: Context,
  prefix: SecretPrefix,
): (id: string) => MintedSecret {
  if (!idempotency) {
    const secret = mintSecret(prefix, randomBytes(32))
    return () => secret
  }
  return (id) => {
    const key = vault.deriveKey('repeatable-secret')
    const what = JSON.stringify([prefix, principal.userId, id, idempotency.key])
    return mintSecret(prefix, createHmac('sha256', key).update(what).digest())
  }
}
