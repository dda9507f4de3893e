// The e-mail about new postings: what they are, why they fit, and how to stop it.
import { serviceUrl, type Config } from '../config.ts'
import { escapeHtml } from '../kernel/escape-html.ts'
import { emailLayout } from '../mail/layout.ts'
import { marketText, type Market } from './market.ts'
import { payText } from '../reading/stated-pay.ts'
import type { MailedPosting } from './store/digests.ts'

const STOP = 'To stop these e-mails: crm watch digest off.'

/** `USD 120,000 – 150,000 a year`, else both figures by their names. */
const payLine = ({ pay }: MailedPosting, market: Market): string =>
  pay ? payText(pay) : ['states no pay', ...marketText(market)].join('; ')

export function digestEmail(
  postings: readonly { posting: MailedPosting; market: Market }[],
  config: Config,
): { subject: string; html: string; body: string } {
  const count = postings.length
  const subject = `${count} new posting${count === 1 ? '' : 's'} on the boards you watch`
  const rows = postings.map(({ posting, market }) => ({
    name: `${posting.role}, ${posting.company}`,
    url: posting.url,
    lines: [
      posting.places.join('; ') || (posting.workplace === 'remote' ? 'Remote' : ''),
      payLine(posting, market),
    ].filter(Boolean),
  }))
  const next = `Take one or put it away: crm watch new, or ask an agent that is connected to ${serviceUrl(config)}.`
  const item = ({ name, url, lines }: (typeof rows)[number]): string =>
    `<li><a href="${escapeHtml(url)}">${escapeHtml(name)}</a><br>${escapeHtml(lines.join(' · '))}</li>`
  return {
    subject,
    html: emailLayout(
      subject,
      `<ul>${rows.map(item).join('\n')}</ul><p>${escapeHtml(next)}</p><p class="small">${STOP}</p>`,
    ),
    body: [
      subject,
      '',
      ...rows.flatMap(({ name, url, lines }) => [
        `- ${name}`,
        ...lines.map((line) => `  ${line}`),
        `  ${url}`,
      ]),
      ...['', next, '', STOP, ''],
    ].join('\n'),
  }
}
