// `/clip`: saves the page that the user is viewing. GET and forms of other sites only fill the form. Saving needs the
// form's token, so that no other site can save anything.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Express, Request, Response } from 'express'
import { addJob, addPosting } from '../../core/jobs/operations.ts'
import type { Job } from '../../core/jobs/job.ts'
import type { Core } from '../../core/index.ts'
import { HOUR_MS } from '../../core/kernel/clock.ts'
import type { Context, Principal } from '../../core/kernel/context.ts'
import { asCrmError, KINDS, problem } from '../../core/kernel/errors.ts'
import { familyOf } from '../../core/kernel/family.ts'
import { invalidInput } from '../../core/kernel/schema.ts'
import { invoke, invokeWithin } from '../../core/kernel/invoke.ts'
import { jobAt } from '../../core/watch/clip.ts'
import { clipAgain, clipForm, clipSaved, readClip, type Clip } from '../clip/page.ts'
import { boardOf } from '../../core/jobs/source.ts'
import { authenticate } from '../http/authenticate.ts'
import { largeForm, readFormFields } from '../http/body.ts'
import { contextOf } from '../http/call-context.ts'
import type { CredentialThrottle } from '../http/credential-throttle.ts'
import { setErrorHeaders } from '../http/headers.ts'
import { refuseMethod } from '../http/mount.ts'
import { requestStateOf } from '../http/request-state.ts'
import { html, page } from '../settings/html.ts'
import { sendPage } from './settings.ts'
import * as sections from '../settings/sections.ts'

const SESSION = { ...familyOf(addJob), credential: 'session' } as const
/** Longer addresses are not passed on as a parameter. */
const MAX_NEXT = 4_000
const TOKEN_MS = 12 * HOUR_MS

type Fields = Record<string, unknown>

/** A form's token, valid for this session and half a day. */
function tokenOf({ vault, clock, principal }: Context, hour = Math.floor(clock.now() / TOKEN_MS)): string {
  const session = principal.credential.id ?? principal.userId
  return createHmac('sha256', vault.deriveKey('clip form')).update(`${session} ${hour}`).digest('base64url')
}

function isOwnToken(ctx: Context, token: unknown): boolean {
  const hour = Math.floor(ctx.clock.now() / TOKEN_MS)
  const given = Buffer.from(typeof token === 'string' ? token : '')
  return [hour, hour - 1].some((each) => {
    const own = Buffer.from(tokenOf(ctx, each))
    return own.length === given.length && timingSafeEqual(own, given)
  })
}

async function save(ctx: Context, { text, ...fields }: Clip): Promise<Job> {
  const source = boardOf(fields.url)
  const job = await invoke(addJob, ctx, { ...fields, source, description: text.slice(0, 10_000) })
  if (text.trim())
    await invokeWithin(addPosting, ctx, { id: job.id, text, url: fields.url || null, origin: 'clip' })
  return job
}

async function answerClip(ctx: Context, res: Response, fields: Fields): Promise<void> {
  const clip = await readClip(fields)
  if (fields['do'] !== 'save')
    return sendPage(res, 200, clipForm({ clip, token: tokenOf(ctx), known: await jobAt(ctx, clip.url) }))
  try {
    if (!isOwnToken(ctx, fields['token'])) throw problem('cross_site', {})
    if (!clip.url && String(fields['url'] ?? '').trim())
      throw invalidInput([{ path: 'url', message: 'is not a web address (http:// or https://)' }])
    sendPage(res, 200, clipSaved(await save(ctx, clip)))
  } catch (error) {
    const refusal = asCrmError(error)
    if (refusal.code === 'internal') throw error
    setErrorHeaders(res, refusal)
    const shown = { clip, token: tokenOf(ctx), known: await jobAt(ctx, clip.url), problem: refusal.message }
    sendPage(res, KINDS[refusal.kind].http, clipForm(shown))
  }
}

const textsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    ['url', 'title', 'text'].flatMap((name) =>
      typeof fields[name] === 'string' ? [[name, fields[name]]] : [],
    ),
  )

export function mountClip(app: Express, core: Core, throttle: CredentialThrottle): void {
  const { services } = core
  const visitor = async (req: Request, res: Response): Promise<Context | null> => {
    const principal: Principal | null = await authenticate({ services, throttle }, SESSION, req, true).catch(
      (error: unknown) => {
        // Treats a form from another site as signed out.
        if (asCrmError(error).code === 'cross_site') return null
        throw error
      },
    )
    if (!principal || principal.credential.kind !== 'session') return null
    requestStateOf(res).principal = principal
    return contextOf(services, { req, res, principal, op: addJob })
  }
  app
    .route('/clip')
    .get(async (req, res) => {
      const ctx = await visitor(req, res)
      if (ctx) return answerClip(ctx, res, { ...req.query, do: 'fill' })
      const next = req.originalUrl
      if (next.length <= MAX_NEXT) return res.redirect(303, `/settings?next=${encodeURIComponent(next)}`)
      sendPage(
        res,
        200,
        page(
          'Sign in',
          html`<main>
            <h1>Sign in to save this job</h1>
            ${sections.signIn(next)}
          </main>`,
        ),
      )
    })
    .post(async (req, res) => {
      const fields = await readFormFields(req, res, largeForm)
      const ctx = await visitor(req, res)
      if (ctx) return answerClip(ctx, res, fields)
      sendPage(res, fields['do'] === 'save' ? 403 : 200, clipAgain(textsOf(fields)))
    })
    .all(refuseMethod(['GET', 'HEAD', 'POST']))
}
