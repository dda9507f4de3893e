// Undo of webhooks: restores one with its secret, or removes one that was registered.
import { undoHandler, type UndoState } from '../undo-handler.ts'
import { recordWith } from '../database/record-statements.ts'
import { recordChange } from '../database/transaction.ts'
import { isoOf } from '../kernel/clock.ts'
import { changeWebhook, MAX_WEBHOOKS, unregister } from './registration.ts'
import { type Webhook } from './webhook.ts'
import * as store from './store/webhooks.ts'

type StoredWebhook = Webhook & { sealedSecret?: string }

async function restore({ tx, say }: UndoState, record: StoredWebhook): Promise<boolean> {
  const { sealedSecret, ...kept } = record
  const isFull = (await store.countWebhooks(tx.sql, tx.principal.userId)) >= MAX_WEBHOOKS
  if (!sealedSecret || isFull) {
    say(isFull ? 'the number of webhooks is at its limit' : 'its secret was not kept')
    return false
  }
  // The secret before this one was not kept.
  const webhook = { ...kept, previousSecretUntil: null, updatedAt: isoOf(tx.clock.now()) }
  const secret = Buffer.from(sealedSecret, 'base64')
  await store.insertWebhook(tx.sql, tx.principal.userId, { ...webhook, sealedSecret: secret })
  recordChange(tx, 'webhook', webhook.id, null, webhook)
  return true
}

async function change({ tx }: UndoState, id: string, fields: Partial<StoredWebhook>): Promise<void> {
  const { url, events, disabledAt, disabledReason: reason } = fields
  await changeWebhook(tx, id, {
    url,
    events,
    ...(disabledAt !== undefined && { disabled: disabledAt !== null, reason }),
  })
}

/** Does not restore a replaced secret: others may know it. */
export const webhookUndo = undoHandler<StoredWebhook>({
  groups: [['url'], ['events'], ['disabledAt', 'disabledReason']],
  nameOf: ({ url }) => String(url),
  find: ({ tx }, id) => recordWith(store.findWebhook)(tx, id),
  restore,
  change,
  async remove({ tx }, id) {
    await unregister(tx, id)
    return true
  },
})
