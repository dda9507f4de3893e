// The letter that offers a seat. Who reads it may never have heard of us: it says who invites, to what, and how to take it.
import { serviceUrl, type Config } from '../config.ts'
import { escapeHtml, letterPage } from '../mail/page.ts'

/** What the letter tells. */
export interface Offer {
  /** E-mail address of whose plan it is; null for one without. */
  from: string | null
  invitation: string
  /** An instant, ISO. */
  expiresAt: string
}

/** Subject, HTML and text of the letter. */
export function letterOf({ from, invitation, expiresAt }: Offer, config: Config) {
  const url = serviceUrl(config)
  const title = `${from ?? 'Somebody'} offers you a seat`.slice(0, 200)
  const what = `It makes your keys for compensation intelligence at ${url} worth the Ultra plan. It costs you nothing, and you can give it up again.`
  const how = `Sign in at ${url}/settings first, or make an account there. Then take the seat at a terminal:`
  const command = `crm seats join ${invitation}`
  const or = `Or: POST ${url}/api/account/seat with {"invitation": "${invitation}"}.`
  const until = `The code is for you alone and good until ${expiresAt.slice(0, 10)}. If you expected no invitation, do nothing.`
  return {
    subject: title,
    html: letterPage(
      title,
      `<p>${escapeHtml(what)}</p><p>${escapeHtml(how)}</p><p><code>${escapeHtml(command)}</code></p>
<p>${escapeHtml(or)}</p><p class="small">${escapeHtml(until)}</p>`,
    ),
    body: [title, '', what, '', how, `  ${command}`, '', or, '', until, ''].join('\n'),
  }
}
