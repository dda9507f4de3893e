// The invitation email for a seat. The recipient may not know the product, so it says who invites them, to
// what, and how to accept.
import { serviceUrl, type Config } from '../config.ts'
import { escapeHtml } from '../kernel/escape-html.ts'
import { emailLayout } from '../mail/layout.ts'

interface SeatOffer {
  /** E-mail address of the plan's owner; null if they have none. */
  from: string | null
  invitation: string
  /** An instant, ISO. */
  expiresAt: string
}

export function invitationEmail({ from, invitation, expiresAt }: SeatOffer, config: Config) {
  const url = serviceUrl(config)
  const title = `${from ?? 'Somebody'} offers you a seat`.slice(0, 200)
  const what = `It gives your compensation intelligence keys at ${url} the Ultra tier. It is free for you, and you can give it up at any time.`
  const how = `Sign in at ${url}/settings first, or create an account there. Then accept the seat in a terminal:`
  const command = `crm seats join ${invitation}`
  const or = `Or: POST ${url}/api/account/seat with {"invitation": "${invitation}"}.`
  const until = `The code is for you only and valid until ${expiresAt.slice(0, 10)}. If you did not expect an invitation, ignore this e-mail.`
  return {
    subject: title,
    html: emailLayout(
      title,
      `<p>${escapeHtml(what)}</p><p>${escapeHtml(how)}</p><p><code>${escapeHtml(command)}</code></p>
<p>${escapeHtml(or)}</p><p class="small">${escapeHtml(until)}</p>`,
    ),
    body: [title, '', what, '', how, `  ${command}`, '', or, '', until, ''].join('\n'),
  }
}
