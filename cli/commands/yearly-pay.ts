// Reads the bound of a filter by pay, as people write pay: `150k`, `90.000 €`, `45/hr`.
import { periodsPerYear } from '../../core/reading/compensation.ts'
import { readMoney } from '../../core/reading/money.ts'
import { misused } from '../command.ts'

/** A smaller amount is no pay for a year, but an hourly rate or thousands. All jobs would meet such a bound. */
const LEAST = 1_000
/** A larger amount is a typing error. */
const MOST = 1_000_000_000

/** What a text states as pay a year; in dollars if it has to be. `usage` for anything else. */
export function yearlyPayOf(flag: string, text: string, { inDollars = false } = {}): number {
  if (text.trim() === '0') return 0
  const money = readMoney(text.replaceAll('_', ','))
  const amount = money && money.amount * periodsPerYear[money.period ?? 'year']
  if (!money || amount === null || amount > MOST)
    return misused(`${flag}: “${text}” is not an amount of pay. Try 150000, 150k or 45/hr.`)
  if (inDollars && money.currency !== null && money.currency !== 'USD')
    return misused(`${flag}: “${text}” is ${money.currency}; the figures are dollars a year. Try 150k.`)
  return amount < LEAST
    ? misused(`${flag}: “${text}” is a year’s pay of less than 1,000. Try 150000, 150k or 45/hr.`)
    : amount
}
