// Webhooks of compensation intelligence: the pipeline's registrations, with other events and this family's format.
import { isOneOf } from '../../kernel/narrow.ts'
import { Id, Instant } from '../../kernel/fields.ts'
import { lazySchema, type Parsed } from '../../kernel/schema.ts'
import { NOTICE_NAMES } from '../../webhooks/events.ts'
import type { WebhookWithHealth } from '../../webhooks/health.ts'
import { HEALTH_STATES } from '../../webhooks/webhook.ts'
import { secretIn, urlIn } from '../../webhooks/registration.ts'
import { type Webhook } from '../../webhooks/webhook.ts'

const NoticeWebhook = lazySchema((z) =>
  z.strictObject({
    id: Id(),
    url: z.string(),
    events: z.array(z.enum(NOTICE_NAMES)),
    secret_last_four: z.string().nullable(),
    disabled_at: Instant().nullable(),
    disabled_reason: z.string().nullable(),
    created_at: Instant(),
  }),
)
type NoticeWebhook = Parsed<typeof NoticeWebhook>

export const NoticeWebhookWithSecret = lazySchema((z) =>
  z.strictObject({ ...NoticeWebhook().shape, secret: z.string().describe('Shown only once.') }),
)

export const NoticeWebhookWithState = lazySchema((z) =>
  z.strictObject({
    ...NoticeWebhook().shape,
    state: z.enum(HEALTH_STATES),
    last_delivered_at: Instant().nullable(),
  }),
)

export const NoticeWebhookIn = lazySchema((z) =>
  z.strictObject({
    url: urlIn(z),
    events: z
      .array(z.enum([...NOTICE_NAMES, '*']))
      .min(1, 'names no event')
      .max(10, 'has more than 10 items')
      .describe('* stands for both.'),
    secret: secretIn(z),
  }),
)

const isNotice = (name: string): name is (typeof NOTICE_NAMES)[number] => isOneOf(NOTICE_NAMES, name)

/**
 * The event names stored for a registration of this family. They
 * are stored explicitly, because `*` means all pipeline events.
 */
export const noticesOf = (events: readonly string[]) =>
  events.includes('*') ? [...NOTICE_NAMES] : [...new Set(events)].filter(isNotice)

export const viewOf = (webhook: Webhook): NoticeWebhook => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events.filter(isNotice),
  secret_last_four: webhook.secretLastFour,
  disabled_at: webhook.disabledAt,
  disabled_reason: webhook.disabledReason,
  created_at: webhook.createdAt,
})

export const stateViewOf = (webhook: WebhookWithHealth) => ({
  ...viewOf(webhook),
  state: webhook.health.state,
  last_delivered_at: webhook.health.lastDeliveredAt,
})
