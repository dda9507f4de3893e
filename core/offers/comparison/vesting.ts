// When equity vests: the part of a grant that a year of employment brings.
import { exact, dividedBy, type Exact, ONE, plus, times, ZERO } from './exact.ts'

interface Vesting {
  years: number
  cliffMonths: number | null
  schedule?: readonly number[] | undefined
}

const HUNDRED = exact(100)

/** From 0 to 1. By the month, but nothing before the cliff; what the cliff held back then vests at once. */
function vestedAfter(vesting: Vesting, employmentYears: number): Exact {
  if (employmentYears * 12 < (vesting.cliffMonths ?? 0)) return ZERO
  if (employmentYears >= vesting.years) return ONE
  if (!vesting.schedule) return dividedBy(exact(employmentYears), exact(vesting.years))
  return dividedBy(vesting.schedule.slice(0, employmentYears).map(exact).reduce(plus, ZERO), HUNDRED)
}

export const vestedValue = (value: number, vesting: Vesting, employmentYears: number): Exact =>
  times(exact(value), vestedAfter(vesting, employmentYears))
