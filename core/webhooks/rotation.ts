// Secret rotation: for a while the old secret also signs, so receivers can switch without a gap.
import { changed, type Transaction } from '../database/transaction.ts'
import { HOUR_MS, SECOND_MS } from '../kernel/clock.ts'
import { lazySchema, type Parsed } from '../kernel/schema.ts'
import { nextVersion } from '../kernel/version.ts'
import { lastFourOf, lockWebhook, sealOwner, secretIn, type Registered } from './registration.ts'
import { type Webhook } from './webhook.ts'
import { newSecret } from './signature.ts'
import * as store from './store/webhooks.ts'

const MAX_HOURS = 7 * 24
const DEFAULT_HOURS = 24

export const RotationIn = lazySchema((z) =>
  z.strictObject({
    secret: secretIn(z),
    overlapHours: z
      .number()
      .min(0, 'must be at least 0')
      .max(MAX_HOURS, `must be at most ${MAX_HOURS}`)
      .optional()
      .describe('How long the old secret also signs (default 24; 0 for not at all).'),
  }),
)
export type RotationIn = Parsed<typeof RotationIn>

export async function rotate(tx: Transaction, webhookId: string, input: RotationIn): Promise<Registered> {
  const { sealedSecret: _, ...before } = await lockWebhook(tx, webhookId)
  const userId = tx.principal.userId
  const secret = input.secret ?? newSecret()
  const sealed = tx.vault.seal(secret, sealOwner(userId, before.id))
  const now = nextVersion(tx, before)
  const lastFour = lastFourOf(secret)
  const overlapSeconds = Math.round(((input.overlapHours ?? DEFAULT_HOURS) * HOUR_MS) / SECOND_MS)
  const previousSecretUntil = await store.updateSecret(tx.sql, userId, before.id, {
    sealed,
    lastFour,
    overlapSeconds,
    now,
  })
  const webhook: Webhook = { ...before, secretLastFour: lastFour, previousSecretUntil, updatedAt: now }
  changed(tx, 'webhook', before.id, before, webhook)
  return { webhook, id: before.id, sealed: sealed.toString('base64') }
}
