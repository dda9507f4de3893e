// The types of `crm/webhooks`, for receivers; what it does is in core/webhooks/verify.ts.

export interface WebhookEvent {
  /** `offer.received`, `job.created`, … */
  event: string
  /** When it happened; ISO 8601. */
  timestamp: string
  data: Record<string, unknown>
}

export interface Delivered {
  /** The raw body, byte for byte as it came. */
  body: string | Uint8Array
  headers: Record<string, string | string[] | undefined> | Pick<Headers, 'get'>
  /** The secret of the registration; several while one is replaced. */
  secret: string | readonly string[]
  /** How old a delivery may be; 300 unless given. */
  toleranceSeconds?: number
}

/** The request is not a delivery of ours, or too old to be believed. */
export class WebhookVerificationError extends Error {}

/** The event of a delivery, once its signature and its time were checked; throws `WebhookVerificationError`. */
export function verifyWebhook(delivered: Delivered): WebhookEvent & { id: string }
