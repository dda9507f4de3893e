// Disables a webhook whose receiver is gone or fails for days. The audit trail names “the service”; the owner gets an e-mail.
import { transaction, type Transaction } from '../database/transaction.ts'
import { findProfile } from '../identity/user.ts'
import { contextFor } from '../identity/on-behalf.ts'
import type { Services } from '../kernel/context.ts'
import { shortId } from '../kernel/id.ts'
import { serviceUrl, type Config } from '../config.ts'
import { emailOf } from '../mail/layout.ts'
import { queueEmail } from '../mail/queue.ts'
import { changeWebhook, lockWebhook } from './registration.ts'
import type { Webhook } from './webhook.ts'
import type { listToDisable } from './store/results.ts'

export type ToDisable = Awaited<ReturnType<typeof listToDisable>>[number]

/** Disables a webhook and holds its pending deliveries. Does nothing if it is disabled already. Throws `webhook_not_found`. */
export async function disable(services: Services, { userId, webhookId, reason }: ToDisable): Promise<void> {
  const ctx = await contextFor(services, userId, 'the service')
  if (!ctx) return
  await transaction({ ...ctx, operation: 'webhooks.deliver' }, async (tx) => {
    const { disabledAt } = await lockWebhook(tx, webhookId)
    if (disabledAt !== null) return
    await tellOwner(tx, await changeWebhook(tx, webhookId, { disabled: true, reason }))
  })
  services.log.warn({ webhookId, reason }, 'A webhook was disabled.')
}

/** Queues nothing without a mail server: an e-mail sent later would be outdated. `crm webhooks list` shows the state. */
async function tellOwner(tx: Transaction, webhook: Webhook): Promise<void> {
  const email = tx.config.smtpUrl && (await findProfile(tx.sql, tx.principal.userId))?.email
  if (email) await queueEmail(tx, { recipient: email, ...noticeOf(webhook, tx.config) })
}

function noticeOf({ id, url, disabledReason }: Webhook, config: Config) {
  const or = `Or: PATCH ${serviceUrl(config)}/api/mcp/webhooks/${id} with {"disabled": false}.`
  return emailOf(`Your webhook at ${new URL(url).host} was disabled`, [
    {
      text: `${disabledReason} Nothing is sent to ${url} until you enable it again; pending deliveries are held.`,
    },
    {
      heading: 'Show the responses',
      command: `crm webhooks deliveries ${shortId(id)} --status failed,held`,
    },
    { heading: 'Enable it, and send what was held', command: `crm webhooks enable ${shortId(id)}` },
    {
      heading: 'Resend the missed events',
      command: `crm webhooks replay ${shortId(id)} --since <date>`,
      small: or,
    },
  ])
}
