// Negotiation advice by rules, anchored on the market: where an offer stands, what to ask for, and in which words.
import type { Estimate, Percentiles } from '../estimates/estimate.ts'
import { askFor, type Ask } from './ask.ts'
import { positionOf, type Position } from './position.ts'

/** The market that an offer is held against: base pay in dollars a year for a kind of work in a place. */
interface MarketOfPay {
  /** As read out to an employer: "Software Engineer, senior level". */
  work: string
  place: string
  percentiles: Percentiles
  confidence: { words: 'high' | 'medium' | 'low'; lower: number; upper: number }
  /** Published figures, or figures derived from published ones. */
  isPublished: boolean
}

type Stance = 'below_market' | 'at_market' | 'above_market'
export interface Negotiation extends Position {
  stance: Stance
  /** What to open with, aim for and accept at least; dollars a year. Null when the offer is at the 90th percentile or above. */
  ask: Ask | null
  reasons: readonly string[]
  script: readonly string[]
  confidence: 'high' | 'medium' | 'low'
}

interface Wishes {
  company?: string | null | undefined
  /** A yearly base the candidate aims for; the target stays within the market. */
  goal?: number | undefined
}

const STANCES = { low: 'below_market', fair: 'at_market', high: 'above_market' } as const

/** The market of an estimate. */
export const marketOfEstimate = ({
  role,
  city,
  experience,
  percentiles,
  confidence,
  kind,
}: Estimate): MarketOfPay => ({
  work: experience ? `${role.title}, ${experience} level` : role.title,
  place: city ? `${city.name}, ${city.state}` : 'the United States',
  ...{ percentiles, confidence, isPublished: kind === 'published' },
})

/** Advice on an offered base. The amount has been found possible (`slipOf`). */
export function negotiate(offered: number, market: MarketOfPay, wishes: Wishes = {}): Negotiation {
  const position = positionOf(market.percentiles, offered)
  const ask = askFor(offered, market.percentiles, wishes.goal)
  return {
    ...position,
    stance: STANCES[position.position],
    ask,
    reasons: reasonsOf(offered, market, position),
    script: scriptOf({ offered, market, ask, company: wishes.company ?? null }),
    confidence: market.confidence.words,
  }
}

const dollars = (value: number) => `$${value.toLocaleString('en-US')}`

function reasonsOf(
  offered: number,
  market: MarketOfPay,
  { position, percentile, verdict }: Position,
): string[] {
  const { p25, p50, p75, p90 } = market.percentiles
  const { words, lower, upper } = market.confidence
  const stands = {
    low: `The offer of ${dollars(offered)} is low: under the 25th percentile of ${dollars(p25)}.`,
    fair: `The offer of ${dollars(offered)} is within the usual range, near the ${ordinal(percentile)} percentile.`,
    high:
      verdict === 'far_above'
        ? `The offer of ${dollars(offered)} is high: above the 90th percentile of ${dollars(p90)}.`
        : `The offer of ${dollars(offered)} is high: above the 75th percentile of ${dollars(p75)}.`,
  }
  return [
    `The median base pay for ${market.work} in ${market.place} is ${dollars(p50)}; half of people earn between ${dollars(p25)} and ${dollars(p75)} (${market.isPublished ? 'published by the survey' : 'derived from surveys'}).`,
    stands[position],
    `Confidence in the median is ${words}: ${dollars(lower)} to ${dollars(upper)}.`,
  ]
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const SUFFIXES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (place: number): string => `${place}${SUFFIXES[ORDINALS.select(place)] ?? 'th'}`

interface Talk {
  offered: number
  market: MarketOfPay
  ask: Negotiation['ask']
  company: string | null
}

function scriptOf({ offered, market, ask, company }: Talk): string[] {
  const from = company ? ` from ${company}` : ''
  const { work, place, percentiles, isPublished } = market
  if (!ask) {
    return [
      `Thank you for the offer${from}. The base of ${dollars(offered)} is strong for this work in ${place}.`,
      'Before I sign, I would like to talk about the parts beside base: equity, a signing bonus, start date and time off.',
    ]
  }
  return [
    `Thank you for the offer${from}. I am glad about it and I want to make this work.`,
    `I looked at ${isPublished ? 'published' : 'surveyed'} wages for ${work} in ${place}: the middle half is ${dollars(percentiles.p25)} to ${dollars(percentiles.p75)}.`,
    `Given what I bring, I would be comfortable signing at a base of ${dollars(ask.open)}. Is there room to get there?`,
    'If base is fixed: could a signing bonus or equity close part of what is between us?',
    'Could you let me know by the end of the week? I would like to give you a clear yes.',
  ]
}
