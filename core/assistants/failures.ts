// Turns a failure of a provider into an error of ours. The provider's message goes only to the log.
import { SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { CrmError, problem, isTlsFailure } from '../kernel/errors.ts'
import { readRetryAfter } from '../kernel/retry-after.ts'
import { PROVIDERS, type ModelChoice } from './providers.ts'

interface Failure {
  name?: string
  message?: string
  statusCode?: number
  responseBody?: string
  responseHeaders?: Record<string, string>
  cause?: unknown
  code?: unknown
}

const REASONS: Record<number, string> = {
  400: 'it did not accept the request',
  401: 'it did not accept the API key',
  402: 'the account behind the API key has no credit left',
  403: 'the API key may not do this',
  404: 'it knows no such model',
  408: 'it gave up waiting',
  413: 'the text is too long for it',
  422: 'it did not accept the request',
  429: 'it is being asked too often, or the account is out of quota',
  529: 'it is overloaded',
}

const reasonOf = (status: number): string =>
  REASONS[status] ?? (status >= 500 ? 'it has a fault of its own' : 'it refused')

const MAX_MESSAGE_CHARACTERS = 500

function logTextOf({ name, message, statusCode, responseBody }: Failure, { key }: ModelChoice): string {
  const text = `${name ?? 'Error'} ${statusCode ?? ''} ${responseBody ?? message ?? ''}`
  const details = text.slice(0, MAX_MESSAGE_CHARACTERS)
  return key ? details.replaceAll(key, '[secret]') : details
}

/** The first cause that has a status code; otherwise the deepest cause, at most five down. */
function rootOf(thrown: unknown): Failure {
  let failure = thrown as Failure // Only errors of an SDK arrive here, and every field may be missing.
  for (let depth = 0; depth < 5; depth += 1) {
    if (failure.statusCode !== undefined || !(failure.cause instanceof Error)) return failure
    failure = failure.cause
  }
  return failure
}

const NETWORK = /^(?:E[A-Z]+|UND_ERR_\w+)$/

const isLost = ({ code = '', message = '' }: Failure): boolean =>
  NETWORK.test(String(code)) || /fetch failed|terminated|socket|other side closed/i.test(message)

function reasonWithoutStatus(failure: Failure): string {
  if (isTlsFailure(failure)) return 'its TLS certificate is not accepted'
  return isLost(failure)
    ? 'it cannot be reached, or the connection was lost'
    : 'its answer was cut off or is malformed'
}

export function modelFailure(
  thrown: unknown,
  choice: ModelChoice,
  ctx: Pick<Context, 'config' | 'signal' | 'clock'>,
  deadline: AbortSignal,
): CrmError {
  if (thrown instanceof CrmError) return thrown
  const provider = PROVIDERS[choice.provider].label
  const cause = new Error(logTextOf(rootOf(thrown), choice))
  if (ctx.signal().aborted) return problem('request_timeout', {}, { cause })
  if (deadline.aborted)
    return problem('ai_timeout', { provider, seconds: ctx.config.aiTimeoutSeconds }, { cause })
  const failure = rootOf(thrown)
  const status = failure.statusCode
  if (status === undefined || status < 300)
    return problem('ai_provider_failed', { provider, reason: reasonWithoutStatus(failure) }, { cause })
  const headers = new Headers(failure.responseHeaders)
  const waitMs = readRetryAfter(headers.get('retry-after'), ctx.clock.now())
  const seconds = Math.ceil((waitMs ?? 0) / SECOND_MS) || undefined
  return problem(
    'ai_provider_failed',
    { provider, reason: `${reasonOf(status)} (${status})` },
    { cause, providerStatus: status, retryAfterSeconds: seconds },
  )
}
