// Deletes expired codes and tokens, and clients that were never authorized.
import type { Context } from '../kernel/context.ts'
import { DAY_MS, isoOf } from '../kernel/clock.ts'
import { removeStale } from './store.ts'

/** Spent tokens are kept this long after they expire, so that reuse is detected as theft. */
const RETENTION_MS = 7 * DAY_MS

export const deleteStaleGrants = (sql: Context['sql'], now: number) =>
  removeStale(sql, isoOf(now - RETENTION_MS))
