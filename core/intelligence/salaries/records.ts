// Output schemas of pay responses, in the API's snake_case. Amounts are whole US dollars a year.
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import { BANDS } from '../estimates/effects.ts'

export const RoleOut = lazySchema((z) =>
  z.strictObject({
    id: z.string().describe('role:<slug>'),
    slug: z.string(),
    title: z.string(),
    specialized: z.boolean().describe('Whether the role is more specific than its occupation.'),
    classification: z.strictObject({
      soc_code: z.string(),
      soc_title: z.string(),
      onet_code: z.string().nullable(),
      confidence: z
        .enum(['high', 'medium', 'low'])
        .describe('How certain the mapping from title to occupation is.'),
    }),
  }),
)

export const CityOut = lazySchema((z) =>
  z.strictObject({
    id: z.string().describe('city:<slug>'),
    slug: z.string(),
    name: z.string(),
    state: z.string(),
    cost_of_living_multiplier: z
      .number()
      .describe('Price level relative to the nation (BEA price parity ÷ 100), not pay.'),
  }),
)

export const EstimateOut = lazySchema((z) =>
  z.strictObject({
    low: z.int().describe('25th percentile.'),
    median: z.int(),
    high: z.int().describe('75th percentile.'),
    currency: z.literal('USD'),
    period: z.literal('annual'),
    sample_size: z.int().describe('Known offers for exactly this role and place; may be 0.'),
    confidence_level: z.number(),
    confidence_lower: z.int().describe('The interval contains the median with probability confidence_level.'),
    confidence_upper: z.int(),
    methodology_version: z.string(),
    source_breakdown: z.record(z.string(), z.int()).describe('Records, or published cells, by source.'),
    disagreement_flag: z.boolean().describe('Sources differ by more than their intervals allow.'),
    data_point_id: z.string(),
    as_of: z.string().meta({ format: 'date' }),
  }),
)

const BandOut = lazySchema((z) => z.strictObject({ median: z.int(), p25: z.int(), p75: z.int() }))
export const BandsOut = lazySchema((z) =>
  z.strictObject({ entry: BandOut(), mid: BandOut(), senior: BandOut(), staff: BandOut() }),
)

export const TotalOut = lazySchema((z) =>
  z.strictObject({
    base: z.int(),
    bonus: z.int().nullable(),
    equity: z.int().nullable().describe('A year’s worth.'),
    signing: z.int().nullable(),
    total: z.int(),
    kind: z.literal('modelled'),
    confidence: z.literal('low'),
    basis: z.string().describe('The reports that the shares come from.'),
    data_point_id: z.string(),
  }),
)

export const TrendOut = lazySchema((z) =>
  z.strictObject({
    direction: z.enum(['up', 'flat', 'down']),
    change_1y_pct: z.number().nullable(),
    change_5y_pct: z.number().nullable().describe('Null across a break of the series.'),
    latest_quarter: z.string(),
    kind: z.enum(['benchmark', 'interpolated', 'extrapolated']),
  }),
)

export const EmployerOut = lazySchema((z) =>
  z.strictObject({
    name: z.string(),
    filings: z.int().describe('Visa filings in the occupation, fiscal years 2022 to 2025.'),
    offers: z.int().describe('Those of them with a known wage.'),
    median: z.int().nullable().describe('Null for fewer than five offers.'),
  }),
)

export const SizeOut = lazySchema((z) =>
  z.strictObject({
    sponsor_filings: z.string(),
    difference_pct: z.number().describe('Pay relative to the occupation in the same state.'),
    margin_pct: z.number(),
    median: z.int(),
    offers: z.int(),
    employers: z.int(),
  }),
)

export const RemoteOut = lazySchema((z) =>
  z.strictObject({
    share_pct: z.number().nullable().describe('Of all job postings that mention remote work.'),
    share_as_of: z.string().nullable(),
    difference_pct: z
      .number()
      .nullable()
      .describe('Pay for remote work relative to other work; data and AI roles only.'),
    note: z.string(),
  }),
)

/** How the text of a request was interpreted; null when slugs were sent. */
export const UnderstoodOut = lazySchema((z) =>
  z
    .strictObject({
      role: z
        .strictObject({
          text: z.string(),
          slug: z.string(),
          experience: z.enum(BANDS).nullable(),
          score: z.number(),
          role_median: z
            .int()
            .nullable()
            .describe('Median across all levels, when the estimate is of the title as it was written.'),
          unused: z
            .array(z.string())
            .describe('What stood beside the title and was not used, such as a pay grade or “part-time”.'),
        })
        .nullable(),
      city: z
        .strictObject({
          text: z.string(),
          slug: z.string().nullable(),
          score: z.number(),
          place: z
            .string()
            .nullable()
            .describe(
              'The suburb that was understood; its figures are those of the city’s metropolitan area.',
            ),
        })
        .nullable(),
    })
    .nullable(),
)

export const QualityOut = lazySchema((z) =>
  z.strictObject({
    kind: z.enum(['published', 'derived', 'modelled']),
    confidence: z.enum(['high', 'medium', 'low']),
    own_area: z.boolean().describe('Whether the figures are this area’s own or pooled with others.'),
    top_coded: z.boolean(),
    employment_represented: z
      .int()
      .nullable()
      .describe(
        'Jobs in the occupation (OEWS): in the nation, or in the city’s area where its published figures were imported.',
      ),
    relative_standard_error_pct: z.number().nullable(),
    wage_multiplier: z.number().describe('Pay here relative to the nation.'),
  }),
)

export const DistributionOut = lazySchema((z) =>
  z.strictObject({
    p10: z.int(),
    p25: z.int(),
    p50: z.int(),
    p75: z.int(),
    p90: z.int(),
    mean: z.int().nullable(),
  }),
)

/** The reason for each null field, by name. */
export const ReasonsOut = lazySchema((z) =>
  z.record(z.string(), z.string()).describe('Why a field is null, or not as one would expect.'),
)

export type RoleOut = Parsed<typeof RoleOut>
export type CityOut = Parsed<typeof CityOut>
export type EstimateOut = Parsed<typeof EstimateOut>
export type BandsOut = Parsed<typeof BandsOut>
export type TotalOut = Parsed<typeof TotalOut>
export type TrendOut = Parsed<typeof TrendOut>
