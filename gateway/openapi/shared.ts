// Parameters and headers that many operations of the document refer to.
import { PROVIDER_NAMES } from '../../core/assistants/providers.ts'
import { MODEL_HEADERS } from '../http/call-context.ts'
import type { Parameter } from './operation-object.ts'

const TEXT = { type: 'string' }

export const header = (name: string, description: string, schema: Parameter['schema'] = TEXT): Parameter => ({
  ...{ name, in: 'header', schema, description },
})

const sent = (name: string, description: string, schema: Parameter['schema'] = TEXT): Parameter => ({
  ...{ name, in: 'header', required: true, schema, description },
})

export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  IdempotencyKey: header(
    'Idempotency-Key',
    'For a day, the same key and body return the first response again.',
    { ...TEXT, maxLength: 255 },
  ),
  IfMatch: header(
    'If-Match',
    'The ETag that you know, or several; if the record has moved on, nothing is done and the answer is 412.',
  ),
  IfNoneMatch: header('If-None-Match', 'The ETag that you have; 304 while it is current.'),
  Id: { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 2_000 } },
  Limit: {
    name: 'limit',
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
    description: 'Rows per page (default 50).',
  },
  Cursor: {
    name: 'cursor',
    in: 'query',
    schema: { type: 'string', maxLength: 2_000 },
    description: 'nextCursor of the previous page.',
  },
  Signature: sent(
    'X-Service-Signature',
    'HMAC-SHA256 of the raw body with the secret: `sha256=` and hexadecimal digits.',
  ),
  Event: sent('X-Service-Event', 'The event.'),
  DeliveryId: sent('X-Service-Delivery', 'The delivery, the same for every attempt.'),
  WebhookId: sent('webhook-id', 'The delivery, as Standard Webhooks has it.'),
  WebhookTimestamp: sent('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
  WebhookSignature: sent('webhook-signature', 'The signature of Standard Webhooks.'),
  ModelProvider: sent(MODEL_HEADERS.provider, 'The model’s provider.', {
    ...TEXT,
    enum: [...PROVIDER_NAMES],
  }),
  Model: header(MODEL_HEADERS.model, 'The model (default: chosen by the service).'),
  ModelKey: header(
    MODEL_HEADERS.key,
    'Your API key for the provider. Without it your AI budget pays. It is used for this request only and not stored.',
  ),
}

const whole = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' },
  example,
})

export const HEADERS: Readonly<Record<string, object>> = {
  ETag: {
    description: 'The version of the record, for If-Match and If-None-Match.',
    schema: { type: 'string' },
    example: '"2026-03-02T09:30:00.000Z"',
  },
  RetryAfter: whole('Seconds until a retry may succeed.', 12),
  RateLimit: whole('Requests per minute.', 60),
  RateLimitRemaining: whole('Requests left in this minute.', 59),
  RateLimitMonthly: whole('Requests per month.', 50_000),
  RateLimitMonthlyRemaining: whole('Requests left in this month.', 49_999),
}
