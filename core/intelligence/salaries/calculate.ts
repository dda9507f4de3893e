// Pay for an experience level in a city, compared with the nation.
import { operation } from '../../kernel/operation.ts'
import { objectSchema } from '../../kernel/schema.ts'
import { EXPERIENCES, type Experience } from '../words/experience.ts'
import type { LookupResult } from '../question.ts'
import { percentOf } from '../percent.ts'
import { cityIn, find, payOf, cachedPayResponse, roleIn } from './question.ts'
import { reasonsThatApply, reasonForAll, reasonsOfTotal } from './reasons.ts'
import * as out from './records.ts'
import { answerOf, estimateView, figuresOf, qualityView, subjectOf, totalView } from './view.ts'

const CalculationIn = objectSchema((z) => ({
  role: roleIn(z),
  city: cityIn(z),
  exp: z.enum(EXPERIENCES).optional().describe('Default: the level in the role’s words, else mid.'),
}))

const CalculationOut = objectSchema((z) => ({
  ...out.subjectOut(),
  experience: z.enum(EXPERIENCES),
  typical: out.TypicalOut().nullable(),
  base: out.EstimateOut().nullable().describe('What everyone in the occupation earns, from surveys.'),
  offers: out.OffersOut().nullable(),
  offers_reason: out.OffersReasonOut(),
  quality: out.QualityOut().nullable(),
  total_compensation: out.TotalOut().nullable(),
  national_comparison: z
    .strictObject({
      national_median: z.int(),
      difference: z.int().describe('This city minus the nation, US dollars a year.'),
      difference_pct: z.number(),
      cost_of_living_adjusted: z
        .int()
        .describe('This pay at national prices: the median ÷ the cost-of-living multiplier.'),
      data_point_id: z.string(),
    })
    .nullable(),
  reasons: out.ReasonsOut(),
}))

const DEFAULT: Experience = 'mid'

export const calculateSalary = operation({
  name: 'salaries.calculate',
  summary: 'Estimate pay for a level of experience in a city, compared with the nation.',
  http: 'GET /api/v1/intelligence/salaries/calculate',
  access: 'intelligence:read',
  input: CalculationIn,
  output: CalculationOut,
  async run(ctx, { exp, ...question }) {
    const found = await find(ctx, { ...question, exp })
    const band = found.experience ?? DEFAULT
    const atLevel = found.experience ? found : { ...found, experience: band }
    return cachedPayResponse(ctx, atLevel, 'calculate', () => calculated(atLevel, band))
  },
})

function calculated(found: LookupResult, experience: Experience) {
  const { catalog, references, city } = found
  const answer = answerOf(found)
  const pay = answer.survey
  const figures = figuresOf(answer)
  const head = { ...subjectOf(found), experience, ...figures }
  if ('reason' in pay) {
    const none = { base: null, quality: null, total_compensation: null, national_comparison: null }
    const missing = reasonForAll(['base', 'typical', ...Object.keys(none)], pay.reason)
    return { ...head, ...none, reasons: reasonsThatApply({ ...missing, offers: figures.offers_reason }) }
  }
  const total = totalView(catalog, references, pay)
  const nation = payOf({ ...found, city: null })
  return {
    ...head,
    base: estimateView(catalog, pay),
    quality: qualityView(pay),
    total_compensation: total,
    national_comparison:
      'reason' in nation
        ? null
        : {
            national_median: nation.median,
            difference: pay.median - nation.median,
            difference_pct: percentOf(pay.median / nation.median - 1),
            cost_of_living_adjusted: Math.round(pay.median / ((city?.rpp ?? 100) / 100)),
            data_point_id: estimateView(catalog, nation).data_point_id,
          },
    reasons: reasonsThatApply({
      offers: figures.offers_reason,
      ...reasonsOfTotal(total),
      national_comparison: 'reason' in nation && nation.reason,
    }),
  }
}
