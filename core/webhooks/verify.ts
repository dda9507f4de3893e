// Verifies a delivery on the receiver's side. Exported by the package as `crm/webhooks`.
import { recordOf } from '../kernel/narrow.ts'
import { hash, timingSafeEqual } from 'node:crypto'
import { SECOND_MS, systemClock, type Clock } from '../kernel/clock.ts'
import { standardSignature } from './signature.ts'

interface WebhookEvent {
  /** `offer.received`, `job.created`, … */
  event: string
  timestamp: string
  data: Record<string, unknown>
}

interface DeliveredRequest {
  /** The body as received, byte for byte. Parsing and writing it again would change it. */
  body: string | Uint8Array
  /** The headers of the request: an object as in Node, or `Headers`. */
  headers: Record<string, string | string[] | undefined> | Pick<Headers, 'get'>
  /** The secret of the webhook; during a rotation both. */
  secret: string | readonly string[]
  /** The maximum age of a delivery in seconds; 300 by default. */
  toleranceSeconds?: number
  clock?: Clock
}

/** The request is no delivery of crm, or is too old. Respond with 401 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

const refuse = (why: string): never => {
  throw new WebhookVerificationError(why)
}

/** Throws `WebhookVerificationError`. */
export function verifyWebhook(request: DeliveredRequest): WebhookEvent & { id: string } {
  const { body, headers, secret, toleranceSeconds = 300, clock = systemClock } = request
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : refuse('webhook-timestamp is no time.')
  if (Math.abs(clock.now() / SECOND_MS - seconds) > toleranceSeconds)
    refuse('The delivery is too old, or from the future.')
  const given = headerOf(headers, 'webhook-signature').split(' ')
  const expected = [secret].flat().flatMap((each) => standardSignature(each, id, seconds, text).split(' '))
  // Compares all pairs in constant time.
  const fitting = expected.flatMap((right) => given.filter((one) => isSame(one, right)))
  if (!fitting.length) refuse('No signature fits the body and the secret.')
  return { ...(JSON.parse(text) as WebhookEvent), id } // Our signature proves the type.
}

function headerOf(headers: DeliveredRequest['headers'], name: string): string {
  const value = typeof headers.get === 'function' ? headers.get(name) : recordOf(headers)[name]
  return typeof value === 'string' && value ? value : refuse(`The header ${name} is missing.`)
}

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))
