// `subscriptions/listen`: the stream on which a client of 2026-07-28 is told of changes.
import { isRecord } from '../../core/kernel/narrow.ts'
import { SECOND_MS } from '../../core/kernel/clock.ts'
import { answered, invalidParams, type Caller, type MethodHandler } from './method.ts'
import { ErrorCode } from './message.ts'
import { SUBSCRIPTION } from './protocol.ts'
import { resourceAt, type Resource } from './resource.ts'
import { changedOf, createFollowing, subscribe, UPDATED, type Following } from './subscriptions.ts'

/** Shorter than proxies wait for a silent stream. */
const BEAT_MS = 15 * SECOND_MS

export const listening =
  (resources: readonly Resource[]): MethodHandler =>
  async ({ id, params }, caller) => {
    const { channel, requestId } = caller
    const asked = params?.['notifications']
    if (!isRecord(asked)) return invalidParams(['notifications'], requestId)
    if (!channel) {
      const message = 'Send Accept: application/json, text/event-stream: the answer is a stream.'
      return { error: { code: ErrorCode.InvalidRequest, message }, status: 400 }
    }
    const _meta = { [SUBSCRIPTION]: id }
    const tell = (method: string, told: object): void => channel.notify(method, { _meta, ...told })
    const following = createFollowing()
    const { resourceSubscriptions: uris } = asked
    const honoured =
      Array.isArray(uris) && resources.length ? await followAll(following, uris, resources, caller) : []
    const looking = caller.looking()
    const beat = setInterval(() => channel.beat(), BEAT_MS)
    try {
      tell('notifications/subscriptions/acknowledged', {
        notifications: honoured.length ? { resourceSubscriptions: honoured } : {},
      })
      for await (const uri of changedOf(() => following, looking)) tell(UPDATED, { uri })
    } finally {
      clearInterval(beat)
      looking.ended()
    }
    return answered({}, _meta)
  }

async function followAll(
  following: Following,
  uris: readonly unknown[],
  resources: readonly Resource[],
  caller: Caller,
): Promise<string[]> {
  const ctx = await caller.ctx('subscriptions/listen', {})
  const honoured: string[] = []
  for (const uri of uris) {
    const [resource, id] = (typeof uri === 'string' && resourceAt(resources, uri)) || []
    if (typeof uri !== 'string' || !resource?.watch || !caller.allows(resource.access)) continue
    const watching = await resource.watch(ctx, id ?? '').catch(() => null)
    if (watching && (await subscribe(following, ctx, uri, watching))) honoured.push(uri)
  }
  return honoured
}
