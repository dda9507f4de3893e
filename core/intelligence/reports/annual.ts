// The annual pay report: national figures, the best-paid and largest occupations, and the biggest changes.
import { counted } from '../../kernel/amounts.ts'
import { must } from '../../kernel/narrow.ts'
import { fail } from '../../kernel/errors.ts'
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import {
  ALL_OCCUPATIONS,
  nationalYear,
  quarterOf,
  yearOf,
  type Catalog,
  type Occupation,
} from '../file/catalog.ts'
import { hasOwnSeries } from '../estimates/estimate.ts'
import { BREAKS, changeOfYear, FIRST_YEAR } from '../history/history.ts'
import { dataPointId, occupationPointId } from '../lineage/data-point.ts'
import { cachedResponse } from '../response-cache.ts'
import { reasonForAll } from '../salaries/reasons.ts'
import { ReasonsOut } from '../salaries/records.ts'

const Year = objectSchema((z) => ({
  year: z.string().max(10).describe('A year of OEWS: 2013 to the benchmark.'),
}))

const RankedOccupation = objectSchema((z) => ({
  soc_code: z.string(),
  soc_title: z.string(),
  median: z.int(),
  data_point_id: z.string().describe('The id of the median.'),
}))
const Mover = objectSchema((z) => ({
  ...RankedOccupation().shape,
  change_pct: z.number().describe('Relative to the previous year.'),
  employment: z.int().nullable(),
}))
/** The annual report. Amounts are US dollars a year; null when not published. */
export const Report = objectSchema((z) => ({
  year: z.int(),
  title: z.string(),
  nation: z.strictObject({
    employment: z.int().nullable(),
    mean: z.int().nullable(),
    p10: z.int().nullable(),
    p25: z.int().nullable(),
    median: z.int().nullable(),
    p75: z.int().nullable(),
    p90: z.int().nullable(),
    median_change_pct: z.number().nullable(),
    data_point_id: z.string().describe('The id of the whole line.'),
  }),
  occupations: z.int().describe('Occupations with a published median that year.'),
  best_paid: z.array(RankedOccupation()),
  largest: z.array(z.strictObject({ ...RankedOccupation().shape, employment: z.int() })),
  risers: z.array(Mover()),
  fallers: z.array(Mover()),
  notes: z.array(z.string()),
  reasons: ReasonsOut(),
}))

export const annualReport = operation({
  name: 'reports.annual',
  summary:
    'Show an annual pay report: national figures, the largest and best-paid occupations, the biggest changes.',
  http: 'GET /api/v1/intelligence/reports/annual/:year',
  access: 'intelligence:read',
  plan: 'ultra',
  input: Year,
  output: Report,
  async run(ctx, { year }) {
    const { catalog } = await ctx.intelligence.fullDataset()
    const hint = `There are reports for ${FIRST_YEAR} to ${yearOf(catalog.benchmark)}.`
    if (!/^\d{4}$/.test(year) || !nationalYear(catalog, ALL_OCCUPATIONS, Number(year)))
      fail('report_not_found', { year }, { hint })
    return cachedResponse(ctx, `report ${Number(year)}`, () => reportOf(catalog, Number(year)))
  },
})

const MIN_EMPLOYMENT = 10_000
const SHOWN = 10

type ReportLine = ReturnType<typeof lineOf>[number]

function reportOf(catalog: Catalog, year: number) {
  const lines = catalog.occupations().flatMap((occupation) => lineOf(catalog, occupation, year))
  const moved = lines
    .filter(({ change, employment }) => change !== null && (employment ?? 0) >= MIN_EMPLOYMENT)
    .sort((a, b) => must(b.change) - must(a.change))
  const ranked = ({ occupation, median }: ReportLine) => ({
    soc_code: occupation.soc,
    soc_title: occupation.title,
    median,
    data_point_id: pointOfYear(catalog, occupation, year),
  })
  const mover = (line: ReportLine) => ({
    ...ranked(line),
    change_pct: must(line.change),
    employment: line.employment,
  })
  const byPay = [...lines].sort((a, b) => b.median - a.median)
  const bySize = lines
    .filter(({ employment }) => employment !== null)
    .sort((a, b) => must(b.employment) - must(a.employment))
  const noChange = noChangeOf(catalog, year)
  return {
    year,
    title: `Pay in the United States, May ${year}`,
    nation: nationOf(catalog, year),
    occupations: lines.length,
    best_paid: byPay.slice(0, SHOWN).map(ranked),
    largest: bySize.slice(0, SHOWN).map((line) => ({ ...ranked(line), employment: must(line.employment) })),
    risers: moved.slice(0, SHOWN).map(mover),
    fallers: moved.slice(-SHOWN).reverse().map(mover),
    notes: [
      `Changes are of occupations with ${counted(MIN_EMPLOYMENT)} jobs or more; pay above the top code has no median.`,
      ...(noChange ? [`No changes are shown: ${noChange}`] : []),
    ],
    reasons:
      noChange === null ? {} : reasonForAll(['nation.median_change_pct', 'risers', 'fallers'], noChange),
  }
}

/** Why the figures of a year are not compared with those of the year before; null if they are. */
const noChangeOf = (catalog: Catalog, year: number): string | null =>
  nationalYear(catalog, ALL_OCCUPATIONS, year - 1)
    ? (BREAKS[year] ?? null)
    : `There are no figures of ${year - 1}.`

/** The id of an occupation's median: of the role that has its series if there is one, else of the occupation. */
function pointOfYear(catalog: Catalog, occupation: Occupation, year: number): string {
  const role = catalog.roles().find((one) => one.soc === occupation.soc && hasOwnSeries(one))
  return role
    ? dataPointId({ role: role.slug, city: null, metric: 'history', quarter: quarterOf(year) })
    : occupationPointId(occupation.soc, year)
}

function lineOf(catalog: Catalog, occupation: Occupation, year: number) {
  const now = nationalYear(catalog, occupation.soc, year)
  const median = now?.percentiles[2]
  if (!now || !median) return []
  const change = changeOfYear(catalog, occupation.soc, year)
  return [{ occupation, median, employment: now.employment, change }]
}

function nationOf(catalog: Catalog, year: number) {
  const now = must(nationalYear(catalog, ALL_OCCUPATIONS, year))
  const [p10 = null, p25 = null, median = null, p75 = null, p90 = null] = now.percentiles
  return {
    ...{ employment: now.employment, mean: now.mean, p10, p25, median, p75, p90 },
    median_change_pct: changeOfYear(catalog, ALL_OCCUPATIONS, year),
    data_point_id: occupationPointId(ALL_OCCUPATIONS, year),
  }
}
