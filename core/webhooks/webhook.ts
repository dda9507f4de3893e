// The API's record of a registration, and of its health.
import { Id, Instant } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { HELD_EVENTS } from './events.ts'

export const Webhook = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    url: z.string(),
    events: z.array(z.enum(HELD_EVENTS)),
    secretLastFour: z.string().nullable().describe('To identify the secret; null for a short one.'),
    previousSecretUntil: Instant()
      .nullable()
      .describe('The previous secret also signs until then; null if there is none.'),
    disabledAt: Instant().nullable(),
    disabledReason: z.string().nullable(),
    createdAt: Instant(),
    updatedAt: Instant(),
  }),
)

export type Webhook = Parsed<typeof Webhook>

export const HEALTH_STATES = ['unused', 'healthy', 'failing', 'disabled'] as const

export const Health = lazySchema((z) =>
  z.strictObject({
    state: z
      .enum(HEALTH_STATES)
      .describe('failing: no delivery has succeeded since failingSince; after five days it is disabled.'),
    failingSince: Instant().nullable(),
    lastDeliveredAt: Instant().nullable(),
    pending: z.int().describe('Deliveries waiting for an attempt.'),
    held: z.int().describe('Deliveries waiting for it to be enabled.'),
    delivered: z.int().describe('In the last 24 hours.'),
    failed: z.int().describe('In the last 24 hours, after the last attempt.'),
  }),
)

export type Health = Parsed<typeof Health>
