// The feed of events by long polling, for developers without a public URL.
import type { Context } from '../kernel/context.ts'
import { isoOf, SECOND_MS } from '../kernel/clock.ts'
import { Id, Instant, pageIn, type Parsed, objectSchema } from '../kernel/schema.ts'
import { readCursor, writeCursor, type Cursor } from '../kernel/page.ts'
import { EVENT_NAMES } from './events.ts'
import * as store from './store/deliveries.ts'

export const MAX_WAIT_SECONDS = 25

export const FeedQuery = objectSchema((z) => ({
  event: z.array(z.enum(EVENT_NAMES)).optional().describe('Comma-separated events (default: all).'),
  wait: z
    .int()
    .min(0, 'must be at least 0')
    .max(MAX_WAIT_SECONDS, `must be at most ${MAX_WAIT_SECONDS}`)
    .optional()
    .describe('Seconds to wait for an event if there is none.'),
  ...pageIn(z),
}))
export type FeedQuery = Parsed<typeof FeedQuery>

export const FeedPage = objectSchema((z) => ({
  events: z.array(
    z.strictObject({
      id: Id(),
      event: z.string(),
      timestamp: Instant(),
      payload: z.string().describe('The exact bytes that a delivery would contain.'),
    }),
  ),
  nextCursor: z
    .string()
    .describe('Pass it as cursor to continue from here; without one, the list starts now.'),
}))
export type FeedPage = Parsed<typeof FeedPage>

const SORT = 'at'
const POLL_MS = 250
/** The feed shows events this late, because the clocks of gateways differ, and an older one may appear after a younger one. */
const SETTLE_MS = 200
const NIL = '00000000-0000-0000-0000-000000000000'

export async function readFeed(ctx: Context, { cursor, event, wait = 0, limit = 100 }: FeedQuery) {
  const { clock, sql, principal, signal } = ctx
  const began = clock.now()
  const after: Cursor = readCursor(cursor, SORT, 'instant') ?? { sort: SORT, value: isoOf(began), id: NIL }
  for (;;) {
    const range = { after, before: isoOf(clock.now() - SETTLE_MS), names: event ?? EVENT_NAMES, limit }
    const events = [...(await store.listEvents(sql, principal.userId, range))]
    const last = events.at(-1)
    if (last) return { events, nextCursor: writeCursor({ sort: SORT, value: last.timestamp, id: last.id }) }
    if (signal().aborted || clock.now() - began >= wait * SECOND_MS)
      return { events: [], nextCursor: writeCursor(after) }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
