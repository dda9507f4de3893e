// The API's record of a delivery and its attempts.
import { Id, Instant } from '../kernel/fields.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'held'] as const

export const Delivery = lazySchema((z) =>
  z.strictObject({
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
  }),
)

export type Delivery = Parsed<typeof Delivery>

export const Attempt = lazySchema((z) =>
  z.strictObject({
    number: z.int(),
    at: Instant(),
    durationMs: z.int(),
    responseStatus: z.int().nullable(),
    responseBody: z.string().nullable().describe('The first four kilobytes.'),
    problem: z.string().nullable().describe('Why there was no response.'),
  }),
)

export type Attempt = Parsed<typeof Attempt>

export const DeliveryInFull = lazySchema((z) =>
  z.strictObject({
    ...Delivery().shape,
    url: z.string().describe('The webhook’s current URL.'),
    payload: z.string().describe('The exact bytes that are signed and sent.'),
    attemptLog: z.array(Attempt()),
  }),
)

export type DeliveryInFull = Parsed<typeof DeliveryInFull>
