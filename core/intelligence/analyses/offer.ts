// Judges whether an offered salary is low, typical or high.
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import type { Percentiles } from '../estimates/estimate.ts'
import { percentileRank } from '../estimates/percentiles.ts'
import { dollars, signed } from './format.ts'
import { percentOf } from '../percent.ts'

const VERDICTS = ['far_below', 'below', 'typical', 'above', 'far_above'] as const

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

const WORDS: Record<OfferVerdict['verdict'], string> = {
  far_below: 'far below the market: fewer than one in ten earn less',
  below: 'below the usual range: ask for more',
  typical: 'within the usual range',
  above: 'above the usual range',
  far_above: 'far above the market: fewer than one in ten earn more',
}

/** Compares a yearly base salary with the percentiles. */
export function judgeOffer(percentiles: Percentiles, base: number): OfferVerdict {
  const { p10, p25, p50, p75, p90 } = percentiles
  const percentile = Math.round(percentileRank([p10, p25, p50, p75, p90], base))
  const verdict = verdictOf(percentiles, base)
  const against = percentOf(base / percentiles.p50 - 1)
  const rank = percentile <= 10 || percentile >= 90 ? '' : `, about percentile ${percentile}`
  const in_words = `The offer of ${dollars(base)} is ${WORDS[verdict]} (${signed(against)} against the median${rank}).`
  return { base, verdict, percentile, against_median_pct: against, in_words }
}

function verdictOf({ p10, p25, p75, p90 }: Percentiles, base: number): OfferVerdict['verdict'] {
  if (base < p10) return 'far_below'
  if (base < p25) return 'below'
  if (base <= p75) return 'typical'
  return base <= p90 ? 'above' : 'far_above'
}
