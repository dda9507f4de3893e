// The market's pay for a posting, as records and as text: filed offers and typical pay, side by side.
import { dollars } from '../kernel/amounts.ts'
import { type Parsed, objectSchema } from '../kernel/schema.ts'

export const MarketOffers = objectSchema((z) => ({
  ...{ median: z.number(), p25: z.number(), p75: z.number() },
  count: z.int().describe('Number of offers, at least five.'),
  employers: z.int().describe('Number of their employers, at least three.'),
  level: z.string().nullable().describe('The level in the titles; null if they state none.'),
  scope: z.enum(['city', 'state', 'national']).describe('May be wider than the posting’s place.'),
  place: z.string(),
  source: z.string(),
  dataPointId: z.string(),
}))
export type MarketOffers = Parsed<typeof MarketOffers>

export const MarketEstimate = objectSchema((z) => ({
  ...{ median: z.number(), low: z.number(), high: z.number() },
  place: z.string(),
  dataPointId: z.string(),
}))
export type MarketEstimate = Parsed<typeof MarketEstimate>

/** Both in US dollars a year; null without a figure, for an unclear title, or if all places are abroad. */
export interface Market {
  offers: MarketOffers | null
  estimate: MarketEstimate | null
}

/** Looks up the market's pay for a title at these offices. */
export type FindMarket = (role: string, places: readonly string[]) => Market

export const marketText = ({ offers, estimate }: Market): string[] => [
  ...(estimate
    ? [
        `typical pay: ${dollars(estimate.median)}, ${dollars(estimate.low)} to ${dollars(estimate.high)} by employer (${estimate.place})`,
      ]
    : []),
  ...(offers ? [`filed offers for the title: median ${dollars(offers.median)} (${offers.place})`] : []),
]
