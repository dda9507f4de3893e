// Negotiation advice by rules, for an offered salary without a pipeline.
import { operation } from '../../kernel/operation.ts'
import { lazySchema } from '../../kernel/schema.ts'
import { words } from '../../kernel/fields.ts'
import { BANDS } from '../estimates/experience.ts'
import { optionalCityIn, find, payOf, roleIn } from '../salaries/question.ts'
import { missing, reasonOfOffers } from '../salaries/reasons.ts'
import * as out from '../salaries/records.ts'
import { cityView, estimateView, offersView, roleView, typicalIn, typicalView } from '../salaries/view.ts'
import { POSITIONS } from './position.ts'
import { refuseSlip } from './slip.ts'
import type { Typical } from '../typical/typical.ts'
import { marketOfTypical, negotiate } from './script.ts'

const NegotiationIn = lazySchema((z) =>
  z.strictObject({
    role: roleIn(z),
    city: optionalCityIn(z),
    experience: z.enum(BANDS).optional(),
    base: z
      .number()
      .positive('must be more than nothing')
      .max(100_000_000, 'must be at most 100,000,000')
      .describe('The base salary offered, US dollars a year.'),
    company: words(z, 200).optional(),
  }),
)
const Negotiation = lazySchema((z) =>
  z.strictObject({
    understood: out.UnderstoodOut(),
    role: out.RoleOut(),
    city: out.CityOut().nullable(),
    experience: z.enum(BANDS).nullable(),
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
  }),
)

export const analyseNegotiation = operation({
  name: 'analysis.negotiation',
  summary: 'Place an offer in the market, and suggest what to ask for and how.',
  http: 'POST /api/v1/intelligence/analysis/negotiation',
  access: 'intelligence:read',
  effect: 'read',
  input: NegotiationIn,
  output: Negotiation,
  async run(ctx, { base, company, experience, ...question }) {
    const found = await find(ctx, { ...question, exp: experience })
    const [pay, whole] = [payOf(found), typicalIn(found)]
    const { catalog, role, city, understood } = found
    const head = {
      understood,
      role: roleView(catalog, role),
      city: city && cityView(city),
      experience: found.experience,
      ...offersView(found),
      typical: typicalView(found).typical,
    }
    if ('reason' in pay || 'reason' in whole)
      return {
        ...head,
        ...UNKNOWN,
        reasons: {
          ...reasonOfOffers(head),
          ...missing('market', NEEDS_MARKET, 'reason' in pay ? pay.reason : ''),
        },
      }
    refuseSlip(whole.median, base, 'base')
    const around = marketOfTypical(whole)
    const advice = negotiate(base, around, { company })
    const { stance, position, percentile, ask, reasons, script, confidence } = advice
    const { p25, p75, p90 } = around.percentiles
    return {
      ...head,
      ...{ stance, position, percentile, ask, confidence },
      market: estimateView(catalog, pay),
      market_range: { p25, p75, p90 },
      talking_points: [...reasons],
      script: [...script],
      reasons: {
        ...reasonOfOffers(head),
        ...(!ask && { ask: noAsk(whole) }),
      },
    }
  },
})

const noAsk = ({ ceiling, offers }: Typical): string =>
  `The offer is near or above the 90th percentile of ${ceiling.of === 'offers' ? `${offers?.group.offers} filed offers for this title` : 'the market'}.`

/** What is null or empty where there is no figure of the market. */
const NEEDS_MARKET = [
  'typical',
  'market_range',
  'stance',
  'position',
  'percentile',
  'ask',
  'confidence',
  'talking_points',
  'script',
]

const UNKNOWN = {
  ...{ stance: null, position: null, percentile: null, ask: null, market: null, market_range: null },
  confidence: null,
  ...{ talking_points: [], script: [] },
}
