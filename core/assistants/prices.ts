// Prices of models in cents per million tokens, from the providers' lists of 2026-11-20.
import type { ProviderPackage } from './providers.ts'

interface Price {
  /** The price is for models whose name begins so. The longest beginning decides. */
  model: string
  input: number
  output: number
}

const price = (model: string, input: number, output: number): Price => ({ model, input, output })

// Sources: for Anthropic, platform.claude.com/docs (models and pricing); for OpenAI and xAI, the list prices in github/docs
// (data/tables/copilot/models-and-pricing.yml). Where long contexts cost more, this is the lower price.
const PRICES: Readonly<Record<ProviderPackage, readonly Price[]>> = {
  openai: [
    price('gpt-4o-mini', 15, 60),
    price('gpt-4o', 250, 1_000),
    price('gpt-4.1', 200, 800),
    price('gpt-4.1-mini', 40, 160),
    price('gpt-5-mini', 25, 200),
    price('gpt-5.2', 175, 1_400),
    price('gpt-5.3', 175, 1_400),
    price('gpt-5.4', 250, 1_500),
    price('gpt-5.4-mini', 75, 450),
    price('gpt-5.4-nano', 20, 125),
    price('gpt-5.5', 500, 3_000),
    price('gpt-5.6', 500, 3_000),
    price('gpt-5.6-luna', 20, 120),
    price('gpt-5.6-terra', 200, 1_200),
  ],
  anthropic: [
    price('claude-haiku-4-5', 100, 500),
    price('claude-sonnet-4', 300, 1_500),
    price('claude-sonnet-5', 200, 1_000),
    price('claude-opus-4', 500, 2_500),
    price('claude-opus-5', 500, 2_500),
    price('claude-opus-5-5', 400, 2_000),
    price('claude-fable-5', 1_000, 5_000),
  ],
  grok: [price('grok-4', 200, 600), price('grok-4.3', 125, 250)],
  'openai-compatible': [price('', 0, 0)],
}

/** A model without a price counts as the most expensive one, so that no cost is too low. */
const HIGHEST_PRICE = price('', 1_000, 5_000)

const priceOf = (provider: ProviderPackage, model: string): Price =>
  PRICES[provider]
    .filter((known) => model.startsWith(known.model))
    .reduce<Price>((best, known) => (known.model.length >= best.model.length ? known : best), HIGHEST_PRICE)

export interface Tokens {
  input: number
  output: number
}

export const MICROS_PER_CENT = 10_000

export function costOf(provider: ProviderPackage, model: string, { input, output }: Tokens): number {
  const known = priceOf(provider, model)
  return Math.ceil((input * known.input + output * known.output) * (MICROS_PER_CENT / 1_000_000))
}
