// Removes expired sessions and old failed sign-ins in the background.
import type { Sql } from '../database/connect.ts'
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import * as store from './store.ts'

/** Removes expired sessions, and failed sign-ins older than the longest block. */
export async function deleteOldSignIns(sql: Sql, now: number): Promise<void> {
  await store.removeOldSessions(sql, isoOf(now))
  await store.removeOldAttempts(sql, isoOf(now - DAY_MS))
}
