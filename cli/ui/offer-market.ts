// The market of an offer in one sentence: the survey and the filed offers, never mixed.
import type { Market } from '../../core/counsel/market.ts'
import { dollars } from '../../core/kernel/amounts.ts'
import { spokenOf } from '../../core/kernel/record.ts'
import type { compareOffers } from '../../core/counsel/operations.ts'
import { byReason } from '../../core/offers/comparison/compare.ts'
import type { AnswerOf } from '../client.ts'
import type { Names } from './table.ts'

const against = (percent: number | null | undefined): string =>
  percent === null || percent === undefined
    ? ''
    : percent === 0
      ? ', where this base is'
      : `, this base is ${Math.abs(percent)} % ${percent > 0 ? 'over' : 'under'} it`

/** `Chef in Austin, TX: surveys have a median of $60,000, …; no filed offers`. */
export function marketText(market: Market): string {
  const { role, place, typical, estimate, offers, employer, base, reasons } = market
  const headline = typical
    ? `typical pay is ${dollars(typical.median.amount)}${against(base?.typical)}; `
    : ''
  const survey = estimate
    ? `surveys have a median of ${dollars(estimate.median.amount)} (confidence ${estimate.confidence ?? 'unknown'})${against(base?.estimate)}`
    : 'no survey figure'
  const filed = offers
    ? `${offers.sample} offers that employers filed have a median of ${dollars(offers.median.amount)}${against(base?.offers)}`
    : 'no filed offers for this title'
  const own = employer ? `; ${employer.name} itself filed a median of ${dollars(employer.median.amount)}` : ''
  return `${role}, ${place}: ${headline}${survey}; ${filed}${own}.${reasons.length ? ` ${reasons.join(' ')}` : ''}`
}

export type OfferComparison = AnswerOf<typeof compareOffers>

export const notCompared = ({ left }: Pick<OfferComparison, 'left'>, names: Names): string[] =>
  left.map(({ id, why }) => {
    const codes = /for (.+) in/.exec(why)?.[1]?.split(' and ') ?? []
    const rates = codes.map((code) => `rates.${code}=RATE`).join(',')
    return `${names.get(id) ?? id} is not compared: ${why}; --assume ${rates} gives one.`
  })

export function remarks({ offers, left, assumptions }: OfferComparison, names: Names): string[] {
  const of = (id: string) => names.get(id) ?? id
  return [
    ...offers.flatMap(({ id, market }) => (market ? [`${of(id)}: ${marketText(market)}`] : [])),
    ...assumptions.map(({ name, value, why }) => `Assumed ${name} ${value}: ${why}`),
    ...notCompared({ left }, names),
    ...offers.flatMap(({ id, missing }) =>
      missing.length ? [`${of(id)} lacks ${byReason(missing, spokenOf)}.`] : [],
    ),
  ]
}

/** The remarks for a screen: assumptions on one line, without reasons. */
export function shortRemarks(compared: OfferComparison, names: Names): string[] {
  const assumed = compared.assumptions.map(({ name, value }) => `${name} ${value}`).join(', ')
  return [
    ...remarks({ ...compared, assumptions: [] }, names),
    ...(assumed ? [`Assumed ${assumed}. --json says why, --assume changes it.`] : []),
  ]
}
