// The webhook events.

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

/** Told only to registrations that name them, made with an intelligence key: they are of no job and no contact. */
export const NOTICE_NAMES = ['catalog.updated', 'quota.warning'] as const

/** What a registration may ask for: events by name, or * for all of them there are and will be. */
export const SUBSCRIPTIONS = [...EVENT_NAMES, '*'] as const
export type Subscription = (typeof SUBSCRIPTIONS)[number]

/** What a registration may hold. */
export const HELD_EVENTS = [...SUBSCRIPTIONS, ...NOTICE_NAMES] as const
export type HeldEvent = (typeof HELD_EVENTS)[number]

/** Every event that is delivered. */
export const DELIVERED_EVENTS = [...EVENT_NAMES, ...NOTICE_NAMES] as const

/** Sent only on request, not by subscription. */
export const TEST_EVENT = 'webhook.test'
