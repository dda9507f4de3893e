// The forms of the settings page: each runs one operation and shows a message.
import { removeAccount } from '../../core/account/operations.ts'
import * as billing from '../../core/billing/operations.ts'
import type { CancelOut, Preview } from '../../core/billing/operations.ts'
import { revokeFeed, rotateFeed } from '../../core/calendar/operations.ts'
import * as identity from '../../core/identity/operations.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import type { Parsed } from '../../core/kernel/schema.ts'
import { actAsMe } from '../../core/pipeline/operations.ts'
import type { Digest } from '../../core/watch/digest.ts'
import { changeDigest } from '../../core/watch/operations.ts'
import { removeWebhook } from '../../core/webhooks/operations.ts'
import { html, type Html } from './html.ts'
import { preview } from './sections.ts'

export type Form = Record<string, string>

interface Action {
  op: Operation
  input(form: Form): Record<string, unknown>
  done(output: never, form: Form): { text: string; more?: Html }
}

const action = (op: Operation, input: Action['input'], done: Action['done']): Action => ({ op, input, done })

const say = (text: string) => () => ({ text })
const nothing = () => ({})
const id = ({ id }: Form) => ({ id: id ?? '' })
const plan = ({ plan }: Form) => ({ plan })
const signing = ({ email, password }: Form) => ({ email: email ?? '', password: password ?? '' })

const once = (noun: string, name: string, secret: string) => ({
  text: `This is the only time the ${noun} “${name}” is shown:`,
  more: html`<code class="secret">${secret}</code>`,
})
const leading = ({ url }: { url: string }) => ({
  text: 'Cards are entered on the payment processor’s page.',
  more: html`<p><a href="${url}">Continue there</a></p>`,
})

export const ACTIONS: Readonly<Record<string, Action>> = {
  'sign-in': action(identity.login, signing, say('You are signed in.')),
  'sign-up': action(identity.signup, signing, say('Your account was created, and you are signed in.')),
  'sign-out': action(identity.logout, nothing, say('You are signed out.')),
  token: action(
    identity.addToken,
    ({ name, scope, expiresAt }) => ({ name, scope, ...(expiresAt && { expiresAt }) }),
    ({ name, token }: { name: string; token: string }) => once('token', name, token),
  ),
  'token-revoke': action(identity.removeToken, id, say('The token was revoked.')),
  key: action(
    identity.addKey,
    ({ name, scopes }) => ({ name, ...(scopes && { scopes: scopes.split(',') }) }),
    ({ name, key }: { name: string; key: string }) => once('key', name, key),
  ),
  'key-revoke': action(identity.removeKey, id, say('The key was revoked.')),
  preview: action(billing.previewPlan, plan, (answer: Parsed<typeof Preview>, { plan = '' }) => ({
    text: `A change to ${plan} costs:`,
    more: preview(plan, answer),
  })),
  change: action(billing.changeTo, plan, ({ plan }: { plan: string }) => ({ text: `You are on ${plan}.` })),
  checkout: action(billing.openCheckout, plan, leading),
  cancel: action(billing.cancel, nothing, ({ currentPeriodEnd: end }: Parsed<typeof CancelOut>) => ({
    text: end ? 'Cancelled. You keep your plan until the end of the period.' : 'Cancelled. It has ended.',
  })),
  reactivate: action(billing.reactivate, nothing, say('Your subscription continues.')),
  portal: action(billing.portal, nothing, leading),
  feed: action(rotateFeed, nothing, say('Your calendar feed has a new URL.')),
  'feed-revoke': action(revokeFeed, nothing, say('The calendar feed was deleted.')),
  zone: action(
    actAsMe,
    ({ timeZone }) => ({ action: 'time-zone', timeZone: timeZone ?? '' }),
    ({ timeZone }: { timeZone: string }) => ({ text: `Your time zone is ${timeZone}.` }),
  ),
  digest: action(
    changeDigest,
    ({ every, timeZone }) => ({ every, ...(timeZone && { timeZone }) }),
    ({ every }: Digest) => ({
      text: every ? `New postings come by e-mail ${every}.` : 'New postings do not come by e-mail.',
    }),
  ),
  'webhook-remove': action(removeWebhook, id, say('The webhook was removed.')),
  delete: action(
    removeAccount,
    ({ confirm }) => ({ confirm }),
    say('Your account and all its data were deleted.'),
  ),
}
