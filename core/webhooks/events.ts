// The webhook events.

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
  'offer.created',
  'offer.updated',
  'postings.found',
] as const

/** Only webhooks that name these events get them. An intelligence key creates such webhooks. */
export const NOTICE_NAMES = ['catalog.updated', 'quota.warning'] as const

export const SUBSCRIPTIONS = [...EVENT_NAMES, '*'] as const
export type Subscription = (typeof SUBSCRIPTIONS)[number]

export const HELD_EVENTS = [...SUBSCRIPTIONS, ...NOTICE_NAMES] as const
export type HeldEvent = (typeof HELD_EVENTS)[number]

export const DELIVERED_EVENTS = [...EVENT_NAMES, ...NOTICE_NAMES] as const

/** Sent only on request, not by subscription. */
export const TEST_EVENT = 'webhook.test'
