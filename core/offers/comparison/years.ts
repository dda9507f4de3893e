// The pay of an offer in each year of employment, to the cent. Each figure names the field it comes from.
import { must, keysOf, recordBy } from '../../kernel/narrow.ts'
import type { Terms } from '../fields.ts'
import type { Assumptions, NumberName } from './assumptions.ts'
import {
  decimalOf,
  dividedBy,
  exact,
  fromHundredths,
  hundredths,
  minus,
  ONE,
  plus,
  power,
  times,
  ZERO,
  type Ratio,
} from './exact.ts'

export interface Figure {
  amount: number
  from: string
}

export type Year = ReturnType<typeof yearOf>

const PERIOD_ASSUMPTION: Readonly<Record<Exclude<Terms['base']['period'], 'year'>, NumberName>> = {
  hour: 'hoursPerYear',
  day: 'daysPerYear',
  week: 'weeksPerYear',
  month: 'monthsPerYear',
}

/** The hours per week that `hoursPerYear` assumes. */
const FULL_WEEK = exact(40)
const HUNDRED = exact(100)

/** The yearly base in its own currency. Only hourly pay is scaled by the weekly hours. */
export function yearlyBase({ base, hoursPerWeek }: Terms, assumed: Assumptions): Ratio {
  const { amount, period } = base
  if (period === 'year') return exact(amount)
  const periods = exact(assumed.value(PERIOD_ASSUMPTION[period]))
  const share = period === 'hour' && hoursPerWeek !== null ? dividedBy(exact(hoursPerWeek), FULL_WEEK) : ONE
  return times(exact(amount), periods, share)
}

function bonusOf({ bonus }: Terms, base: Ratio, assumed: Assumptions): Ratio {
  if (!bonus) return ZERO
  const { percent, amount = 0, kind } = bonus
  const whole = percent === undefined ? exact(amount) : dividedBy(times(base, exact(percent)), HUNDRED)
  return kind === 'guaranteed' ? whole : times(whole, exact(assumed.value('bonusPayout')))
}

type Grant = NonNullable<Terms['equity']>

/** The vested share, 0–1. Without a schedule it grows evenly. Before the cliff it is 0; then all that has accrued vests at once. */
function vestedAfter({ cliffMonths, schedule }: Grant, years: number, employmentYears: number): Ratio {
  if (employmentYears * 12 < (cliffMonths ?? 0)) return ZERO
  if (employmentYears >= years) return ONE
  if (!schedule) return dividedBy(exact(employmentYears), exact(years))
  return dividedBy(schedule.slice(0, employmentYears).map(exact).reduce(plus, ZERO), HUNDRED)
}

/** The equity that vests in a year, with growth. Cents are rounded before growth, so that the years add up to the grant. */
function equityOf({ equity }: Terms, year: number, assumed: Assumptions): Ratio {
  if (!equity || equity.value === null || equity.years === null) return ZERO
  const { value, years } = equity
  const vested = (after: number) =>
    fromHundredths(hundredths(times(exact(value), vestedAfter(equity, years, after))))
  const growth = plus(ONE, exact(assumed.value('equityGrowth')))
  return times(minus(vested(year), vested(year - 1)), power(growth, year - 1))
}

function othersOf(offer: Terms, year: number, base: Ratio, assumed: Assumptions) {
  const { relocation, retirementMatchPercent: match, benefits } = offer
  const priced = benefits.flatMap(({ value }) => (value === undefined ? [] : [exact(value)]))
  const others: [field: string, amount: Ratio][] = []
  if (relocation !== null && year === 1) others.push(['relocation', exact(relocation)])
  if (match !== null) others.push(['retirementMatchPercent', matchOf(match, base, assumed)])
  if (priced.length) others.push(['benefits', priced.reduce(plus)])
  return others
}

const matchOf = (percent: number, base: Ratio, assumed: Assumptions): Ratio =>
  times(dividedBy(times(base, exact(percent)), HUNDRED), exact(assumed.value('retirementMatch')))

const figure = (cents: bigint, from: string): Figure => ({ amount: decimalOf(cents), from })

export function yearOf(offer: Terms, year: number, rateOf: (code: string) => Ratio, assumed: Assumptions) {
  const base = yearlyBase(offer, assumed)
  const rate = rateOf(offer.base.currency)
  const cents = (value: Ratio): bigint => hundredths(times(value, rate))
  const equity = equityOf(offer, year, assumed)
  const others = othersOf(offer, year, base, assumed)
  const parts = {
    base: cents(base),
    bonus: cents(bonusOf(offer, base, assumed)),
    equity: equity.top === 0n ? 0n : hundredths(times(equity, rateOf(must(offer.equity).currency))),
    signing: year === 1 && offer.signing !== null ? cents(exact(offer.signing)) : 0n,
    other: others.reduce((all, [, amount]) => all + cents(amount), 0n),
  }
  const other = others.map(([field]) => field).join(' + ') || 'relocation'
  const fieldOf = (name: keyof typeof parts) => (name === 'other' ? other : name)
  const counted = keysOf(parts).filter((name) => parts[name] !== 0n)
  return {
    year,
    ...recordBy(keysOf(parts), (name) => figure(parts[name], fieldOf(name))),
    total: figure(
      Object.values(parts).reduce((all, part) => all + part, 0n),
      counted.map(fieldOf).join(' + '),
    ),
  }
}
