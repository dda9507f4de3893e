// The model providers: their addresses and default models.
import type { Config } from '../config.ts'

/** Providers a caller may name in `X-AI-Provider`. */
export const PROVIDER_NAMES = ['openai', 'anthropic', 'grok'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** Those, and any server that speaks OpenAI's protocol: only the service itself may be given one. */
export type ProviderPackage = ProviderName | 'openai-compatible'

interface Provider {
  /** As people call it. */
  label: string
  /** The model asked unless another is named; the middle of what the provider offers, as of 2026-11. */
  model: string
  baseUrl: string
  baseUrlFrom: 'openaiBaseUrl' | 'anthropicBaseUrl' | 'xaiBaseUrl' | 'aiBaseUrl'
  keyFrom: 'openaiKey' | 'anthropicKey' | 'xaiKey' | 'aiKey'
}

export const PROVIDERS: Readonly<Record<ProviderPackage, Provider>> = {
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
}

/** A model that can be asked: who, where, which, and with whose key. */
export interface Choice {
  provider: ProviderPackage
  baseUrl: string
  model: string
  key: string | null
}

/** Anthropic's own clients add the version to the address they are given. */
const versioned = (speaker: ProviderPackage, url: string): string =>
  speaker === 'anthropic' && !/\/v\d+$/.test(url) ? `${url}/v1` : url

/** Where a provider is: as configured, else where it is for everybody. */
export function baseUrlOf(speaker: ProviderPackage, config: Config): string {
  const { baseUrl, baseUrlFrom } = PROVIDERS[speaker]
  return versioned(speaker, config[baseUrlFrom] ?? baseUrl)
}

/** Whose key it is, as far as its first letters tell. */
const issuerOf = (key: string): ProviderName => {
  if (key.startsWith('sk-ant-')) return 'anthropic'
  return key.startsWith('xai-') ? 'grok' : 'openai'
}

/** The service's own model; null when none is configured. A server of one's own may need no key. */
export function serviceModel(config: Config): Choice | null {
  const { aiProvider, aiKey, aiModel, aiBaseUrl } = config
  const provider = aiProvider ?? (aiKey ? issuerOf(aiKey) : null)
  if (!provider || (!aiKey && provider !== 'openai-compatible')) return null
  const baseUrl = aiBaseUrl ? versioned(provider, aiBaseUrl) : baseUrlOf(provider, config)
  return { provider, baseUrl, model: aiModel ?? PROVIDERS[provider].model, key: aiKey }
}

/** Every host that a model may be asked at; nothing else is ever contacted. */
export const modelHosts = (config: Config): ReadonlySet<string> =>
  new Set(
    [
      ...(Object.keys(PROVIDERS) as ProviderPackage[]).map((name) => baseUrlOf(name, config)),
      serviceModel(config)?.baseUrl ?? '',
    ]
      .filter(Boolean)
      .map((url) => new URL(url).host),
  )
