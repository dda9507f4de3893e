// The sections for pending decisions and outgoing data: the calendar feed, new postings by e-mail, and webhooks.
import { several } from '../../core/kernel/amounts.ts'
import type { Feed } from '../../core/calendar/feed.ts'
import type { Digest } from '../../core/watch/digest.ts'
import type { WebhookWithHealth } from '../../core/webhooks/health.ts'
import { button, form, input, section, select, table } from './form.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { html, type Html } from './html.ts'
import { from } from './sections.ts'

export const feed = (held: Feed, sold: boolean): Html =>
  section(
    'calendar',
    'Calendar',
    held.url
      ? html`<p>Subscribe to this address in your calendar program. Whoever knows it reads your calendar.</p>
          ${held.stoppedReason && html`<p role="note">${held.stoppedReason}</p>`}
          <code class="secret">${held.url}</code>
          <div class="row">
            ${button('feed', 'Replace the URL', 'plain')}${button('feed-revoke', 'Delete the feed', 'danger')}
          </div>`
      : html`<p class="quiet">
            A secret address shows your interviews in any calendar program${from('Ultra', sold)}.
          </p>
          ${button('feed', 'Create a calendar feed')}`,
  )

const zoneField = (timeZone: string | null, isRequired: boolean): Html =>
  input('Your time zone', {
    ...{ name: 'timeZone', value: timeZone ?? true, placeholder: 'Europe/Berlin' },
    ...(isRequired && { required: true }),
  })

/** The time zone for a person's dates from agents over HTTP. */
export const zone = (timeZone: string | null): Html =>
  section(
    'zone',
    'Time zone',
    html`<p class="quiet">“Tomorrow at 3” of an agent that works over the web is meant in this zone.</p>`,
    form('zone', zoneField(timeZone, true), html`<button>Set</button>`),
  )

const OFTEN = { off: 'not at all', daily: 'daily', weekly: 'weekly' } as const

export const digest = ({ every, nextAt, timeZone, to, problem }: Digest, sold: boolean): Html =>
  section(
    'digest',
    'New postings by e-mail',
    nextAt
      ? html`<p>
          The next e-mail goes to ${to} on
          ${showInstant(nextAt, new Date(nextAt), timeZone ?? 'UTC', 'long')}, if anything is new.
        </p>`
      : html`<p class="quiet">
          What watched boards bring can come to ${to ?? 'your address'}${from('Ultra', sold)}.
        </p>`,
    problem && html`<p role="note">${problem}</p>`,
    form(
      'digest',
      select('How often', 'every', OFTEN, every ?? 'off'),
      zoneField(timeZone, false),
      html`<button>Set</button>`,
    ),
  )

/** The webhooks, visible and removable on any plan; null without any. */
export function webhooks(all: readonly WebhookWithHealth[]): Html | null {
  const rows = all.map(({ id, url, disabledReason, health }) => [
    url,
    html`${health.state}${disabledReason && html`. ${disabledReason}`}`,
    button('webhook-remove', 'Remove', 'danger', { id }),
  ])
  return rows.length ? section('webhooks', 'Webhooks', table(['Address', 'State', ''], rows)) : null
}

/** Links to pending decisions; null without any. */
export function waiting(proposals: number, postings: number): Html | null {
  if (proposals + postings === 0) return null
  const line = (text: string, command: string): Html => html`<li>${text}: <code>${command}</code></li>`
  return section(
    'waiting',
    'Waiting for you',
    html`<ul>
        ${proposals > 0 && line(`${proposals} from your inbox`, 'crm inbox list')}
        ${postings > 0 && line(several(postings, 'new posting'), 'crm watch new')}
      </ul>
      <p class="quiet">Nothing changes before you accept it, in the terminal or with an agent that may.</p>`,
  )
}
