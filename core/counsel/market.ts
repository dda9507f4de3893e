// The market of an offer: what the survey and the offers that employers filed say for its role and place.
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { companyName } from '../jobs/names.ts'
import type { PayAnswer } from './pay.ts'

const FigureOut = lazySchema((z) =>
  z.strictObject({ amount: z.number(), from: z.string().describe('A data_point_id; see its lineage.') }),
)
const Points = lazySchema((z) =>
  z.strictObject({
    median: FigureOut(),
    p10: FigureOut().nullable(),
    p25: FigureOut().nullable(),
    p75: FigureOut().nullable(),
    p90: FigureOut().nullable(),
  }),
)

/** What an offer is set against. Both figures are yearly, in US dollars, and never mixed. */
export const Market = lazySchema((z) =>
  z.strictObject({
    role: z.string(),
    place: z.string().describe('The wider place, where the one asked for has no figures.'),
    currency: z.literal('USD'),
    estimate: z
      .strictObject({ ...Points().shape, sample: z.number().nullable(), confidence: z.string().nullable() })
      .nullable()
      .describe('What everyone in the occupation earns, from surveys.'),
    total: FigureOut().nullable().describe('The survey’s median with bonus and equity as modelled.'),
    offers: z
      .strictObject({
        ...Points().shape,
        sample: z.number(),
        employers: z.number().nullable(),
        place: z.string().nullable(),
      })
      .nullable()
      .describe('What employers wrote into offers they filed for this title.'),
    employer: z
      .strictObject({ name: z.string(), median: FigureOut(), sample: z.number().nullable() })
      .nullable()
      .describe('What this employer filed.'),
    base: z
      .strictObject({ estimate: z.number().nullable(), offers: z.number().nullable() })
      .nullable()
      .describe('The base of the offer against either median, in percent.'),
    whole: z
      .strictObject({ estimate: z.number().nullable(), offers: z.number().nullable() })
      .nullable()
      .describe('An average year of the offer against the survey’s total and the filed median, in percent.'),
    reasons: z.array(z.string()).describe('Why something is null, or wider than asked.'),
  }),
)
export type Market = Parsed<typeof Market>

/** The parts of an offer in US dollars that are set against the market; null where no rate was given. */
export interface Offered {
  company: string
  base: number | null
  averageYear: number | null
}

const at = (amount: number | null | undefined, from: string) =>
  amount === null || amount === undefined ? null : { amount, from }

/** Both figures, and the offer against them. */
export function marketOf(
  answer: PayAnswer,
  { company, base, averageYear }: Offered,
  note: string | null,
): Market {
  const { role, city, total_compensation: total } = answer
  const [estimate, offers] = [estimateOf(answer), filedOf(answer)]
  const employer = answer.employers?.find(({ name }) => companyName(name) === companyName(company))
  const point = answer.estimate?.data_point_id ?? ''
  const percents = (amount: number | null, survey: number | undefined) =>
    amount === null
      ? null
      : { estimate: percentOver(amount, survey), offers: percentOver(amount, offers?.median.amount) }
  return {
    role: role.title,
    place: city ? `${city.name}, ${city.state}` : 'United States',
    currency: 'USD',
    estimate,
    total: at(total?.total, total?.data_point_id ?? ''),
    offers,
    employer: employer?.median
      ? { name: employer.name, median: at(employer.median, point)!, sample: employer.offers ?? null }
      : null,
    base: percents(base, estimate?.median.amount),
    whole: percents(averageYear, total?.total),
    reasons: reasonsOf(answer, note),
  }
}

/** `8.3` for 8.3 % over. */
const percentOver = (amount: number, median: number | undefined): number | null =>
  median ? Math.round((amount / median - 1) * 1_000) / 10 : null

function estimateOf({ estimate, distribution, quality }: PayAnswer): Market['estimate'] {
  if (!estimate) return null
  const { low, median, high, data_point_id: from, sample_size: sample } = estimate
  return {
    median: { amount: median, from },
    p10: at(distribution?.p10, from),
    p25: { amount: low, from },
    p75: { amount: high, from },
    p90: at(distribution?.p90, from),
    sample: sample ?? null,
    confidence: quality?.confidence ?? null,
  }
}

function filedOf({ offers }: PayAnswer): Market['offers'] {
  if (!offers) return null
  const { median, p10, p25, p75, p90, data_point_id: from } = offers
  return {
    median: { amount: median, from },
    ...{ p10: at(p10, from), p25: at(p25, from), p75: at(p75, from), p90: at(p90, from) },
    ...{ sample: offers.count, employers: offers.employers ?? null, place: offers.place ?? null },
  }
}

const reasonsOf = (
  { offers, offers_reason: unfiled, reasons, estimate }: PayAnswer,
  note: string | null,
): string[] =>
  [note, !estimate && reasons?.['estimate'], !offers && unfiled].filter(
    (reason): reason is string => typeof reason === 'string' && reason !== '',
  )
