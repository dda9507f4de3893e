// The comparison for clients without a pipeline: offers as plain figures, compared by the engine that compares kept ones.
import type { Context } from '../kernel/context.ts'
import { operation } from '../kernel/operation.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { words } from '../kernel/fields.ts'
import { must } from '../kernel/must.ts'
import type { Zod } from '../kernel/zod.ts'
import { BANDS } from '../intelligence/estimates/experience.ts'
import { positionOf } from '../intelligence/negotiation/position.ts'
import { refuseSlip } from '../intelligence/negotiation/position.ts'
import { find, optionalCityIn } from '../intelligence/salaries/question.ts'
import * as out from '../intelligence/salaries/records.ts'
import { answerOf, cityView, figuresOf, roleView } from '../intelligence/salaries/view.ts'
import { marketAround } from '../intelligence/typical/typical.ts'
import { CompanyLevel, levelsOf } from './company-level.ts'
import { fourYears, YearOut } from './four-years.ts'

const dollars = (z: Zod) =>
  z.number().min(0, 'must not be negative').max(100_000_000, 'must be at most 100,000,000')

const PlainOffer = lazySchema((z) =>
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
type PlainOffer = Parsed<typeof PlainOffer>

const Offers = lazySchema((z) =>
  z.strictObject({
    offers: z.array(PlainOffer()).min(1, 'must name at least one offer').max(10, 'has more than 10 items'),
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
const Compared = lazySchema((z) =>
  z.strictObject({
    offers: z.array(
      z.strictObject({
        label: z.string(),
        rank: z.int(),
        years: z.array(YearOut()),
        four_year_total: z.number(),
        four_year_adjusted: z.number().describe('At national prices.'),
        average_year: z.number(),
        behind_best: z.number(),
        level: CompanyLevel().nullable().describe('The offered level, where its company’s levels are known.'),
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
    const priced = await Promise.all(offers.map((offer, place) => priceOf(ctx, offer, place)))
    const values = fourYears(priced)
    const ranked = offers
      .map((offer, place) => {
        const [{ market, reasons }, own] = [must(priced[place]), must(levels[place])]
        const label = labelOf(offer, place)
        return {
          ...{ label, ...must(values[place]), level: own.level, market },
          reasons: { ...reasons, ...own.reasons },
        }
      })
      .toSorted((one, other) => other.four_year_adjusted - one.four_year_adjusted)
    const best = must(ranked[0])
    const isJudged = ranked.some(({ level }) => level !== null)
    return {
      offers: ranked.map((row, place) => ({
        ...row,
        rank: place + 1,
        behind_best: best.four_year_adjusted - row.four_year_adjusted,
      })),
      best: best.label,
      assumptions: isJudged ? [...ASSUMPTIONS, LEVELS_ARE_JUDGED] : ASSUMPTIONS,
    }
  },
})

const labelOf = ({ label, company }: PlainOffer, place: number): string =>
  label ?? company ?? `Offer ${place + 1}`

/** Placeholder role for finding the city of an offer without a role. */
const ANY_ROLE = 'software-engineer'

async function priceOf(ctx: Context, offer: PlainOffer, place: number) {
  const { city, role, experience, base } = offer
  const asked = role ?? (city === undefined ? undefined : ANY_ROLE)
  const found = asked === undefined ? null : await find(ctx, { role: asked, city, exp: experience })
  const where = found?.city ? cityView(found.city) : null
  const prices = where?.cost_of_living_multiplier ?? 1
  const answer = found && role !== undefined ? answerOf(found) : null
  if (!found || !answer) return { offer, prices, market: null, reasons: {} }
  const pay = answer.typical
  if ('reason' in pay) return { offer, prices, market: null, reasons: { market: pay.reason } }
  refuseSlip(pay.median, base, `offers.${place}.base`)
  const market = {
    role: roleView(found.catalog, found.role),
    city: where,
    percentile: positionOf(marketAround(pay), base).percentile,
    median: pay.median,
    data_point_id: figuresOf(answer).typical?.data_point_id ?? '',
  }
  return { offer, prices, market, reasons: {} }
}
