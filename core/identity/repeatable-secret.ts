// The secret in an answer that may be asked for again. With an Idempotency-Key the first answer must be given to a repeat,
// yet a stored answer must not hold a secret. So the secret is not random then but derived from the root key, the request's
// key and the record's id: the record is stored, the secret is made again, and nothing at rest is worth stealing.
import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '../kernel/context.ts'
import { mintSecret, type MintedSecret, type SecretPrefix } from './secret-text.ts'

/** How to mint the secret of a record, the same each time it is called for the same id. */
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
