// Compares offers that a client states as plain figures. The rules are those for stored offers.
import type { Context } from '../kernel/context.ts'
import { operation } from '../kernel/operation.ts'
import { type Parsed, invalidInput, objectSchema, words } from '../kernel/schema.ts'
import { must } from '../kernel/narrow.ts'
import type { Zod } from '../kernel/zod.ts'
import { EXPERIENCES } from '../intelligence/words/experience.ts'
import { positionOf, refuseSlip } from '../intelligence/negotiation/position.ts'
import { find, optionalCityIn } from '../intelligence/salaries/question.ts'
import * as out from '../intelligence/salaries/records.ts'
import { answerOf, cityView, figuresOf, roleView } from '../intelligence/salaries/view.ts'
import { marketAround } from '../intelligence/typical/typical.ts'
import { planIncludes } from '../kernel/family.ts'
import { MISSING } from '../kernel/issue-messages.ts'
import type { References } from '../intelligence/file/references.ts'
import { codesOf, ladderOf, levelsNamed } from '../intelligence/levels/companies.ts'
import { reasonsOfLevels } from '../intelligence/salaries/reasons.ts'
import { slugOf } from '../intelligence/words/plain.ts'
import { wholeTerms } from '../offers/complete.ts'
import { atNationalPrices, compare } from '../offers/comparison/compare.ts'
import type { Year } from '../offers/comparison/years.ts'
import type { Terms } from '../offers/fields.ts'

// An offer in plain figures. The result covers four years in whole US dollars; that of a stored offer is exact to the cent.
const YearOut = objectSchema((z) => ({
  ...{ year: z.int(), cash: z.number(), equity: z.number(), total: z.number(), adjusted: z.number() },
}))

const YEARS = 4
const USUAL_VESTING_YEARS = 4
const USUAL_CLIFF_MONTHS = 12

const cents = (amount: number): number => Math.round(amount * 100) / 100

function termsOf({ base, bonus, equity, signing, ...grant }: PlainOffer): Terms {
  const { vesting_years: years = USUAL_VESTING_YEARS, cliff_months: cliffMonths = USUAL_CLIFF_MONTHS } = grant
  return wholeTerms({
    base: { amount: cents(base), currency: 'USD', period: 'year' },
    ...(bonus !== undefined && { bonus: { amount: cents(bonus), kind: 'guaranteed' } }),
    ...(equity !== undefined && {
      equity: { kind: 'rsu', value: cents(equity), currency: 'USD', years, cliffMonths },
    }),
    ...(signing !== undefined && { signing: cents(signing) }),
  })
}

export function fourYears(offers: readonly { offer: PlainOffer; prices: number }[]) {
  const placed = offers.map(({ offer }, at) => ({
    offer: { id: String(at), ...termsOf(offer) },
    ...{ place: null, prices: null },
  }))
  return compare(placed, YEARS, {}).offers.map((row, at) => {
    const years = wholeDollars(row.years, must(offers[at]).prices)
    const sum = (of: 'total' | 'adjusted') => years.reduce((all, year) => all + year[of], 0)
    return {
      years,
      four_year_total: sum('total'),
      four_year_adjusted: sum('adjusted'),
      average_year: Math.round(sum('total') / YEARS),
    }
  })
}

/** Rounds to whole dollars. For equity it rounds the running total, so that the years add up to the grant. */
function wholeDollars(years: readonly Year[], priceLevel: number) {
  const vested = years.map((_, last) =>
    Math.round(years.slice(0, last + 1).reduce((all, { equity }) => all + equity.amount, 0)),
  )
  return years.map(({ year, base, bonus, signing }, at) => {
    const cash = Math.round(base.amount + bonus.amount + signing.amount)
    const equity = (vested[at] ?? 0) - (vested[at - 1] ?? 0)
    const total = cash + equity
    return { year, cash, equity, total, adjusted: Math.round(atNationalPrices(total, priceLevel)) }
  })
}

/** A level at a company, and its number on a scale from 1 to 7 that is the same for all companies. */
const CompanyLevel = objectSchema((z) => ({
  company: z.string(),
  code: z.string(),
  title: z.string(),
  track: z.string(),
  generic_level: z.number().nullable().describe('1 to 7, our judgement; compare it between the offers.'),
  median_years_experience: z.number().nullable(),
  confidence: z.string(),
}))

const NO_LEVEL = { level: null, reasons: {} }
const ULTRA_ONLY = 'The levels of companies need the ultra plan.'
const withoutLevel = (reason: string) => ({ level: null, reasons: { level: reason } })

/** The level of each offer, or null with the reason. Throws if a level has no company. */
async function levelsOf(ctx: Context, offers: readonly Pick<PlainOffer, 'company' | 'level'>[]) {
  const issues = offers.flatMap(({ level, company }, at) =>
    level !== undefined && company === undefined ? [{ path: `offers.${at}.company`, message: MISSING }] : [],
  )
  if (issues.length) throw invalidInput(issues)
  if (offers.every(({ level }) => level === undefined)) return offers.map(() => NO_LEVEL)
  const isUltra = planIncludes(ctx.principal.tier, 'ultra')
  const references = isUltra ? (await ctx.intelligence.fullDataset()).references : null
  return offers.map(({ company, level }) => {
    if (level === undefined || company === undefined) return NO_LEVEL
    return references ? companyLevelOf(references, company, level) : withoutLevel(ULTRA_ONLY)
  })
}

function companyLevelOf(references: References, company: string, text: string) {
  const ladder = ladderOf(references, slugOf(company))
  if (!ladder) return withoutLevel('No levels are known for this company.')
  const [row] = levelsNamed(ladder, text)
  if (!row) return withoutLevel(`${ladder.company} has no such level; it has ${codesOf(ladder)}.`)
  const { code, title, track, generic_level, median_years_experience, confidence } = row
  const level = {
    ...{ company: ladder.company, code, title, track, confidence, generic_level, median_years_experience },
  }
  return { level, reasons: reasonsOfLevels('level', [row]) }
}

const dollars = (z: Zod) =>
  z.number().min(0, 'must not be negative').max(100_000_000, 'must be at most 100,000,000')

const PlainOffer = objectSchema((z) => ({
  label: words(z, 200).optional().describe('Default: the company, or the offer’s number.'),
  company: words(z, 200).optional().describe('A company of /companies, if you name a level.'),
  level: words(z, 100)
    .optional()
    .describe('A level of the company by its code or title: L5. Compared on the Ultra plan.'),
  base: dollars(z).describe('US dollars a year.'),
  bonus: dollars(z).optional().describe('US dollars a year.'),
  equity: dollars(z).optional().describe('US dollars, for the whole grant.'),
  vesting_years: z.number().min(1).max(10).optional().describe('Default 4.'),
  cliff_months: z.int().min(0).max(48).optional().describe('Default 12.'),
  signing: dollars(z).optional(),
  city: optionalCityIn(z),
  role: words(z, 200).optional().describe('Used to compare the base with the market.'),
  experience: z.enum(EXPERIENCES).optional(),
}))
type PlainOffer = Parsed<typeof PlainOffer>

const Offers = objectSchema((z) => ({
  offers: z.array(PlainOffer()).min(1, 'must name at least one offer').max(10, 'has more than 10 items'),
}))

const Market = objectSchema((z) => ({
  role: out.RoleOut(),
  city: out.CityOut().nullable(),
  percentile: z.int().describe('The percentile of this base pay for the role, 5 to 95.'),
  median: z.int(),
  data_point_id: z.string(),
}))
const ComparisonOut = objectSchema((z) => ({
  offers: z.array(
    z.strictObject({
      label: z.string(),
      rank: z.int(),
      years: z.array(YearOut()),
      four_year_total: z.number(),
      four_year_adjusted: z.number().describe('At national prices.'),
      average_year: z.number(),
      behind_best: z.number(),
      level: CompanyLevel().nullable().describe('The offered level, if its company’s levels are known.'),
      market: Market().nullable(),
      reasons: out.ReasonsOut(),
    }),
  ),
  best: z.string(),
  assumptions: z.array(z.string()),
}))

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
  input: Offers,
  output: ComparisonOut,
  async run(ctx, { offers }) {
    const levels = await levelsOf(ctx, offers)
    const priced = await Promise.all(offers.map((offer, at) => lookUpMarket(ctx, offer, at)))
    const values = fourYears(priced)
    const ranked = offers
      .map((offer, at) => {
        const [{ market, reasons }, own] = [must(priced[at]), must(levels[at])]
        const label = offer.label ?? offer.company ?? `Offer ${at + 1}`
        return {
          ...{ label, ...must(values[at]), level: own.level, market },
          reasons: { ...reasons, ...own.reasons },
        }
      })
      .toSorted((one, other) => other.four_year_adjusted - one.four_year_adjusted)
    const best = must(ranked[0])
    const isJudged = ranked.some(({ level }) => level !== null)
    return {
      offers: ranked.map((row, at) => ({
        ...row,
        rank: at + 1,
        behind_best: best.four_year_adjusted - row.four_year_adjusted,
      })),
      best: best.label,
      assumptions: isJudged ? [...ASSUMPTIONS, LEVELS_ARE_JUDGED] : ASSUMPTIONS,
    }
  },
})

/** A lookup needs a role. This one stands in if an offer names only a city. */
const ANY_ROLE = 'software-engineer'

async function lookUpMarket(ctx: Context, offer: PlainOffer, at: number) {
  const { city, role, experience, base } = offer
  const roleText = role ?? (city === undefined ? undefined : ANY_ROLE)
  const found = roleText === undefined ? null : await find(ctx, { role: roleText, city, exp: experience })
  const where = found?.city ? cityView(found.city) : null
  const prices = where?.cost_of_living_multiplier ?? 1
  const answer = found && role !== undefined ? answerOf(found) : null
  if (!found || !answer) return { offer, prices, market: null, reasons: {} }
  const pay = answer.typical
  if ('reason' in pay) return { offer, prices, market: null, reasons: { market: pay.reason } }
  refuseSlip(pay.median, base, `offers.${at}.base`)
  const market = {
    role: roleView(found.catalog, found.role),
    city: where,
    percentile: positionOf(marketAround(pay), base).percentile,
    median: pay.median,
    data_point_id: figuresOf(answer).typical?.data_point_id ?? '',
  }
  return { offer, prices, market, reasons: {} }
}
