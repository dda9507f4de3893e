// The two signatures of a delivery. Both cover the exact bytes that are sent.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A generated secret: `whsec_` and 32 random bytes in base64, as Standard Webhooks specifies. */
export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** The key is the whole secret, with its prefix. */
export const serviceSignature = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/

/** Whether libraries of Standard Webhooks can read a secret: the part after `whsec_` must be base64. */
export const isReadable = (secret: string): boolean =>
  !secret.startsWith(PREFIX) || BASE64.test(secret.slice(PREFIX.length))

/** The keys that libraries make of a secret. Without `whsec_`, some use the bytes and others decode base64: both are keys. */
function standardKeys(secret: string): Buffer[] {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  const decoded = BASE64.test(encoded) ? [Buffer.from(encoded, 'base64')] : []
  return encoded !== secret && decoded.length ? decoded : [Buffer.from(secret, 'utf8'), ...decoded]
}

/** For each key `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; standardwebhooks.com, “Signature scheme”. */
export const standardSignature = (secret: string, id: string, timestampSeconds: number, body: string) =>
  standardKeys(secret)
    .map((key) => createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ')

export interface SignedDelivery {
  /** The same in all attempts of a delivery. */
  deliveryId: string
  event: string
  timestampSeconds: number
  body: string
  secret: string
  /** The previous secret, while receivers may still use it. */
  previousSecret?: string | undefined
}

/** During a rotation, only the standard header has two signatures, the new one first. */
export function deliveryHeaders(delivery: SignedDelivery) {
  const { deliveryId, event, timestampSeconds, body, secret, previousSecret } = delivery
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
