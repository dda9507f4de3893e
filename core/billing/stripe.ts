// The only access to Stripe: loads its library on first use, and turns its errors into ours.
import { hash } from 'node:crypto'
import { recordOf } from '../kernel/narrow.ts'
import type { Stripe as Library } from 'stripe'
import type { Config } from '../config.ts'
import { fail, isCrmError, problem, type CrmError } from '../kernel/errors.ts'

export type { Stripe } from 'stripe'

type StripeClient = ReturnType<typeof createStripe>

export const requireStripe = ({ stripe }: { stripe: StripeClient }): void => stripe.require()

/** An idempotency key made from the parts. Different parts give different keys. */
export const idempotencyKeyFor = (...parts: readonly unknown[]): string =>
  `crm_${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 40)}`

export const idOf = (value: string | { id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null)

/** Statuses of subscriptions that have begun and not ended. The mirror stores unpaid and paused ones as past due. */
const LIVING = new Set<string>(['active', 'trialing', 'past_due', 'unpaid', 'paused'])
export const isLiving = ({ status }: { status: string }): boolean => LIVING.has(status)

export const hasEnded = ({ status }: { status: string }): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** The maximum age of a webhook's signature. Zero would disable the check. */
const TOLERANCE_SECONDS = 300
const TIMEOUT_MS = 20_000

export type StripeTransport = Library.HttpClient

export function createStripe(config: Config, transport?: StripeTransport) {
  let opened: Promise<Library> | undefined
  const open = () => (opened ??= load(config, transport))
  return {
    configured: config.stripeSecretKey !== null,
    /** Throws `billing_unavailable` without a key. */
    require(): void {
      keyOf(config)
    },
    /** Runs `work` with the library, and turns its errors into ours. Throws `billing_unavailable` without a key. */
    async use<T>(work: (stripe: Library) => Promise<T>): Promise<T> {
      const stripe = await open()
      try {
        return await work(stripe)
      } catch (error) {
        throw translated(error)
      }
    },
    async readEvent(rawBody: Buffer, signature: string | undefined): Promise<Library.Event> {
      const stripe = await open()
      const secret =
        config.stripeWebhookSecret ?? fail('billing_unavailable', { variable: 'STRIPE_WEBHOOK_SECRET' })
      try {
        return await stripe.webhooks.constructEventAsync(rawBody, signature ?? '', secret, TOLERANCE_SECONDS)
      } catch (error) {
        throw problem('stripe_signature_invalid', {}, { cause: error })
      }
    },
  }
}

const keyOf = ({ stripeSecretKey }: Config): string =>
  stripeSecretKey ?? fail('billing_unavailable', { variable: 'STRIPE_SECRET_KEY' })

async function load(config: Config, transport: StripeTransport | undefined): Promise<Library> {
  const { stripeApiBase } = config
  const key = keyOf(config)
  // Uses the default export, because the terminal's bundle loads the package with `require`, which returns the class.
  const { default: Stripe } = await import('stripe')
  return new Stripe(key, {
    ...(stripeApiBase && placeOf(new URL(stripeApiBase))),
    ...(transport && { httpClient: transport }),
    maxNetworkRetries: 2,
    telemetry: false,
    timeout: TIMEOUT_MS,
  })
}

const placeOf = ({ protocol, hostname, port }: URL) => ({
  host: hostname,
  port: Number(port) || (protocol === 'http:' ? 80 : 443),
  protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
})

/** An error of Stripe, described by its fields, because its class is only there after the library was loaded. */
interface Failure {
  type?: string
  code?: string
  param?: string
  message?: string
  requestId?: string
  payment_intent?: { id?: string; status?: string }
}

const asFailure = (error: unknown): Failure => recordOf(error) as Failure // Stripe's library sets these fields.

export const failureOf = (error: unknown): Failure => asFailure(recordOf(error)['cause'] ?? error)

function translated(error: unknown): unknown {
  const failure = asFailure(error)
  if (!failure.type?.startsWith('Stripe')) return error
  const { message: reason = 'the card was declined.' } = failure
  if (failure.type === 'StripeCardError') return problem('payment_failed', { reason }, { cause: error })
  if (failure.code === 'resource_missing') return missing(failure, error)
  return problem('stripe_failed', { reason: reasonOf(failure) }, { cause: error })
}

/** Turns a declined card into an error of the processor, for routes without a 402 (docs/decisions/0072-declined-cards.md). */
export const declinedAsProcessorError = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isCrmError(error) || error.code !== 'payment_failed') throw error
    throw problem('card_declined', { reason: failureOf(error).message ?? '' }, { cause: error })
  })

/** The error for a missing object. Users name only payment methods and coupons; any other missing object is `stripe_failed`. */
function missing({ param = '', message = '' }: Failure, cause: unknown): CrmError {
  const id = /'([\w-]+)'/.exec(message)?.[1] ?? ''
  if (/payment_method/.test(param) || /payment_?method/i.test(message))
    return problem('payment_method_unknown', { id }, { cause })
  if (/coupon/.test(param) || /coupon/i.test(message)) return problem('coupon_unknown', { id }, { cause })
  return problem('stripe_failed', { reason: 'it does not have what the request names.' }, { cause })
}

const REASONS: Record<string, string> = {
  StripeConnectionError: 'it does not answer. Try again in a moment.',
  StripeRateLimitError: 'it is busy. Try again in a moment.',
  StripeAuthenticationError: 'it does not accept the key of this server.',
  StripePermissionError: 'the key of this server may not do that.',
  StripeAPIError: 'it had a fault of its own. Try again in a moment.',
}

const reasonOf = ({ type = '', code }: Failure): string =>
  REASONS[type] ?? `it refused the request${code ? ` (${code})` : ''}.`

declare module '../kernel/context.ts' {
  interface Services {
    stripe: StripeClient
  }
}
