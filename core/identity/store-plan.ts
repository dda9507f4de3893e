// SQL for which plan an account shares.
import type { Sql } from '../database/connect.ts'

export async function findSharer(sql: Sql, memberId: string): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`select user_id from seats where member_id = ${memberId}`
  return row?.userId
}
