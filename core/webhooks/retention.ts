// How long deliveries and events are kept.
import type { Sql } from '../database/connect.ts'

export async function deleteOldDeliveries(sql: Sql, before: string): Promise<void> {
  await sql`delete from webhook_queue where created_at < ${before}`
  await sql`delete from webhook_history where created_at < ${before}`
  await sql`delete from outbox_events where at < ${before}`
}
