// One delivery attempt: the signed request, and the result of its outcome.
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { targetOf, type Outcome, type Post } from './http-call.ts'
import type { PendingDelivery, Receiver } from './leased-registrations.ts'
import { sealOwner } from './registration.ts'
import { verdictOf } from './schedule.ts'
import { signedHeaders, signingKeys, type SigningKeys } from './signature.ts'
import type { DueWork } from './store/queue.ts'
import type { Result } from './store/results.ts'

/** The maximum number of receivers a worker caches. */
const MAX_RECEIVERS = 10_000

/**
 * Returns a receiver's address and signing keys. Decrypting a secret takes longer than signing, and a worker
 * meets the same receivers repeatedly, so they are cached until their address or secret changes.
 */
export function openReceivers({ vault, log }: Services): (userId: string, work: DueWork) => Receiver {
  const known = new Map<string, Receiver>()
  const keysOf = (owner: string, { sealedSecret, previousSealedSecret: previous, webhookId }: DueWork) => {
    try {
      return signingKeys(vault.open(sealedSecret, owner), previous ? vault.open(previous, owner) : undefined)
    } catch (error) {
      log.error({ error, webhookId }, 'A webhook secret cannot be opened.')
      return null
    }
  }
  return (userId, work) => {
    const owner = sealOwner(userId, work.webhookId)
    const { url, sealedSecret, previousSealedSecret } = work
    const key = [owner, url, sealedSecret.toString('latin1'), previousSealedSecret?.toString('latin1')].join()
    const found = known.get(key)
    if (found) return found
    const receiver = { ...targetOf(url), keys: keysOf(owner, work) }
    if (known.size >= MAX_RECEIVERS) known.clear()
    known.set(key, receiver)
    return receiver
  }
}

/** The request of an attempt, signed with the current time. */
export function postOf(
  { id, event, body: text, receiver }: PendingDelivery,
  keys: SigningKeys,
  now: number,
): Post {
  const body = Buffer.from(text)
  const timestampSeconds = Math.floor(now / SECOND_MS)
  const headers = signedHeaders(keys, { deliveryId: id, event, timestampSeconds, body })
  return { origin: receiver.origin, path: receiver.path, headers, body }
}

/** The outcome of a delivery that could not be signed. */
export const UNSIGNED: Outcome = {
  delivered: false,
  status: null,
  problem: 'Not sent: its signing secret was encrypted with another key than this server has.',
}

/** The result of an attempt. */
export function resultOf(delivery: PendingDelivery, outcome: Outcome, began: number, now: number): Result {
  const verdict = verdictOf(delivery, outcome, now, Math.random())
  return {
    userId: delivery.registration.userId,
    webhookId: delivery.registration.webhookId,
    id: delivery.id,
    attempt: delivery.attempt,
    dueAt: delivery.dueAt,
    outcome: verdict.outcome,
    gone: verdict.outcome === 'failed' && verdict.gone,
    restMs: verdict.outcome === 'retry' ? verdict.restMs : 0,
    step: verdict.outcome === 'retry' ? verdict.step : delivery.step,
    at: isoOf(began),
    durationMs: Math.max(0, Math.round(now - began)),
    status: outcome.status,
    body: outcome.body || null,
    problem: outcome.problem ?? null,
  }
}
