// How a receiver knows that a delivery is ours and whole: two signatures over the very bytes that are sent.
import { createHmac, randomBytes } from 'node:crypto'

/** A secret for a registration that brings none: `whsec_` and 32 random bytes in base64, as Standard Webhooks has it. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** `sha256=` and the lower-case hex HMAC-SHA256 of the body, keyed by the secret as registered, prefix and all. */
export const serviceSignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Standard Webhooks keys with what `whsec_` encodes. A secret of another form is its own key (their `raw` format). */
function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith('whsec_') ? secret.slice(6) : ''
  return BASE64.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8')
}

/** `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; https://www.standardwebhooks.com, “Signature scheme”. */
export const standardSignature = (
  secret: string,
  id: string,
  timestampSeconds: number,
  body: string,
): string =>
  `v1,${createHmac('sha256', standardKey(secret)).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`

export interface Signed {
  /** Stable across retries of one delivery. */
  deliveryId: string
  event: string
  /** When this attempt is made; receivers refuse what is too old. */
  timestampSeconds: number
  body: string
  secret: string
  /** The secret before this one, while receivers may still check with it. */
  previousSecret?: string | undefined
}

/**
 * The headers of one attempt. While a secret is being replaced, the Standard Webhooks header carries a signature by
 * each, the new one first; `X-Service-Signature` has room for one, the new.
 */
export function deliveryHeaders({
  deliveryId,
  event,
  timestampSeconds,
  body,
  secret,
  previousSecret,
}: Signed) {
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret]
  return {
    'content-type': 'application/json',
    'user-agent': 'crm-webhooks/1',
    'x-service-event': event,
    'x-service-delivery': deliveryId,
    'x-service-signature': serviceSignature(secret, body),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets
      .map((each) => standardSignature(each, deliveryId, timestampSeconds, body))
      .join(' '),
  }
}
