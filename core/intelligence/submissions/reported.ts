// Statistics of pay that people report. A group uses the latest report of each person.
import { DAY_MS, isoOf } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { objectSchema } from '../../kernel/schema.ts'
import * as store from '../store.ts'
import * as out from '../salaries/records.ts'

/** Minimum number of people behind a published figure. */
const MIN_PEOPLE = 5
const MAX_AGE_YEARS = 3
/** Figures are rounded to this, so that adding a report does not reveal it. */
const ROUNDED_TO = 1_000

export const ReportedPay = objectSchema((z) => ({
  ...out.subjectOut(),
  people: z
    .int()
    .nullable()
    .describe(`People who reported in the last ${MAX_AGE_YEARS} years; null below ${MIN_PEOPLE}.`),
  base: z
    .strictObject({ p25: z.int(), median: z.int(), p75: z.int() })
    .nullable()
    .describe('US dollars a year, to the thousand.'),
  bonus: z.int().nullable().describe('Median of those who report one.'),
  equity: z.int().nullable().describe('Median value per year.'),
  signing: z.int().nullable().describe('Median, once.'),
  data_point_id: z.string().nullable(),
  reason: z.string().nullable().describe('Why there is no figure.'),
}))

/** The quantile of sorted values, linearly interpolated (type 7 of Hyndman and Fan, 1996) and rounded. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return Math.round((low + (high - low) * (place % 1)) / ROUNDED_TO) * ROUNDED_TO
}

const sorted = (values: readonly (number | null)[]): number[] =>
  values.filter((value) => value !== null).sort((one, other) => one - other)

function medianOf(values: readonly (number | null)[]): number | null {
  const known = sorted(values)
  return known.length < MIN_PEOPLE ? null : quantile(known, 0.5)
}

export function publishedOf(reports: readonly store.Report[]) {
  if (reports.length < MIN_PEOPLE)
    return {
      ...{ people: null, base: null, bonus: null, equity: null, signing: null },
      reason: `Fewer than ${MIN_PEOPLE} people reported this in the last ${MAX_AGE_YEARS} years.`,
    }
  const bases = sorted(reports.map(({ base }) => base))
  return {
    people: reports.length,
    base: { p25: quantile(bases, 0.25), median: quantile(bases, 0.5), p75: quantile(bases, 0.75) },
    bonus: medianOf(reports.map(({ bonus }) => bonus)),
    equity: medianOf(reports.map(({ equity }) => equity)),
    signing: medianOf(reports.map(({ signing }) => signing)),
    reason: null,
  }
}

const YEAR_DAYS = 365.25

/** Each person's latest report of the last three years. `city` null means any place. */
export const reportsOf = ({ sql, clock }: Context, role: string, city: string | null) =>
  store.listReports(sql, { role, city, since: isoOf(clock.now() - MAX_AGE_YEARS * YEAR_DAYS * DAY_MS) })

/** The current quarter, such as `2026-Q4`. Reported figures are as of the request, not of the benchmark. */
export function quarterAt(now: number): string {
  const date = new Date(now)
  return `${date.getUTCFullYear()}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`
}
