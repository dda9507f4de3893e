// The zone in which a person's dates are read where no terminal of theirs says it.
import type { Sql } from '../database/connect.ts'
import { changed, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'

/** The IANA zone that a user set; null if none. */
export async function timeZoneOf(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ timeZone: string | null }[]>`select time_zone from users where id = ${userId}`
  return row?.timeZone ?? null
}

export async function setTimeZone(tx: Transaction, timeZone: string): Promise<{ timeZone: string }> {
  const { userId } = tx.principal
  const before = await timeZoneOf(tx.sql, userId)
  await tx.sql`
    update users set time_zone = ${timeZone}, updated_at = ${isoOf(tx.clock.now())} where id = ${userId}`
  changed(tx, 'user', userId, { timeZone: before }, { timeZone })
  return { timeZone }
}
