// Idempotency keys for Stripe.
import { createHash } from 'node:crypto'

/** An idempotency key derived from the parts; different parameters never share a key. */
export const stripeKey = (...parts: readonly unknown[]): string =>
  `crm_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`
