// What a comparison rests on, as sentences: the market, what is assumed and what is missing.
import type { compareOffers } from '../../core/counsel/operations.ts'
import type { AnswerOf } from '../client.ts'
import { marketText } from './offer-market.ts'

export type Compared = AnswerOf<typeof compareOffers>

export function remarks({ offers, assumptions }: Compared, names: ReadonlyMap<string, string>): string[] {
  const of = (id: string) => names.get(id) ?? id
  return [
    ...offers.flatMap(({ id, market }) => (market ? [`${of(id)}: ${marketText(market)}`] : [])),
    ...assumptions.map(({ name, value, why }) => `Assumed ${name} ${value}: ${why}`),
    ...offers.flatMap(({ id, missing }) =>
      missing.length ? [`${of(id)} lacks ${missing.join('; ').replace(/\.$/, '')}.`] : [],
    ),
  ]
}
