// A registration: the URL, the events, and the signing secret.
import { changed, type Transaction } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { Id, Instant, text } from '../kernel/fields.ts'
import { isId, newId } from '../kernel/id.ts'
import { invalidInput, recipe, type Parsed } from '../kernel/schema.ts'
import type { Zod } from '../kernel/zod.ts'
import {
  hostOf,
  locate,
  NOT_PUBLIC,
  readAddress,
  webhookPort,
  type AddressRules,
} from '../outbound/address.ts'
import { HELD_EVENTS, SUBSCRIPTIONS, type HeldEvent } from './events.ts'
import { newSecret } from './signature.ts'
import * as store from './store.ts'
import { holdPending, releaseHeld } from './store-deliveries.ts'

/** Each event is delivered to every one of them. */
export const MOST_WEBHOOKS = 50

export const Webhook = recipe((z) =>
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

export const WebhookWithSecret = recipe((z) =>
  z.strictObject({ ...Webhook().shape, secret: z.string().describe('Shown only once.') }),
)
export type WebhookWithSecret = Parsed<typeof WebhookWithSecret>

/** Where to deliver. */
export const urlIn = (z: Zod) =>
  text(z, 2_048).describe('A public http or https address.').meta({ format: 'uri' })

const eventsIn = (z: Zod) =>
  z
    .array(z.enum(SUBSCRIPTIONS))
    .min(1, 'names no event')
    .max(50, 'has more than 50 items')
    .describe('* stands for all events.')

/** A secret of one's own. */
export const secretIn = (z: Zod) =>
  text(z, 256).min(1, 'must not be empty').nullable().optional().describe('Default: generated.')

export const WebhookIn = recipe((z) =>
  z.strictObject({ url: urlIn(z), events: eventsIn(z), secret: secretIn(z) }),
)
export type WebhookIn = Parsed<typeof WebhookIn>

export const WebhookChange = recipe((z) =>
  z.strictObject({
    url: urlIn(z).optional(),
    events: eventsIn(z).optional(),
    disabled: z
      .boolean()
      .optional()
      .describe('false enables it and sends held deliveries; true disables it and holds pending ones.'),
  }),
)
export type WebhookChange = Parsed<typeof WebhookChange>

export const rulesOf = ({ config }: Pick<Context, 'config'>): AddressRules => ({
  allowPrivateHosts: config.allowPrivateHosts,
  mayUsePort: webhookPort,
})

/**
 * Refuses an address that is not public or resolves to one that is not. A name that does not resolve now is accepted:
 * a laptop may be offline and a name not published yet, and every delivery is judged again before it is dialled.
 */
export async function refuseInnerAddress(ctx: Context, text: string): Promise<void> {
  const read = readAddress(text, rulesOf(ctx))
  const problem = 'problem' in read ? read.problem : await problemOf(hostOf(read.url), read.exempt)
  if (!problem) return
  ctx.log.info(
    { problem, host: URL.canParse(text) ? new URL(text).host : null },
    'A webhook address was refused.',
  )
  const hint =
    problem === NOT_PUBLIC ? 'For development, name the host in CRM_ALLOW_PRIVATE_HOSTS.' : undefined
  throw invalidInput([{ path: 'url', message: problem }], hint)
}

const problemOf = async (host: string, exempt: boolean): Promise<string | undefined> =>
  (await locate(host, exempt)) === 'private' ? NOT_PUBLIC : undefined

/** What the secret is sealed for: its row, so that it opens nowhere else. */
export const sealOwner = (userId: string, id: string): string => `${userId}|${id}`

/** Four of fewer than sixteen characters would be too much of them. Characters, not UTF-16 units: jsonb takes no half. */
export const lastFourOf = (secret: string): string | null =>
  [...secret].length >= 16 ? [...secret].slice(-4).join('') : null

/**
 * The registration and its secret, still sealed. A transaction's value is stored as the answer to a repeat, so the
 * secret must not stand in it; `unsealed` opens it after the commit, for the first request and for a repeat alike.
 */
export interface Registered {
  webhook: Webhook
  id: string
  /** Base64. */
  sealed: string
}

/** Registers an address that was judged already. One address may be registered twice, so that a secret can be changed
 * without a gap: add the new one, then remove the old. */
export async function register(
  tx: Transaction,
  input: Omit<WebhookIn, 'events'> & { events: readonly HeldEvent[] },
): Promise<Registered> {
  const userId = tx.principal.userId
  // Two at the very same moment may both pass: one webhook too many harms nobody.
  if ((await store.countWebhooks(tx.sql, userId)) >= MOST_WEBHOOKS)
    fail('webhooks_full', { limit: MOST_WEBHOOKS })
  const id = newId()
  const now = isoOf(tx.clock.now())
  const secret = input.secret ?? newSecret()
  const webhook: Webhook = {
    id,
    url: input.url,
    events: [...new Set(input.events)],
    secretLastFour: lastFourOf(secret),
    previousSecretUntil: null,
    disabledAt: null,
    disabledReason: null,
    createdAt: now,
    updatedAt: now,
  }
  const sealedSecret = tx.vault.seal(secret, sealOwner(userId, id))
  await store.insertWebhook(tx.sql, userId, { ...webhook, sealedSecret })
  changed(tx, 'webhook', id, null, webhook)
  return { webhook, id, sealed: sealedSecret.toString('base64') }
}

/** The answer with the secret in clear, for the one who registered. */
export const unsealed = (
  { vault, principal }: Context,
  { webhook, id, sealed }: Registered,
): WebhookWithSecret => ({
  ...webhook,
  secret: vault.open(Buffer.from(sealed, 'base64'), sealOwner(principal.userId, id)),
})

/** The user's registration; `webhook_not_found` for another tenant's too. */
export async function requireWebhook(ctx: Context, id: string): Promise<store.WebhookRow> {
  const row = isId(id) ? await store.findWebhook(ctx.sql, ctx.principal.userId, id) : undefined
  return row ?? fail('webhook_not_found', { id })
}

/** The user's registrations that name one of these events, newest first. */
export const namedWebhooks = (
  { sql, principal }: Context,
  names: readonly HeldEvent[],
): Promise<readonly Webhook[]> => store.listNaming(sql, principal.userId, names)

/** The user's registration, locked; `webhook_not_found` for another tenant's too. */
export async function lockWebhook(tx: Transaction, id: string): Promise<Webhook & { sealedSecret: Buffer }> {
  const row = isId(id) ? await store.findWebhookForUpdate(tx.sql, tx.principal.userId, id) : undefined
  return row ?? fail('webhook_not_found', { id })
}

/** Changes what `change` names. A new address was judged already. */
export async function changeWebhook(
  tx: Transaction,
  id: string,
  change: Omit<WebhookChange, 'events'> & { events?: readonly HeldEvent[] | undefined },
): Promise<Webhook> {
  const { sealedSecret: _, ...before } = await lockWebhook(tx, id)
  const userId = tx.principal.userId
  const now = isoOf(tx.clock.now())
  const { url = before.url, events = before.events, disabled = before.disabledAt !== null } = change
  const stays = disabled && before.disabledAt !== null
  const after: Webhook = {
    ...before,
    url,
    events: [...new Set(events)],
    disabledAt: stays ? before.disabledAt : disabled ? now : null,
    disabledReason: stays ? before.disabledReason : disabled ? 'You disabled it.' : null,
    updatedAt: now,
  }
  await store.updateWebhook(tx.sql, userId, after)
  if (disabled) await holdPending(tx.sql, userId, before.id)
  else await releaseHeld(tx.sql, userId, before.id)
  changed(tx, 'webhook', before.id, before, after)
  return after
}

/** Removes a registration. The record keeps the sealed secret, without which it could not be put back as it was. */
export async function unregister(tx: Transaction, id: string): Promise<{ deleted: true; id: string }> {
  const row = isId(id) ? await store.removeWebhook(tx.sql, tx.principal.userId, id) : undefined
  if (!row) return fail('webhook_not_found', { id })
  changed(tx, 'webhook', row.id, { ...row, sealedSecret: row.sealedSecret.toString('base64') }, null)
  return { deleted: true, id: row.id }
}
