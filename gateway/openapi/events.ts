// The `webhooks` section of the document: what is delivered to a registered address, event by event.
import { Activity } from '../../core/activities/fields.ts'
import { CalendarEvent } from '../../core/calendar/fields.ts'
import { Contact } from '../../core/contacts/fields.ts'
import { Job } from '../../core/jobs/job.ts'
import { STATUSES } from '../../core/jobs/status.ts'
import type { JsonSchema } from '../../core/kernel/json-schema.ts'
import type { LazySchema } from '../../core/kernel/schema.ts'
import { Offer } from '../../core/offers/fields.ts'
import type { DELIVERED_EVENTS, TEST_EVENT } from '../../core/webhooks/events.ts'
import examples from './examples.json' with { type: 'json' }
import type { OpenApiOperation } from './operation-object.ts'
import { plainOutput } from './plain-schema.ts'

type EventName = (typeof DELIVERED_EVENTS)[number] | typeof TEST_EVENT

const text: JsonSchema = { type: 'string' }
const whole: JsonSchema = { type: 'integer' }
const nullable = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const uuid: JsonSchema = { type: 'string', format: 'uuid' }
const status: JsonSchema = { type: 'string', enum: [...STATUSES] }

const object = (properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})

function record(
  of: LazySchema,
  beside: Record<string, JsonSchema> = {},
  optional: string[] = [],
): JsonSchema {
  const { properties = {}, required = [] } = plainOutput(of)
  const added = object(beside, optional)
  return {
    type: 'object',
    properties: { ...properties, ...beside },
    required: [...new Set([...required, ...(added.required ?? [])])],
  }
}

const ofJob = record(Job, { jobId: uuid })
const OF_ITS_JOB = { company: text, role: text }
const withJob = (of: LazySchema) => record(of, OF_ITS_JOB, Object.keys(OF_ITS_JOB))

const found = object({
  id: uuid,
  board: text,
  externalId: text,
  company: nullable(text),
  role: text,
  location: nullable(text),
  url: nullable(text),
  pay: nullable({ type: 'object' }),
})

const EVENTS: Record<EventName, [about: string, data: JsonSchema]> = {
  'job.created': ['A job was added.', ofJob],
  'job.updated': ['A job was changed.', ofJob],
  'job.status_changed': [
    'A job moved to another status.',
    record(Job, { jobId: uuid, previousStatus: status, newStatus: status }),
  ],
  'job.deleted': ['A job was deleted; the data is its last state.', ofJob],
  'contact.created': ['A contact was added.', record(Contact)],
  'contact.updated': ['A contact was changed.', record(Contact)],
  'contact.deleted': ['A contact was deleted; the data is its last state.', record(Contact)],
  'activity.created': ['An activity was logged.', withJob(Activity)],
  'interview.scheduled': ['An interview was scheduled, or moved.', withJob(CalendarEvent)],
  'offer.received': ['A job reached the status “offer”.', ofJob],
  'offer.created': ['An offer was added.', withJob(Offer)],
  'offer.updated': ['An offer was changed.', withJob(Offer)],
  'postings.found': [
    'A watched board has new postings; at most some are named.',
    object({ board: text, company: nullable(text), count: whole, postings: { type: 'array', items: found } }),
  ],
  'catalog.updated': [
    'The pay data was updated.',
    object({ version: text, benchmark: text, previous_version: nullable(text) }),
  ],
  'quota.warning': [
    'A monthly quota is nearly used up.',
    object({ percent: whole, limit: whole, used: whole, month: text, tier: text, key: nullable(text) }),
  ],
  'webhook.test': ['A test delivery that you asked for.', object({ webhookId: uuid, message: text })],
}

const DATA: Readonly<Record<string, unknown>> = examples

const HEADERS = ['Signature', 'Event', 'DeliveryId', 'WebhookId', 'WebhookTimestamp', 'WebhookSignature']

export const webhookEvents = (): Record<string, { post: OpenApiOperation }> =>
  Object.fromEntries(
    Object.entries(EVENTS).map(([name, [summary, data]]) => [name, { post: described(name, summary, data) }]),
  )

function described(event: string, summary: string, data: JsonSchema): OpenApiOperation {
  const schema = object({
    event: { type: 'string', const: event },
    timestamp: { type: 'string', format: 'date-time' },
    data,
  })
  const example = { event, timestamp: '2026-03-02T09:30:00.000Z', data: DATA[`on.${event}`] }
  return {
    operationId: `on.${event}`,
    summary,
    tags: ['pipeline'],
    security: [],
    parameters: HEADERS.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example } },
    },
    responses: {
      '2XX': { description: 'Taken.' },
      '4XX': { description: 'Refused: sent again later.' },
    },
  }
}
