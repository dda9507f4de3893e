// Handles Stripe's events. An event only says what to fetch, so neither order nor repetition matters.
import type { Services } from '../kernel/context.ts'
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import { asCrmError, fail } from '../kernel/errors.ts'
import { contextFor } from '../identity/on-behalf.ts'
import { refresh } from './customer.ts'
import { withLease } from './lease.ts'
import { syncReturns } from './refund.ts'
import { resumeWaiting } from './purchases/store.ts'
import * as store from './store.ts'
import { idOf, type Stripe } from './stripe.ts'

const CLAIM_TTL_MS = 8 * SECOND_MS

/** What is stored of an event: enough to know what to fetch. Throws `malformed_request`. */
function eventRefOf(event: Partial<Stripe.Event> | null): store.EventRef {
  const { id, type, data } = event ?? {}
  if (typeof id !== 'string' || typeof type !== 'string' || !data?.object)
    return fail('malformed_request', { problem: 'The body is not an event of Stripe.' })
  const object = data.object as {
    id?: string
    object?: string
    customer?: string | { id: string } | null
    payment_intent?: string | { id: string } | null
  }
  return {
    id,
    type,
    stripeCustomerId: object.object === 'customer' ? (object.id ?? null) : idOf(object.customer),
    paymentIntentId: object.object === 'payment_intent' ? (object.id ?? null) : idOf(object.payment_intent),
  }
}

/** After `stripe_signature_invalid`, `malformed_request` or `billing_unavailable`, Stripe sends the event again. */
export async function receiveEvent(services: Services, rawBody: Buffer, signature: string | undefined) {
  const event = await services.stripe.readEvent(rawBody, signature)
  const note = eventRefOf(event)
  if (isOfOtherMode(services, event)) return { received: true }
  await store.insertEvent(services.sql, note, isoOf(services.clock.now()))
  await processEvent(services, note)
  return { received: true }
}

/** Whether an event is live and our key is for tests, or the reverse. Such an event is about none of our customers. */
function isOfOtherMode({ config, log }: Services, { id, type, livemode }: Stripe.Event): boolean {
  const [, mode] = /^[rs]k_(live|test)_/.exec(config.stripeSecretKey ?? '') ?? []
  if (mode === undefined || typeof livemode !== 'boolean' || livemode === (mode === 'live')) return false
  log.warn(
    { event: id, type, livemode },
    'An event of the other mode was ignored: the webhook secret and the key of Stripe do not belong together.',
  )
  return true
}

/** Processes a stored event, unless it was processed before. Throws `billing_busy` while another process works on it. */
export async function processEvent(services: Services, note: store.EventRef): Promise<void> {
  const { sql, clock } = services
  const now = clock.now()
  const claim = await store.claimEvent(sql, note.id, { now: isoOf(now), until: isoOf(now + CLAIM_TTL_MS) })
  if (claim === 'done') return
  if (claim === 'taken') fail('billing_busy', {}, { retryAfterSeconds: 5 })
  try {
    await applyEvent(services, note)
  } catch (error) {
    await store.updateEventFailed(sql, note.id, asCrmError(error).message)
    throw error
  }
  await store.updateEventDone(sql, note.id, isoOf(clock.now()))
}

const PAYMENT_EVENTS =
  /^(?:payment_intent\.(?:amount_capturable_updated|succeeded|payment_failed|canceled)|invoice\.paid)$/

async function applyEvent(services: Services, { type, stripeCustomerId, paymentIntentId }: store.EventRef) {
  const user =
    (stripeCustomerId && (await store.findUserByCustomer(services.sql, stripeCustomerId))) ??
    (paymentIntentId ? await store.findUserByPayment(services.sql, paymentIntentId) : undefined)
  const background = user && (await contextFor(services, user.userId, 'Stripe'))
  if (!background) return
  const ctx = { ...background, operation: 'billing.webhook' }
  if (/refund|dispute|credit_note/.test(type))
    return syncReturns(ctx, paymentIntentId ? [paymentIntentId] : [])
  await withLease(ctx, (lease) => refresh(ctx, lease))
  // Makes waiting purchases due, because their buyer may have confirmed the payment.
  if (PAYMENT_EVENTS.test(type)) await resumeWaiting(services.sql, ctx.principal.userId)
}
