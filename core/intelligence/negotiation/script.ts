// Negotiation advice by fixed rules: how an offer compares with the market, what to ask for, and what to say.
import { dollars } from '../../kernel/amounts.ts'
import { employersRange } from '../percent.ts'
import judgements from '../../../sql/data/pay/judgements.json' with { type: 'json' }
import type { Percentiles } from '../estimates/estimate.ts'
import { marketAround, type Typical } from '../typical/typical.ts'
import { askFor, type Ask, positionOf, type Position } from './position.ts'

const STANCES = { low: 'below_market', fair: 'at_market', high: 'above_market' } as const

/** Major groups whose employers usually grant equity. */
const WITH_EQUITY: ReadonlySet<string> = new Set(['11', '13', '15', '17', '19', '27', '41'])
export const isEquityUsual = (soc: string): boolean => WITH_EQUITY.has(soc.slice(0, 2))

const BESIDE_BASE: Readonly<Record<string, string>> = judgements.beside_base
const besideBaseOf = (soc: string): string =>
  BESIDE_BASE[soc.slice(0, 2)] ?? 'a signing bonus or a review after six months'

/** The confidence in a typical figure. A range that is narrower (in ln points) gives more confidence. */
const confidenceOf = ({ low, high }: Pick<Typical, 'low' | 'high'>): 'high' | 'medium' | 'low' => {
  const width = Math.log(high / low)
  return width < 0.6 ? 'high' : width < 1 ? 'medium' : 'low'
}

type MarketOfPay = ReturnType<typeof marketOfTypical>

/** The market that an offer is compared with: base pay in dollars a year, for a kind of work in a place. */
export function marketOfTypical(typical: Typical) {
  const { low, median, high, why, survey, asked } = typical
  const { role, city, experience } = survey
  return {
    /** The work as the script names it to an employer: "Software Engineer, senior level". */
    work: experience ? `${role.title}, ${asked.level} level` : role.title,
    place: city ? `${city.name}, ${city.state}` : 'the United States',
    ...{ percentiles: marketAround(typical), typical: { low, median, high }, why },
    ...{ confidence: confidenceOf(typical), besideBase: besideBaseOf(role.soc) },
  }
}

/** Advice on an offered base. Check the amount with `slipOf` first. */
export function negotiate(offered: number, market: MarketOfPay, company?: string) {
  const position = positionOf(market.percentiles, offered)
  const ask = askFor(offered, market.percentiles)
  return {
    ...position,
    stance: STANCES[position.position],
    ask,
    reasons: reasonsOf(offered, market, position),
    script: scriptOf(offered, market, ask, company),
    confidence: market.confidence,
  }
}

function reasonsOf(offered: number, market: MarketOfPay, { position, percentile, verdict }: Position) {
  const { p25, p75, p90, of } = market.percentiles
  const stands = {
    low: `The offer of ${dollars(offered)} is low: under the 25th percentile of ${dollars(p25)}.`,
    fair: `The offer of ${dollars(offered)} is within the usual range, near the ${ordinal(percentile)} percentile.`,
    high:
      verdict === 'far_above'
        ? `The offer of ${dollars(offered)} is high: above the 90th percentile of ${dollars(p90)}.`
        : `The offer of ${dollars(offered)} is high: above the 75th percentile of ${dollars(p75)}.`,
  }
  return [
    `Typical base pay for ${market.work} in ${market.place} is ${dollars(market.typical.median)}${employersRange(market.typical)}.`,
    stands[position],
    `The offer is compared with ${of}: the middle half earns ${dollars(p25)} to ${dollars(p75)}, one in ten more than ${dollars(p90)}.`,
    market.why,
  ]
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (place: number): string => `${place}${SUFFIXES[ORDINALS.select(place)] ?? 'th'}`

/** The figure to cite: the first of typical pay, p75 and p90 above the offer. A lower figure would support the employer. */
export function groundOf({ p75, p90 }: Percentiles, typical: number, offered: number) {
  if (typical > offered) return { amount: typical, said: 'typical pay is' }
  if (p75 > offered) return { amount: p75, said: 'the upper quarter begins at' }
  return p90 > offered ? { amount: p90, said: 'the upper tenth begins at' } : null
}

function scriptOf(offered: number, market: MarketOfPay, ask: Ask | null, company?: string): string[] {
  const from = company ? ` from ${company}` : ''
  const { work, place, besideBase } = market
  if (!ask) {
    return [
      `Thank you for the offer${from}. The base of ${dollars(offered)} is strong for this work in ${place}.`,
      `Before I sign, I would like to talk about the parts besides base: ${besideBase}, start date and time off.`,
    ]
  }
  const ground = groundOf(market.percentiles, market.typical.median, offered)
  const where = ground ? `${ground.said} ${dollars(ground.amount)}` : 'the offer is at its top'
  return [
    `Thank you for the offer${from}. I am glad about it and I want to make this work.`,
    `I looked at wages for ${work} in ${place}: ${where}.`,
    `Given what I bring, I would be comfortable signing at a base of ${dollars(ask.open)}. Is there room to get there?`,
    `If base is fixed: could ${besideBase} close part of the gap?`,
    'Could you let me know by the end of the week? I would like to give you a clear yes.',
  ]
}
