// SQL for which plan an account shares.
import type { Sql } from '../database/connect.ts'

/** The owner of the plan that a user holds a seat of. */
export async function findSharer(sql: Sql, memberId: string): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`select user_id from seats where member_id = ${memberId}`
  return row?.userId
}

/** Whether any seat of this plan is taken. */
export async function sharesPlan(sql: Sql, userId: string): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`
    select exists (select 1 from seats where user_id = ${userId} and member_id is not null) as taken`
  return row?.taken ?? false
}
