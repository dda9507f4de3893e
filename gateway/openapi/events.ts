// The `webhooks` section of the document: the deliveries to a registered address, by event.
import { Activity } from '../../core/activities/fields.ts'
import { CalendarEvent } from '../../core/calendar/fields.ts'
import { Contact } from '../../core/contacts/fields.ts'
import { STATUSES, Job } from '../../core/jobs/fields.ts'
import { Id, Instant, type LazySchema } from '../../core/kernel/schema.ts'
import { zod, type Z } from '../../core/kernel/zod.ts'
import { Offer } from '../../core/offers/fields.ts'
import type { DELIVERED_EVENTS, TEST_EVENT } from '../../core/webhooks/events.ts'
import { EXAMPLES } from './describe.ts'
import { inJson, type OpenApiOperation } from './operation-object.ts'
import { plainOutput } from './plain-schema.ts'

type EventName = (typeof DELIVERED_EVENTS)[number] | typeof TEST_EVENT

function eventData(): Record<EventName, [about: string, data: Z.ZodType]> {
  const z = zod()
  const [text, count, status] = [z.string(), z.int(), z.enum(STATUSES)]
  const ofJob = Job().extend({ jobId: Id() })
  const withJob = (of: LazySchema<Z.ZodObject>) =>
    of().extend({ company: text.optional(), role: text.optional() })
  const found = z.object({
    ...{ id: Id(), board: text, externalId: text, company: text.nullable(), role: text },
    ...{ location: text.nullable(), url: text.nullable(), pay: z.object({}).nullable() },
  })
  const named = { board: text, company: text.nullable(), count, postings: z.array(found) }
  const quota = { percent: count, limit: count, used: count, month: text, tier: text, key: text.nullable() }
  return {
    'job.created': ['A job was added.', ofJob],
    'job.updated': ['A job was changed.', ofJob],
    'job.status_changed': [
      'A job moved to another status.',
      ofJob.extend({ previousStatus: status, newStatus: status }),
    ],
    'job.deleted': ['A job was deleted; the data is its last state.', ofJob],
    'contact.created': ['A contact was added.', Contact()],
    'contact.updated': ['A contact was changed.', Contact()],
    'contact.deleted': ['A contact was deleted; the data is its last state.', Contact()],
    'activity.created': ['An activity was logged.', withJob(Activity)],
    'interview.scheduled': ['An interview was scheduled, or moved.', withJob(CalendarEvent)],
    'offer.received': ['A job reached the status “offer”.', ofJob],
    'offer.created': ['An offer was added.', withJob(Offer)],
    'offer.updated': ['An offer was changed.', withJob(Offer)],
    'postings.found': ['A watched board has new postings; at most some are named.', z.object(named)],
    'catalog.updated': [
      'The pay data was updated.',
      z.object({ version: text, benchmark: text, previous_version: text.nullable() }),
    ],
    'quota.warning': ['A monthly quota is nearly used up.', z.object(quota)],
    'webhook.test': ['A test delivery that you asked for.', z.object({ webhookId: Id(), message: text })],
  }
}

const HEADERS = ['Signature', 'Event', 'DeliveryId', 'WebhookId', 'WebhookTimestamp', 'WebhookSignature']

export const webhookEvents = (): Record<string, { post: OpenApiOperation }> =>
  Object.fromEntries(
    Object.entries(eventData()).map(([name, [summary, data]]) => [
      name,
      { post: described(name, summary, data) },
    ]),
  )

function described(event: string, summary: string, data: Z.ZodType): OpenApiOperation {
  const delivered = zod().object({ event: zod().literal(event), timestamp: Instant(), data })
  const schema = plainOutput(() => delivered)
  const example = { event, timestamp: '2026-03-02T09:30:00.000Z', data: EXAMPLES[`on.${event}`] }
  return {
    operationId: `on.${event}`,
    summary,
    tags: ['pipeline'],
    security: [],
    parameters: HEADERS.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: { required: true, content: inJson(schema, example) },
    responses: {
      '2XX': { description: 'Taken.' },
      '4XX': { description: 'Refused: sent again later.' },
    },
  }
}
