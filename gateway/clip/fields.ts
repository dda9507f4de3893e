// What a clipped page says of its posting: from markup that came with it, its title and its text.
import { readPage } from '../../core/scout/page.ts'
import { readTitle } from '../../core/scout/ats-pages.ts'
import { readPostingMeta } from '../../core/scout/posting-meta.ts'
import type { PostingFacts } from '../../core/scout/job-posting.ts'

/** The fields of the form. */
export interface Clip {
  url: string
  company: string
  role: string
  location: string
  salary: string
  /** The posting's readable text. */
  text: string
  notes: string
}

/** Longer texts are cut to what is kept of a posting. */
const MAX_TEXT_CHARACTERS = 100_000
const MAX_HTML_CHARACTERS = 900_000

const field = (form: Record<string, unknown>, name: string, max: number): string => {
  const value = form[name]
  return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, max) : ''
}

const webAddress = (text: string): string => (/^https?:\/\//i.test(text) && URL.canParse(text) ? text : '')

/** The fields as sent: of a page that was clipped (`url`, `title`, `text`), or of the form itself. */
export async function readClip(form: Record<string, unknown>): Promise<Clip> {
  const url = webAddress(field(form, 'url', 2_048).trim())
  const title = field(form, 'title', 500).trim()
  const read = await readText(field(form, 'text', MAX_HTML_CHARACTERS))
  const site = url ? new URL(url).hostname.replace(/^www\./, '').split('.')[0] : undefined
  const titled = readTitle(title, site)
  const known = (name: keyof PostingFacts): string => read.facts[name] ?? titled[name] ?? ''
  const said = (name: keyof PostingFacts, max: number): string =>
    field(form, name, max) || known(name).slice(0, max)
  return {
    url,
    company: said('company', 200),
    role: said('role', 200) || title.slice(0, 200),
    location: said('location', 200),
    salary: said('salary', 100),
    text: read.text.slice(0, MAX_TEXT_CHARACTERS),
    notes: field(form, 'notes', 5_000),
  }
}

/** A text may be the page itself, with the markup of its posting. */
async function readText(text: string): Promise<{ text: string; facts: PostingFacts }> {
  if (!/<(?:html|body|script|meta|div|p)\b/i.test(text)) return { text: text.trim(), facts: {} }
  const page = await readPage({ body: Buffer.from(text), contentType: 'text/html; charset=utf-8' })
  return { text: page.text, facts: readPostingMeta({ jobPosting: page.meta.jobPosting }) }
}
