// In which currency offers are compared, and at which rates: only those that were given.
import { must } from '../../kernel/must.ts'
import type { Issue } from '../../kernel/errors.ts'
import { invalidInput } from '../../kernel/schema.ts'
import type { Terms } from '../fields.ts'
import type { Assumed, AssumptionsIn } from './assumptions.ts'
import { exact, ONE, type Exact } from './exact.ts'

export interface Currencies {
  currency: string
  rateOf(code: string): Exact
}

const currenciesOf = ({ base, equity }: Terms): string[] =>
  equity && equity.value !== null && equity.years !== null
    ? [base.currency, equity.currency]
    : [base.currency]

/** Throws `invalid_input` naming every rate that is needed and was not given. */
export function currenciesFor(
  offers: readonly Terms[],
  { rates = {}, currency: wished }: AssumptionsIn,
  assumed: Assumed,
): Currencies {
  const found = [...new Set(offers.flatMap(currenciesOf))]
  const currency = wished ?? found.find((code) => rates[code] === undefined) ?? offers[0]?.base.currency ?? ''
  const issues: Issue[] = found
    .filter((code) => code !== currency && rates[code] === undefined)
    .map((code) => ({
      path: `assumptions.rates.${code}`,
      message: `is missing: how many ${currency} is one ${code}? No rate is assumed`,
    }))
  if (issues.length) throw invalidInput(issues)
  return {
    currency,
    rateOf(code) {
      if (code === currency) return ONE
      const rate = must(rates[code])
      assumed.note(`rates.${code}`, rate, `One ${code} in ${currency}, as you gave it.`)
      return exact(rate)
    },
  }
}
