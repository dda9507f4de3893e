// The pages of `/clip`, without scripts: the filled form, the saved job, and the return from signing in.
import type { Job } from '../../core/jobs/job.ts'
import { shortId } from '../../core/kernel/id.ts'
import { hidden, input } from '../settings/form.ts'
import { element, html, page, type Html } from '../settings/html.ts'
import { readClip as readPage } from '../../core/watch/clip.ts'

export interface Clip {
  url: string
  company: string
  role: string
  location: string
  salary: string
  text: string
  notes: string
}

const MAX_HTML_CHARACTERS = 900_000

const field = (form: Record<string, unknown>, name: string, max: number): string => {
  const value = form[name]
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, max) : ''
}

export async function readClip(form: Record<string, unknown>): Promise<Clip> {
  const read = await readPage({
    url: field(form, 'url', 2_048),
    title: field(form, 'title', 500),
    text: field(form, 'text', MAX_HTML_CHARACTERS),
  })
  return {
    url: read.url ?? '',
    company: field(form, 'company', 200) || read.company,
    role: field(form, 'role', 200) || read.role,
    location: field(form, 'location', 200) || read.location,
    salary: field(form, 'salary', 100) || read.salary,
    text: read.text,
    notes: field(form, 'notes', 5_000),
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

const tracked = (job: Pick<Job, 'id' | 'company' | 'role' | 'status'>): Html =>
  html`<section class="notice" role="status">
    <p>
      Already tracked, status <b>${job.status}</b>: ${job.company} — ${job.role}
      (<code>${shortId(job.id)}</code>).
    </p>
  </section>`

interface FormParts {
  clip: Clip
  token: string
  known?: Job | null
  problem?: string | undefined
}

export const clipForm = ({ clip, token, known, problem }: FormParts): string =>
  shell(
    'Save a job',
    html`${known && tracked(known)}
      ${problem && html`<section class="notice bad" role="alert"><p>${problem}</p></section>`}
      <section>
        <form method="post" action="/clip">
          <input type="hidden" name="do" value="save" /><input type="hidden" name="token" value="${token}" />
          ${line('Company', 'company', clip.company, 200, true)} ${line('Role', 'role', clip.role, 200, true)}
          ${line('Location', 'location', clip.location, 200)} ${line('Salary', 'salary', clip.salary, 100)}
          ${line('Address', 'url', clip.url, 2_048)} ${line('Notes', 'notes', clip.notes, 5_000)}
          <p>
            <label>Posting <textarea name="text" rows="12" cols="60">${clip.text}</textarea></label>
          </p>
          <button>Save</button>
        </form>
      </section>`,
  )

export const clipSaved = (job: Job): string =>
  shell(
    'Saved',
    html`<section class="notice" role="status">
      <p>${job.company} — ${job.role} is saved as job <code>${shortId(job.id)}</code>.</p>
      <p class="quiet">
        Show it with <code>crm jobs show ${shortId(job.id)}</code>. You can close this page.
      </p>
    </section>`,
  )

/** Repeats a form that another site sent: browsers add the session cookie only to forms from this page. */
export const clipAgain = (fields: Readonly<Record<string, string>>): string =>
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
