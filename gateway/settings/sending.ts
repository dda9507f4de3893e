// The sections on what waits for a decision and what is sent elsewhere: the calendar feed, new postings by e-mail, and webhooks.
import type { Feed } from '../../core/calendar/feed.ts'
import type { Digest } from '../../core/watch/digest.ts'
import type { WebhookWithHealth } from '../../core/webhooks/health.ts'
import { button, doing } from './form.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'
import { html, type Html } from './html.ts'
import { from } from './sections.ts'

export const feed = (held: Feed, sold: boolean): Html =>
  html`<section id="calendar" aria-labelledby="calendar-h">
    <h2 id="calendar-h">Calendar</h2>
    ${
      held.url
        ? html`<p>
              Subscribe to this address in your calendar program. Whoever knows it reads your calendar.
            </p>
            ${held.stoppedReason && html`<p role="note">${held.stoppedReason}</p>`}
            <code class="secret">${held.url}</code>
            <div class="row">
              ${button('feed', 'Replace the URL', 'plain')}${button('feed-revoke', 'Delete the feed', 'danger')}
            </div>`
        : html`<p class="quiet">
              A secret address shows your interviews in any calendar program${from('Ultra', sold)}.
            </p>
            ${button('feed', 'Create a calendar feed')}`
    }
  </section>`

/** The zone in which a person's dates are read by agents over HTTP. */
export const zone = (timeZone: string | null): Html =>
  html`<section id="zone" aria-labelledby="zone-h">
    <h2 id="zone-h">Time zone</h2>
    <p class="quiet">“Tomorrow at 3” of an agent that works over the web is meant in this zone.</p>
    <form method="post" action="/settings">
      ${doing('zone')}<label
        >Your time zone <input name="timeZone" value="${timeZone ?? ''}" placeholder="Europe/Berlin" required
      /></label>
      <button>Set</button>
    </form>
  </section>`

const OFTEN = { off: 'not at all', daily: 'daily', weekly: 'weekly' } as const

/** How often new postings of watched boards come by e-mail. */
export const digest = ({ every, nextAt, timeZone, to, problem }: Digest, sold: boolean): Html =>
  html`<section id="digest" aria-labelledby="digest-h">
    <h2 id="digest-h">New postings by e-mail</h2>
    ${
      nextAt
        ? html`<p>
            The next e-mail goes to ${to} on
            ${showInstant(nextAt, new Date(nextAt), timeZone ?? 'UTC', 'long')}, if anything is new.
          </p>`
        : html`<p class="quiet">
            What watched boards bring can come to ${to ?? 'your address'}${from('Ultra', sold)}.
          </p>`
    }
    ${problem && html`<p role="note">${problem}</p>`}
    <form method="post" action="/settings">
      ${doing('digest')}<label
        >How often
        <select name="every">
          ${Object.entries(OFTEN).map(
            ([value, words]) =>
              html`<option value="${value}" ${value === (every ?? 'off') && html`selected`}>
                ${words}
              </option>`,
          )}
        </select></label
      >
      <label
        >Your time zone <input name="timeZone" value="${timeZone ?? ''}" placeholder="Europe/Berlin"
      /></label>
      <button>Set</button>
    </form>
  </section>`

/** The webhooks, which can be seen and removed on any plan; nothing without any. */
export const webhooks = (all: readonly WebhookWithHealth[]): Html | null =>
  all.length === 0
    ? null
    : html`<section id="webhooks" aria-labelledby="webhooks-h">
        <h2 id="webhooks-h">Webhooks</h2>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th>Address</th>
                <th>State</th>
                <th></th>
              </tr>
            </thead>
            <tbody>
              ${all.map(
                ({ id, url, disabledReason, health }) =>
                  html`<tr>
                    <td>${url}</td>
                    <td>${health.state}${disabledReason && html`. ${disabledReason}`}</td>
                    <td>${button('webhook-remove', 'Remove', 'danger', { id })}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </section>`

/** Where to decide about what waits; null when nothing does. */
export function waiting(proposals: number, postings: number): Html | null {
  if (proposals + postings === 0) return null
  const line = (text: string, command: string): Html => html`<li>${text}: <code>${command}</code></li>`
  return html`<section id="waiting" aria-labelledby="waiting-h">
    <h2 id="waiting-h">Waiting for you</h2>
    <ul>
      ${proposals > 0 && line(`${proposals} from your inbox`, 'crm inbox list')}
      ${postings > 0 && line(`${postings} new ${postings === 1 ? 'posting' : 'postings'}`, 'crm watch new')}
    </ul>
    <p class="quiet">Nothing changes before you accept it, in the terminal or with an agent that may.</p>
  </section>`
}
