// The sections of the settings page, each with forms that need no script.
import { several } from '../../core/kernel/amounts.ts'
import type { Purchase } from '../../core/billing/purchases/record.ts'
import type { Preview } from '../../core/billing/operations.ts'
import type { Billing } from '../../core/billing/records.ts'
import { hasEnded, isLiving } from '../../core/billing/stripe.ts'
import type { Parsed } from '../../core/kernel/schema.ts'
import { chargedText } from '../../core/reading/currencies.ts'
import { button, form, hidden, input, line, row, section, select, table } from './form.ts'
import { element, html, type Html } from './html.ts'
import type { Token, Key, UserProfile } from '../../core/identity/records.ts'
import type { Feed } from '../../core/calendar/feed.ts'
import type { Digest } from '../../core/watch/digest.ts'
import type { WebhookWithHealth } from '../../core/webhooks/health.ts'
import { showInstant } from '../../core/kernel/show-instant.ts'

const day = (iso: string | null | undefined): string => iso?.slice(0, 10) ?? ''

export function signIn(next: string | null): Html {
  const address = { name: 'email', type: 'email', required: true, autocomplete: 'email' }
  const email = input('E-mail address', address)
  const side = (id: string, title: string, action: string, label: string, password: Html): Html => {
    const fields = [email, password].map((field) => element('p', {}, field))
    const inside = form(action, next && hidden({ next }), fields, element('button', {}, label))
    return element('section', { 'aria-labelledby': id }, element('h2', { id }, title), inside)
  }
  const secret = { name: 'password', type: 'password', required: true }
  const known = input('Password', { ...secret, autocomplete: 'current-password' })
  const chosen = { ...secret, minlength: '8', autocomplete: 'new-password' }
  const fresh = input('Password, eight characters or more', chosen)
  return html`<div class="two">
    ${side('in', 'Sign in', 'sign-in', 'Sign in', known)}${side('up', 'Create an account', 'sign-up', 'Sign up', fresh)}
  </div>`
}

export const head = (user: UserProfile | null, sold = false): Html =>
  html`<header>
    <strong>crm</strong>${
      user &&
      html`<span>${user.email ?? user.name ?? 'You'}${sold && ` · ${user.tier}`}</span
        >${button('sign-out', 'Sign out', 'plain')}`
    }
  </header>`

const planLine = ({ subscription: held, adminTier }: Billing, tier: string): Html => {
  if (!held || hasEnded(held))
    return adminTier
      ? html`<p>You are an administrator: you have Ultra without a subscription.</p>`
      : html`<p>You are on the ${tier} plan${tier !== 'free' && ', without a subscription of your own'}.</p>`
  const { plan, status, cancel_at_period_end: ends, current_period_end: end } = held
  const isUnpaid = status === 'past_due' || status === 'incomplete'
  const next = isUnpaid ? 'a payment is open' : `${ends ? 'ends' : 'next charge'} on ${day(end)}`
  return html`<p><b>${plan}</b>, ${status.replace('_', ' ')}; ${next}.</p>`
}

const planForms = ({ subscription: held }: Billing, plans: readonly string[]): Html => {
  const others = plans.filter((plan) => plan !== held?.plan)
  const options = Object.fromEntries(others.map((plan) => [plan, plan]))
  const choose = (action: string, label: string) =>
    others.length > 0 && row(action, select('Plan', 'plan', options), html`<button>${label}</button>`)
  if (!held || !isLiving(held)) return html`${choose('checkout', 'Subscribe')}`
  const end = held.cancel_at_period_end
    ? button('reactivate', 'Keep my subscription', 'plain')
    : button('cancel', `Cancel ${held.status === 'past_due' ? 'now' : 'at the end of the period'}`, 'danger')
  return html`${choose('preview', 'See what a change costs')}
    <div class="row">${end}</div>`
}

const balanceLine = ({ balance }: Billing): Html | false => {
  const { budgetCents, debtCents, creditCents, items } = balance
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
  const parts = [
    budgetCents > 0 && `AI budget ${dollars(budgetCents)}`,
    debtCents > 0 && `AI budget owed ${dollars(debtCents)}`,
    creditCents > 0 && `credit ${dollars(creditCents)}, used before the card`,
    items > 0 && several(items, 'purchased item'),
  ].filter((part) => part !== false)
  return parts.length > 0 && html`<p>${parts.join('; ')}.</p>`
}

const INVOICES = ['Date', 'Status', 'Paid', 'Refunded']

const newest = (what: string, { length }: readonly unknown[], total: number): string =>
  length < total ? `${what}: the newest ${length} of ${total}` : what

/** The plan, card and invoices. `plans` lists those for sale; it is empty when this server takes no payments. */
export const plan = (billing: Billing, plans: readonly string[], tier: string): Html => {
  const { paymentMethod: card, invoices } = billing
  const rows = invoices
    .slice(0, 24)
    .map((one) => [
      ...[day(one.created_at), one.status.replace('_', ' '), chargedText(one.amount_paid, one.currency)],
      one.amount_refunded ? chargedText(one.amount_refunded, one.currency) : '',
    ])
  const caption = newest('Invoices', rows, invoices.length)
  return section(
    'plan',
    'Plan and invoices',
    planLine(billing, tier),
    balanceLine(billing),
    plans.length
      ? planForms(billing, plans)
      : html`<p class="quiet">This server does not accept payments.</p>`,
    card &&
      html`<p>Card: ${card.brand} ending in ${card.last4}, valid until ${card.expMonth}/${card.expYear}.</p>`,
    card && plans.length > 0 && button('portal', 'Change card or view receipts', 'plain'),
    rows.length > 0 && table(INVOICES, rows, { classes: ['', '', 'amount', 'amount'], caption }),
  )
}

type Credential = Pick<Token, 'id' | 'name' | 'lastFour' | 'lastUsedAt' | 'revokedAt' | 'expiresAt'>

const isActive = ({ revokedAt, expiresAt }: Credential): boolean =>
  !revokedAt && (!expiresAt || Date.parse(expiresAt) > Date.now())

function credentialTable<One extends Credential>(
  what: string,
  action: string,
  all: readonly One[],
  worthOf: (one: One) => string,
): Html {
  const rows = all
    .filter(isActive)
    .map((one) => [
      ...[one.name, worthOf(one), html`<code>…${one.lastFour}</code>`, day(one.lastUsedAt) || 'never'],
      button(action, 'Revoke', 'danger', { id: one.id }),
    ])
  if (!rows.length) return html`<p class="quiet">No ${what} yet.</p>`
  const heads = ['Name', 'For', 'Ends in', 'Last used', element('span', { class: 'quiet' }, 'Revoke')]
  return table(heads, rows, { classes: ['', '', '', 'aside'] })
}

/** The plan that a feature needs; false if this server sells none. */
const from = (plan: string, sold: boolean): string | false => sold && ` (${plan})`

const SCOPES = {
  ...{ 'read-only': 'read-only', 'read-write': 'read-write' },
  'jobs:write': 'jobs:write (browser: jobs only)',
}

export const tokens = (all: readonly Token[], sold: boolean): Html =>
  section(
    'tokens',
    'Extension tokens',
    html`<p class="quiet">For programs and agents that use your pipeline${from('Ultra', sold)}.</p>`,
    credentialTable('tokens', 'token-revoke', all, ({ scope }) => scope),
    row(
      'token',
      input('Name', { name: 'name', required: true, maxlength: '200', placeholder: 'laptop' }),
      select('Scope', 'scope', SCOPES),
      input('Expires (optional)', { name: 'expiresAt', type: 'date' }),
      html`<button>Create a token</button>`,
    ),
  )

/** The most characters of a URL: Node refuses requests whose URL and headers exceed 16 KiB. */
const MAX_ADDRESS = 6_000
const MAX_MARKUP = 3_000

/** The bookmarklet for /clip. A page may forbid it to send requests, so it opens a URL that contains the page's data. */
const bookmark = (url: string): string =>
  `javascript:(()=>{${[
    `const e=encodeURIComponent,d=document`,
    `let m='',q='${url}/clip?url='+e(location.href)+'&title='+e(d.title)+'&text='`,
    `for(const s of d.querySelectorAll('script[type="application/ld+json"]'))try{if(!m&&/JobPosting/.test(s.text))m='<script type="application/ld+json">'+JSON.stringify(JSON.parse(s.text),(k,v)=>v&&v.length>300&&v.charAt?undefined:v).replace(/</g,'\\\\u003c')+'<'+'/script>'}catch(x){}`,
    `if(e(m).length<${MAX_MARKUP})q+=e(m)`,
    `const t=(String(getSelection()||'')||d.body.innerText||'').slice(0,4000)`,
    `for(const c of t){const p=e(c.isWellFormed&&!c.isWellFormed()?'':c);if(q.length+p.length>${MAX_ADDRESS})break;q+=p}`,
    `open(q)`,
  ].join(';')}})()`

/** A bookmarklet that opens the form for the current page. It only runs when the user clicks it there. */
export const capture = (url: string): Html =>
  section(
    'capture',
    'Save from the browser',
    html`<p>
        Drag this to your bookmarks, and click it on a posting: <a href="${bookmark(url)}">Save to crm</a>. It
        opens a filled form; long texts are cut.
      </p>
      <p>
        Or the extension for Chromium, Chrome, Edge and Brave: <a href="/extension.zip">download it</a>,
        unpack it, and load the folder at <code>chrome://extensions</code> (developer mode, “Load unpacked”).
        It says whether you follow a posting already, what the work pays, and saves it in one click
        (Alt+Shift+J).
      </p>`,
    row('token', hidden({ name: 'browser', scope: 'jobs:write' }), html`<button>Create its token</button>`),
    html`<p class="quiet">
      The extension asks for the address <code>${url}</code> and this token, which reads and writes jobs and
      nothing else. Revoke it above, under Extension tokens, when you remove the extension.
    </p>`,
  )

export const keys = (all: readonly Key[], sold: boolean): Html =>
  section(
    'keys',
    'Intelligence keys',
    html`<p class="quiet">For salary data.</p>`,
    credentialTable('keys', 'key-revoke', all, ({ scopes }) => scopes?.join(', ') ?? 'everything'),
    row(
      'key',
      input('Name', { name: 'name', required: true, maxlength: '200', placeholder: 'notebook' }),
      select('May', 'scopes', {
        '': 'read and write',
        'intelligence:read': html`read only${from('Pro and above', sold)}`,
      }),
      html`<button>Create a key</button>`,
    ),
  )

const goods = (value: unknown): Html => {
  const item = (one: unknown): Html => element('li', {}, goods(one))
  if (Array.isArray(value)) return element('ul', {}, value.map(item))
  if (typeof value !== 'object' || value === null) return html`${String(value ?? '')}`
  const parts = Object.entries(value).filter(([name]) => name !== 'success')
  const words = (name: string) => name.replace(/([A-Z])/g, ' $1').toLowerCase()
  const rows = parts.map(([name, part]) => [element('dt', {}, words(name)), element('dd', {}, goods(part))])
  return element('dl', {}, rows)
}

export const purchases = (all: readonly Purchase[], total: number): Html | null =>
  all.length === 0
    ? null
    : section(
        'bought',
        newest('Purchases', all, total),
        all.map(
          ({ label, company, state, amountCents, currency, purchasedAt, createdAt, answer }) =>
            html`<details>
              <summary>
                ${label}${company && ` for ${company}`}, ${day(purchasedAt ?? createdAt)}:
                ${state === 'delivered' ? chargedText(amountCents, currency) : 'not charged'}
              </summary>
              ${answer && goods(answer)}
            </details>`,
        ),
      )

export function data(confirmation: string, isOwner: boolean, sold: boolean): Html {
  const ends = sold && ', and a subscription ends at once'
  const removal = html`<p>
      Everything that is yours is deleted for good${ends}. Type <b>${confirmation}</b> to mean it.
    </p>
    ${row(
      'delete',
      input('Confirmation', { name: 'confirm', required: true, autocomplete: 'off', pattern: confirmation }),
      html`<button class="danger">Delete my account</button>`,
    )}`
  const download = html`<p><a href="/settings/export" download>Download all your data</a>, as JSON.</p>`
  const kept = html`<p class="quiet">The owner of this installation cannot be deleted.</p>`
  return html`${section('data', 'Your data', download)}
  ${section('delete', 'Delete the account', isOwner ? kept : removal)}`
}

export const notice = (text: string, more: Html | null = null, bad = false): Html =>
  html`<section class="notice${bad && ' bad'}" role="${bad ? 'alert' : 'status'}">
    <p>${text}</p>
    ${more}
  </section>`

export const preview = (
  plan: string,
  { lineItems, immediateAmount: total, currency }: Parsed<typeof Preview>,
): Html => {
  const rows = lineItems.map(({ description, amount }) => [description, chargedText(amount, currency)])
  const sum = [total < 0 ? 'Credited' : 'Charged now', chargedText(Math.abs(total), currency)]
  const body = [...rows.map((cells) => line('td', cells, ['', 'amount'])), line('th', sum, ['', 'amount'])]
  return html`${element('table', {}, element('tbody', {}, body))}${button('change', `Change to ${plan}`, '', { plan })}`
}

// Pending decisions and outgoing data: the calendar feed, new postings by e-mail, and webhooks.

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
    required: isRequired,
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
