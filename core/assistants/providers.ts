// The model providers: their addresses and default models.
import { keysOf } from '../kernel/narrow.ts'
import type { Config } from '../config.ts'

export const PROVIDER_NAMES = ['openai', 'anthropic', 'grok'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** `model` is the default: the middle of the provider's range in 2026-11. */
export const PROVIDERS = {
  openai: {
    label: 'OpenAI',
    model: 'gpt-5.4-mini',
    baseUrl: 'https://api.openai.com/v1',
    baseUrlFrom: 'openaiBaseUrl',
    keyFrom: 'openaiKey',
  },
  anthropic: {
    label: 'Anthropic',
    model: 'claude-sonnet-5-5',
    baseUrl: 'https://api.anthropic.com/v1',
    baseUrlFrom: 'anthropicBaseUrl',
    keyFrom: 'anthropicKey',
  },
  grok: {
    label: 'xAI',
    model: 'grok-4.7',
    baseUrl: 'https://api.x.ai/v1',
    baseUrlFrom: 'xaiBaseUrl',
    keyFrom: 'xaiKey',
  },
  'openai-compatible': {
    label: 'The model server',
    model: '',
    baseUrl: 'http://127.0.0.1:11434/v1',
    baseUrlFrom: 'aiBaseUrl',
    keyFrom: 'aiKey',
  },
} as const

export type ProviderPackage = keyof typeof PROVIDERS

export interface ModelChoice {
  provider: ProviderPackage
  baseUrl: string
  model: string
  key: string | null
}

const versioned = (provider: ProviderPackage, url: string): string =>
  provider === 'anthropic' && !/\/v\d+$/.test(url) ? `${url}/v1` : url

export function baseUrlOf(provider: ProviderPackage, config: Config): string {
  const { baseUrl, baseUrlFrom } = PROVIDERS[provider]
  return versioned(provider, config[baseUrlFrom] ?? baseUrl)
}

const issuerOf = (key: string): ProviderName => {
  if (key.startsWith('sk-ant-')) return 'anthropic'
  return key.startsWith('xai-') ? 'grok' : 'openai'
}

/** The service's own model, or null. A self-hosted server may need no key. */
export function serviceModel(config: Config): ModelChoice | null {
  const { aiProvider, aiKey, aiModel, aiBaseUrl } = config
  const provider = aiProvider ?? (aiKey ? issuerOf(aiKey) : null)
  if (!provider || (!aiKey && provider !== 'openai-compatible')) return null
  const baseUrl = aiBaseUrl ? versioned(provider, aiBaseUrl) : baseUrlOf(provider, config)
  return { provider, baseUrl, model: aiModel ?? PROVIDERS[provider].model, key: aiKey }
}

/** The hosts of models. crm asks models at no other host. */
export const modelHosts = (config: Config): ReadonlySet<string> =>
  new Set(
    [...keysOf(PROVIDERS).map((name) => baseUrlOf(name, config)), serviceModel(config)?.baseUrl ?? '']
      .filter(Boolean)
      .map((url) => new URL(url).host),
  )
