// How long the minutes of limits are kept.
import type { Sql } from '../database/connect.ts'

export async function deleteOldMinutes(sql: Sql): Promise<void> {
  await sql`
    delete from minute_rings where (subject, limit_name) in (
      select subject, limit_name from minute_rings
      where bucket < floor(extract(epoch from now()))::bigint - 3600
      for update skip locked
    )`
}
