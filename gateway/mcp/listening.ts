// Polls for changes over HTTP: for `subscriptions/listen` requests, and for the stream that a session opens with GET.
import type { Request, Response } from 'express'
import type { Principal, Services } from '../../core/kernel/context.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import { fail } from '../../core/kernel/errors.ts'
import { invokeWithin } from '../../core/kernel/invoke.ts'
import { listChanges } from '../../core/mirror/operations.ts'
import { abortSignalOf, contextOf } from '../http/call-context.ts'
import { sendEvents } from '../http/event-stream.ts'
import { changedOf, UPDATED, type PollOptions } from './subscriptions.ts'
import type { Session } from './session.ts'

const LOOK_EVERY_MS = SECOND_MS

/** Streams that one user may have open at once. */
const MAX_STREAMS = 32

/** Counts each user's open streams. `enter` returns a function that ends one; throws `too_many_at_once`. */
export function createOpenStreams() {
  const open = new Map<string, number>()
  return {
    enter(userId: string): () => void {
      const count = open.get(userId) ?? 0
      if (count >= MAX_STREAMS) fail('too_many_at_once', {}, { retryAfterSeconds: 1 })
      open.set(userId, count + 1)
      return () => {
        const remaining = (open.get(userId) ?? 1) - 1
        if (remaining > 0) open.set(userId, remaining)
        else open.delete(userId)
      }
    },
  }
}

export interface Listening {
  services: Services
  streams: ReturnType<typeof createOpenStreams>
  /** Authenticates the listener again before each poll, because a credential may be revoked meanwhile. */
  identify(req: Request): Promise<Principal>
  closing: AbortSignal | undefined
}

/** The polling of a request of this user. Throws `too_many_at_once`. */
export const lookingFor = (
  { services, identify, streams, closing }: Listening,
  req: Request,
  res: Response,
  userId: string,
): PollOptions => ({
  async read(cursor) {
    const ctx = contextOf(services, { req, res, principal: await identify(req), op: listChanges })
    return invokeWithin(listChanges, ctx, { cursor, limit: 100 })
  },
  everyMs: LOOK_EVERY_MS,
  gone: abortSignalOf(res, true)(),
  closing,
  ended: streams.enter(userId),
})

/** Answers GET with a stream until the client or the session goes, or for ten minutes. Clients then open it again. */
export async function listen(looking: PollOptions, res: Response, session: () => Session | undefined) {
  async function* events() {
    for await (const uri of changedOf(() => session()?.following, looking))
      yield { event: 'message', data: { jsonrpc: '2.0', method: UPDATED, params: { uri } } }
  }
  try {
    const sending = sendEvents(res, events(), looking.closing)
    // The client waits for the headers, even if nothing changes for long.
    res.flushHeaders()
    await sending
  } finally {
    looking.ended()
  }
}
