// Sessions and guesses that no longer matter are removed in the background.
import type { Sql } from '../database/connect.ts'
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import * as store from './store.ts'

/** Removes sessions past their end, and guesses older than the longest block. */
export async function forgetOldSignIns(sql: Sql, now: number): Promise<void> {
  await store.removeOldSessions(sql, isoOf(now))
  await store.removeOldGuesses(sql, isoOf(now - DAY_MS))
}
