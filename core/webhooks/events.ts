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

/** Events that `*` does not include: a webhook must name them. Such webhooks are created with an intelligence key. */
export const NOTICE_NAMES = ['catalog.updated', 'quota.warning'] as const

export const SUBSCRIPTIONS = [...EVENT_NAMES, '*'] as const
export type Subscription = (typeof SUBSCRIPTIONS)[number]

export const ALL_SUBSCRIPTIONS = [...SUBSCRIPTIONS, ...NOTICE_NAMES] as const
export type AnySubscription = (typeof ALL_SUBSCRIPTIONS)[number]

export const DELIVERED_EVENTS = [...EVENT_NAMES, ...NOTICE_NAMES] as const

/** Sent only on request, not by subscription. */
export const TEST_EVENT = 'webhook.test'
