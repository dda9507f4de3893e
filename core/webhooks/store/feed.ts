// SQL for the event feed.
import type { Sql } from '../../database/connect.ts'
import type { Cursor } from '../../kernel/page.ts'

interface FeedEvent {
  id: string
  event: string
  timestamp: string
  payload: string
}

interface Span {
  after: Cursor
  before: string
  names: readonly string[]
  limit: number
}

export const listEvents = (sql: Sql, userId: string, { after, before, names, limit }: Span) => sql<
  FeedEvent[]
>`
  select id, name as event, at as timestamp, payload from outbox_events
  where user_id = ${userId} and (at, id) > (${after.value}, ${after.id}) and at < ${before}
    and name in ${sql(names)}
  order by at, id
  limit ${limit}`
