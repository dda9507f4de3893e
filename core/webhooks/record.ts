// Records attempts: what is over goes to the history, what failed is due again later, and who failed too long is disabled.
import { inBatches } from '../kernel/batches.ts'
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { disable, type ToDisable } from './disable.ts'
import type { Outcome } from './http-call.ts'
import { verdictOf } from './schedule.ts'
import type { Claimed } from './store/queue.ts'
import * as store from './store/results.ts'

export interface Attempt {
  delivery: Claimed
  outcome: Outcome
  began: number
  ended: number
}

export type Recorder = (attempt: Attempt) => Promise<void>

const MAX_BATCH_SIZE = 256
const RETRY_PAUSE_MS = 250
/** How long a result is tried to be written: afterwards its claim has lapsed, and another worker has sent it again. */
const MAX_RETRY_MS = 30 * SECOND_MS

interface Waiting {
  result: store.Result
  done(): void
}

export function openRecorder(services: Services): Recorder {
  const add = inBatches<Waiting>(MAX_BATCH_SIZE, async (waiting) => {
    const until = services.clock.now() + MAX_RETRY_MS
    const results = waiting.map(({ result }) => result)
    while (!(await isWritten(services, results)) && services.clock.now() < until)
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS))
    for (const { done } of waiting) done()
  })
  return (attempt) => new Promise((done) => add({ result: resultOf(attempt), done }))
}

function resultOf({ delivery, outcome, began, ended }: Attempt): store.Result {
  const { userId, webhookId, id, dueAt, failing, step } = delivery
  const attempt = delivery.attempts + 1
  const verdict = verdictOf({ step, attempt }, outcome, ended, Math.random())
  const isRetry = verdict.outcome === 'retry'
  return {
    ...{ userId, webhookId, id, dueAt, failing },
    outcome: verdict.outcome,
    gone: verdict.outcome === 'failed' && verdict.gone,
    restSeconds: isRetry ? verdict.restMs / SECOND_MS : 0,
    step: isRetry ? verdict.step : step,
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

async function isWritten(services: Services, results: readonly store.Result[]): Promise<boolean> {
  const { sql, log } = services
  const working = results.filter(({ outcome }) => outcome === 'delivered')
  const works = new Set(working.map(({ webhookId }) => webhookId))
  const failed = results.filter(({ webhookId }) => !works.has(webhookId))
  const recovered = working.filter(({ failing }) => failing)
  try {
    if (recovered.length) await store.markWorking(sql, recovered)
    if (failed.length) await store.markFailing(sql, failed)
    const recorded = new Set([...(await store.finish(sql, results)), ...(await store.putOff(sql, results))])
    await store.countAttempts(
      sql,
      results.filter(({ id }) => recorded.has(id)),
    )
    const toDisable = failed.length ? await store.listToDisable(sql, failed) : []
    await Promise.all(toDisable.map((each) => disableOrLog(services, each)))
    return true
  } catch (error) {
    log.warn({ error, attempts: results.length }, 'How deliveries went could not be written yet.')
    return false
  }
}

/** A registration that cannot be disabled now is disabled after its next failure. */
const disableOrLog = (services: Services, which: ToDisable): Promise<void> =>
  disable(services, which).catch((error: unknown) =>
    services.log.warn({ error, webhookId: which.webhookId }, 'A webhook could not be disabled yet.'),
  )
