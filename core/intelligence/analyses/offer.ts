// An offered salary in the words of an analysis; the judgement is the negotiation's.
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import type { Percentiles } from '../estimates/estimate.ts'
import { positionOf, VERDICTS, type Verdict } from '../negotiation/position.ts'
import { refuseSlip } from '../negotiation/position.ts'
import { percentOf } from '../percent.ts'
import { dollars, signed } from './analysis.ts'

export const OfferVerdict = lazySchema((z) =>
  z.strictObject({
    base: z.int(),
    verdict: z.enum(VERDICTS).describe('typical: between the 25th and the 75th percentile.'),
    percentile: z
      .int()
      .describe('Share of people who earn less; 5 and 95 stand for anything beyond 10 and 90.'),
    against_median_pct: z.number(),
    in_words: z.string(),
  }),
)
export type OfferVerdict = Parsed<typeof OfferVerdict>

const WORDS: Record<Verdict, string> = {
  far_below: 'low, far below the market: fewer than one in ten earn less',
  below: 'low, below the usual range: ask for more',
  typical: 'within the usual range',
  above: 'above the usual range',
  far_above: 'far above the market: fewer than one in ten earn more',
}

/** Compares a yearly base salary with the percentiles. Throws `invalid_parameter` for what is no year's base there. */
export function judgeOffer(percentiles: Percentiles, base: number): OfferVerdict {
  refuseSlip(percentiles.p50, base, 'offered_base')
  const { verdict, percentile, againstMedian } = positionOf(percentiles, base)
  const against = percentOf(againstMedian)
  const rank = percentile <= 10 || percentile >= 90 ? '' : `, about percentile ${percentile}`
  const in_words = `The offer of ${dollars(base)} is ${WORDS[verdict]} (${signed(against)} against the median${rank}).`
  return { base, verdict, percentile, against_median_pct: against, in_words }
}
