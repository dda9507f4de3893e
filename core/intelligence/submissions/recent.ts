// The reports that currently count, and the quarter of figures computed from them.
import { DAY_MS, isoOf } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import * as store from '../store.ts'
import { MAX_AGE_YEARS, type Report } from './reported.ts'

const YEAR_DAYS = 365.25

/** The latest report of each person in the last three years; `city` null means any place. */
export const reportsOf = async (
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  role: string,
  city: string | null,
): Promise<readonly Report[]> =>
  store.listReports(sql, { role, city, since: isoOf(clock.now() - MAX_AGE_YEARS * YEAR_DAYS * DAY_MS) })

/** The current quarter, such as `2026-Q4`: reported figures are dated by the request, not the benchmark. */
export function quarterOf(now: number): string {
  const date = new Date(now)
  return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`
}
