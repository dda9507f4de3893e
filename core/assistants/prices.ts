// Prices of models in cents per million tokens, from the providers' lists of 2026-11-20.
import prices from '../../sql/data/model_prices.json' with { type: 'json' }
import type { ProviderPackage } from './providers.ts'

// Sources: for Anthropic, platform.claude.com/docs (models and pricing); for OpenAI and xAI, the list prices in github/docs
// (data/tables/copilot/models-and-pricing.yml). Where long contexts cost more, this is the lower price.
/** The prices of each provider's models, by the beginning of their names. The longest beginning decides. */
const PRICES: Readonly<Record<ProviderPackage, Readonly<Record<string, Tokens>>>> = prices

/** A model without a price counts as the most expensive one, so that no cost is too low. */
const HIGHEST_PRICE: Tokens = { input: 1_000, output: 5_000 }

function priceOf(provider: ProviderPackage, model: string): Tokens {
  const known = Object.entries(PRICES[provider]).filter(([beginning]) => model.startsWith(beginning))
  const [longest] = known.sort(([one], [other]) => other.length - one.length)
  return longest?.[1] ?? HIGHEST_PRICE
}

export interface Tokens {
  input: number
  output: number
}

export const MICROS_PER_CENT = 10_000

/** Rounded to 0.01 cents. */
export const centsOf = (micros: number): number => Math.round(micros / (MICROS_PER_CENT / 100)) / 100

export function costOf(provider: ProviderPackage, model: string, { input, output }: Tokens): number {
  const known = priceOf(provider, model)
  return Math.ceil((input * known.input + output * known.output) * (MICROS_PER_CENT / 1_000_000))
}
