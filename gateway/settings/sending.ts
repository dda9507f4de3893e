// The sections on what is sent elsewhere: the calendar feed and webhooks.
import type { Feed } from '../../core/calendar/feed.ts'
import type { WebhookWithHealth } from '../../core/webhooks/health.ts'
import { button } from './form.ts'
import { html, type Html } from './html.ts'

/** The calendar feed's secret URL. */
export const feed = (held: Feed): Html =>
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
        : html`<p class="quiet">A secret address shows your interviews in any calendar program (Ultra).</p>
            ${button('feed', 'Create a calendar feed')}`
    }
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
