// Projected pay, with error bands from past projections.
import { last } from '../../kernel/narrow.ts'
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import { isoOf } from '../../kernel/clock.ts'
import { historyOf } from '../history/history.ts'
import type { LookupResult } from '../question.ts'
import { LAST_YEAR, project } from '../projections/projections.ts'
import { find, payOf, cachedPayResponse, RoleAndCity } from './question.ts'
import { reasonsThatApply } from './reasons.ts'
import * as out from './records.ts'
import { pointIdOf, subjectOf } from './view.ts'

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
