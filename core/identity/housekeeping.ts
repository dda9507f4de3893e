// Removes expired sessions and old failed sign-ins in the background.
import type { Sql } from '../database/connect.ts'
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import * as attempts from './store-attempts.ts'
import * as store from './store.ts'

/** How long an address belongs to an account after the last sign-in from it. */
const FAMILIAR_MS = 400 * DAY_MS

/** Removes expired sessions, failed sign-ins that count no more, and addresses not signed in from for a year. */
export async function deleteOldSignIns(sql: Sql, now: number): Promise<void> {
  await store.removeOldSessions(sql, isoOf(now))
  await attempts.removeOldAttempts(sql, isoOf(now - DAY_MS))
  await attempts.removeOldSignIns(sql, isoOf(now - FAMILIAR_MS))
}
