// Follow-ups that are due: their time has come, and nobody has done them.
import type { Sql } from '../database/connect.ts'
import { DAY_MS } from '../kernel/clock.ts'

/** How long a follow-up that nobody did stays in sight. */
export const DUE_MS = 14 * DAY_MS

/** As SQL, for a calendar event `e`: a follow-up between two instants, without a message or call since about its time. */
export const isDueFollowUp = (sql: Sql, userId: string, { from, to }: { from: string; to: string }) => sql`
  (e.type = 'follow-up' and e.starts_at between ${from} and ${to} and not exists (
    select 1 from activities f
    where f.user_id = ${userId} and f.occurred_at >= e.starts_at - interval '12 hours'
      and f.type in ('email', 'message', 'call', 'follow-up')
      and (f.job_id = e.job_id or f.contact_id = e.contact_id)))`
