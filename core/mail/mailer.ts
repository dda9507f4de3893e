// The client of the mail server at SMTP_URL; its library is loaded when an email is sent.
import type { Config } from '../config.ts'
import type { EmailRow } from './store.ts'

const TIMEOUT_MS = 15_000

/** One connection for a batch of emails. */
export async function openMailer({ smtpUrl, mailFrom }: Config) {
  const { createTransport } = await import('nodemailer')
  const url = new URL(smtpUrl ?? '')
  const isSecure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    /** Throws the mail server's error. */
    async send({ id, recipient, subject, html, body }: EmailRow): Promise<void> {
      await transport.sendMail({
        ...{ from: mailFrom, to: { name: '', address: recipient }, subject, html, text: body },
        // After a crash between sending and recording it, the email is sent again; mail programs deduplicate
        // by Message-ID.
        messageId: `<${id}@${/@([\w.-]+)/.exec(mailFrom)?.[1] ?? 'crm'}>`,
      })
    },
    close: () => transport.close(),
  }
}
