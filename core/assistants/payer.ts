// Chooses the model for a call, and who pays.
import { isOneOf } from '../kernel/narrow.ts'
import type { Context } from '../kernel/context.ts'
import { problem, type CrmError } from '../kernel/errors.ts'
import { invalidInput } from '../kernel/schema.ts'
import {
  baseUrlOf,
  PROVIDER_NAMES,
  PROVIDERS,
  serviceModel,
  type ModelChoice,
  type ProviderName,
} from './providers.ts'

export interface PaidModel {
  choice: ModelChoice
  /** `key`: the owner of the model pays. `budget`: the service pays, out of the user's budget. */
  payer: 'key' | 'budget' | 'service'
}

/** `user`: the user's key, else their budget. `service`: the service's model, for a purchase that includes it. */
export type Payer = 'user' | 'service'

const isName = (text: string): text is ProviderName => isOneOf(PROVIDER_NAMES, text)

/** Model names and keys must be visible ASCII to be valid in headers. */
const HEADER_SAFE = /^[\x21-\x7e]{1,1024}$/
const MODEL_NAME = /^[\w.:/@+-]{1,200}$/

// `otherwise` is the provider if the headers name none. Throws `invalid_input` for an unknown provider, and `ai_key_required` if
// there is no model to use.
export function choosePaidModel(
  ctx: Pick<Context, 'config' | 'principal' | 'ownModel'>,
  payer: Payer,
  otherwise = '',
): PaidModel {
  const service = serviceModel(ctx.config)
  if (payer === 'service') {
    if (!service) throw problem('ai_unavailable', {})
    return { choice: service, payer: 'service' }
  }
  if (ctx.principal.credential.kind === 'local') return choosePaidModelAtTerminal(ctx)
  const { provider: named = otherwise, model, key } = ctx.ownModel ?? {}
  if (ctx.principal.credential.kind === 'token' && !named && !key) return fromBudget(ctx, service)
  if (!isName(named))
    throw invalidInput([{ path: 'X-AI-Provider', message: `must be one of ${PROVIDER_NAMES.join(', ')}` }])
  if (model !== undefined && !MODEL_NAME.test(model))
    throw invalidInput([{ path: 'X-AI-Model', message: 'is not the name of a model' }])
  if (key !== undefined && !HEADER_SAFE.test(key))
    throw invalidInput([{ path: 'X-User-API-Key', message: 'is not an API key' }])
  if (!key) return fromBudget(ctx, service)
  const choice = { provider: named, baseUrl: baseUrlOf(named, ctx.config), key }
  return { choice: { ...choice, model: model ?? PROVIDERS[named].model }, payer: 'key' }
}

/** Without a key, the budget pays. So programs that call assistants need not know providers. */
function fromBudget(ctx: Pick<Context, 'principal'>, service: ModelChoice | null): PaidModel {
  if (!service) throw noModel(ctx)
  return { choice: service, payer: 'budget' }
}

export const noModel = ({ principal }: Pick<Context, 'principal'>): CrmError =>
  problem('ai_key_required', {}, principal.credential.kind === 'token' ? { hint: PROGRAM_MODEL_HINT } : {})

const PROGRAM_MODEL_HINT =
  'Tell the person you work for: they can add AI budget (crm billing buy boost-small), or send X-AI-Provider and X-User-API-Key with this server’s other headers.'

type Terminal = Pick<Context, 'config' | 'ownModel'>

/** The key in the terminal's environment: of the named provider, else of the first one that has a key. */
export function keyAtTerminal({ config, ownModel = {} }: Terminal) {
  const { provider } = ownModel
  if (provider !== undefined && !isName(provider))
    throw invalidInput([{ path: 'provider', message: `must be one of ${PROVIDER_NAMES.join(', ')}` }])
  const named = provider ?? PROVIDER_NAMES.find((name) => config[PROVIDERS[name].keyFrom])
  const key = named && config[PROVIDERS[named].keyFrom]
  return named && key ? { provider: named, key } : null
}

/** The local owner uses keys of the environment, else the service's own model. */
export function choosePaidModelAtTerminal({ config, ownModel = {} }: Terminal): PaidModel {
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

export const TERMINAL_MODEL_HINT =
  'At the terminal: set OPENAI_API_KEY, ANTHROPIC_API_KEY or XAI_API_KEY, or CRM_AI_PROVIDER with CRM_AI_MODEL for a model of your own.'

export const hasModel = (config: Context['config']): boolean =>
  PROVIDER_NAMES.some((name) => config[PROVIDERS[name].keyFrom]) || serviceModel(config) !== null
