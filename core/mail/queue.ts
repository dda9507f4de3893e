// Outgoing e-mail. A transaction queues it, a worker sends it and retries. Without a mail server it waits.
import * as store from './store.ts'
import { recordOf } from '../kernel/narrow.ts'
import { messageOf, quietly } from '../kernel/errors.ts'
import type { Transaction } from '../database/transaction.ts'
import { HOUR_MS, isoOf, MINUTE_MS, msOf } from '../kernel/clock.ts'
import type { Services } from '../kernel/context.ts'
import { newId } from '../kernel/id.ts'
import type { Worker } from '../background/worker.ts'
import type { Config } from '../config.ts'
import { hostOf } from '../outbound/address.ts'
import type { EmailRow } from './store.ts'

type Email = Pick<EmailRow, 'recipient' | 'subject' | 'html' | 'body'>

/** Queues an e-mail. It is sent if the transaction commits, and only then. */
export async function queueEmail(tx: Transaction, email: Email): Promise<void> {
  const at = isoOf(tx.clock.now())
  await store.insertEmail(tx.sql, tx.principal.userId, { id: newId(), ...email, at })
}

/** The delay after each failed attempt. After the last one the e-mail is abandoned, and its problem recorded. */
const RETRY_DELAYS_MS = [
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]
/** If a process dies while sending, its e-mail is due again after this time. */
const CLAIM_TTL_MS = 2 * MINUTE_MS

export const emailWorker: Worker = {
  name: 'mail',
  everyMs: 2_000,
  run: (services, signal) => sendDue(services, signal),
}

async function sendDue(services: Services, signal: AbortSignal): Promise<number> {
  const { config, sql, clock } = services
  if (!config.smtpUrl) return 0
  const due = await store.listDueEmails(sql, isoOf(clock.now()))
  if (!due.length) return 0
  const mailer = await openMailer(config)
  try {
    for (const each of due) {
      if (signal.aborted) break
      // Claimed when its turn comes: with a slow mail server, a claim on all of them would expire on the way.
      const now = clock.now()
      const email = await store.claimEmail(sql, each, { now: isoOf(now), until: isoOf(now + CLAIM_TTL_MS) })
      if (email) await sendOne(services, mailer, email)
    }
  } finally {
    mailer.close()
  }
  return due.length
}

type Mailer = Awaited<ReturnType<typeof openMailer>>

async function sendOne({ sql, clock, log }: Services, mailer: Mailer, email: store.EmailRow): Promise<void> {
  const at = isoOf(clock.now())
  try {
    await mailer.send(email)
    await store.updateEmailSent(sql, email, at)
  } catch (error) {
    const delay = RETRY_DELAYS_MS[email.attempts - 1]
    const problem = messageOf(error).slice(0, 500)
    log.warn({ email: email.id, problem }, 'An email could not be sent.')
    // A permanent refusal (5xx from 550) is not retried.
    const isPermanent = Number(recordOf(error)['responseCode']) >= 550
    const dueAt = delay && !isPermanent ? isoOf(msOf(at) + delay) : null
    await store.updateEmailFailed(sql, email, { dueAt, problem })
  }
}

const TIMEOUT_MS = 15_000

/** Decodes a name or a password in an address. A percent sign that encodes nothing stays as it is written. */
const decoded = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (part) => quietly(() => decodeURIComponent(part)) ?? part)

async function openMailer({ smtpUrl, mailFrom }: Config) {
  const { createTransport } = await import('nodemailer')
  const url = new URL(smtpUrl ?? '')
  const isSecure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: hostOf(url),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(url.username && {
      auth: { user: decoded(url.username), pass: decoded(url.password) },
    }),
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, recipient, subject, html, body }: EmailRow): Promise<void> {
      await transport.sendMail({
        ...{ from: mailFrom, to: { name: '', address: recipient }, subject, html, text: body },
        // If a crash follows the sending, the e-mail is sent again. Mail programs recognise it by the Message-ID.
        messageId: `<${id}@${/@([\w.-]+)/.exec(mailFrom)?.[1] ?? 'crm'}>`,
      })
    },
    close: () => transport.close(),
  }
}
