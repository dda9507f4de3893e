// Pay by quarter, of which the free plan includes the last four, and projected pay by year.
import { last, must } from '../../kernel/narrow.ts'
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import { isoOf } from '../../kernel/clock.ts'
import { planIncludes } from '../../kernel/family.ts'
import { growthSector, historyOf, LAST_YEAR, project } from '../history/history.ts'
import type { LookupResult } from '../question.ts'
import { find, payOf, cachedPayResponse, RoleAndCity } from './question.ts'
import { reasonsThatApply } from './reasons.ts'
import * as out from './records.ts'
import { pointIdOf, subjectOf } from './view.ts'

const History = objectSchema((z) => ({
  ...out.subjectOut(),
  currency: z.literal('USD'),
  basis: z.string(),
  cost_of_living_adjusted: z
    .boolean()
    .describe('Whether `median` is adjusted for prices: it never is; `adjusted_median` is.'),
  snapshots: z.array(
    z.strictObject({
      quarter: z.string().describe('2025-Q2'),
      median: z.int(),
      adjusted_median: z
        .int()
        .nullable()
        .describe(
          'At national prices: the median ÷ the city’s cost-of-living multiplier of 2023. Null for the nation.',
        ),
      change: z
        .int()
        .nullable()
        .describe('Relative to the previous quarter; null at the start and across a break in the series.'),
      change_pct: z.number().nullable(),
      kind: z.enum(['benchmark', 'interpolated', 'extrapolated']),
      break: z.string().nullable().describe('Why it is not comparable with the previous quarter.'),
      data_point_id: z.string(),
    }),
  ),
  total_quarters: z.int().describe('Quarters in the whole series.'),
  tierNotice: z.string().optional().describe('Present when the plan shows only part of the data.'),
  reasons: out.ReasonsOut(),
}))

const PREVIEW = 4

export const showHistory = operation({
  name: 'salaries.history',
  summary: 'Show pay by quarter since 2013; the last four quarters on the free plan.',
  http: 'GET /api/v1/intelligence/salaries/history',
  access: 'intelligence:read',
  input: RoleAndCity,
  output: History,
  async run(ctx, input) {
    const found = await find(ctx, input)
    const isWhole = planIncludes(ctx.principal.tier, 'pro')
    return cachedPayResponse(ctx, found, isWhole ? 'history' : 'preview', () => historyView(found, isWhole))
  },
})

const NO_CHANGE = 'The first quarter has none before it, and across a break two are not comparable.'

function historyView(found: LookupResult, isWhole: boolean) {
  const { catalog, references, role, city } = found
  const pay = payOf(found, null)
  const series = 'reason' in pay ? [] : historyOf(catalog, references, role.soc, pay.median)
  const snapshots = series.map(({ quarter, median, changePct, kind, break: cut }, at) => ({
    quarter,
    median,
    adjusted_median: city && Math.round((median * 100) / city.rpp),
    change: changePct === null ? null : median - must(series[at - 1]).median,
    change_pct: changePct,
    kind,
    break: cut,
    data_point_id: pointIdOf(catalog, { role, city }, 'history', quarter),
  }))
  const shown = isWhole ? snapshots : snapshots.slice(-PREVIEW)
  const hidden = snapshots.length - shown.length
  return {
    ...subjectOf(found),
    currency: 'USD' as const,
    basis: basisOf(found),
    cost_of_living_adjusted: false,
    snapshots: shown,
    total_quarters: snapshots.length,
    ...(hidden > 0 && {
      tierNotice: `The free plan shows the newest ${PREVIEW} quarters; ${hidden} others need pro.`,
    }),
    reasons: reasonsThatApply({
      snapshots: 'reason' in pay && pay.reason,
      'snapshots.change': shown.some(({ change }) => change === null) && NO_CHANGE,
      'snapshots.adjusted_median': !city && shown.length > 0 && 'The nation’s prices are the measure.',
    }),
  }
}

function basisOf({ references, role, city }: LookupResult): string {
  const sector = growthSector(references, role.soc)
  const series = city
    ? 'The national series of the occupation at this city’s ratio of pay today, in dollars of each year'
    : 'The national series of the occupation, in dollars of each year'
  return `${series}; after the last published May it follows posted wages (Indeed, ${sector === 'all' ? 'all sectors: it has none of this work alone' : sector}).`
}

const Projections = objectSchema((z) => ({
  ...out.subjectOut(),
  currency: z.literal('USD'),
  basis: z.string(),
  projections: z.array(
    z.strictObject({
      year: z.int(),
      median: z.int(),
      low: z.int().describe('Bounds of the 80 % band, derived from the errors of past projections.'),
      high: z.int(),
      kind: z.enum(['benchmark', 'projected']),
      data_point_id: z.string(),
    }),
  ),
  employment: z
    .strictObject({
      change_2024_2034_pct: z.number().nullable(),
      openings_thousands_a_year: z.number().nullable(),
      note: z.string(),
    })
    .nullable(),
  reasons: out.ReasonsOut(),
}))

export const showProjections = operation({
  name: 'salaries.projections',
  summary: 'Project pay for each year through 2030, with error bands.',
  http: 'GET /api/v1/intelligence/salaries/projections',
  access: 'intelligence:read',
  input: RoleAndCity,
  output: Projections,
  async run(ctx, input) {
    const found = await find(ctx, input)
    const year = Math.min(LAST_YEAR, Number(isoOf(ctx.clock.now()).slice(0, 4)))
    return cachedPayResponse(ctx, found, `projections ${year}`, () => projectionsView(found, year))
  },
})

function projectionsView(found: LookupResult, from: number) {
  const { catalog, references, role, city } = found
  const pay = payOf(found, null)
  const outlook = references.outlook(role.soc)
  const series = 'reason' in pay ? [] : historyOf(catalog, references, role.soc, pay.median)
  const years = project(catalog, role.soc, series, from)
  return {
    ...subjectOf(found),
    currency: 'USD' as const,
    basis: `From the latest quarter of the history${series.length ? ` (${last(series).quarter})` : ''} by the ten-year drift of pay across all occupations, moved towards the occupation’s own growth as far as its comparable years carry it; a projection, not a promise.`,
    projections: years.map((year) => ({
      ...year,
      data_point_id: pointIdOf(catalog, { role, city }, 'projection', `${year.year}-Q2`),
    })),
    employment: outlook
      ? {
          change_2024_2034_pct: outlook.change_pct,
          openings_thousands_a_year: outlook.openings_thousands_a_year,
          note: 'Jobs, not pay: BLS Employment Projections are shown for context and not used in the projection.',
        }
      : null,
    reasons: reasonsThatApply({
      projections: 'reason' in pay && pay.reason,
      employment: !outlook && 'BLS projects no employment for this occupation.',
    }),
  }
}
