// Chooses the currency of a comparison. It uses only the exchange rates that the caller gives.
import { must } from '../../kernel/narrow.ts'
import { invalidInput } from '../../kernel/schema.ts'
import type { Terms } from '../fields.ts'
import type { Assumptions, AssumptionsIn } from './assumptions.ts'
import { exact, ONE, type Ratio } from './exact.ts'

const currenciesOf = ({ base, equity }: Terms): string[] =>
  equity && equity.value !== null && equity.years !== null
    ? [base.currency, equity.currency]
    : [base.currency]

/** The currency that most offers use, among those without a given rate. */
function mostCommon(codes: readonly string[], rates: Readonly<Record<string, number>>): string | undefined {
  const open = codes.filter((code) => rates[code] === undefined)
  const count = (code: string) => open.filter((each) => each === code).length
  return open.toSorted((one, other) => count(other) - count(one))[0]
}

/**
 * The currency of the comparison, its rates, and for each offer its currencies without a rate. If fewer than two offers can be compared,
 * throws `invalid_input` with the currencies that lack a rate.
 */
export function currenciesFor(
  offers: readonly Terms[],
  { rates = {}, currency: wished }: AssumptionsIn,
  assumed: Assumptions,
) {
  const bases = offers.map(({ base }) => base.currency)
  const currency = wished ?? mostCommon(bases, rates) ?? bases[0] ?? ''
  const lacking = offers.map((offer) =>
    currenciesOf(offer).filter((code) => code !== currency && rates[code] === undefined),
  )
  const isEnough = lacking.filter((codes) => !codes.length).length >= Math.min(2, offers.length)
  if (!isEnough)
    throw invalidInput(
      [...new Set(lacking.flat())].map((code) => ({
        path: `assumptions.rates.${code}`,
        message: `is missing: how many ${currency} is one ${code}? No rate is assumed`,
      })),
    )
  const rateOf = (code: string): Ratio => {
    if (code === currency) return ONE
    const rate = must(rates[code])
    assumed.note(`rates.${code}`, rate, `One ${code} in ${currency}, as you gave it.`)
    return exact(rate)
  }
  return { currency, rateOf, lacking }
}
