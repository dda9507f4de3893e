// The worker that delivers: claims what is due, calls, writes how it went. Any number of processes work side by side.
import { setMaxListeners } from 'node:events'
import type { Dispatcher } from 'undici'
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import { openDialler } from '../outbound/dial.ts'
import type { Worker } from '../workers.ts'
import { deliver, type Outcome } from './delivery.ts'
import { openEnds } from './ends.ts'
import * as queue from './queue.ts'
import { rulesOf, sealOwner } from './registration.ts'
import { verdictOf } from './schedule.ts'
import type { Signed } from './signature.ts'
import { createWake } from './wake.ts'

/** Deliveries that one process has in hand: claimed, called, being written. Many, so that one statement serves dozens. */
const SLOTS = 256
/** Of them for retries, and for receivers that have been failing: hanging, they would take all there are. */
const SLOW_SLOTS = SLOTS / 2
/** How often it looks without being woken. */
const POLL_MS = 500
/** When calls end by the dozen, one claim fills the places of many: it waits for so many, or so long. */
const WORTH_A_CLAIM = 64
const GATHER_MS = 8
/** Of the ten seconds that a stopping process has; what has no answer by then is given back. */
const LET_FINISH_MS = 8 * SECOND_MS

/** Runs until it is stopped. It throws when the database cannot be asked, and is then run again. */
export const dispatcher: Worker = {
  name: 'webhooks',
  everyMs: POLL_MS,
  async run(services, signal) {
    const dialler = await openDialler(rulesOf(services), { connections: SLOTS })
    const wake = createWake()
    const stopHearing = services.bell.hear(wake.knock)
    signal.addEventListener('abort', wake.knock)
    const desk = openDesk(services, dialler, wake.knock)
    try {
      while (!signal.aborted) {
        const claims = desk.room().free ? await queue.claim(services.sql, desk.worker, desk.room()) : []
        claims.forEach(desk.take)
        await wake.wait(POLL_MS)
        if (claims.length && desk.room().free < WORTH_A_CLAIM)
          await new Promise((resolve) => setTimeout(resolve, GATHER_MS))
      }
    } finally {
      signal.removeEventListener('abort', wake.knock)
      await desk.close()
      await stopHearing()
      dialler.destroy().catch(() => {})
    }
    return 0
  },
}

/** The deliveries that a process has in hand. */
interface Desk {
  worker: string
  room(): { free: number; freeSlow: number }
  take(claim: queue.Claim): void
  /** Lets calls finish, and gives back what does not. */
  close(): Promise<void>
}

function openDesk(services: Services, dialler: Dispatcher, freed: () => void): Desk {
  const worker = newId()
  const ends = openEnds(services, worker)
  const cut = new AbortController()
  // One listener for each call is no leak.
  setMaxListeners(SLOTS * 2, cut.signal)
  const calls = new Set<Promise<void>>()
  const unfinished: string[] = []
  let slow = 0

  const handle = async (claim: queue.Claim) => {
    const finished = await attempt(services, dialler, claim, cut.signal)
    if (finished) await ends.write(finished)
    else unfinished.push(claim.id)
  }
  const take = (claim: queue.Claim) => {
    if (claim.slow) slow += 1
    const call = handle(claim)
      .catch((error: unknown) => services.log.error({ error, delivery: claim.id }, 'A delivery broke off.'))
      .then(() => {
        if (claim.slow) slow -= 1
        calls.delete(call)
        freed()
      })
    calls.add(call)
  }
  return {
    worker,
    room: () => ({ free: SLOTS - calls.size, freeSlow: SLOW_SLOTS - slow }),
    take,
    async close() {
      const timer = setTimeout(() => cut.abort(), LET_FINISH_MS)
      await Promise.all(calls)
      clearTimeout(timer)
      if (unfinished.length) await queue.release(services.sql, worker, unfinished)
    },
  }
}

/** Calls once; null when it was cut off by our own leaving, which is not the receiver's failure. */
async function attempt(
  services: Services,
  dialler: Dispatcher,
  claim: queue.Claim,
  signal: AbortSignal,
): Promise<queue.Finished | null> {
  const { clock, log } = services
  const began = clock.now()
  const signed = signedOf(services, claim)
  const outcome = signed ? await deliver(dialler, claim.url, signed, signal) : UNSIGNED
  if (outcome.status === null && signal.aborted) return null
  const { cause } = outcome
  if (cause) log.info({ delivery: claim.id, host: new URL(claim.url).host, cause }, 'A delivery failed.')
  return finishedOf(claim, outcome, began, clock.now())
}

const UNSIGNED: Outcome = {
  delivered: false,
  status: null,
  problem: 'Not sent: its signing secret was sealed with another key than this server has.',
}

/** What to send, signed now; null when the secret cannot be opened. */
function signedOf({ vault, clock, log }: Services, claim: queue.Claim): Signed | null {
  const owner = sealOwner(claim.userId, claim.webhookId)
  const { previousSealedSecret: previous } = claim
  try {
    return {
      deliveryId: claim.id,
      event: claim.event,
      timestampSeconds: Math.floor(clock.now() / SECOND_MS),
      body: claim.body,
      secret: vault.open(claim.sealedSecret, owner),
      previousSecret: previous ? vault.open(previous, owner) : undefined,
    }
  } catch (error) {
    log.error({ error, webhookId: claim.webhookId }, 'A webhook secret cannot be opened.')
    return null
  }
}

function finishedOf(
  { userId, id, attempt, step }: queue.Claim,
  outcome: Outcome,
  began: number,
  now: number,
): queue.Finished {
  const verdict = verdictOf(step, outcome, now, Math.random())
  return {
    userId,
    id,
    attempt,
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
