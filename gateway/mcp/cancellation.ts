// Cancellation: tracks a client's open requests and handles its cancel notifications.
import { isId } from './message.ts'
import { recordOf } from '../../core/kernel/narrow.ts'
import { once } from '../../core/kernel/once.ts'
import type { RequestId } from '@modelcontextprotocol/sdk/types.js'
import type { Response } from 'express'
import { abortSignalOf } from '../http/call-context.ts'

export type RunningCalls = Map<RequestId, AbortController>

export function begin(running: RunningCalls, id: RequestId): { signal: AbortSignal; ended(): void } {
  const controller = new AbortController()
  running.set(id, controller)
  return {
    signal: controller.signal,
    ended: () => {
      if (running.get(id) === controller) running.delete(id)
    },
  }
}

export function heedCancellation(value: unknown, running: RunningCalls): void {
  const { method, params } = recordOf(value)
  const { requestId } = recordOf(params)
  if (method === 'notifications/cancelled' && isId(requestId)) running.get(requestId)?.abort()
}

/** A request that its session may cancel; undefined for other messages. */
export function cancellable({ running }: { running: RunningCalls }, body: unknown) {
  const { id, method } = recordOf(body)
  const isRequest = method !== undefined && (typeof id === 'string' || typeof id === 'number')
  return isRequest ? begin(running, id) : undefined
}

export function signalOf(res: Response, cancelled: AbortSignal | undefined): () => AbortSignal {
  const gone = abortSignalOf(res)
  if (!cancelled) return gone
  return once(() => AbortSignal.any([gone(), cancelled]))
}
