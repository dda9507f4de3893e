// The worker that delivers webhooks: claims due deliveries, sends them and records results. Several processes may run it.
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Agent } from 'undici'
import type { Worker } from '../background/worker.ts'
import { SECOND_MS, isoOf } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { isSharded } from '../database/sharding.ts'
import { parseUrl } from '../kernel/url.ts'
import { openDialler } from '../outbound/dial.ts'
import { deliver, type Outcome } from './http-call.ts'
import { rulesOf, sealOwner } from './registration.ts'
import { claim, type ClaimedDelivery } from './store/queue.ts'
import { inBatches } from '../kernel/batches.ts'
import { disable, type ToDisable } from './disable.ts'
import { verdictOf } from './schedule.ts'
import type { SignedDelivery } from './signature.ts'
import * as store from './store/results.ts'
import type { Sql } from '../database/connect.ts'

interface Attempt {
  delivery: ClaimedDelivery
  outcome: Outcome
  began: number
  ended: number
}

const MAX_BATCH_SIZE = 256
const RETRY_PAUSE_MS = 250
/** How long to retry writing a result. Later the claim has expired, and another worker has sent the delivery again. */
const MAX_RETRY_MS = 30 * SECOND_MS

function openRecorder(services: Services) {
  const add = inBatches<{ result: store.Result; done(): void }>(MAX_BATCH_SIZE, async (waiting) => {
    const until = services.clock.now() + MAX_RETRY_MS
    const results = waiting.map(({ result }) => result)
    while (!(await writeResults(services, results)) && services.clock.now() < until)
      await sleep(RETRY_PAUSE_MS)
    for (const { done } of waiting) done()
  })
  return (attempt: Attempt) => new Promise<void>((done) => add({ result: resultOf(attempt), done }))
}

function resultOf({ delivery, outcome, began, ended }: Attempt): store.Result {
  const { userId, webhookId, id, dueAt, failing, step } = delivery
  const attempt = delivery.attempts + 1
  const { waitMs, ...verdict } = verdictOf({ step, attempt }, outcome, ended)
  return {
    ...{ userId, webhookId, id, dueAt, failing },
    ...verdict,
    waitSeconds: waitMs / SECOND_MS,
    log: {
      number: attempt,
      at: isoOf(began),
      durationMs: Math.max(0, Math.round(ended - began)),
      responseStatus: outcome.status,
      responseBody: outcome.body || null,
      problem: outcome.problem ?? null,
    },
  }
}

async function writeResults(services: Services, results: readonly store.Result[]): Promise<boolean> {
  const { sql, log } = services
  const working = results.filter(({ outcome }) => outcome === 'delivered')
  const workingIds = new Set(working.map(({ webhookId }) => webhookId))
  const failed = results.filter(({ webhookId }) => !workingIds.has(webhookId))
  const recovered = working.filter(({ failing }) => failing)
  try {
    if (recovered.length) await store.markWorking(sql, recovered)
    if (failed.length) await store.markFailing(sql, failed)
    const finished = await store.moveToHistory(sql, results)
    const recorded = new Set([...finished, ...(await store.scheduleRetries(sql, results))])
    const counted = results.filter(({ id }) => recorded.has(id))
    await store.countAttempts(sql, counted)
    const toDisable = failed.length ? await store.listToDisable(sql, failed) : []
    await Promise.all(toDisable.map((each) => disableOrLog(services, each)))
    return true
  } catch (error) {
    log.warn({ error, attempts: results.length }, 'How deliveries went could not be written yet.')
    return false
  }
}

/** If this fails, the webhook is disabled after its next failed delivery. */
const disableOrLog = (services: Services, which: ToDisable): Promise<void> =>
  disable(services, which).catch((error: unknown) =>
    services.log.warn({ error, webhookId: which.webhookId }, 'A webhook could not be disabled yet.'),
  )

/** How often the worker looks for deliveries that other processes added, and for those that are due again. */
const POLL_MS = 500
/** How long open calls may go on after the signal to stop. The process has ten seconds. Another worker repeats unfinished calls. */
const DRAIN_MS = 8 * SECOND_MS

/** How long after the claim a delivery may start. A later call could outlast the claim. */
const START_MS = 8 * SECOND_MS

/** Failing receivers have a lane of their own. `perWebhook`: deliveries of a webhook in one turn; `atOnce`: how many in parallel. */
const LANES = [
  { failing: false, maxWebhooks: 64, perWebhook: 48, atOnce: 8 },
  { failing: true, maxWebhooks: 64, perWebhook: 2, atOnce: 2 },
]
/** Maximum connections to one host. Every open call may be to the same host. */
const CONNECTIONS = 1_024

export const deliveryWorker: Worker = {
  name: 'webhooks',
  everyMs: POLL_MS,
  async run(services, signal) {
    const sharded = await isSharded(services.sql)
    const dialler = await openDialler(rulesOf(services), { connections: CONNECTIONS })
    const calls = new AbortController()
    setMaxListeners(0, calls.signal)
    let drain: NodeJS.Timeout | undefined
    signal.addEventListener('abort', () => (drain = setTimeout(() => calls.abort(), DRAIN_MS)))
    const sending: Sending = {
      ...{ services, sharded, dialler },
      ...{ record: openRecorder(services), stopping: calls.signal },
    }
    const busy = new Map<string, Promise<void>>()
    try {
      await Promise.all(LANES.map((lane) => serve(lane, busy, sending, signal)))
    } finally {
      clearTimeout(drain)
      dialler.destroy().catch(() => {})
    }
    return 0
  },
}

interface Sending {
  services: Services
  sharded: boolean
  dialler: Agent
  record: ReturnType<typeof openRecorder>
  stopping: AbortSignal
}

/** Serves a lane until `signal` aborts, then waits for the open turns. `busy` has the open turns of all lanes, by webhook. */
async function serve(
  { failing, maxWebhooks, perWebhook, atOnce }: (typeof LANES)[number],
  busy: Map<string, Promise<void>>,
  sending: Sending,
  signal: AbortSignal,
): Promise<void> {
  const { services, sharded } = sending
  let woken = new AbortController()
  const wake = () => woken.abort()
  const unsubscribe = services.notifier.subscribe(wake)
  signal.addEventListener('abort', wake)
  // Claims nothing while the database fails. Open calls continue, and their results are written afterwards.
  const claimNothing = (error: unknown): ClaimedDelivery[] => {
    services.log.warn({ error }, 'What is to be delivered cannot be looked for now.')
    return []
  }
  let free = maxWebhooks
  while (!signal.aborted) {
    const request = { failing, maxWebhooks: free, perWebhook, exceptIds: [...busy.keys()], sharded }
    const claimed = free ? await claim(services, request).catch(claimNothing) : []
    for (const turn of turnsOf(claimed)) {
      free -= 1
      const ended = takeTurn(turn, atOnce, sending, signal).then(() => {
        free += 1
        busy.delete(turn[0].webhookId)
        wake()
      })
      busy.set(turn[0].webhookId, ended)
    }
    await sleep(POLL_MS, undefined, { signal: woken.signal }).catch(() => {})
    woken = new AbortController()
  }
  signal.removeEventListener('abort', wake)
  unsubscribe()
  await Promise.all(busy.values())
}

type Turn = [ClaimedDelivery, ...ClaimedDelivery[]]

/** Sends the deliveries of a turn, `atOnce` at a time. Unsent deliveries are due again when their claims expire. */
async function takeTurn(turn: Turn, atOnce: number, sending: Sending, signal: AbortSignal): Promise<void> {
  const { clock } = sending.services
  const began = clock.now()
  const secrets = secretsOf(sending.services, turn[0])
  const waiting = turn.values()
  const recorded: Promise<void>[] = []
  const sendOn = async (): Promise<void> => {
    for (const delivery of waiting) {
      if (signal.aborted || clock.now() - began > START_MS) return
      const made = await attempt(delivery, secrets, sending)
      if (made) recorded.push(sending.record(made))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  await Promise.all(recorded)
}

const turnsOf = (claimed: readonly ClaimedDelivery[]): Turn[] => {
  const turns = new Map<string, Turn>()
  for (const each of claimed) {
    const turn = turns.get(each.webhookId)
    if (turn) turn.push(each)
    else turns.set(each.webhookId, [each])
  }
  return [...turns.values()]
}

async function attempt(
  delivery: ClaimedDelivery,
  secrets: Secrets | null,
  { services, dialler, stopping }: Sending,
): Promise<Attempt | undefined> {
  const { clock, log } = services
  const began = clock.now()
  const timestampSeconds = Math.floor(began / SECOND_MS)
  const { id: deliveryId, event, body, url } = delivery
  const outcome = secrets
    ? await deliver(dialler, url, { deliveryId, event, timestampSeconds, body, ...secrets }, stopping)
    : UNSIGNED
  if (stopping.aborted && outcome.status === null) return undefined
  const { cause } = outcome
  if (cause) log.info({ delivery: deliveryId, host: parseUrl(url)?.host, cause }, 'A delivery failed.')
  return { delivery, outcome, began, ended: clock.now() }
}

type Secrets = Pick<SignedDelivery, 'secret' | 'previousSecret'>

/** The secrets to sign with; null if another key encrypted them. */
function secretsOf(
  { vault, log }: Services,
  { userId, webhookId, sealedSecret, previousSealedSecret: previous }: ClaimedDelivery,
): Secrets | null {
  const owner = sealOwner(userId, webhookId)
  try {
    return {
      secret: vault.open(sealedSecret, owner),
      previousSecret: previous ? vault.open(previous, owner) : undefined,
    }
  } catch (error) {
    log.error({ error, webhookId }, 'A webhook secret cannot be opened.')
    return null
  }
}

const UNSIGNED: Outcome = {
  delivered: false,
  status: null,
  // After five seconds, a gateway that has the key may claim the delivery.
  retryAfter: '5',
  problem: 'Not sent: its signing secret was encrypted with another key than this server has.',
}

export async function deleteOldDeliveries(sql: Sql, before: string): Promise<void> {
  await sql`delete from webhook_queue where created_at < ${before}`
  await sql`delete from webhook_history where created_at < ${before}`
  await sql`delete from outbox_events where at < ${before}`
}
