// The records that have a name of their own in the document.
import { Activity } from '../../core/activities/fields.ts'
import { CalendarEvent } from '../../core/calendar/fields.ts'
import { Contact } from '../../core/contacts/fields.ts'
import { Job, JobWithHistory } from '../../core/jobs/job.ts'
import { Deleted } from '../../core/kernel/fields.ts'
import type { LazySchema } from '../../core/kernel/schema.ts'
import { Offer } from '../../core/offers/offer.ts'
import { Suggestion } from '../../core/pipeline/suggestion.ts'
import { Delivery } from '../../core/webhooks/delivery.ts'
import { WebhookWithHealth } from '../../core/webhooks/health.ts'
import { WebhookWithSecret } from '../../core/webhooks/registration.ts'
import { Webhook } from '../../core/webhooks/webhook.ts'
import { knownSchemas } from './components.ts'
import { ANSWER, MESSAGE } from './mcp.ts'
import { plainOutput } from './plain-schema.ts'

const RECORDS: Readonly<Record<string, LazySchema>> = {
  Job,
  JobWithHistory,
  Contact,
  Activity,
  CalendarEvent,
  Offer,
  Suggestion,
  Webhook,
  WebhookWithHealth,
  WebhookWithSecret,
  Delivery,
  Deleted,
}

/** The names of records by the identity of their schemas. */
export const namesOfRecords = (): Map<string, string> =>
  knownSchemas({
    ...Object.fromEntries(Object.entries(RECORDS).map(([name, of]) => [name, plainOutput(of)])),
    McpMessage: MESSAGE,
    McpAnswer: ANSWER,
  })
