// Output schemas of pay responses, in the API's snake_case. Amounts are whole US dollars a year.
import { EXPERIENCES } from '../words/experience.ts'
import { lazySchema, type Parsed, objectSchema } from '../../kernel/schema.ts'

export const RoleOut = objectSchema((z) => ({
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
  priced_as: z
    .strictObject({
      soc_code: z.string(),
      soc_title: z.string(),
      own_series: z.boolean().describe('Whether the survey has figures for this title alone.'),
      roles_sharing: z.int().describe('Roles with the same survey figure, this one included.'),
    })
    .describe('The survey behind the estimate.'),
}))

export const CityOut = objectSchema((z) => ({
  id: z.string().describe('city:<slug>'),
  slug: z.string(),
  name: z.string(),
  state: z.string(),
  cost_of_living_multiplier: z.number().describe('Price level; the nation is 1.'),
}))

export const EstimateOut = objectSchema((z) => ({
  low: z.int().describe('25th percentile.'),
  median: z.int(),
  high: z.int().describe('75th percentile.'),
  currency: z.literal('USD'),
  period: z.literal('annual'),
  sample_size: z.int().describe('Published survey cells behind the figure.'),
  confidence_level: z.number(),
  confidence_lower: z.int().describe('The interval contains the median with probability confidence_level.'),
  confidence_upper: z.int(),
  methodology_version: z.string(),
  source_breakdown: z.record(z.string(), z.int()).describe('Published survey cells by source.'),
  disagreement_flag: z.boolean().describe('The median of filed offers here is outside the interval.'),
  data_point_id: z.string(),
  as_of: z.string().meta({ format: 'date' }),
}))

const BandOut = objectSchema((z) => ({ median: z.int(), p25: z.int(), p75: z.int() }))
export const BandsOut = objectSchema(() => ({
  entry: BandOut(),
  mid: BandOut(),
  senior: BandOut(),
  staff: BandOut(),
  principal: BandOut(),
}))

export const ScopeOut = lazySchema((z) =>
  z.enum(['city', 'state', 'national']).nullable().describe('Where listed employers hire; null for none.'),
)

/** Pay in filed offers for the title, adjusted to the quarter of the estimate. */
export const OffersOut = lazySchema((z) =>
  z
    .strictObject({
      median: z.int(),
      ...{ p10: z.int().nullable(), p25: z.int(), p75: z.int(), p90: z.int().nullable() },
      count: z.int().describe('Number of offers, at least five.'),
      employers: z.int().describe('Number of their employers, at least three.'),
      title: z.string(),
      level: z.string().nullable().describe('The level in the titles; null if they state none.'),
      scope: z.enum(['city', 'state', 'national']).describe('May be wider than asked.'),
      place: z.string(),
      from: z.string().describe('Quarter of the oldest filing.'),
      to: z.string(),
      source: z.string(),
      data_point_id: z.string(),
    })
    .describe('Base pay in filed visa offers for this title.'),
)
export const OffersReasonOut = lazySchema((z) => z.string().nullable().describe('Why `offers` is null.'))

const BASES = ['offers', 'survey', 'both'] as const

export const TypicalOut = lazySchema((z) =>
  z
    .strictObject({
      low: z.int().describe('One employer’s median is between low and high nine times in ten.'),
      median: z.int(),
      high: z.int(),
      by_experience: z
        .strictObject({ entry: z.int(), mid: z.int(), senior: z.int(), staff: z.int(), principal: z.int() })
        .describe('The figure at each level.'),
      basis: z.enum(BASES),
      weight: z.number().describe('Share of the figure from the title’s own offers in all places, 0 to 1.'),
      why: z.string(),
      confidence_level: z.number(),
      as_of: z
        .string()
        .meta({ format: 'date' })
        .describe('The date of the pay level. Other filed offers are adjusted to it.'),
      sample: z
        .strictObject({ offers: z.int(), employers: z.int(), survey_cells: z.int() })
        .describe('Offers of the title at all levels in the nation, and survey cells.'),
      data_point_id: z.string(),
    })
    .describe('The figure to act on, from the sources that `basis` names.'),
)

export const TotalOut = objectSchema((z) => ({
  base: z.int(),
  bonus: z.int().nullable(),
  equity: z.int().nullable().describe('Value per year.'),
  signing: z.int().nullable(),
  total: z.int(),
  kind: z.literal('modelled'),
  confidence: z.literal('low'),
  basis: z.string().describe('The self-reports behind bonus and equity.'),
  data_point_id: z.string(),
}))

export const TrendOut = objectSchema((z) => ({
  direction: z.enum(['up', 'flat', 'down']),
  change_1y_pct: z.number().nullable(),
  change_5y_pct: z
    .number()
    .nullable()
    .describe(
      'For a year across a break in the series, the nation’s change is used. Null if fewer than three years compare.',
    ),
  latest_quarter: z.string(),
  basis: z.string().describe('The series that changed.'),
  kind: z.enum(['benchmark', 'interpolated', 'extrapolated']),
}))

export const EmployerOut = objectSchema((z) => ({
  name: z.string(),
  filings: z
    .int()
    .describe('Visa filings in the occupation: all of FY2022 to 2025 for the nation, else offers on record.'),
  offers: z.int().describe('How many of them have a known wage.'),
  median: z.int().nullable().describe('Null for fewer than five offers.'),
}))

export const EmployerSizeOut = objectSchema((z) => ({
  sponsor_filings: z.string(),
  difference_pct: z.number().describe('Pay relative to all offers of the major group.'),
  margin_pct: z.number(),
  median: z.int(),
  offers: z.int(),
  employers: z.int(),
  basis: z.string(),
}))

export const RemoteOut = objectSchema((z) => ({
  share_pct: z.number().nullable().describe('Always null: no source counts remote postings.'),
  share_as_of: z.string().nullable(),
  difference_pct: z
    .number()
    .nullable()
    .describe('Pay for remote work relative to other work; data and AI roles only.'),
  note: z.string(),
  basis: z.string(),
}))

export const UnderstoodOut = lazySchema((z) =>
  z
    .strictObject({
      role: z
        .strictObject({
          text: z.string(),
          slug: z.string(),
          experience: z.enum(EXPERIENCES).nullable(),
          level: z.string().nullable().describe('As understood: "senior", "II", "L5".'),
          score: z.number(),
          candidates: z
            .array(z.string())
            .optional()
            .describe('Other roles that may be meant, when the score is below 0.6.'),
          role_median: z.int().nullable().describe('Median across all levels, if the words name a level.'),
          unused: z.array(z.string()).describe('Words that were not used.'),
        })
        .nullable(),
      city: z
        .strictObject({
          text: z.string(),
          slug: z.string().nullable(),
          score: z.number(),
          place: z.string().nullable().describe('The suburb that was understood.'),
        })
        .nullable(),
    })
    .nullable(),
)

export const subjectOut = () => ({
  understood: UnderstoodOut(),
  role: RoleOut(),
  city: CityOut().nullable(),
})

export const QualityOut = objectSchema((z) => ({
  kind: z.enum(['published', 'derived', 'modelled']),
  confidence: z.enum(['high', 'medium', 'low']),
  own_area: z.boolean().describe('Whether the figures are this area’s own, not pooled with others.'),
  top_coded: z.boolean(),
  employment_represented: z
    .int()
    .nullable()
    .describe('Jobs in the occupation (OEWS): in the area if imported, else in the nation.'),
  relative_standard_error_pct: z.number().nullable(),
  wage_multiplier: z.number().describe('Pay here relative to the nation.'),
}))

export const DistributionOut = objectSchema((z) => ({
  p10: z.int(),
  p25: z.int(),
  p50: z.int(),
  p75: z.int(),
  p90: z.int(),
  mean: z.int().nullable(),
}))

export const ReasonsOut = lazySchema((z) => z.record(z.string(), z.string()).describe('Why a field is null.'))

export type RoleOut = Parsed<typeof RoleOut>
export type CityOut = Parsed<typeof CityOut>
export type EstimateOut = Parsed<typeof EstimateOut>
export type OffersOut = Parsed<typeof OffersOut>
