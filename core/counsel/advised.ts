// The offers a question is about, with their jobs and what the market says of each.
import type { Context } from '../kernel/context.ts'
import type { PlacedOffer } from '../offers/comparison/compare.ts'
import type { OfferWithJob } from '../offers/record.ts'
import { payOf, type PayAnswer } from './pay.ts'

/** An offer with its job, and the published pay for that; null with a reason. */
export interface AdvisedOffer extends OfferWithJob {
  place: string | null
  pay: PayAnswer | null
  reason: string | null
}

/** Where the work is: as the offer says, else as the job does, unless it is remote. */
const placeOf = ({ offer, jobLocation }: OfferWithJob): string | null =>
  offer.location ?? (offer.remote ? null : jobLocation)

export const advised = (ctx: Context, offers: readonly OfferWithJob[]): Promise<AdvisedOffer[]> =>
  Promise.all(
    offers.map(async (one) => {
      const place = placeOf(one)
      const { answer, reason } = await payOf(ctx, { role: one.role, place })
      return { ...one, place, pay: answer, reason }
    }),
  )

export function placed({ offer, place, pay }: AdvisedOffer): PlacedOffer {
  const city = place === null ? null : (pay?.city ?? null)
  return {
    offer,
    place,
    prices: city && {
      place: `${city.name}, ${city.state}`,
      level: city.prices,
      source: 'Its regional price parity (US Bureau of Economic Analysis), the nation being 1.',
    },
  }
}
