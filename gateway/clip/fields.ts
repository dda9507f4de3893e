// The fields of the clip form, as sent: of a page that was clipped (`url`, `title`, `text`), or of the form itself.
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
