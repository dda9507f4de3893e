// `/clip`: saves the page that the user is viewing. GET and forms of other sites only fill the form. Saving needs the
// form's token, so that no other site can save anything.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Express, Request, Response } from 'express'
import { addJob, addPosting } from '../../core/jobs/operations.ts'
import type { Job } from '../../core/jobs/fields.ts'
import type { Core } from '../../core/index.ts'
import { HOUR_MS } from '../../core/kernel/clock.ts'
import type { Context, Principal } from '../../core/kernel/context.ts'
import { asCrmError, KINDS, problem } from '../../core/kernel/errors.ts'
import { familyOf } from '../../core/kernel/family.ts'
import { invalidInput } from '../../core/kernel/schema.ts'
import { invoke, invokeWithin } from '../../core/kernel/invoke.ts'
import { jobAt, readClip as readPage } from '../../core/watch/clip.ts'
import { boardOf } from '../../core/jobs/source.ts'
import { authenticate } from '../http/authenticate.ts'
import { largeForm, readFormFields } from '../http/body.ts'
import { contextOf } from '../http/call-context.ts'
import type { CredentialThrottle } from '../http/credential-throttle.ts'
import { setErrorHeaders } from '../http/headers.ts'
import { refuseMethod } from '../http/mount.ts'
import { html, page, element, type Html } from '../settings/html.ts'
import { sendForm } from './settings.ts'
import * as sections from '../settings/sections.ts'
import { shortId } from '../../core/kernel/id.ts'
import { cut } from '../../core/kernel/plain-characters.ts'
import { hidden, input } from '../settings/form.ts'

const SESSION = { ...familyOf(addJob), credential: 'session' } as const
/** Longer addresses are not passed on as a parameter. */
const MAX_NEXT = 4_000
const TOKEN_MS = 12 * HOUR_MS

const MAX_URL = 2_048

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

async function save(ctx: Context, { text, deadline, ...fields }: Clip): Promise<Job> {
  const source = boardOf(fields.url)
  const job = await invoke(addJob, ctx, {
    ...{ ...fields, source, description: cut(text, 10_000) },
    ...(deadline && { deadline }),
  })
  if (text.trim())
    await invokeWithin(addPosting, ctx, { id: job.id, text, url: fields.url || null, origin: 'clip' })
  return job
}

async function answerClip(ctx: Context, res: Response, fields: Fields): Promise<void> {
  const clip = await readClip(ctx, fields)
  const address = String(fields['url'] ?? '').trim()
  const isLong = address.length > MAX_URL
  const tooLong = isLong ? `is longer than ${MAX_URL} characters and was left out` : undefined
  if (fields['do'] !== 'save')
    return sendForm(res, 200, await clipForm(ctx, clip, tooLong && `The address ${tooLong}.`))
  try {
    if (!isOwnToken(ctx, fields['token'])) throw problem('cross_site', {})
    if (!clip.url && address)
      throw invalidInput([{ path: 'url', message: tooLong ?? 'is not a web address (http:// or https://)' }])
    sendForm(res, 200, clipSaved(await save(ctx, clip)))
  } catch (error) {
    const refusal = asCrmError(error)
    if (refusal.code === 'internal') throw error
    setErrorHeaders(res, refusal)
    sendForm(res, KINDS[refusal.kind].http, await clipForm(ctx, clip, refusal.message))
  }
}

const FIELDS = ['url', 'title', 'text', 'company', 'role', 'location', 'salary', 'deadline', 'notes']

const textsOf = (fields: Fields): Record<string, string> =>
  Object.fromEntries(
    FIELDS.flatMap((name) => (typeof fields[name] === 'string' ? [[name, fields[name]]] : [])),
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
    return contextOf(services, { req, res, principal, op: addJob })
  }
  app
    .route('/clip')
    .get(async (req, res) => {
      const ctx = await visitor(req, res)
      if (ctx) return answerClip(ctx, res, { ...req.query, do: 'fill' })
      const next = req.originalUrl
      if (next.length <= MAX_NEXT) return res.redirect(303, `/settings?next=${encodeURIComponent(next)}`)
      sendForm(
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
      sendForm(res, fields['do'] === 'save' ? 403 : 200, clipAgain(textsOf(fields)))
    })
    .all(refuseMethod(['GET', 'HEAD', 'POST']))
}

// The pages of `/clip`, without scripts: the filled form, the saved job, and the return from signing in.

type Clip = Record<'url' | 'company' | 'role' | 'location' | 'salary' | 'deadline' | 'text' | 'notes', string>

const MAX_HTML_CHARACTERS = 900_000

const field = (form: Record<string, unknown>, name: string, max: number): string | undefined => {
  const value = form[name]
  return typeof value === 'string' ? cut(value.replaceAll('\0', ''), max) : undefined
}

async function readClip(ctx: Context, form: Record<string, unknown>) {
  const url = field(form, 'url', MAX_HTML_CHARACTERS)?.trim()
  const read = await readPage(ctx, {
    // Cut, a longer address would lead elsewhere.
    url: url && url.length <= MAX_URL ? url : undefined,
    title: field(form, 'title', 500),
    text: field(form, 'text', MAX_HTML_CHARACTERS),
  })
  // A field that the person emptied stays empty.
  return {
    url: read.url ?? '',
    company: field(form, 'company', 200) ?? read.company,
    role: field(form, 'role', 200) ?? read.role,
    location: field(form, 'location', 200) ?? read.location,
    salary: field(form, 'salary', 100) ?? read.salary,
    deadline: field(form, 'deadline', 40) ?? read.deadline ?? '',
    text: read.text,
    notes: field(form, 'notes', 5_000) ?? read.notes,
  }
}

const shell = (title: string, body: Html): string =>
  page(
    title,
    html`<main>
      <h1>${title}</h1>
      ${body}
    </main>`,
  )

const line = (label: string, name: keyof Clip, value: string, max: number, required = false): Html =>
  element('p', {}, input(label, { name, value: value || true, maxlength: String(max), required }))

const tracked = (job: Job): Html =>
  html`<section class="notice" role="status">
    <p>
      Already tracked, status <b>${job.status}</b>: ${job.company} — ${job.role}
      (<code>${shortId(job.id)}</code>).
    </p>
  </section>`

async function clipForm(ctx: Context, clip: Clip, problem: string | undefined): Promise<string> {
  const [known, token] = [await jobAt(ctx, clip.url), tokenOf(ctx)]
  return shell(
    'Save a job',
    html`${known && tracked(known)}
      ${problem && html`<section class="notice bad" role="alert"><p>${problem}</p></section>`}
      <section>
        <form method="post" action="/clip">
          <input type="hidden" name="do" value="save" /><input type="hidden" name="token" value="${token}" />
          ${line('Company', 'company', clip.company, 200, true)} ${line('Role', 'role', clip.role, 200, true)}
          ${line('Location', 'location', clip.location, 200)} ${line('Salary', 'salary', clip.salary, 100)}
          ${line('Deadline', 'deadline', clip.deadline, 40)} ${line('Address', 'url', clip.url, MAX_URL)}
          ${line('Notes', 'notes', clip.notes, 5_000)}
          <p>
            <label>Posting <textarea name="text" rows="12" cols="60">${clip.text}</textarea></label>
          </p>
          <button>Save</button>
        </form>
      </section>`,
  )
}

const clipSaved = (job: Job): string =>
  shell(
    'Saved',
    html`<section class="notice" role="status">
      <p>${job.company} — ${job.role} is saved as job <code>${shortId(job.id)}</code>.</p>
      <p class="quiet">Show it with <code>crm show ${shortId(job.id)}</code>. You can close this page.</p>
    </section>`,
  )

/** Repeats a form that another site sent: browsers add the session cookie only to forms from this page. */
const clipAgain = (fields: Readonly<Record<string, string>>): string =>
  shell(
    'Save a job',
    html`<section>
      <form method="post" action="/clip">
        ${hidden(fields)}
        <button>Continue</button>
      </form>
      <p class="quiet">
        If you are not signed in, <a href="/settings" target="_blank">sign in</a> first and come back to this
        page.
      </p>
    </section>`,
  )
