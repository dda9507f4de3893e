// The sections of the settings page, each with forms that need no script.
import type { Purchase } from '../../core/billing/purchases/record.ts'
import type { Billing } from '../../core/billing/records.ts'
import type { Key } from '../../core/identity/key.ts'
import type { Person } from '../../core/identity/person.ts'
import type { Token } from '../../core/identity/token.ts'
import { chargedText } from '../../core/reading/currencies.ts'
import { button, doing } from './form.ts'
import { bookmark } from './bookmark.ts'
import { html, type Html } from './html.ts'

const day = (iso: string | null | undefined): string => iso?.slice(0, 10) ?? ''

export const signIn = (next: string | null): Html => {
  const onward = next && html`<input type="hidden" name="next" value="${next}" />`
  return html`<div class="two">
    <section aria-labelledby="in">
      <h2 id="in">Sign in</h2>
      <form method="post" action="/settings">
        ${doing('sign-in')}${onward}
        <p>
          <label>E-mail address <input name="email" type="email" required autocomplete="email" /></label>
        </p>
        <p>
          <label
            >Password <input name="password" type="password" required autocomplete="current-password"
          /></label>
        </p>
        <button>Sign in</button>
      </form>
    </section>
    <section aria-labelledby="up">
      <h2 id="up">Create an account</h2>
      <form method="post" action="/settings">
        ${doing('sign-up')}${onward}
        <p>
          <label>E-mail address <input name="email" type="email" required autocomplete="email" /></label>
        </p>
        <p>
          <label
            >Password, eight characters or more
            <input name="password" type="password" required minlength="8" autocomplete="new-password"
          /></label>
        </p>
        <button>Sign up</button>
      </form>
    </section>
  </div>`
}

export const head = (person: Person | null, sold = false): Html =>
  html`<header>
    <strong>crm</strong>${
      person &&
      html`<span>${person.email ?? person.name ?? 'You'}${sold && ` · ${person.tier}`}</span
        >${button('sign-out', 'Sign out', 'plain')}`
    }
  </header>`

const planLine = ({ subscription: held, adminTier }: Billing, tier: string): Html => {
  if (!held || held.status === 'canceled' || held.status === 'incomplete_expired')
    return adminTier
      ? html`<p>You are an administrator: you have Ultra without a subscription.</p>`
      : html`<p>You are on the ${tier} plan${tier !== 'free' && ', without a subscription of your own'}.</p>`
  const { plan, status, cancel_at_period_end: ends, current_period_end: end } = held
  return html`<p>
    <b>${plan}</b>, ${status.replace('_', ' ')};
    ${ends ? `ends on ${day(end)}` : `next charge on ${day(end)}`}.
  </p>`
}

const planForms = ({ subscription: held }: Billing, plans: readonly string[]): Html => {
  const options = plans.filter((plan) => plan !== held?.plan).map((plan) => html`<option>${plan}</option>`)
  const isLiving = held && ['active', 'trialing', 'past_due'].includes(held.status)
  const choose = (action: string, label: string) =>
    options.length > 0 &&
    html`<form class="row" method="post" action="/settings">
      ${doing(action)}
      <label
        >Plan
        <select name="plan">
          ${options}
        </select></label
      ><button>${label}</button>
    </form>`
  if (!isLiving) return html`${choose('checkout', 'Subscribe')}`
  return html`${choose('preview', 'See what a change costs')}
    <div class="row">
      ${
        held.cancel_at_period_end
          ? button('reactivate', 'Keep my subscription', 'plain')
          : button('cancel', 'Cancel at the end of the period', 'danger')
      }
    </div>`
}

const balanceLine = ({ balance }: Billing): Html | false => {
  const { budgetCents, debtCents, creditCents, items } = balance
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
  const parts = [
    budgetCents > 0 && `AI budget ${dollars(budgetCents)}`,
    debtCents > 0 && `AI budget owed ${dollars(debtCents)}`,
    creditCents > 0 && `credit ${dollars(creditCents)}, used before the card`,
    items > 0 && `${items} purchased ${items === 1 ? 'item' : 'items'}`,
  ].filter((part) => part !== false)
  return parts.length > 0 && html`<p>${parts.join('; ')}.</p>`
}

/** Plan, card and invoices. `plans` are those for sale here; empty when this server takes no payments. */
export const plan = (billing: Billing, plans: readonly string[], tier: string): Html => {
  const { paymentMethod: card, invoices } = billing
  return html`<section id="plan" aria-labelledby="plan-h">
    <h2 id="plan-h">Plan and invoices</h2>
    ${planLine(billing, tier)} ${balanceLine(billing)}
    ${plans.length ? planForms(billing, plans) : html`<p class="quiet">This server does not accept payments.</p>`}
    ${card && html`<p>Card: ${card.brand} ending in ${card.last4}, valid until ${card.expMonth}/${card.expYear}.</p>`}
    ${card && plans.length > 0 && button('portal', 'Change card or view receipts', 'plain')}
    ${
      invoices.length > 0 &&
      html`<div class="scroll">
        <table>
          <caption class="quiet">
            Invoices
          </caption>
          <thead>
            <tr>
              <th>Date</th>
              <th>Status</th>
              <th class="amount">Paid</th>
              <th class="amount">Refunded</th>
            </tr>
          </thead>
          <tbody>
            ${invoices.slice(0, 24).map(
              (one) =>
                html`<tr>
                  <td>${day(one.created_at)}</td>
                  <td>${one.status.replace('_', ' ')}</td>
                  <td class="amount">${chargedText(one.amount_paid, one.currency)}</td>
                  <td class="amount">
                    ${one.amount_refunded ? chargedText(one.amount_refunded, one.currency) : ''}
                  </td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    }
  </section>`
}

const isActive = ({
  revokedAt,
  expiresAt,
}: {
  revokedAt: string | null
  expiresAt: string | null
}): boolean => !revokedAt && (!expiresAt || Date.parse(expiresAt) > Date.now())

interface Credential {
  id: string
  name: string
  lastFour: string
  lastUsedAt: string | null
}

const credentialTable = (what: string, action: string, rows: (Credential & { worth: string })[]): Html =>
  rows.length
    ? html`<div class="scroll">
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>For</th>
              <th>Ends in</th>
              <th class="aside">Last used</th>
              <th><span class="quiet">Revoke</span></th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ({ id, name, worth, lastFour, lastUsedAt }) =>
                html`<tr>
                  <td>${name}</td>
                  <td>${worth}</td>
                  <td><code>…${lastFour}</code></td>
                  <td class="aside">${day(lastUsedAt) || 'never'}</td>
                  <td>${button(action, 'Revoke', 'danger', { id })}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`
    : html`<p class="quiet">No ${what} yet.</p>`

/** Extension tokens: create one with a scope, shown once; revoke them. */
/** The plan that something needs, where plans are sold. */
export const from = (plan: string, sold: boolean): string | false => sold && ` (${plan})`

export const tokens = (all: readonly Token[], sold: boolean): Html =>
  html`<section id="tokens" aria-labelledby="tokens-h">
    <h2 id="tokens-h">Extension tokens</h2>
    <p class="quiet">For programs and agents that use your pipeline${from('Ultra', sold)}.</p>
    ${credentialTable(
      'tokens',
      'token-revoke',
      all.filter(isActive).map((one) => ({ ...one, worth: one.scope })),
    )}
    <form class="row" method="post" action="/settings">
      ${doing('token')}
      <label>Name <input name="name" required maxlength="200" placeholder="laptop" /></label>
      <label
        >Scope
        <select name="scope">
          <option>read-only</option>
          <option>read-write</option>
          <option value="jobs:write">jobs:write (browser: jobs only)</option>
        </select></label
      >
      <label>Expires (optional) <input name="expiresAt" type="date" /></label>
      <button>Create a token</button>
    </form>
  </section>`

/** A bookmark that opens the form of the page one looks at. Only its own site runs it, when it is clicked there. */
export const capture = (url: string): Html =>
  html`<section id="capture" aria-labelledby="capture-h">
    <h2 id="capture-h">Save from the browser</h2>
    <p>
      Drag this to your bookmarks, and click it on a posting: <a href="${bookmark(url)}">Save to crm</a>. It
      opens a filled form; long texts are cut.
    </p>
    <p>
      Or the extension for Chromium, Chrome, Edge and Brave: <a href="/extension.zip">download it</a>, unpack
      it, and load the folder at <code>chrome://extensions</code> (developer mode, “Load unpacked”). It says
      whether you follow a posting already, what the work pays, and saves it in one click (Alt+Shift+J).
    </p>
    <form class="row" method="post" action="/settings">
      ${doing('token')}
      <input type="hidden" name="name" value="browser" /><input
        type="hidden"
        name="scope"
        value="jobs:write"
      />
      <button>Create its token</button>
    </form>
    <p class="quiet">
      The extension asks for the address <code>${url}</code> and this token, which reads and writes jobs and
      nothing else. Revoke it above, under Extension tokens, when you remove the extension.
    </p>
  </section>`

export const keys = (all: readonly Key[], sold: boolean): Html =>
  html`<section id="keys" aria-labelledby="keys-h">
    <h2 id="keys-h">Intelligence keys</h2>
    <p class="quiet">For salary data.</p>
    ${credentialTable(
      'keys',
      'key-revoke',
      all.filter(isActive).map((one) => ({ ...one, worth: one.scopes?.join(', ') ?? 'everything' })),
    )}
    <form class="row" method="post" action="/settings">
      ${doing('key')}
      <label>Name <input name="name" required maxlength="200" placeholder="notebook" /></label>
      <label
        >May
        <select name="scopes">
          <option value="">read and write</option>
          <option value="intelligence:read">read only${from('Pro and above', sold)}</option>
        </select></label
      >
      <button>Create a key</button>
    </form>
  </section>`

/** The content of a purchase as HTML, whatever its shape. */
const goods = (value: unknown): Html => {
  if (Array.isArray(value))
    return html`<ul>
      ${value.map((one) => html`<li>${goods(one)}</li>`)}
    </ul>`
  if (typeof value !== 'object' || value === null) return html`${String(value ?? '')}`
  const parts = Object.entries(value).filter(([name]) => name !== 'success')
  const words = (name: string) => name.replace(/([A-Z])/g, ' $1').toLowerCase()
  return html`<dl>
    ${parts.map(
      ([name, part]) =>
        html`<dt>${words(name)}</dt>
          <dd>${goods(part)}</dd>`,
    )}
  </dl>`
}

export const purchases = (all: readonly Purchase[]): Html | null =>
  all.length === 0
    ? null
    : html`<section id="bought" aria-labelledby="bought-h">
        <h2 id="bought-h">Purchases</h2>
        ${all.map(
          ({ label, company, state, amountCents, currency, purchasedAt, createdAt, answer }) =>
            html`<details>
              <summary>
                ${label}${company && ` for ${company}`}, ${day(purchasedAt ?? createdAt)}:
                ${state === 'delivered' ? chargedText(amountCents, currency) : 'not charged'}
              </summary>
              ${answer && goods(answer)}
            </details>`,
        )}
      </section>`

export const data = (confirmation: string, isOwner: boolean, sold: boolean): Html =>
  html`<section id="data" aria-labelledby="data-h">
      <h2 id="data-h">Your data</h2>
      <p><a href="/settings/export" download>Download all your data</a>, as JSON.</p>
    </section>
    <section id="delete" aria-labelledby="delete-h">
      <h2 id="delete-h">Delete the account</h2>
      ${
        isOwner
          ? html`<p class="quiet">The owner of this installation cannot be deleted.</p>`
          : html`<p>
                Everything that is yours is deleted for good${sold && ', and a subscription ends at once'}.
                Type
                <b>${confirmation}</b> to mean it.
              </p>
              <form class="row" method="post" action="/settings">
                ${doing('delete')}
                <label
                  >Confirmation <input name="confirm" required autocomplete="off" pattern="${confirmation}"
                /></label>
                <button class="danger">Delete my account</button>
              </form>`
      }
    </section>`

/** The message about the last action. */
export const notice = (text: string, more: Html | null = null, bad = false): Html =>
  html`<section class="notice${bad && ' bad'}" role="${bad ? 'alert' : 'status'}">
    <p>${text}</p>
    ${more}
  </section>`

/** The price of a plan change, and the button that confirms it. */
export const preview = (
  plan: string,
  lines: readonly { description: string; amount: number; currency: string }[],
  total: number,
  currency: string,
): Html =>
  html`<table>
      <tbody>
        ${lines.map(
          ({ description, amount }) =>
            html`<tr>
              <td>${description}</td>
              <td class="amount">${chargedText(amount, currency)}</td>
            </tr>`,
        )}
        <tr>
          <th>${total < 0 ? 'Credited' : 'Charged now'}</th>
          <th class="amount">${chargedText(Math.abs(total), currency)}</th>
        </tr>
      </tbody>
    </table>
    ${button('change', `Change to ${plan}`, '', { plan })}`
