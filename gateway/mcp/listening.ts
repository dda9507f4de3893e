// The stream that a session opens with GET, on which it is told of changes to the resources that it follows.
import { setTimeout } from 'node:timers/promises'
import type { Request, Response } from 'express'
import type { Principal, Services } from '../../core/kernel/context.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import { fail } from '../../core/kernel/errors.ts'
import { invokeWithin } from '../../core/kernel/invoke.ts'
import type { StreamEvent } from '../../core/kernel/stream.ts'
import { listChanges } from '../../core/mirror/operations.ts'
import { abortSignalOf, contextOf } from '../http/call-context.ts'
import { sendEvents } from '../http/event-stream.ts'
import { changedSince, updated } from './subscriptions.ts'
import type { Session } from './session.ts'

/** How often to look for changes. */
const LOOK_EVERY_MS = SECOND_MS

/** Streams that one user may have open at once. */
const MAX_STREAMS = 32

/** Counts the open streams of each user. `enter` returns what ends one; throws `too_many_at_once`. */
export function createOpenStreams(): { enter(userId: string): () => void } {
  const open = new Map<string, number>()
  return {
    enter(userId) {
      const count = open.get(userId) ?? 0
      if (count >= MAX_STREAMS) fail('too_many_at_once', {}, { retryAfterSeconds: 1 })
      open.set(userId, count + 1)
      return () => {
        const left = (open.get(userId) ?? 1) - 1
        if (left > 0) open.set(userId, left)
        else open.delete(userId)
      }
    },
  }
}

interface Listening {
  services: Services
  req: Request
  res: Response
  /** Who listens, asked again before each look: a credential may be revoked meanwhile. */
  identify(): Promise<Principal>
  /** The session, asked again too: it may have ended. */
  session(): Session | undefined
  closing: AbortSignal | undefined
}

/** Answers with the stream, until the client or the session goes, or ten minutes have passed: clients open it again. */
export async function listen(listening: Listening): Promise<void> {
  const sending = sendEvents(listening.res, notificationsFor(listening), listening.closing)
  // The client waits for the headers, however long nothing changes.
  listening.res.flushHeaders()
  await sending
}

async function* notificationsFor({
  services,
  req,
  res,
  identify,
  session,
}: Listening): AsyncGenerator<StreamEvent> {
  const signal = abortSignalOf(res)
  while (!res.writableEnded && !signal().aborted) {
    const following = session()?.following
    if (!following) return
    if (following.cursor !== undefined) {
      const principal = await identify()
      const ctx = contextOf(services, { req, res, principal, op: listChanges })
      const read = (cursor: string) => invokeWithin(listChanges, ctx, { cursor, limit: 100 })
      for (const uri of await changedSince(following, read))
        yield { event: 'message', data: { jsonrpc: '2.0', ...updated(uri) } }
    }
    await setTimeout(LOOK_EVERY_MS, undefined, { signal: signal() }).catch(() => {})
  }
}
