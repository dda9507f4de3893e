// Four years of offers that are plain figures, in whole US dollars, as the engine of kept offers has them to the cent.
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { must } from '../kernel/must.ts'
import { wholeTerms } from '../offers/complete.ts'
import { atNationalPrices, compare } from '../offers/comparison/compare.ts'
import type { Year } from '../offers/comparison/years.ts'
import type { Terms } from '../offers/fields.ts'

interface PlainFigures {
  base: number
  bonus?: number | undefined
  equity?: number | undefined
  vesting_years?: number | undefined
  cliff_months?: number | undefined
  signing?: number | undefined
}

export const YearOut = lazySchema((z) =>
  z.strictObject({
    ...{ year: z.int(), cash: z.number(), equity: z.number(), total: z.number(), adjusted: z.number() },
  }),
)
type YearOut = Parsed<typeof YearOut>

const YEARS = 4
const USUAL_VESTING_YEARS = 4
const USUAL_CLIFF_MONTHS = 12

/** The engine counts cents. */
const cents = (amount: number): number => Math.round(amount * 100) / 100

function termsOf({ base, bonus, equity, signing, ...grant }: PlainFigures): Terms {
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

interface PlainPlaced {
  offer: PlainFigures
  prices: number
}

export function fourYears(offers: readonly PlainPlaced[]) {
  const placed = offers.map(({ offer }, place) => ({
    offer: { id: String(place), ...termsOf(offer) },
    ...{ place: null, prices: null },
  }))
  return compare(placed, YEARS, {}).offers.map((row, place) => {
    const years = wholeDollars(row.years, must(offers[place]).prices)
    const sum = (of: 'total' | 'adjusted') => years.reduce((all, year) => all + year[of], 0)
    return {
      years,
      four_year_total: sum('total'),
      four_year_adjusted: sum('adjusted'),
      average_year: Math.round(sum('total') / YEARS),
    }
  })
}

/** Whole dollars; what vests is rounded as it adds up, so that the years still make the whole grant. */
function wholeDollars(years: readonly Year[], level: number): YearOut[] {
  const vested = years.map((_, last) =>
    Math.round(years.slice(0, last + 1).reduce((all, { equity }) => all + equity.amount, 0)),
  )
  return years.map(({ year, base, bonus, signing }, place) => {
    const cash = Math.round(base.amount + bonus.amount + signing.amount)
    const equity = (vested[place] ?? 0) - (vested[place - 1] ?? 0)
    const total = cash + equity
    return { year, cash, equity, total, adjusted: Math.round(atNationalPrices(total, level)) }
  })
}
