// The two signatures of a delivery, over the exact bytes that are sent.
import { must } from '../kernel/must.ts'
import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

/** A generated secret: `whsec_` and 32 random bytes in base64, as Standard Webhooks specifies. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

type Key = string | Buffer | KeyObject

/**
 * `sha256=` and the lower-case hex HMAC-SHA256 of the body, keyed by the whole secret as registered,
 * including its prefix.
 */
export const serviceSignature = (secret: Key, body: string | Buffer): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/**
 * The Standard Webhooks key is what `whsec_` encodes. A secret of another form is used as is (their `raw`
 * format).
 */
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
): string => signStandard(standardKey(secret), `${id}.${timestampSeconds}.`, body)

const signStandard = (key: Key, prefix: string, body: string | Buffer): string =>
  `v1,${createHmac('sha256', key).update(prefix).update(body).digest('base64')}`

/** The content that is signed and sent in one attempt. */
interface Message {
  /** Stable across retries of one delivery. */
  deliveryId: string
  event: string
  /** The time of this attempt; receivers reject old ones. */
  timestampSeconds: number
  body: string | Buffer
}

export interface Signed extends Message {
  secret: string
  /** The previous secret, while receivers may still verify with it. */
  previousSecret?: string | undefined
}

/** The keys that a registration's deliveries are signed with. */
export interface SigningKeys {
  service: Key
  standard: readonly Key[]
}

/** Keys for many signatures: avoids parsing the secret for each one, a fourth of the cost of signing. */
export const signingKeys = (secret: string, previousSecret?: string): SigningKeys => ({
  service: createSecretKey(Buffer.from(secret, 'utf8')),
  standard: secretsOf(secret, previousSecret).map((each) => createSecretKey(standardKey(each))),
})

const secretsOf = (secret: string, previousSecret: string | undefined): string[] =>
  previousSecret === undefined ? [secret] : [secret, previousSecret]

/** The headers of one attempt. */
export const deliveryHeaders = ({ secret, previousSecret, ...message }: Signed) =>
  signedHeaders({ service: secret, standard: secretsOf(secret, previousSecret).map(standardKey) }, message)

/**
 * The headers of one attempt, from prepared keys. During a rotation the Standard Webhooks header contains one
 * signature per secret, the new one first; `X-Service-Signature` has room only for the new one.
 */
export function signedHeaders(
  { service, standard }: SigningKeys,
  { deliveryId, event, timestampSeconds, body }: Message,
) {
  const prefix = `${deliveryId}.${timestampSeconds}.`
  const [first, ...others] = standard.map((key) => signStandard(key, prefix, body))
  return {
    'content-type': 'application/json',
    'user-agent': 'crm-webhooks/1',
    'x-service-event': event,
    'x-service-delivery': deliveryId,
    'x-service-signature': serviceSignature(service, body),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': others.length ? [first, ...others].join(' ') : must(first),
  }
}
