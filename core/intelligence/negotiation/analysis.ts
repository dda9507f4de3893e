// The operation that gives negotiation advice by fixed rules. The caller sends the offered salary and needs no pipeline.
import { dollars } from '../../kernel/amounts.ts'
import { operation } from '../../kernel/operation.ts'
import { objectSchema, words } from '../../kernel/schema.ts'
import { EXPERIENCES } from '../words/experience.ts'
import { optionalCityIn, find, roleIn } from '../salaries/question.ts'
import { reasonsThatApply, reasonForAll } from '../salaries/reasons.ts'
import * as out from '../salaries/records.ts'
import { answerOf, estimateView, figuresOf, subjectOf } from '../salaries/view.ts'
import { POSITIONS, refuseSlip } from './position.ts'
import { marketOfTypical, negotiate } from './script.ts'

const NegotiationIn = objectSchema((z) => ({
  role: roleIn(z),
  city: optionalCityIn(z),
  experience: z.enum(EXPERIENCES).optional(),
  base: z
    .number()
    .positive('must be more than nothing')
    .max(100_000_000, 'must be at most 100,000,000')
    .describe('The base salary offered, US dollars a year.'),
  company: words(z, 200).optional(),
}))
const Negotiation = objectSchema((z) => ({
  ...out.subjectOut(),
  experience: z.enum(EXPERIENCES).nullable(),
  stance: z.enum(['below_market', 'at_market', 'above_market']).nullable(),
  position: z
    .enum(POSITIONS)
    .nullable()
    .describe('low: under the market’s 25th percentile; high: above its 75th.'),
  percentile: z.int().nullable(),
  ask: z
    .strictObject({ open: z.number(), target: z.number(), floor: z.number() })
    .nullable()
    .describe('Within the market’s 25th to 90th percentile; null for an offer above it.'),
  typical: out.TypicalOut().nullable(),
  market: out.EstimateOut().nullable(),
  market_range: z
    .strictObject({ p25: z.int(), p75: z.int(), p90: z.int() })
    .nullable()
    .describe('The market around the typical figure.'),
  offers: out.OffersOut().nullable(),
  offers_reason: out.OffersReasonOut(),
  talking_points: z.array(z.string()),
  script: z.array(z.string()),
  confidence: z.enum(['high', 'medium', 'low']).nullable(),
  reasons: out.ReasonsOut(),
}))

export const analyseNegotiation = operation({
  name: 'analysis.negotiation',
  summary: 'Place an offer in the market, and suggest what to ask for and how.',
  http: 'POST /api/v1/intelligence/analysis/negotiation',
  access: 'intelligence:read',
  input: NegotiationIn,
  output: Negotiation,
  async run(ctx, { base, company, experience, ...question }) {
    const found = await find(ctx, { ...question, exp: experience })
    const answer = answerOf(found)
    const { survey, typical: whole } = answer
    const figures = figuresOf(answer)
    const head = { ...subjectOf(found), experience: found.experience, ...figures }
    const offers = figures.offers_reason
    if ('reason' in survey || 'reason' in whole) {
      const reason = 'reason' in survey ? survey.reason : ''
      const missing = reasonForAll(['market', 'typical', 'market_range', ...Object.keys(UNKNOWN)], reason)
      return { ...head, ...UNKNOWN, reasons: reasonsThatApply({ offers, ...missing }) }
    }
    refuseSlip(whole.median, base, 'base')
    const around = marketOfTypical(whole)
    const { stance, position, percentile, ask, ...advice } = negotiate(base, around, company)
    const { p25, p75, p90, of } = around.percentiles
    const noAsk = `The offer is near or above ${dollars(p90)}, the market’s 90th percentile (${of}).`
    return {
      ...head,
      ...{ stance, position, percentile, ask, confidence: advice.confidence },
      market: estimateView(found.catalog, survey),
      market_range: { p25, p75, p90 },
      talking_points: advice.reasons,
      script: advice.script,
      reasons: reasonsThatApply({ offers, ask: !ask && noAsk }),
    }
  },
})

const UNKNOWN = {
  ...{ stance: null, position: null, percentile: null, ask: null, market: null, market_range: null },
  confidence: null,
  ...{ talking_points: [], script: [] },
}
