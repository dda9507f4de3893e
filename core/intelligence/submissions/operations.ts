// Operations to report your own pay, to list your reports, and to show what people report. A group uses the latest report of
// each person.
import { recordChange, transaction } from '../../database/transaction.ts'
import { DAY_MS, isoOf } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { pageIn, objectSchema } from '../../kernel/schema.ts'
import { newId } from '../../kernel/id.ts'
import { operation } from '../../kernel/operation.ts'
import { pageOf, type Window } from '../../kernel/page.ts'
import { find, payOf, RoleAndCity } from '../salaries/question.ts'
import * as out from '../salaries/records.ts'
import { pointIdOf, subjectOf } from '../salaries/view.ts'
import * as store from '../store.ts'
import { plausibilityOf, Submission, SubmissionIn } from './submission.ts'

const SORT = '-createdAt'

const Page = objectSchema(pageIn)
const Submissions = objectSchema((z) => ({
  submissions: z.array(Submission()),
  next_cursor: z.string().nullable(),
  total: z.int(),
}))

export const addSubmission = operation({
  name: 'submissions.create',
  summary: 'Report your own pay. Groups of fewer than five are never published.',
  http: 'POST /api/v1/intelligence/submissions',
  access: 'intelligence:write',
  status: 201,
  input: SubmissionIn,
  output: Submission,
  async run(ctx, input) {
    const found = await find(ctx, { ...input, exp: input.experience })
    const band = found.experience
    const pay = payOf(found)
    const verdict = plausibilityOf(input.base, 'reason' in pay ? null : pay)
    return transaction(ctx, async (tx) => {
      const now = isoOf(tx.clock.now())
      const given: Submission = {
        id: newId(),
        role: found.role.slug,
        city: found.city?.slug ?? null,
        base: input.base,
        bonus: input.bonus ?? null,
        equity: input.equity ?? null,
        signing: input.signing ?? null,
        experience: band,
        years_of_experience: input.years_of_experience ?? null,
        company: input.company ?? null,
        status: verdict.status,
        status_reason: verdict.reason,
        reported_on: now.slice(0, 10),
        created_at: now,
      }
      const row = { ...given, ...(await store.insertSubmission(tx.sql, tx.principal.userId, given))?.numbers }
      recordChange(tx, 'submission', row.id, null, row)
      return row
    })
  },
})

/** Minimum number of people behind a published figure. */
const MIN_PEOPLE = 5
const MAX_AGE_YEARS = 3
/** Figures are rounded to this, so that adding a report does not reveal it. */
const ROUNDED_TO = 1_000

const ReportedPay = objectSchema((z) => ({
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

export const showReported = operation({
  name: 'submissions.reported',
  summary: 'Show reported pay for a role, for groups of at least five people.',
  http: 'GET /api/v1/intelligence/submissions/reported',
  access: 'intelligence:read',
  input: RoleAndCity,
  output: ReportedPay,
  async run(ctx, input) {
    const found = await find(ctx, input)
    const { catalog, role, city } = found
    const figures = publishedOf(await reportsOf(ctx, role.slug, city?.slug ?? null))
    return {
      ...subjectOf(found),
      ...figures,
      data_point_id:
        figures.base && pointIdOf(catalog, { role, city }, 'reported', quarterAt(ctx.clock.now())),
    }
  },
})

export const listSubmissions = operation({
  name: 'submissions.list',
  summary: 'List your reports.',
  http: 'GET /api/v1/intelligence/submissions',
  access: 'intelligence:read',
  input: Page,
  output: Submissions,
  async run({ sql, principal: { userId } }, asked) {
    const list = (window: Window) => store.listSubmissions(sql, userId, window)
    const count = () => store.countSubmissions(sql, userId)
    const { rows, nextCursor, total } = await pageOf(asked, SORT, list, count)
    return { submissions: rows.map(store.submissionOf), next_cursor: nextCursor, total }
  },
})
