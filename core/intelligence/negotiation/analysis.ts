// Operations on offers: comparison, and negotiation advice by rules.
import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { invalidInput, lazySchema, type Parsed } from '../../kernel/schema.ts'
import { words } from '../../kernel/fields.ts'
import type { Zod } from '../../kernel/zod.ts'
import { includes } from '../../kernel/family.ts'
import { MISSING } from '../../kernel/issue-messages.ts'
import type { References } from '../file/references.ts'
import { BANDS } from '../estimates/experience.ts'
import { codesOf, ladderOf, levelsNamed } from '../levels/levels.ts'
import { slugOf } from '../words/plain.ts'
import { optionalCityIn, find, payOf, roleIn } from '../salaries/question.ts'
import { missing, reasonOfOffers, reasonsOfLevels } from '../salaries/reasons.ts'
import * as out from '../salaries/records.ts'
import { cityView, estimateView, offersView, roleView } from '../salaries/view.ts'
import { compareOffers } from './offers.ts'
import { POSITIONS, positionOf, slipOf } from './position.ts'
import { marketOfEstimate, negotiate } from './script.ts'

/** Amounts in US dollars. */
const dollars = (z: Zod) =>
  z.number().min(0, 'must not be negative').max(100_000_000, 'must be at most 100,000,000')

const OfferIn = lazySchema((z) =>
  z.strictObject({
    label: words(z, 200).optional().describe('Default: the company, or the offer’s number.'),
    company: words(z, 200).optional().describe('Its levels are known to /companies.'),
    level: words(z, 100)
      .optional()
      .describe('A level of the company by its code or title: L5. Placed on the Ultra plan.'),
    base: dollars(z).describe('US dollars a year.'),
    bonus: dollars(z).optional().describe('A year.'),
    equity: dollars(z).optional().describe('The whole grant.'),
    vesting_years: z.number().min(1).max(10).optional().describe('Default 4.'),
    cliff_months: z.int().min(0).max(48).optional().describe('Default 12.'),
    signing: dollars(z).optional(),
    city: optionalCityIn(z),
    role: words(z, 200).optional().describe('Used to compare the base with the market.'),
    experience: z.enum(BANDS).optional(),
  }),
)
const Offers = lazySchema((z) =>
  z.strictObject({
    offers: z.array(OfferIn()).min(1, 'must name at least one offer').max(10, 'has more than 10 items'),
  }),
)

const Market = lazySchema((z) =>
  z.strictObject({
    role: out.RoleOut(),
    city: out.CityOut().nullable(),
    percentile: z.int().describe('The percentile of this base pay for the role, 5 to 95.'),
    median: z.int(),
    data_point_id: z.string(),
  }),
)
const LevelOut = lazySchema((z) =>
  z.strictObject({
    company: z.string(),
    code: z.string(),
    title: z.string(),
    track: z.string(),
    generic_level: z.number().nullable().describe('1 to 7, our judgement; compare it between the offers.'),
    median_years_experience: z.number().nullable(),
    confidence: z.string(),
  }),
)
const Compared = lazySchema((z) =>
  z.strictObject({
    offers: z.array(
      z.strictObject({
        label: z.string(),
        rank: z.int(),
        years: z.array(
          z.strictObject({
            year: z.int(),
            cash: z.number(),
            equity: z.number(),
            total: z.number(),
            adjusted: z.number(),
          }),
        ),
        four_year_total: z.number(),
        four_year_adjusted: z.number().describe('At national prices.'),
        average_year: z.number(),
        behind_best: z.number(),
        level: LevelOut().nullable().describe('The offered level, where its company’s levels are known.'),
        market: Market().nullable(),
        reasons: out.ReasonsOut(),
      }),
    ),
    best: z.string(),
    assumptions: z.array(z.string()),
  }),
)

const ASSUMPTIONS = [
  'Four years, undiscounted, with equity at today’s value of the grant.',
  'Equity vests in equal months after the cliff.',
  'Adjusted amounts are divided by the city’s BEA price parity; taxes are not considered.',
]
const LEVELS_ARE_JUDGED = 'Levels of companies are placed on a common scale of seven by our judgement.'

export const analyseOffers = operation({
  name: 'analysis.offers',
  summary: 'Compare offers: base, bonus, vesting equity, signing and level, adjusted for cost of living.',
  http: 'POST /api/v1/intelligence/analysis/offers',
  access: 'intelligence:read',
  effect: 'read',
  input: Offers,
  output: Compared,
  async run(ctx, { offers }) {
    const levels = await levelsOf(ctx, offers)
    const priced = await Promise.all(offers.map((offer, at) => priceOf(ctx, offer, at)))
    // Labels may repeat, so offers are identified by their position.
    const ranked = compareOffers(priced.map(({ offer }) => offer)).map((value, rank) => {
      const at = Number(value.label)
      const { market, reasons } = priced[at]!
      return {
        label: labelOf(offers[at]!, at),
        rank: rank + 1,
        years: value.years,
        four_year_total: value.fourYearTotal,
        four_year_adjusted: value.fourYearAdjusted,
        average_year: value.averageYear,
        behind_best: value.behindBest,
        level: levels[at]!.level,
        market,
        reasons: { ...reasons, ...levels[at]!.reasons },
      }
    })
    const isJudged = ranked.some(({ level }) => level !== null)
    const assumptions = isJudged ? [...ASSUMPTIONS, LEVELS_ARE_JUDGED] : ASSUMPTIONS
    return { offers: ranked, best: ranked[0]!.label, assumptions }
  },
})

type OfferIn = Parsed<typeof OfferIn>

const labelOf = ({ label, company }: OfferIn, at: number): string => label ?? company ?? `Offer ${at + 1}`

/** The offered levels; null with a reason where one was named and is not placed. */
async function levelsOf(ctx: Context, offers: readonly OfferIn[]) {
  offers.forEach(({ level, company }, at) => {
    if (level !== undefined && company === undefined)
      throw invalidInput([{ path: `offers.${at}.company`, message: MISSING }])
  })
  if (offers.every(({ level }) => level === undefined)) return offers.map(() => NO_LEVEL)
  if (!includes(ctx.principal.tier, 'ultra'))
    return offers.map(({ level }) => (level === undefined ? NO_LEVEL : unplaced(ULTRA_ONLY)))
  const { references } = await ctx.intelligence.fullDataset()
  return offers.map(({ company, level }) =>
    level === undefined ? NO_LEVEL : placed(references, company!, level),
  )
}

const NO_LEVEL = { level: null, reasons: {} }
const ULTRA_ONLY = 'The levels of companies need the ultra plan.'
const unplaced = (reason: string) => ({ level: null, reasons: { level: reason } })

function placed(references: References, company: string, text: string) {
  const ladder = ladderOf(references, slugOf(company))
  if (!ladder) return unplaced('There is no levelling framework for this company.')
  const [row] = levelsNamed(ladder, text)
  if (!row) return unplaced(`${ladder.company} has no such level; it has ${codesOf(ladder)}.`)
  const { code, title, track, genericLevel, yearsExperience, confidence } = row
  const level = {
    ...{ company: ladder.company, code, title, track, confidence },
    generic_level: genericLevel,
    median_years_experience: yearsExperience,
  }
  return { level, reasons: reasonsOfLevels('level', [row]) }
}

/** Adds the city's price index to an offer, and the percentile of its base when a role was given. */
async function priceOf(ctx: Context, { city, role, experience, ...plain }: OfferIn, at: number) {
  const asked = role ?? (city === undefined ? undefined : ANY_ROLE)
  const found = asked === undefined ? null : await find(ctx, { role: asked, city, exp: experience })
  const { base, bonus, equity, signing, vesting_years, cliff_months } = plain
  const offer = {
    ...{ label: String(at), base, bonus, equity, signing },
    ...{ vestingYears: vesting_years, cliffMonths: cliff_months, priceIndex: found?.city?.rpp },
  }
  const pay = found && role !== undefined ? payOf(found) : null
  if (!found || !pay) return { offer, market: null, reasons: {} }
  if ('reason' in pay) return { offer, market: null, reasons: { market: pay.reason } }
  refuseSlip(pay.median, base, `offers.${at}.base`)
  const market = {
    role: roleView(found.catalog, found.role),
    city: found.city && cityView(found.city),
    percentile: positionOf(pay.percentiles, base).percentile,
    median: pay.median,
    data_point_id: estimateView(found.catalog, pay).data_point_id,
  }
  return { offer, market, reasons: {} }
}

/** Placeholder role for finding the city of an offer without a role. */
const ANY_ROLE = 'software-engineer'

/** Refuses an amount that is no year's base in its market. */
function refuseSlip(median: number, base: number, path: string): void {
  const slip = slipOf(median, base)
  if (slip) throw invalidInput([{ path, message: slip }])
}

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
      .describe(
        'What to open with, aim for and accept at least; the target lies between the market’s 25th and 90th percentile. Null if the offer is above those.',
      ),
    market: out.EstimateOut().nullable(),
    market_range: z
      .strictObject({ p25: z.int(), p75: z.int(), p90: z.int() })
      .nullable()
      .describe('Of everyone at the level, from surveys.'),
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
    const pay = payOf(found)
    const { catalog, role, city, understood } = found
    const head = {
      understood,
      role: roleView(catalog, role),
      city: city && cityView(city),
      experience: found.experience,
      ...offersView(found),
    }
    if ('reason' in pay)
      return {
        ...head,
        ...UNKNOWN,
        reasons: { ...reasonOfOffers(head), ...missing('market', NEEDS_MARKET, pay.reason) },
      }
    refuseSlip(pay.median, base, 'base')
    const { stance, position, percentile, ask, reasons, script, confidence } = negotiate(
      base,
      marketOfEstimate(pay),
      { company },
    )
    const { p25, p75, p90 } = pay.percentiles
    return {
      ...head,
      ...{ stance, position, percentile, ask, confidence },
      market: estimateView(catalog, pay),
      market_range: { p25, p75, p90 },
      talking_points: [...reasons],
      script: [...script],
      reasons: {
        ...reasonOfOffers(head),
        ...(!ask && { ask: 'The offer is above the 90th percentile of the market.' }),
      },
    }
  },
})

/** What is null or empty where there is no figure of the market. */
const NEEDS_MARKET = [
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
