// Compares an offer with the market for its role and place: the survey and filed offers.
import { type Parsed, objectSchema } from '../kernel/schema.ts'
import type { Percentiles } from '../intelligence/estimates/estimate.ts'
import { companyName } from '../jobs/names.ts'
import type { PayAnswer } from './pay.ts'

const FigureOut = objectSchema((z) => ({
  amount: z.number(),
  from: z.string().describe('A data_point_id; see its lineage.'),
}))
const Points = objectSchema(() => ({
  median: FigureOut(),
  ...{ p10: FigureOut(), p25: FigureOut(), p75: FigureOut(), p90: FigureOut() },
}))

type Points = Parsed<typeof Points>

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

/** The parts of an offer that are compared with the market, in US dollars. Null if the exchange rate is missing. */
export interface DollarAmounts {
  company: string
  base: number | null
  averageYear: number | null
}

const figureFrom = (amount: number, from: string) => ({ amount, from })

export function marketOf(
  answer: PayAnswer,
  { company, base, averageYear }: DollarAmounts,
  note: string | null,
): Market {
  const { role, city, total } = answer
  const [typical, estimate, offers] = [typicalOf(answer), estimateOf(answer), filedOf(answer)]
  const percents = (amount: number, survey: number | undefined) => ({
    estimate: percentOver(amount, survey),
    offers: percentOver(amount, offers?.median.amount),
  })
  return {
    role,
    place: city ? `${city.name}, ${city.state}` : 'United States',
    currency: 'USD',
    typical,
    estimate,
    total,
    offers,
    employer: employerOf(answer, company),
    base:
      base === null
        ? null
        : { typical: percentOver(base, typical?.median.amount), ...percents(base, estimate?.median.amount) },
    whole: averageYear === null ? null : percents(averageYear, total?.amount),
    reasons: [note, answer.estimateReason, answer.offersReason].filter((reason) => reason !== null),
  }
}

/** How far an amount is above the median, in percent with one decimal: 8.3 is 8.3 %. */
const percentOver = (amount: number, median: number | undefined): number | null =>
  median ? Math.round((amount / median - 1) * 1_000) / 10 : null

function estimateOf({ estimate }: PayAnswer): Market['estimate'] {
  if (!estimate) return null
  const { percentiles, from, sample, confidence } = estimate
  return { ...pointsOf(percentiles, from), sample, confidence }
}

function typicalOf({ typical }: PayAnswer): Market['typical'] {
  if (!typical) return null
  const { around, low, median, high, why, data_point_id: from } = typical
  return {
    ...pointsOf(around, from),
    median: figureFrom(median, from),
    low: figureFrom(low, from),
    high: figureFrom(high, from),
    why,
  }
}

const pointsOf = ({ p10, p25, p50, p75, p90 }: Percentiles, from: string): Points => ({
  median: figureFrom(p50, from),
  p10: figureFrom(p10, from),
  p25: figureFrom(p25, from),
  p75: figureFrom(p75, from),
  p90: figureFrom(p90, from),
})

function filedOf({ offers }: PayAnswer): Market['offers'] {
  if (!offers) return null
  const { median, p10, p25, p75, p90, count, employers, place, data_point_id: from } = offers
  return {
    ...{ median: figureFrom(median, from), p25: figureFrom(p25, from), p75: figureFrom(p75, from) },
    ...{ p10: p10 === null ? null : figureFrom(p10, from), p90: p90 === null ? null : figureFrom(p90, from) },
    ...{ sample: count, employers, place },
  }
}

/** The offers that this employer filed for the occupation; null if there are fewer than five. */
function employerOf({ employers: { filed, from } }: PayAnswer, company: string): Market['employer'] {
  const own = filed.find(({ name }) => companyName(name) === companyName(company))
  return own?.median ? { name: own.name, median: figureFrom(own.median, from), sample: own.offers } : null
}
