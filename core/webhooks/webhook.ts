// A webhook, its health, its deliveries and their attempts, as the API returns them.
import { Id, Instant, type Parsed, objectSchema } from '../kernel/schema.ts'
import { ALL_SUBSCRIPTIONS } from './events.ts'

export const Webhook = objectSchema((z) => ({
  id: Id(),
  url: z.string(),
  events: z.array(z.enum(ALL_SUBSCRIPTIONS)),
  secretLastFour: z.string().nullable().describe('To identify the secret; null for a short one.'),
  previousSecretUntil: Instant()
    .nullable()
    .describe('The previous secret also signs until then; null if there is none.'),
  disabledAt: Instant().nullable(),
  disabledReason: z.string().nullable(),
  createdAt: Instant(),
  updatedAt: Instant(),
}))

export type Webhook = Parsed<typeof Webhook>

export const HEALTH_STATES = ['unused', 'healthy', 'failing', 'disabled'] as const

export const Health = objectSchema((z) => ({
  state: z
    .enum(HEALTH_STATES)
    .describe('failing: no delivery has succeeded since failingSince; after five days it is disabled.'),
  failingSince: Instant().nullable(),
  lastDeliveredAt: Instant().nullable(),
  pending: z.int().describe('Deliveries waiting for an attempt.'),
  held: z.int().describe('Deliveries waiting for it to be enabled.'),
  delivered: z.int().describe('In the last 24 hours.'),
  failed: z.int().describe('In the last 24 hours, after the last attempt.'),
}))

export type Health = Parsed<typeof Health>

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'held'] as const

export const Delivery = objectSchema((z) => ({
  id: Id(),
  webhookId: Id(),
  eventId: Id(),
  event: z.string(),
  status: z
    .enum(DELIVERY_STATUSES)
    .describe('failed: the last attempt failed. held: its webhook is disabled; enabling it sends them.'),
  attempts: z.int(),
  responseStatus: z
    .int()
    .nullable()
    .describe('HTTP status of the last attempt; null if there was no response.'),
  nextAttemptAt: Instant().nullable(),
  createdAt: Instant().describe('When the event happened.'),
  finishedAt: Instant().nullable(),
}))

export type Delivery = Parsed<typeof Delivery>

export const Attempt = objectSchema((z) => ({
  number: z.int(),
  at: Instant(),
  durationMs: z.int(),
  responseStatus: z.int().nullable(),
  responseBody: z.string().nullable().describe('The first four kilobytes.'),
  problem: z.string().nullable().describe('Why there was no response.'),
}))

export type Attempt = Parsed<typeof Attempt>

export const DeliveryInFull = objectSchema((z) => ({
  ...Delivery().shape,
  url: z.string().describe('The webhook’s current URL.'),
  payload: z.string().describe('The exact bytes that are signed and sent.'),
  attemptLog: z.array(Attempt()),
}))

export type DeliveryInFull = Parsed<typeof DeliveryInFull>
