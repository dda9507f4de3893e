// A registered webhook: its URL, its events and its signing secret.
import { must } from '../kernel/narrow.ts'
import { requiredRecord } from '../database/record-statements.ts'
import { recordChange, type Transaction } from '../database/transaction.ts'
import { HOUR_MS, isoOf, SECOND_MS } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { fail } from '../kernel/errors.ts'
import { text, invalidInput, type Deleted, type Parsed, objectSchema } from '../kernel/schema.ts'
import { newId } from '../kernel/id.ts'
import type { Zod } from '../kernel/zod.ts'
import { hostOf, resolvePublic, NOT_PUBLIC, readAddress, webhookPort } from '../outbound/address.ts'
import { nextVersion, requireVersion, type Versions } from '../kernel/version.ts'
import { SUBSCRIPTIONS, type AnySubscription } from './events.ts'
import { isReadable, newSecret } from './signature.ts'
import * as store from './store/webhooks.ts'
import { holdPending, releaseHeld } from './store/deliveries.ts'
import { Webhook } from './webhook.ts'
import { parseUrl } from '../kernel/url.ts'

export const MAX_WEBHOOKS = 50

export const WebhookWithSecret = objectSchema((z) => ({
  ...Webhook().shape,
  secret: z.string().describe('Shown only once.'),
}))

export const urlIn = (z: Zod) =>
  text(z, 2_048).describe('A public http or https address.').meta({ format: 'uri' })

const eventsIn = (z: Zod) =>
  z
    .array(z.enum(SUBSCRIPTIONS))
    .min(1, 'names no event')
    .max(50, 'has more than 50 items')
    .describe('* means all events.')

const MIN_SECRET_CHARACTERS = 8
const TOO_SHORT = `must have at least ${MIN_SECRET_CHARACTERS} characters`

/** Refuses blank secrets and one repeated character: they are easy to guess. */
const isSecret = (text: string): boolean =>
  text.replace(/\s/gu, '').length >= MIN_SECRET_CHARACTERS && new Set(text).size > 1

export const secretIn = (z: Zod) =>
  text(z, 256)
    .min(MIN_SECRET_CHARACTERS, { error: TOO_SHORT, abort: true })
    .refine(isSecret, `${TOO_SHORT}, not blank and not all the same`)
    .refine(
      isReadable,
      'begins with whsec_, so what follows has to be base64: receivers could not verify with it',
    )
    .nullable()
    .optional()
    .describe('Default: generated.')

export const WebhookIn = objectSchema((z) => ({ url: urlIn(z), events: eventsIn(z), secret: secretIn(z) }))
export type WebhookIn = Parsed<typeof WebhookIn>

export const WebhookChange = objectSchema((z) => ({
  url: urlIn(z).optional(),
  events: eventsIn(z).optional(),
  disabled: z
    .boolean()
    .optional()
    .describe('false enables it and sends held deliveries; true disables it and holds pending ones.'),
}))
export type WebhookChange = Parsed<typeof WebhookChange>

export const rulesOf = ({ config }: Pick<Context, 'config'>) => ({
  allowPrivateHosts: config.allowPrivateHosts,
  hostMap: config.hostMap,
  mayUsePort: webhookPort,
})

/** Refuses a private address, or a name that leads to one. A name that does not resolve may pass: each delivery checks again. */
export async function refuseInnerAddress(ctx: Context, text: string): Promise<void> {
  const read = readAddress(text, rulesOf(ctx))
  const problem = 'problem' in read ? read.problem : await problemOf(hostOf(read.url), read.exempt)
  if (!problem) return
  ctx.log.info({ problem, host: parseUrl(text)?.host ?? null }, 'A webhook address was refused.')
  const hint =
    problem === NOT_PUBLIC ? 'For development, name the host in CRM_ALLOW_PRIVATE_HOSTS.' : undefined
  throw invalidInput([{ path: 'url', message: problem }], hint)
}

const problemOf = async (host: string, exempt: boolean): Promise<string | undefined> =>
  (await resolvePublic(host, exempt)) === 'private' ? NOT_PUBLIC : undefined

/** Binds an encrypted secret to its row, so that it cannot be decrypted for another webhook. */
export const sealOwner = (userId: string, id: string): string => `${userId}|${id}`

/** Null for a secret under 16 characters, of which four would show too much. Counts code points: jsonb refuses half of one. */
const lastFourOf = (secret: string): string | null =>
  [...secret].length >= 16 ? [...secret].slice(-4).join('') : null

/** The response as stored for retries, with the secret encrypted. `unsealed` decrypts it after the commit. */
interface RegisteredWebhook {
  webhook: Webhook
  sealed: string
}

/** Registers a webhook. A URL may be registered twice, so that its secret can be changed without a gap. */
export async function register(
  tx: Transaction,
  input: Omit<WebhookIn, 'events'> & { events: readonly AnySubscription[] },
): Promise<RegisteredWebhook> {
  const userId = tx.principal.userId
  // Two requests at once may both pass. One webhook too many does no harm.
  if ((await store.countWebhooks(tx.sql, userId)) >= MAX_WEBHOOKS)
    fail('webhooks_full', { limit: MAX_WEBHOOKS })
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
  recordChange(tx, 'webhook', id, null, webhook)
  return { webhook, sealed: sealedSecret.toString('base64') }
}

export const unsealed = ({ vault, principal }: Context, { webhook, sealed }: RegisteredWebhook) => ({
  ...webhook,
  secret: vault.open(Buffer.from(sealed, 'base64'), sealOwner(principal.userId, webhook.id)),
})

export const requireWebhook = requiredRecord(store.findWebhook, 'webhook_not_found')
export const lockWebhook = requiredRecord(store.findWebhookForUpdate, 'webhook_not_found')

export const namedWebhooks = (
  { sql, principal }: Context,
  names: readonly AnySubscription[],
): Promise<readonly Webhook[]> => store.listForEvents(sql, principal.userId, names)

export async function changeWebhook(
  tx: Transaction,
  id: string,
  change: Omit<WebhookChange, 'events'> & {
    events?: readonly AnySubscription[] | undefined
    reason?: string | null | undefined
  },
  expected?: Versions,
): Promise<Webhook> {
  const before = await lockWebhook(tx, id)
  requireVersion('webhook', before, expected)
  const userId = tx.principal.userId
  const now = isoOf(tx.clock.now())
  const { url = before.url, events = before.events, disabled = before.disabledAt !== null } = change
  const reason = change.reason ?? 'You disabled it.'
  const staysDisabled = disabled && before.disabledAt !== null
  const after: Webhook = {
    ...before,
    url,
    events: [...new Set(events)],
    disabledAt: staysDisabled ? before.disabledAt : disabled ? now : null,
    disabledReason: staysDisabled ? before.disabledReason : disabled ? reason : null,
    updatedAt: nextVersion(tx, before),
  }
  await store.updateWebhook(tx.sql, userId, after)
  if (disabled) await holdPending(tx.sql, userId, before.id)
  else await releaseHeld(tx.sql, userId, before.id)
  recordChange(tx, 'webhook', before.id, before, after)
  return after
}

const MAX_HOURS = 7 * 24
const DEFAULT_HOURS = 24

export const RotationIn = objectSchema((z) => ({
  secret: secretIn(z),
  overlapHours: z
    .number()
    .min(0, 'must be at least 0')
    .max(MAX_HOURS, `must be at most ${MAX_HOURS}`)
    .optional()
    .describe('How long the old secret also signs (default 24; 0 for not at all).'),
}))
type RotationIn = Parsed<typeof RotationIn>

export async function rotate(
  tx: Transaction,
  webhookId: string,
  input: RotationIn,
): Promise<RegisteredWebhook> {
  const before = await lockWebhook(tx, webhookId)
  const userId = tx.principal.userId
  const secret = input.secret ?? newSecret()
  const sealed = tx.vault.seal(secret, sealOwner(userId, before.id))
  const now = nextVersion(tx, before)
  const lastFour = lastFourOf(secret)
  const overlapSeconds = Math.round(((input.overlapHours ?? DEFAULT_HOURS) * HOUR_MS) / SECOND_MS)
  const replaced = { sealed, lastFour, overlapSeconds, now }
  const { previousSecretUntil } = must(await store.updateSecret(tx.sql, userId, before.id, replaced))
  const webhook: Webhook = { ...before, secretLastFour: lastFour, previousSecretUntil, updatedAt: now }
  recordChange(tx, 'webhook', before.id, before, webhook)
  return { webhook, sealed: sealed.toString('base64') }
}

/** Removes a webhook. Its audit record keeps the encrypted secret for undo. */
export async function unregister(tx: Transaction, id: string, expected?: Versions): Promise<Deleted> {
  const before = await lockWebhook(tx, id)
  requireVersion('webhook', before, expected)
  const row = must(await store.removeWebhook(tx.sql, tx.principal.userId, before.id))
  recordChange(tx, 'webhook', row.id, { ...row, sealedSecret: row.sealedSecret.toString('base64') }, null)
  return { deleted: true, id: row.id }
}
