// A harness for webhook delivery: a core with a worker, a receiver with scripted responses, users with
// registrations.
import { afterAll, beforeAll } from 'vitest'
import type { Context } from '../../../core/kernel/context.ts'
import { addWebhook } from '../../../core/webhooks/operations.ts'
import { deliveryWorker } from '../../../core/webhooks/worker.ts'
import type { Subscription } from '../../../core/webhooks/events.ts'
import { startWorkers, type RunningWorkers } from '../../../core/background/worker.ts'
import { as, aUser, call, openTestCore, unlimited, type TestCore } from '../../harness.ts'
import { openReceiver, type Received, type Receiver } from './receiver.ts'
import type { ServerResponse } from 'node:http'

export interface Delivering {
  core: TestCore
  receiver: Receiver
  /** The response of a path; 204 by default. */
  answers: Record<string, (res: ServerResponse, count: number) => void>
  /** The requests that a path received. */
  received(path: string): Received[]
  /** A user with a registration for this path. */
  subscriber(path: string, events?: Subscription[], secret?: string): Promise<Subscriber>
  /** Makes every pending delivery due now. */
  hurry(): Promise<void>
  running: RunningWorkers
}

export interface Subscriber {
  ctx: Context
  webhookId: string
  secret: string
}

let unique = 0

/** A path that no other test uses. */
export const aPath = (): string => `/hook-${(unique += 1)}`

/** One core, worker and receiver for all tests of a file. */
export function useDelivering(): () => Delivering {
  let all: Delivering | undefined
  beforeAll(async () => {
    const answers: Delivering['answers'] = {}
    const counts: Record<string, number> = {}
    const receiver = await openReceiver((path, res) => {
      const count = (counts[path] = (counts[path] ?? 0) + 1)
      const answer = answers[path]
      if (answer) answer(res, count)
      else res.writeHead(204).end()
    })
    const core = await openTestCore({ allowPrivateHosts: [receiver.host] }, unlimited)
    all = {
      core,
      receiver,
      answers,
      running: startWorkers(core.services, [deliveryWorker]),
      received: (path) => receiver.received.filter((one) => one.path === path),
      async subscriber(path, events = ['*'], secret) {
        const ctx = as(core, await aUser(core))
        const webhook = await call(addWebhook, ctx, { url: `http://${receiver.host}${path}`, events, secret })
        return { ctx, webhookId: webhook.id, secret: webhook.secret }
      },
      async hurry() {
        await core.services.sql`update webhook_queue set due_at = now() where not held and due_at > now()`
      },
    }
  })
  afterAll(async () => {
    await all?.running.stop()
    await all?.core.close()
    await all?.receiver.close()
  })
  return () => all!
}
