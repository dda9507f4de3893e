// `/settings`: the account in a browser, without scripts. Forms post back here and run operations.
import { must } from '../../core/kernel/narrow.ts'
import { hash } from 'node:crypto'
import type { Express, Request, Response } from 'express'
import { CONFIRMATION, exportData } from '../../core/account/operations.ts'
import { getBilling, listPlans } from '../../core/billing/operations.ts'
import { serviceUrl } from '../../core/config.ts'
import { listPurchases } from '../../core/billing/purchases/operations.ts'
import { showFeed } from '../../core/calendar/operations.ts'
import { timeZoneOf } from '../../core/identity/user.ts'
import { signInByLink } from '../../core/identity/owner-link.ts'
import { getSession, listKeys, listTokens } from '../../core/identity/operations.ts'
import { listProposals } from '../../core/inbox/queries.ts'
import type { Core } from '../../core/index.ts'
import type { Context, Idempotency } from '../../core/kernel/context.ts'
import { asCrmError, fail, KINDS } from '../../core/kernel/errors.ts'
import { FAMILIES } from '../../core/kernel/family.ts'
import { invoke, invokeWithin } from '../../core/kernel/invoke.ts'
import type { Operation } from '../../core/kernel/operation.ts'
import { getDigest, listPostings } from '../../core/watch/operations.ts'
import { listWebhooks } from '../../core/webhooks/operations.ts'
import { authenticate, refuseForeignOrigin } from '../http/authenticate.ts'
import { readFormFields } from '../http/body.ts'
import { refuseForeignHost } from '../http/own-address.ts'
import { refuseMethod } from '../http/mount.ts'
import { setErrorHeaders, setSessionCookie } from '../http/headers.ts'
import { JSON_TYPE, sendPage, sendPieces } from '../http/send.ts'
import type { CredentialThrottle } from '../http/credential-throttle.ts'
import { contextOf } from '../http/call-context.ts'
import { everyRow } from '../mcp/pipeline/page.ts'
import { ACTIONS, type Form } from '../settings/actions.ts'
import { html, page, SETTINGS_POLICY, type Html } from '../settings/html.ts'
import * as sections from '../settings/sections.ts'

const ACCOUNT = must(FAMILIES.find(({ name }) => name === 'account'))

/** The page to return to after signing in: our own consent page, or the form of a clipped page. */
function nextOf(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\/(?:oauth\/|clip\?)/.test(value) || /[\\\s\u0000-\u001f]/.test(value))
    return null
  const url = new URL(value, 'http://here')
  return url.origin === 'http://here' && /^\/(?:oauth\/|clip$)/.test(url.pathname)
    ? url.pathname + url.search
    : null
}

export function mountSettings(app: Express, core: Core, throttle: CredentialThrottle): void {
  const { services } = core
  const visit = async (req: Request, res: Response, op: Operation): Promise<Context> => {
    const principal = await authenticate({ services, throttle }, ACCOUNT, req, true)
    return contextOf(services, { req, res, principal, op })
  }
  app
    .route('/settings')
    .get(async (req, res) => {
      const ctx = await visit(req, res, getSession)
      const { link } = req.query
      if (typeof link === 'string') return enter(ctx, res, link)
      const next = nextOf(req.query['next'])
      if (next && ctx.principal.credential.kind !== 'anonymous') return res.redirect(303, next)
      sendForm(res, 200, await settingsPage(ctx, null, next))
    })
    .post(async (req, res) => {
      await readFormFields(req, res)
      refuseForeignHost(req, services.config)
      refuseForeignOrigin(req, services.config)
      await act(req, res, visit)
    })
    .all(refuseMethod(['GET', 'HEAD', 'POST']))

  app
    .route('/settings/export')
    .get(async (req, res) => {
      const ctx = await visit(req, res, exportData)
      const text = await invoke(exportData, ctx, {})
      res.setHeader('Content-Disposition', 'attachment; filename="crm-export.json"')
      await sendPieces(res, JSON_TYPE, text)
    })
    .all(refuseMethod(['GET', 'HEAD']))
}

export function sendForm(res: Response, status: number, body: string): void {
  // With no-referrer a browser sends the origin of a form as "null", so the page's own forms would be rejected.
  res.setHeader('Referrer-Policy', 'same-origin')
  sendPage(res, status, body, SETTINGS_POLICY)
}

async function enter(ctx: Context, res: Response, link: string): Promise<void> {
  try {
    await signInByLink(ctx, link)
    setSessionCookie(res, ctx.report.session ?? null, ctx.config)
    res.redirect(303, '/settings')
  } catch (error) {
    await sendRefusal(ctx, res, error, null)
  }
}

type SettingsRequest = (req: Request, res: Response, op: Operation) => Promise<Context>

async function act(req: Request, res: Response, visit: SettingsRequest): Promise<void> {
  const form = (req.body ?? {}) as Form // The form parser without nesting only returns texts.
  const name = form['do'] ?? ''
  const action =
    (Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined) ??
    fail('malformed_request', { problem: 'Unknown form.' })
  const next = nextOf(form['next'])
  const ctx = await visit(req, res, action.op)
  try {
    const idempotency = action.op.effect === 'read' ? undefined : keyOf(form)
    const output = await invoke(action.op, { ...ctx, idempotency }, action.input(form))
    const { session } = ctx.report
    if (session !== undefined) setSessionCookie(res, session, ctx.config)
    if (session && next) return sendForm(res, 200, page('Signed in', redirectTo(next), refreshTo(next)))
    const { text, more } = action.done(output as never, form) // The output of its own operation.
    // The page is of the user whose cookie this response sets; anonymous after signing out.
    if (session !== undefined) req.headers.cookie = session ? `sb-access-token=${session.token}` : ''
    const after = session === undefined ? ctx : await visit(req, res, getSession)
    sendForm(res, 200, await settingsPage(after, sections.notice(text, more), null))
  } catch (error) {
    await sendRefusal(ctx, res, error, next)
  }
}

async function sendRefusal(ctx: Context, res: Response, error: unknown, next: string | null): Promise<void> {
  const refusal = asCrmError(error)
  if (refusal.kind === 'internal' && refusal.code === 'internal') throw error
  setErrorHeaders(res, refusal)
  const words = [refusal.message, refusal.hint].filter(Boolean).join(' ')
  sendForm(res, KINDS[refusal.kind].http, await settingsPage(ctx, sections.notice(words, null, true), next))
}

/** Runs a form once, even if a second click or a page reload sends it again. */
function keyOf({ once, ...form }: Form): Idempotency | undefined {
  if (!once || !/^[\x21-\x7e]{1,100}$/.test(once)) return undefined
  const fingerprint = hash('sha256', JSON.stringify(Object.entries(form).sort()), 'buffer')
  return { key: once, fingerprint }
}

/** A page instead of a redirect, because browsers apply the form page's CSP to the redirect after a form. */
const refreshTo = (next: string): Html => html`<meta http-equiv="refresh" content="0;url=${next}" />`
const redirectTo = (next: string): Html =>
  html`${sections.head(null)}
    <main>
      <h1>Signed in</h1>
      <section>
        <p><a href="${next}">Continue</a></p>
      </section>
    </main>`

async function settingsPage(ctx: Context, notice: Html | null, next: string | null): Promise<string> {
  const { user } = await invokeWithin(getSession, ctx, {})
  if (!user)
    return page(
      'crm settings',
      html`${sections.head(null)}
        <main>
          <h1>Settings</h1>
          ${notice}${sections.signIn(next)}
        </main>`,
    )
  const [billing, plans, tokens, keys, feed, hooks, bought, mail, found, mailed, timeZone] =
    await Promise.all([
      invokeWithin(getBilling, ctx, {}),
      invokeWithin(listPlans, ctx, {}),
      everyRow('tokens', (more) => invokeWithin(listTokens, ctx, more)),
      everyRow('keys', (more) => invokeWithin(listKeys, ctx, more)),
      invokeWithin(showFeed, ctx, {}),
      invokeWithin(listWebhooks, ctx, { limit: 100 }),
      invokeWithin(listPurchases, ctx, { limit: 50 }),
      invokeWithin(listProposals, ctx, { limit: 1 }),
      invokeWithin(listPostings, ctx, { limit: 1 }),
      invokeWithin(getDigest, ctx, {}),
      timeZoneOf(ctx.sql, ctx.principal.userId),
    ])
  const open = plans.plans.filter(({ available, tier }) => available && tier !== 'free')
  const offered = open.map(({ plan }) => plan)
  // Hide plans on a server that sells none.
  const sold = offered.length > 0 || billing.subscription !== null || billing.invoices.length > 0
  return page(
    'crm settings',
    html`${sections.head(user, sold)}
      <main>
        <h1>Settings</h1>
        ${notice}
        <nav aria-label="On this page">
          <ul>
            ${sold && html`<li><a href="#plan">Plan</a></li>`}
            <li><a href="#tokens">Tokens</a></li>
            <li><a href="#keys">Keys</a></li>
            <li><a href="#calendar">Calendar</a></li>
            <li><a href="#data">Data</a></li>
          </ul>
        </nav>
        ${sections.waiting(mail.total, found.total)}${sold && sections.plan(billing, offered, user.tier)}${sections.purchases(bought.purchases, bought.total)}${sections.tokens(tokens, sold)}${sections.capture(serviceUrl(ctx.config))}${sections.keys(keys, sold)}${sections.zone(timeZone)}${sections.feed(feed, sold)}${sections.digest(mailed, sold)}${sections.webhooks(hooks.webhooks)}${sections.data(CONFIRMATION, ctx.principal.credential.kind === 'local', sold)}
      </main>`,
  )
}
