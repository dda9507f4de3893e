// Rule-based negotiation advice: an offer's percentile in the market, what to ask for, and a script.
import type { Estimate } from '../estimates/estimate.ts'
import { bandOf } from '../estimates/experience.ts'
import { percentileRank } from '../estimates/percentiles.ts'

type Stance = 'below_market' | 'at_market' | 'above_market'
export type Negotiation = {
  stance: Stance
  /** Percentile of the offer in the market, 5-95. */
  percentile: number
  /** Opening ask, target and lowest acceptable amount; dollars a year, rounded to thousands. */
  ask: { open: number; target: number; floor: number } | null
  reasons: readonly string[]
  script: readonly string[]
  confidence: 'high' | 'medium' | 'low'
}

/** Highest opening ask relative to the offer: asking for far more ends talks. */
const MAX_ASK_FACTOR = 1.16

const thousand = (value: number) => Math.round(value / 1000) * 1000
const dollars = (value: number) => `$${thousand(value).toLocaleString('en-US')}`

/**
 * Compares an offered base with the estimate for its role, place
 * and experience. `ask` is null when the offer is already high.
 */
export function negotiate(offered: number, market: Estimate, company: string | null = null): Negotiation {
  const { p10, p25, p50, p75, p90 } = market.percentiles
  const percentile = Math.round(percentileRank([p10, p25, p50, p75, p90], offered))
  const stance: Stance = percentile < 40 ? 'below_market' : percentile <= 65 ? 'at_market' : 'above_market'
  const ask = askFor(offered, market)
  const place = market.city ? `${market.city.name}, ${market.city.state}` : 'the United States'
  const work = workOf(market)
  const reasons = [
    `The median base pay for ${work} in ${place} is ${dollars(market.median)}; half of people earn between ${dollars(market.low)} and ${dollars(market.high)}.`,
    `The offer of ${dollars(offered)} is near the ${ordinal(percentile)} percentile.`,
    `Confidence in the median is ${market.confidence.words}: ${dollars(market.confidence.lower)} to ${dollars(market.confidence.upper)}.`,
  ]
  return {
    stance,
    percentile,
    ask,
    reasons,
    script: scriptOf({ offered, market, work, place, company, ask }),
    confidence: market.confidence.words,
  }
}

/** The role, with its level if the figures are of one: they are read out to an employer. */
function workOf({ role, seniority }: Estimate): string {
  const band = bandOf(seniority)
  return band ? `${role.title}, ${band} level,` : role.title
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (place: number): string => `${place}${SUFFIXES[ORDINALS.select(place)] ?? 'th'}`

/**
 * Opens at the 75th percentile (at least 8 % above the offer),
 * within bounds; targets the middle; the offer is the floor.
 */
function askFor(offered: number, market: Estimate): Negotiation['ask'] {
  if (offered >= market.percentiles.p90) return null
  const wished = Math.min(offered * MAX_ASK_FACTOR, Math.max(market.high, offered * 1.08))
  // Rounded up where rounding would ask for less than was offered.
  const open = Math.max(thousand(wished), Math.ceil(offered / 1000) * 1000)
  const target = thousand(Math.max((offered + open) / 2, Math.min(market.median, open)))
  return { open, target, floor: offered }
}

interface Talk {
  offered: number
  market: Estimate
  work: string
  place: string
  company: string | null
  ask: Negotiation['ask']
}

function scriptOf({ offered, market, work, place, company, ask }: Talk): string[] {
  const from = company ? ` from ${company}` : ''
  if (!ask) {
    return [
      `Thank you for the offer${from}. The base of ${dollars(offered)} is strong for this work in ${place}.`,
      'Before I sign, I would like to talk about the parts beside base: equity, a signing bonus, start date and time off.',
    ]
  }
  return [
    `Thank you for the offer${from}. I am glad about it and I want to make this work.`,
    `I looked at published wages for ${work} in ${place}: the middle half is ${dollars(market.low)} to ${dollars(market.high)}.`,
    `Given what I bring, I would be comfortable signing at a base of ${dollars(ask.open)}. Is there room to get there?`,
    `If base is fixed: could a signing bonus or equity close part of the ${dollars(ask.open - offered)} between us?`,
    'Could you let me know by the end of the week? I would like to give you a clear yes.',
  ]
}
