// Decides which model is called and who pays for it.
import type { Context } from '../kernel/context.ts'
import { problem, type CrmError } from '../kernel/errors.ts'
import { invalidInput } from '../kernel/schema.ts'
import {
  baseUrlOf,
  PROVIDER_NAMES,
  PROVIDERS,
  serviceModel,
  type Choice,
  type ProviderName,
} from './providers.ts'

export interface Paid {
  choice: Choice
  /** Whose money: the caller's own key, their AI budget, or the service's for an item that was bought. */
  payer: 'key' | 'budget' | 'service'
}

/** `user`: the caller's key, else their budget. `service`: the service's own model, for what was paid for already. */
export type Payer = 'user' | 'service'

const isName = (text: string): text is ProviderName => (PROVIDER_NAMES as readonly string[]).includes(text)

/** A name of a model or a key must survive being sent: visible ASCII, as headers carry it. */
const SENDABLE = /^[\x21-\x7e]{1,1024}$/
const MODEL_NAME = /^[\w.:/@+-]{1,200}$/

/**
 * The model to ask; `otherwise` is the provider where the headers name none. Throws `invalid_input` when no known provider is named, `ai_key_required` when there is neither a key
 * nor a model of the service.
 */
export function payFor(
  ctx: Pick<Context, 'config' | 'principal' | 'ownModel'>,
  payer: Payer,
  otherwise = '',
): Paid {
  const service = serviceModel(ctx.config)
  if (payer === 'service') {
    if (!service) throw problem('ai_unavailable', {})
    return { choice: service, payer: 'service' }
  }
  if (ctx.principal.credential.kind === 'local') return payAtTerminal(ctx)
  const { provider: named = otherwise, model, key } = ctx.ownModel ?? {}
  if (ctx.principal.credential.kind === 'token' && !named && !key) return fromBudget(ctx, service)
  if (!isName(named))
    throw invalidInput([{ path: 'X-AI-Provider', message: `must be one of ${PROVIDER_NAMES.join(', ')}` }])
  if (model !== undefined && !MODEL_NAME.test(model))
    throw invalidInput([{ path: 'X-AI-Model', message: 'is not the name of a model' }])
  if (key !== undefined && !SENDABLE.test(key))
    throw invalidInput([{ path: 'X-User-API-Key', message: 'is not an API key' }])
  if (key)
    return {
      choice: {
        provider: named,
        baseUrl: baseUrlOf(named, ctx.config),
        model: model ?? PROVIDERS[named].model,
        key,
      },
      payer: 'key',
    }
  return fromBudget(ctx, service)
}

/** A program that was granted the assistants need not know of providers: whoever brings no key has the budget. */
function fromBudget(ctx: Pick<Context, 'principal'>, service: Choice | null): Paid {
  if (!service) throw noModel(ctx)
  return { choice: service, payer: 'budget' }
}

/** Neither a key nor money: said to a program in words that its person can act on. */
export const noModel = ({ principal }: Pick<Context, 'principal'>): CrmError =>
  problem('ai_key_required', {}, principal.credential.kind === 'token' ? { hint: PROGRAM_MODEL_HINT } : {})

const PROGRAM_MODEL_HINT =
  'Tell your person: they can add AI budget (crm billing buy boost-small), or send X-AI-Provider and X-User-API-Key with this server’s other headers.'

/** Whose key of a terminal's environment is used: of the provider that is named, else of the first that has one. */
export function keyAtTerminal({
  config,
  ownModel = {},
}: Pick<Context, 'config' | 'ownModel'>): { provider: ProviderName; key: string } | null {
  const { provider } = ownModel
  if (provider !== undefined && !isName(provider))
    throw invalidInput([{ path: 'provider', message: `must be one of ${PROVIDER_NAMES.join(', ')}` }])
  const named = provider ?? PROVIDER_NAMES.find((name) => config[PROVIDERS[name].keyFrom])
  const key = named && config[PROVIDERS[named].keyFrom]
  return named && key ? { provider: named, key } : null
}

/** The owner at their own terminal brings the keys of their environment, else has the service's own model. */
export function payAtTerminal({ config, ownModel = {} }: Pick<Context, 'config' | 'ownModel'>): Paid {
  const { provider, model } = ownModel
  const own = keyAtTerminal({ config, ownModel })
  const choice = own
    ? { ...own, baseUrl: baseUrlOf(own.provider, config), model: PROVIDERS[own.provider].model }
    : provider === undefined
      ? serviceModel(config)
      : null
  if (!choice) throw problem('ai_key_required', {}, { hint: TERMINAL_MODEL_HINT })
  return { choice: { ...choice, ...(model && { model }) }, payer: 'key' }
}

/** What somebody at a terminal can do who has no model to ask. */
export const TERMINAL_MODEL_HINT =
  'At the terminal: set OPENAI_API_KEY, ANTHROPIC_API_KEY or XAI_API_KEY, or CRM_AI_PROVIDER with CRM_AI_MODEL for a model of your own.'

/** Whether the owner of this terminal has a model to ask. */
export const hasModel = (config: Context['config']): boolean =>
  PROVIDER_NAMES.some((name) => config[PROVIDERS[name].keyFrom]) || serviceModel(config) !== null
