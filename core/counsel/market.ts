// The market for the role and place of an offer, as the API returns it: the survey and the filed offers.
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import type { Percentiles } from '../intelligence/estimates/estimate.ts'

const FigureOut = objectSchema((z) => ({
  amount: z.number(),
  from: z.string().describe('A data_point_id; see its lineage.'),
}))
const Points = objectSchema(() => ({
  median: FigureOut(),
  ...{ p10: FigureOut(), p25: FigureOut(), p75: FigureOut(), p90: FigureOut() },
}))

export const Market = objectSchema((z) => ({
  role: z.string(),
  place: z.string().describe('A wider place, if the one asked for has no figures.'),
  currency: z.literal('USD'),
  typical: z
    .strictObject({ ...Points().shape, low: FigureOut(), high: FigureOut(), why: z.string() })
    .nullable()
    .describe('The figure to act on, its range for one employer, and the market around it.'),
  estimate: z
    .strictObject({ ...Points().shape, sample: z.number().nullable(), confidence: z.string().nullable() })
    .nullable()
    .describe('What everyone in the occupation earns, from surveys.'),
  total: FigureOut().nullable().describe('The survey’s median with modelled bonus and equity.'),
  offers: z
    .strictObject({
      ...Points().shape,
      p10: FigureOut().nullable(),
      p90: FigureOut().nullable(),
      sample: z.number(),
      employers: z.number().nullable(),
      place: z.string().nullable(),
    })
    .nullable()
    .describe('Pay in the offers that employers filed for this title.'),
  employer: z
    .strictObject({ name: z.string(), median: FigureOut(), sample: z.number().nullable() })
    .nullable()
    .describe('Pay in this employer’s filed offers in the occupation, if there are five.'),
  base: z
    .strictObject({
      ...{ typical: z.number().nullable(), estimate: z.number().nullable(), offers: z.number().nullable() },
    })
    .nullable()
    .describe('The base of the offer against each median, in percent.'),
  whole: z
    .strictObject({ estimate: z.number().nullable(), offers: z.number().nullable() })
    .nullable()
    .describe('An average year of the offer against the survey’s total and the filed median, in percent.'),
  reasons: z.array(z.string()).describe('Why something is null, or wider than asked.'),
}))
export type Market = Parsed<typeof Market>

/** Returns a function that makes figures of one data point. */
export const figuresFrom = (from: string) => (amount: number) => ({ amount, from })

export function pointsOf({ p10, p25, p50, p75, p90 }: Percentiles, from: string) {
  const figure = figuresFrom(from)
  return {
    median: figure(p50),
    ...{ p10: figure(p10), p25: figure(p25), p75: figure(p75), p90: figure(p90) },
  }
}
