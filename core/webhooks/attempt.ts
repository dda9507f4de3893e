// One attempt: what is signed and sent, and what follows from how it went.
import type { Dispatcher } from 'undici'
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { deliver, type Outcome } from './delivery.ts'
import type { Finished } from './outcomes.ts'
import type * as queue from './queue.ts'
import { sealOwner } from './registration.ts'
import { verdictOf } from './schedule.ts'
import type { Signed } from './signature.ts'

/** Opened secrets that a worker remembers. */
const MOST_SECRETS = 10_000

/** Calls once; null when it was cut off by our own leaving, which is not the receiver's failure. */
export async function attempt(
  { clock, log }: Services,
  dialler: Dispatcher,
  { due, signed, signal }: { due: queue.Due; signed: Signed | null; signal: AbortSignal },
): Promise<Finished | null> {
  const began = clock.now()
  const outcome = signed ? await deliver(dialler, due.url, signed, signal) : UNSIGNED
  if (outcome.status === null && signal.aborted) return null
  const { cause } = outcome
  if (cause) log.info({ delivery: due.id, host: new URL(due.url).host, cause }, 'A delivery failed.')
  return finishedOf(due, outcome, began, clock.now())
}

const UNSIGNED: Outcome = {
  delivered: false,
  status: null,
  problem: 'Not sent: its signing secret was sealed with another key than this server has.',
}

/** How what to send is signed: with the time of the attempt; null when a secret cannot be opened. */
export function openSecrets({ vault, clock, log }: Services): (due: queue.Due) => Signed | null {
  const opened = new Map<string, string>()
  // Opening one takes as long as signing with it; a worker meets the same few again and again.
  const secretOf = (sealed: Buffer, owner: string): string => {
    const key = owner + sealed.toString('latin1')
    const known = opened.get(key)
    if (known !== undefined) return known
    const secret = vault.open(sealed, owner)
    if (opened.size >= MOST_SECRETS) opened.clear()
    opened.set(key, secret)
    return secret
  }
  return (due) => {
    const owner = sealOwner(due.userId, due.webhookId)
    const { previousSealedSecret: previous } = due
    try {
      return {
        deliveryId: due.id,
        event: due.event,
        timestampSeconds: Math.floor(clock.now() / SECOND_MS),
        body: due.body,
        secret: secretOf(due.sealedSecret, owner),
        previousSecret: previous ? secretOf(previous, owner) : undefined,
      }
    } catch (error) {
      log.error({ error, webhookId: due.webhookId }, 'A webhook secret cannot be opened.')
      return null
    }
  }
}

function finishedOf(due: queue.Due, outcome: Outcome, began: number, now: number): Finished {
  const verdict = verdictOf(due.step, outcome, now, Math.random())
  return {
    userId: due.userId,
    webhookId: due.webhookId,
    id: due.id,
    attempt: due.attempt,
    dueAt: due.dueAt,
    outcome: verdict.outcome,
    gone: verdict.outcome === 'failed' && verdict.gone,
    restMs: verdict.outcome === 'retry' ? verdict.restMs : 0,
    at: isoOf(began),
    durationMs: Math.max(0, Math.round(now - began)),
    status: outcome.status,
    body: outcome.body || null,
    problem: outcome.problem ?? null,
  }
}
