// What a webhook can be told of.

/** Each is written to the outbox by the change it names. */
export const EVENT_NAMES = [
  'job.created',
  'job.updated',
  'job.status_changed',
  'job.deleted',
  'contact.created',
  'contact.updated',
  'contact.deleted',
  'activity.created',
  'interview.scheduled',
  'offer.received',
] as const

/** What a registration may ask for: events by name, or all there are and will be. */
export const SUBSCRIPTIONS = [...EVENT_NAMES, '*'] as const
export type Subscription = (typeof SUBSCRIPTIONS)[number]

/** Sent only on request, whatever a registration asks for. */
export const TEST_EVENT = 'webhook.test'
